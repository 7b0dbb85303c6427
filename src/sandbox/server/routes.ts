import { Refusal } from '#api/errors.ts'
import { sameSecret } from '#platform/crypto/same-secret.ts'
import type { Box } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers, Exchange } from '#platform/http/answer.ts'
import type { sandbox } from '../contract.ts'
import { type LetterDeps, letterRoutes, lettersInOutbox } from './letter-routes.ts'
import { type PortalDeps, portalRoutes } from './portal.ts'
import { outboxOf, SHOWN } from './store.ts'

export type SandboxDeps = {
  db: Database
  box: Box
  /** Whether any provider is served by its sandbox. */
  active: boolean
  /** Whether every provider is. */
  whole: boolean
  publicHost: string
  sandboxKey: string | null
  /** In production this machine needs the key too: any proxy on it looks like this machine. */
  keyOnly: boolean
  portal: PortalDeps
  letters: LetterDeps
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A Host header without its port. */
const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** The outbox holds codes: it opens with the key and, outside production, to this machine, asked for by its own name. */
export const mayOpenOutbox = (
  deps: Pick<SandboxDeps, 'active' | 'publicHost' | 'sandboxKey' | 'keyOnly'>,
  asked: { address: string; host: string; key: string | null; forwarded: boolean },
): boolean => {
  if (!deps.active) return false
  if (asked.key !== null && deps.sandboxKey !== null && sameSecret(asked.key, deps.sandboxKey)) return true
  if (deps.keyOnly) return false
  const host = nameOf(asked.host)
  return (
    LOOPBACK.has(asked.address) &&
    !asked.forwarded &&
    (LOOPBACK_HOSTS.has(host) || host === nameOf(deps.publicHost))
  )
}

export const sandboxRoutes = (deps: SandboxDeps): Answers<typeof sandbox> => {
  const requireOpen = (http: Exchange) => {
    if (!mayOpenOutbox(deps, http.origin())) throw new Refusal('not_found')
  }
  return {
    state: async () => ({ active: deps.active, whole: deps.whole }),
    outbox: async ({ http }) => {
      requireOpen(http)
      const sent = [...(await outboxOf(deps.db, deps.box)), ...(await lettersInOutbox(deps.letters))]
      return { items: sent.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, SHOWN) }
    },
    ...letterRoutes(deps.letters, requireOpen),
    ...portalRoutes(deps.portal),
  }
}

import { AppError } from '#api/errors.ts'
import type { Cipher } from '#platform/crypto/encryption.ts'
import { isEqualSecret } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers, HttpContext } from '#platform/http/handler.ts'
import type { sandbox } from '../contract.ts'
import { type LetterDeps, letterRoutes, listOutboxLetters } from './letter-routes.ts'
import { listOutbox, OUTBOX_LIMIT } from './outbox.ts'
import { type PortalDeps, portalRoutes } from './portal.ts'

export type SandboxDeps = {
  db: Database
  cipher: Cipher
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
  if (asked.key !== null && deps.sandboxKey !== null && isEqualSecret(asked.key, deps.sandboxKey)) return true
  if (deps.keyOnly) return false
  const host = nameOf(asked.host)
  return (
    LOOPBACK.has(asked.address) &&
    !asked.forwarded &&
    (LOOPBACK_HOSTS.has(host) || host === nameOf(deps.publicHost))
  )
}

export const sandboxRoutes = (deps: SandboxDeps): Handlers<typeof sandbox> => {
  const requireOpen = (http: HttpContext) => {
    if (!mayOpenOutbox(deps, http.origin())) throw new AppError('not_found')
  }
  return {
    state: async () => ({ active: deps.active, whole: deps.whole }),
    outbox: async ({ http }) => {
      requireOpen(http)
      const sent = [...(await listOutbox(deps.db, deps.cipher)), ...(await listOutboxLetters(deps.letters))]
      return { items: sent.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, OUTBOX_LIMIT) }
    },
    ...letterRoutes(deps.letters, requireOpen),
    ...portalRoutes(deps.portal),
  }
}

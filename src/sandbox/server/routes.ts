import { AppError } from '#api/errors.ts'
import type { Cipher } from '#platform/crypto/encryption.ts'
import { isEqualSecret } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers, HttpContext } from '#platform/http/handler.ts'
import { bureaus } from '#values/bureau.ts'
import type { OutboxItem, SandboxLetter, sandbox } from '../contract.ts'
import { moves, outboxStatus, parseMove } from '../letter-schedule.ts'
import { findLetter, listNewestLetters, readLetterPdf, type SandboxLetterRecord } from './letters.ts'
import { listOutbox, OUTBOX_LIMIT } from './outbox.ts'
import { type PortalDeps, portalRoutes } from './portal.ts'
import { moveByHand, type OnLetterWebhook } from './post-office.ts'

type LetterDeps = {
  db: Database
  cipher: Cipher
  /** Whether letters go to the sandbox provider; otherwise these pages do not exist. */
  active: boolean
  onNotice: OnLetterWebhook
}

const linesOf = ({ name, line1, line2, city, state, zip }: SandboxLetterRecord['to']): string[] => [
  name,
  line1,
  ...(line2 === null ? [] : [line2]),
  `${city}, ${state} ${zip}`,
]

const bureauOf = ({ to }: SandboxLetterRecord) => bureaus.find(bureau => to.name.includes(bureau)) ?? null

const shown = (letter: SandboxLetterRecord): SandboxLetter => {
  const { providerId, letterId, certified, returnReceipt, trackingNumber, expectedDelivery } = letter
  const { createdAt, events } = letter
  return {
    providerId,
    letterId,
    bureau: bureauOf(letter),
    status: outboxStatus(events),
    to: linesOf(letter.to),
    from: linesOf(letter.from),
    certified,
    returnReceipt,
    trackingNumber,
    expectedDelivery,
    createdAt: createdAt.toISOString(),
    events: events.map(({ event, at }) => ({ event, at: at.toISOString() })),
    moves: [...moves],
  }
}

const listOutboxLetters = async ({ db, cipher, active }: LetterDeps): Promise<OutboxItem[]> => {
  if (!active) return []
  return (await listNewestLetters(db, cipher, OUTBOX_LIMIT)).map(letter => {
    const { providerId, letterId, certified, returnReceipt, createdAt } = letter
    const bureau = bureauOf(letter)
    return {
      id: providerId,
      channel: 'letter',
      to: letter.to.name,
      subject: `Letter by ${certified ? 'certified' : 'first-class'} mail${returnReceipt ? ' with return receipt' : ''}`,
      body: ['To', ...linesOf(letter.to), '', 'From', ...linesOf(letter.from)].join('\n'),
      createdAt: createdAt.toISOString(),
      letterId,
      providerId,
      ...(bureau === null ? {} : { bureau }),
      status: outboxStatus(letter.events),
    }
  })
}

/** Requires access to the outbox. */
const letterRoutes = (
  deps: LetterDeps,
  requireOpen: (http: HttpContext) => void,
): Pick<Handlers<typeof sandbox>, 'letter' | 'letterPdf' | 'moveLetter'> => {
  const { db, cipher } = deps
  const letterOf = async (http: HttpContext, id: string) => {
    requireOpen(http)
    const letter = deps.active ? await findLetter(db, cipher, id) : null
    if (!letter) throw new AppError('not_found')
    return letter
  }
  return {
    letter: async ({ params, http }) => shown(await letterOf(http, params.letterId)),
    letterPdf: async ({ params, http }) => {
      const { providerId } = await letterOf(http, params.letterId)
      const bytes = await readLetterPdf(db, cipher, providerId)
      if (!bytes) throw new AppError('not_found')
      return { name: `${providerId}.pdf`, bytes }
    },
    moveLetter: async ({ params, body, now, http }) => {
      const { providerId } = await letterOf(http, params.letterId)
      const event = parseMove(body.event)
      if (event === null) {
        const sentence = `This must be one of: ${moves.join(', ')}`
        throw new AppError('invalid_request', { fields: { event: sentence } })
      }
      const moved = await moveByHand(deps, providerId, event, now)
      if (!moved) throw new AppError('not_found')
      return shown(moved)
    },
  }
}

type SandboxDeps = {
  db: Database
  cipher: Cipher
  /** Whether any provider is served by its sandbox. */
  active: boolean
  /** Whether every provider is. */
  whole: boolean
  publicHost: string
  sandboxKey: string | null
  /** In production local requests need the key too, because requests through a local proxy look local. */
  keyOnly: boolean
  portal: PortalDeps
  letters: LetterDeps
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A Host header without its port. */
const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** The outbox contains codes: it requires the key or, outside production, a local request to a local host name. */
const mayOpenOutbox = (
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

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Cipher } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { defineJob, type Enqueue, type Job, type Task } from '#platform/jobs/jobs.ts'
import type { LetterWebhook, MailProvider, ProviderLetter } from '#providers/letters/port.ts'
import { dayIn } from '#values/dates.ts'
import { CANCEL_MS, listDueEvents, type Move, scheduleFor, secondsToNextEvent } from '../letter-schedule.ts'
import {
  addEvents,
  createLetterEvent,
  findLetter,
  findLetterByKey,
  listLettersSince,
  markMovedByHand,
  type SandboxLetterRecord,
  saveLetter,
} from './letters.ts'

/** The sandbox post office accepts letters and moves them on a schedule or manually; nothing is printed. */

const DAY_MS = 86_400_000
const DELIVERY_DAYS = 5

/** Receives events as a real provider's webhook would deliver them. Must be idempotent. */
export type OnLetterWebhook = (notice: LetterWebhook) => Promise<void>

const moveByClock: Task<{ providerId: string }> = {
  name: 'sandbox.move-letter',
  payload: z.strictObject({ providerId: z.string() }),
  retry: { times: 5, firstSeconds: 2, longestSeconds: 60 },
  limitSeconds: 60,
}

const toProviderLetter = (letter: SandboxLetterRecord): ProviderLetter => {
  const { providerId, expectedDelivery, trackingNumber, mailJobId, generation, env, createdAt, events } =
    letter
  return {
    providerId,
    expectedDelivery,
    trackingNumber,
    mailJobId,
    generation,
    env,
    createdAt,
    cancelled: events.some(({ event }) => event === 'deleted'),
    events: events.map(({ id, event, at }) => ({ id, event, at })),
  }
}

const noticesOf = ({ providerId, mailJobId, events }: SandboxLetterRecord): LetterWebhook[] =>
  events.map(({ id, event, at }) => ({ id, event, at, providerId, mailJobId }))

/** The same key results in the same id, and a 22-digit tracking number with a prefix that no real number has. */
const idsUnder = (key: string) => {
  const hash = createHash('sha256').update(key).digest('hex')
  return {
    providerId: `ltr_${hash.slice(0, 16)}`,
    trackingNumber: `0000${BigInt(`0x${hash.slice(0, 16)}`)
      .toString()
      .padStart(18, '0')
      .slice(-18)}`,
  }
}

type OfficeDeps = { db: Database; cipher: Cipher; clock: Clock; enqueue: Enqueue; timeZone: string }

/**
 * The sandbox as a mail provider: letters stay in this installation's database. To demonstrate failures, a letter from
 * `1 Returned Road` is returned, one from `1 Failed Road` fails, and `1 Nowhere Road` is undeliverable.
 */
export const createSandboxMailProvider = ({
  db,
  cipher,
  clock,
  enqueue,
  timeZone,
}: OfficeDeps): MailProvider => {
  const list = async (wanted: { mailJobId: string | null; since: Date; until: Date | null }) =>
    (await listLettersSince(db, cipher, wanted)).map(toProviderLetter)
  const findByProviderId = async (providerId: string) => {
    const letter = await findLetter(db, cipher, providerId)
    return letter?.providerId === providerId ? letter : null
  }
  return {
    sandbox: true,
    name: 'sandbox',
    send: (request, key) =>
      db.transaction(async tx => {
        const now = clock()
        const { providerId, trackingNumber } = idsUnder(key)
        const { to, from, generation, env, certified, returnReceipt } = request
        const envelope = {
          to,
          from,
          generation,
          env,
          certified,
          returnReceipt,
          trackingNumber: certified ? trackingNumber : null,
          expectedDelivery: dayIn(timeZone, new Date(now.getTime() + DELIVERY_DAYS * DAY_MS)),
        }
        if (await saveLetter(tx, cipher, { providerId, key, request, envelope, now })) {
          const seconds = secondsToNextEvent(scheduleFor(from.line1), now, now)
          await enqueue(tx, moveByClock, { providerId }, seconds ?? 0)
        }
        const kept = await findLetterByKey(tx, cipher, key)
        if (!kept) throw new Error('the sandbox lost a letter that it just took')
        const { expectedDelivery } = kept
        return {
          answer: 'accepted',
          providerId: kept.providerId,
          expectedDelivery,
          trackingNumber: kept.trackingNumber,
        }
      }),
    find: (mailJobId, since) => list({ mailJobId, since, until: null }),
    list: (since, until) => list({ mailJobId: null, since, until }),
    get: async providerId => {
      const letter = await findByProviderId(providerId)
      return letter && toProviderLetter(letter)
    },
    cancel: async providerId => {
      const letter = await findByProviderId(providerId)
      if (!letter) return 'not_found'
      if (letter.events.some(({ event }) => event === 'deleted')) return 'cancelled'
      const now = clock()
      if (now.getTime() - letter.createdAt.getTime() > CANCEL_MS) return 'too_late'
      await addEvents(db, [createLetterEvent(providerId, 'deleted', now)])
      return 'cancelled'
    },
    checkAddress: async ({ line1 }) =>
      /^1 Nowhere Road\b/i.test(line1)
        ? { deliverable: 'no', message: 'The postal service does not deliver to this address.' }
        : { deliverable: 'yes', message: null },
    trackingUrl: ({ providerId, trackingNumber }) =>
      trackingNumber === null ? null : `/sandbox/letters/${providerId}`,
  }
}

/** Moves a letter manually and reports its events; null if there is none with this id. */
export const moveByHand = async (
  { db, cipher, onNotice }: { db: Database; cipher: Cipher; onNotice: OnLetterWebhook },
  id: string,
  event: Move,
  now: Date,
): Promise<SandboxLetterRecord | null> => {
  const letter = await findLetter(db, cipher, id)
  if (!letter) return null
  const { providerId } = letter
  await db.transaction(async tx => {
    await markMovedByHand(tx, providerId)
    await addEvents(tx, [createLetterEvent(providerId, event, now)])
  })
  const moved = await findLetter(db, cipher, providerId)
  for (const notice of moved ? noticesOf(moved) : []) await onNotice(notice)
  return moved
}

/** Moves a letter according to its schedule, reports its events, and schedules the next move. */
export const sandboxLetterJob = ({
  db,
  cipher,
  enqueue,
  onNotice,
}: Pick<OfficeDeps, 'db' | 'cipher' | 'enqueue'> & { onNotice: OnLetterWebhook }): Job =>
  defineJob(moveByClock, async ({ providerId }, { now }) => {
    const letter = await findLetter(db, cipher, providerId)
    if (!letter || letter.byHand || letter.events.some(({ event }) => event === 'deleted')) return
    const schedule = scheduleFor(letter.from.line1)
    const due = listDueEvents(schedule, letter.createdAt, now).map(({ event, at }) =>
      createLetterEvent(providerId, event, at),
    )
    await addEvents(db, due)
    const moved = await findLetter(db, cipher, providerId)
    for (const notice of moved ? noticesOf(moved) : []) await onNotice(notice)
    // Last, so that a retry after a failure does not schedule two jobs.
    const seconds = secondsToNextEvent(schedule, letter.createdAt, now)
    if (seconds !== null) await db.transaction(tx => enqueue(tx, moveByClock, { providerId }, seconds))
  })

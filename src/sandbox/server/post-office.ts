import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Box } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import { type Enqueue, type Job, jobOf, type Task } from '#platform/jobs/jobs.ts'
import type { Found, LetterNotice, PostOffice } from '#providers/letters/port.ts'
import { dayIn } from '#values/dates.ts'
import { CANCEL_MS, dueStops, type Move, nextStopIn, wayFrom } from '../letter-way.ts'
import {
  addEvents,
  eventOf,
  type KeptLetter,
  keepLetter,
  letterBy,
  lettersSince,
  letterUnder,
  takeByHand,
} from './letters.ts'

/** The sandbox's post office: letters are taken, move by themselves or by hand, and nobody carries them anywhere. */

const DAY_MS = 86_400_000
const DELIVERY_DAYS = 5

/** Told of what happened to a letter, as a real provider's call to us would tell it. Told twice, nothing changes. */
export type OnNotice = (notice: LetterNotice) => Promise<void>

const moveByClock: Task<{ providerId: string }> = {
  name: 'sandbox.move-letter',
  payload: z.strictObject({ providerId: z.string() }),
  retry: { times: 5, firstSeconds: 2, longestSeconds: 60 },
  limitSeconds: 60,
}

/** A letter as the port shows it. */
export const foundOf = (letter: KeptLetter): Found => {
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

const noticesOf = ({ providerId, mailJobId, events }: KeptLetter): LetterNotice[] =>
  events.map(({ id, event, at }) => ({ id, event, at, providerId, mailJobId }))

/** The same key makes the same id, and 22 digits of a tracking number that no real one begins like. */
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

type OfficeDeps = { db: Database; box: Box; clock: Clock; enqueue: Enqueue; timeZone: string }

/** The post office that the sandbox's adapter hands letters to. */
export const postOfficeIn = ({ db, box, clock, enqueue, timeZone }: OfficeDeps): PostOffice => ({
  take: (request, key) =>
    db.transaction(async tx => {
      const now = clock()
      const { providerId, trackingNumber } = idsUnder(key)
      const { to, from, generation, env, certified } = request
      const envelope = {
        to,
        from,
        generation,
        env,
        certified,
        trackingNumber: certified ? trackingNumber : null,
        expectedDelivery: dayIn(timeZone, new Date(now.getTime() + DELIVERY_DAYS * DAY_MS)),
      }
      if (await keepLetter(tx, box, { providerId, key, request, envelope, now })) {
        const seconds = nextStopIn(wayFrom(from.line1), now, now)
        await enqueue(tx, moveByClock, { providerId }, seconds ?? 0)
      }
      const kept = await letterUnder(tx, box, key)
      if (!kept) throw new Error('the post office lost a letter that it just took')
      return foundOf(kept)
    }),
  letters: async wanted => (await lettersSince(db, box, wanted)).map(foundOf),
  one: async providerId => {
    const letter = await letterBy(db, box, providerId)
    return letter?.providerId === providerId ? foundOf(letter) : null
  },
  cancel: async providerId => {
    const letter = await letterBy(db, box, providerId)
    if (letter?.providerId !== providerId) return 'not_found'
    if (letter.events.some(({ event }) => event === 'deleted')) return 'cancelled'
    const now = clock()
    if (now.getTime() - letter.createdAt.getTime() > CANCEL_MS) return 'too_late'
    await addEvents(db, [eventOf(providerId, 'deleted', now)])
    return 'cancelled'
  },
})

/** Moves a letter by hand, now, and tells of it; null when there is none of this id. */
export const moveByHand = async (
  { db, box, onNotice }: { db: Database; box: Box; onNotice: OnNotice },
  id: string,
  event: Move,
  now: Date,
): Promise<KeptLetter | null> => {
  const letter = await letterBy(db, box, id)
  if (!letter) return null
  const { providerId } = letter
  await db.transaction(async tx => {
    await takeByHand(tx, providerId)
    await addEvents(tx, [eventOf(providerId, event, now)])
  })
  const moved = await letterBy(db, box, providerId)
  for (const notice of moved ? noticesOf(moved) : []) await onNotice(notice)
  return moved
}

/** The job that moves a letter as far as the clock says, tells of it, and comes again for the next stop. */
export const sandboxLetterJob = ({
  db,
  box,
  enqueue,
  onNotice,
}: Pick<OfficeDeps, 'db' | 'box' | 'enqueue'> & { onNotice: OnNotice }): Job =>
  jobOf(moveByClock, async ({ providerId }, { now }) => {
    const letter = await letterBy(db, box, providerId)
    if (!letter || letter.byHand || letter.events.some(({ event }) => event === 'deleted')) return
    const way = wayFrom(letter.from.line1)
    const due = dueStops(way, letter.createdAt, now).map(({ event, at }) => eventOf(providerId, event, at))
    await addEvents(db, due)
    const moved = await letterBy(db, box, providerId)
    for (const notice of moved ? noticesOf(moved) : []) await onNotice(notice)
    // Last, so that a try that failed before it leaves one job to go on with, and not two.
    const seconds = nextStopIn(way, letter.createdAt, now)
    if (seconds !== null) await db.transaction(tx => enqueue(tx, moveByClock, { providerId }, seconds))
  })

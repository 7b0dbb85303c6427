import { and, count, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { LetterPost } from '#providers/letters/port.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import type { Vault } from '#server/sealed.ts'
import { dayIn } from '#values/dates.ts'
import type { Mailing } from '../standing.ts'
import { admitted, begun, givenUp, nextStep, notAdmitted } from '../state.ts'
import type { MailTimes } from '../times.ts'
import { requestIn } from './frozen.ts'
import { standingGate } from './gate.ts'
import { takeAnswer } from './news.ts'
import { columnsOf, type MailRow, mailingIn } from './rows.ts'
import { mailEvents, mailGate, mailJobs } from './tables.ts'
import type { MailAlarm, MailBooks } from './worker.ts'

/** The books of mailing in the database. Every function is one transaction, committed when it resolves. */

/** Letters a business day: of one person, and of all. */
export type DailyCap = { person: number; all: number }

export type BooksDeps = {
  db: Database
  vault: Vault
  times: MailTimes
  timeZone: string
  cap: DailyCap
  alarm: (what: MailAlarm) => void
  post: Pick<LetterPost, 'name' | 'trackingUrl'>
}

/** A turn of the day that was not to be had is asked for again this often. */
const ASK_AGAIN_MS = 60 * 60_000

/** So far from the cap nobody waits for the others; more letters than this do not ask for their turn at one moment. */
const FAR_FROM_CAP = 100

export const booksOf = (deps: BooksDeps): MailBooks => {
  const { db, vault, times, timeZone, cap, alarm, post } = deps

  /** Its turn of the day, or the wait for one; near the cap turns are given one after the other. */
  const turnOf = async (tx: Database, row: MailRow, now: Date): Promise<Mailing> => {
    const today = dayIn(timeZone, now)
    const countOf = async (whose = sql`true`) => {
      const [counted] = await tx
        .select({ letters: count() })
        .from(mailJobs)
        .where(and(eq(mailJobs.admittedOn, today), whose))
      return counted?.letters ?? 0
    }
    const own = row.userId === null ? sql`false` : eq(mailJobs.userId, row.userId)
    const isWithin = async (margin: number) =>
      (await countOf()) + margin < cap.all && (await countOf(own)) + margin < cap.person
    if (!(await isWithin(FAR_FROM_CAP)))
      await tx.select({ id: mailGate.id }).from(mailGate).where(eq(mailGate.id, 1)).for('update')
    if (!(await isWithin(0))) return notAdmitted(mailingIn(row), new Date(now.getTime() + ASK_AGAIN_MS))
    await tx.update(mailJobs).set({ admittedOn: today }).where(eq(mailJobs.id, row.id))
    return admitted(mailingIn(row), now)
  }

  return {
    claim: async (id, now) => {
      const { claim, gaveUp } = await db.transaction(async tx => {
        const none = { claim: null, gaveUp: false }
        const [row] = await tx
          .select()
          .from(mailJobs)
          .where(eq(mailJobs.id, id))
          .for('update', { skipLocked: true })
        if (!row) return none
        const write = (mailing: Mailing, leaseToken: string | null) =>
          tx
            .update(mailJobs)
            .set({ ...columnsOf(mailing), leaseToken })
            .where(eq(mailJobs.id, id))
        const gate = await standingGate(tx, now, times)
        let mailing = mailingIn(row)
        let step = nextStep(mailing, now, gate, times)
        // What was asked of a sandbox is printed by nobody, and another account does not know what this one took.
        if (row.post !== post.name && step.do !== 'nothing' && step.do !== 'wait')
          step = { do: 'give_up', problem: 'other_post' }
        if (step.do === 'admit') {
          mailing = await turnOf(tx, row, now)
          await write(mailing, null)
          step = nextStep(mailing, now, gate, times)
        }
        if (step.do === 'give_up') {
          await write(givenUp(mailing, step.problem), null)
          return { claim: null, gaveUp: true }
        }
        if (step.do !== 'send' && step.do !== 'look_up') return none
        const token = newId()
        const begunNow = begun(mailing, step, now, times)
        await write(begunNow, token)
        const since = new Date(row.requestedAt.getTime() - times.restored)
        return { claim: { act: step.do, token, mailing: begunNow, since }, gaveUp: false }
      })
      if (gaveUp) alarm('needs_operator')
      return claim
    },

    requestOf: async id => {
      const [row] = await db.select().from(mailJobs).where(eq(mailJobs.id, id))
      const [gate] = await db.select({ env: mailGate.env }).from(mailGate).where(eq(mailGate.id, 1))
      return row && gate ? requestIn(db, vault, row, gate.env) : null
    },

    toldOf: async id => {
      const rows = await db
        .selectDistinct({ providerId: mailEvents.providerId })
        .from(mailEvents)
        .where(eq(mailEvents.mailJobId, id))
      return rows.flatMap(({ providerId }) => providerId ?? [])
    },

    record: (id, token, { mailing, adopted, at }) =>
      db.transaction(async tx => {
        const letter = adopted && {
          providerId: adopted.providerId,
          trackingUrl: post.trackingUrl(adopted),
          expectedOn: adopted.expectedDelivery,
          submittedAt: at,
          whereabouts: 'submitted' as const,
          askAt: new Date(at.getTime() + times.silent),
        }
        const noted = await tx
          .update(mailJobs)
          .set({ ...columnsOf(mailing), leaseToken: null, ...letter })
          .where(and(eq(mailJobs.id, id), eq(mailJobs.leaseToken, token)))
          .returning({ id: mailJobs.id })
        if (noted.length === 0) return false
        if (adopted) {
          const { providerId, events = [] } = adopted
          await takeAnswer(tx, { providerId, mailJobId: id, events }, at, times)
        }
        return true
      }),

    hold: async until => {
      // The wait after a restore ends when the books are right, not by the time.
      await db
        .update(mailGate)
        .set({ holdReason: 'provider', holdUntil: until })
        .where(and(eq(mailGate.id, 1), or(isNull(mailGate.holdReason), eq(mailGate.holdReason, 'provider'))))
    },
  }
}

/** Mailings for which something is to be done now, the longest due first. */
export const dueMailings = async (db: Database, now: Date, most: number): Promise<string[]> => {
  const rows = await db
    .select({ id: mailJobs.id })
    .from(mailJobs)
    .where(
      and(
        sql`${mailJobs.phase} in ('requested', 'ready', 'submitting', 'unknown')`,
        lte(mailJobs.dueAt, now),
        or(isNull(mailJobs.leaseUntil), lte(mailJobs.leaseUntil, now)),
      ),
    )
    .orderBy(mailJobs.dueAt)
    .limit(most)
  return rows.map(({ id }) => id)
}

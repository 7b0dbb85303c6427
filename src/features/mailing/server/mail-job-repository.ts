import { and, count, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { MailProvider } from '#providers/letters/port.ts'
import { dayIn } from '#values/dates.ts'
import {
  admitMailJob,
  beginCall,
  holdForOperator,
  type MailJob,
  type MailSwitch,
  nextStep,
  postponeMailJob,
} from '../state-machine.ts'
import { readFrozenRequest } from './mail-requests.ts'
import { pauseSending, readMailSwitch, resumeSending, takeProbe } from './mail-switch.ts'
import type { MailAlarm, MailJobRepository } from './process-mail-job.ts'
import { accountRelation, transferToProvider } from './provider-accounts.ts'
import {
  type MailJobStateRow,
  mailJobStateColumns,
  mailJobs,
  mailSwitch,
  toMailJob,
  toMailJobColumns,
} from './tables.ts'
import { ingestPoll, listReportedLetterIds, type TrackingDeps } from './tracking-events.ts'

/** Every function runs in one transaction, committed when it resolves. */

/** Letters per business day. */
export type DailyCap = { person: number; all: number }

type MailJobRepositoryDeps = TrackingDeps & {
  db: Database
  keyring: Keyring
  timeZone: string
  clock: Clock
  cap: DailyCap
  alarm: (what: MailAlarm) => void
  provider: Pick<MailProvider, 'name' | 'trackingUrl'>
}

/** How often a letter over the daily cap tries again. */
const RETRY_MS = 60 * 60_000

/**
 * Further than this from the cap, letters are admitted without waiting for each other; at most this many are admitted
 * concurrently.
 */
const FAR_FROM_CAP = 100

export const createMailJobRepository = (deps: MailJobRepositoryDeps): MailJobRepository => {
  const { db, keyring, times, timeZone, clock, cap, alarm, provider } = deps

  /** Admits a letter or postpones it. Near the daily cap, admissions are serialized. */
  const admitOrPostpone = async (tx: Database, row: MailJobStateRow, now: Date): Promise<MailJob> => {
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
      await tx.select({ id: mailSwitch.id }).from(mailSwitch).where(eq(mailSwitch.id, 1)).for('update')
    if (!(await isWithin(0))) return postponeMailJob(toMailJob(row), new Date(now.getTime() + RETRY_MS))
    await tx.update(mailJobs).set({ admittedOn: today }).where(eq(mailJobs.id, row.id))
    return admitMailJob(toMailJob(row), now)
  }

  /** The job and its next step at the configured provider; the job may have been requested from another one. */
  const stateHere = async (tx: Database, row: MailJobStateRow, now: Date, gate: MailSwitch) => {
    const mailing = toMailJob(row)
    const step = nextStep(mailing, now, gate, times)
    if (row.provider === provider.name || step.do === 'nothing' || step.do === 'wait')
      return { mailing, step }
    const relation = await accountRelation(tx, row.provider, provider.name)
    if (relation === 'not_known') return { mailing, step: { do: 'wait', until: now } as const }
    const taken = transferToProvider(mailing, relation, now)
    if (taken === null) return { mailing, step: { do: 'give_up', problem: relation } as const }
    await tx
      .update(mailJobs)
      .set({ ...toMailJobColumns(taken), provider: provider.name })
      .where(eq(mailJobs.id, row.id))
    return { mailing: taken, step: nextStep(taken, now, gate, times) }
  }

  return {
    now: async () => clock(),
    claim: async id => {
      const { claim, isGivenUp } = await db.transaction(async tx => {
        const none = { claim: null, isGivenUp: false }
        const [row] = await tx
          .select(mailJobStateColumns)
          .from(mailJobs)
          .where(eq(mailJobs.id, id))
          .for('update', { skipLocked: true })
        if (!row) return none
        const write = (mailing: MailJob, leaseToken: string | null) =>
          tx
            .update(mailJobs)
            .set({ ...toMailJobColumns(mailing), leaseToken })
            .where(eq(mailJobs.id, id))
        const now = clock()
        const gate = await readMailSwitch(tx, now, times)
        let { mailing, step } = await stateHere(tx, row, now, gate)
        // A restored job was looked up first and has not been counted toward the daily cap.
        if (step.do === 'admit' || (step.do === 'send' && row.admittedOn === null)) {
          mailing = await admitOrPostpone(tx, row, now)
          await write(mailing, null)
          step = nextStep(mailing, now, gate, times)
        }
        if (step.do === 'give_up') {
          await write(holdForOperator(mailing, step.problem), null)
          return { claim: null, isGivenUp: true }
        }
        if (step.do !== 'send' && step.do !== 'look_up') return none
        const probe = step.do === 'send' && step.probe
        if (probe && gate.probeAt !== null && !(await takeProbe(tx, gate.probeAt, now, times))) return none
        const token = newId()
        const begunNow = beginCall(mailing, step, now, times)
        await write(begunNow, token)
        const since = new Date(row.requestedAt.getTime() - times.restored)
        return { claim: { act: step.do, probe, token, mailing: begunNow, since }, isGivenUp: false }
      })
      if (isGivenUp) alarm('needs_operator')
      return claim
    },

    readRequest: async (id, token) => {
      const [row] = await db
        .select()
        .from(mailJobs)
        .where(and(eq(mailJobs.id, id), eq(mailJobs.leaseToken, token)))
      const [gate] = await db.select({ env: mailSwitch.env }).from(mailSwitch).where(eq(mailSwitch.id, 1))
      return row && gate ? readFrozenRequest(db, keyring, row, gate.env) : null
    },

    listReportedIds: id => listReportedLetterIds(db, id),

    record: (id, token, { mailing, adopted, at }) =>
      db.transaction(async tx => {
        const letter = adopted && {
          providerId: adopted.providerId,
          trackingUrl: provider.trackingUrl(adopted),
          expectedOn: adopted.expectedDelivery,
          submittedAt: at,
          deliveryStatus: 'submitted' as const,
          askAt: new Date(at.getTime() + times.silent),
        }
        const [row] = await tx
          .update(mailJobs)
          .set({ ...toMailJobColumns(mailing), leaseToken: null, ...letter })
          .where(and(eq(mailJobs.id, id), eq(mailJobs.leaseToken, token)))
          .returning(mailJobStateColumns)
        if (!row) return false
        if (adopted) {
          const { providerId, events = [] } = adopted
          await deps.onLetter(tx, { ...row, status: 'submitted', at })
          await ingestPoll(tx, { providerId, mailJobId: id, events }, at, deps)
        }
        return true
      }),

    hold: async until => {
      // The hold after a restore ends when reconciliation is done, not at a time.
      await db
        .update(mailSwitch)
        .set({ holdReason: 'provider', holdUntil: until })
        .where(
          and(eq(mailSwitch.id, 1), or(isNull(mailSwitch.holdReason), eq(mailSwitch.holdReason, 'provider'))),
        )
    },
    pause: now => pauseSending(db, now, times),
    resume: () => resumeSending(db),
  }
}

/**
 * Due jobs: ambiguous ones first, then the longest due. While sending is paused, only one of those that wait to be
 * sent, as a probe.
 */
export const listDueMailJobs = async (
  db: Database,
  now: Date,
  { most, paused }: { most: number; paused: boolean },
): Promise<string[]> => {
  const isFresh = sql<boolean>`${mailJobs.phase} in ('requested', 'ready')`
  const rows = await db
    .select({ id: mailJobs.id, isFresh })
    .from(mailJobs)
    .where(
      and(
        sql`${mailJobs.phase} in ('requested', 'ready', 'submitting', 'unknown')`,
        lte(mailJobs.dueAt, now),
        or(isNull(mailJobs.leaseUntil), lte(mailJobs.leaseUntil, now)),
      ),
    )
    .orderBy(isFresh, mailJobs.dueAt)
    .limit(most)
  const fresh = rows.filter(row => row.isFresh)
  const others = rows.filter(row => !row.isFresh)
  return [...others, ...(paused ? fresh.slice(0, 1) : fresh)].map(({ id }) => id)
}

import { and, eq, isNull, lt, not, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { INACTIVITY_NOTICE_DAYS, type RetentionPeriods, retention, retentionCutoff } from '#api/retention.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import type { OperatorSettings } from '#platform/config/operator-settings.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { dayIn, daysBefore, showLongDay } from '#values/dates.ts'
import { keptAfterDeletion } from '../retention-text.ts'

/** Emails users of unused accounts a month before the accounts are deleted. */

type Deps = {
  db: Database
  keyring: Keyring
  queueEmail: QueueEmail
  periods: RetentionPeriods
  timeZone: string
  publicUrl: URL
  operator: Pick<OperatorSettings, 'name' | 'creditRepairOrganization'>
}

type Inactivity = {
  name: string
  months: number
  lastSeen: string
  deletedOn: string
  url: string
  hasAgreement: boolean
}

const inactivityNotice = ({ name, months, lastSeen, deletedOn, url, hasAgreement }: Inactivity) => ({
  subject: `Your ${name} account will be deleted`,
  text: [
    `Nobody has signed in to your ${name} account since ${lastSeen}.`,
    `We delete accounts that nobody has used for ${months} months. On or after ${deletedOn} your data is erased and cannot be brought back. ${keptAfterDeletion(hasAgreement)}`,
    `To keep the account, sign in before then: ${url}`,
    '',
    name,
    '',
  ].join('\n'),
})

export const inactivityNotices: Task<Record<string, never>> = {
  name: 'account.inactivity-notices',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 300, longestSeconds: 3_600 },
  limitSeconds: 600,
}

const BATCH_SIZE = 200

/** Emails one user if the condition is still true; nobody gets a second notice before signing in again. */
const emailUser = (
  { db, keyring, queueEmail, periods, timeZone, publicUrl, operator }: Deps,
  userId: string,
  isDue: SQL | undefined,
  now: Date,
): Promise<void> =>
  db.transaction(async tx => {
    const marked = await tx
      .update(users)
      .set({ inactivityNoticeAt: now })
      .where(and(eq(users.id, userId), isDue))
      .returning({ lastSeenAt: users.lastSeenAt })
    if (!marked[0]) return
    const { profile } = await requireUser(tx, keyring, userId)
    const show = (at: Date) => showLongDay(dayIn(timeZone, at))
    const notice = inactivityNotice({
      name: operator.name,
      months: periods.inactiveAccounts,
      lastSeen: show(marked[0].lastSeenAt),
      deletedOn: show(daysBefore(now, -INACTIVITY_NOTICE_DAYS)),
      url: publicUrl.origin,
      hasAgreement: operator.creditRepairOrganization !== null,
    })
    await queueEmail(tx, { userId, to: profile.email, kind: 'inactivity-notice', ...notice })
  })

/** Runs every morning. `isNeeded`: whether something in progress needs the row of `users`. */
export const inactivityNoticeJob = (deps: Deps, isNeeded: (now: Date) => SQL): Job =>
  defineJob(
    inactivityNotices,
    async (_nothing, { now }) => {
      const { unit } = retention.inactiveAccounts
      const inAMonth = daysBefore(now, -INACTIVITY_NOTICE_DAYS)
      const isDue = and(
        lt(users.lastSeenAt, retentionCutoff(unit, deps.periods.inactiveAccounts, inAMonth)),
        isNull(users.deletionAskedAt),
        or(isNull(users.inactivityNoticeAt), lt(users.inactivityNoticeAt, users.lastSeenAt)),
        not(isNeeded(now)),
      )
      const due = await deps.db.select({ id: users.id }).from(users).where(isDue).limit(BATCH_SIZE)
      for (const { id } of due) await emailUser(deps, id, isDue, now)
    },
    '10 10 * * *',
  )

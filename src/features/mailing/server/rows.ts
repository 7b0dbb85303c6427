import { getTableColumns } from 'drizzle-orm'
import type { MailJob } from '../standing.ts'
import { mailJobs } from './tables.ts'

/** Between a row of the books and what the rules know of it. */

export type MailJobRow = typeof mailJobs.$inferSelect

const { content: _, pdf: __, ...standing } = getTableColumns(mailJobs)

/** All of a row but what is sealed in it: a letter's bytes are read to be sent, and for nothing else. */
export const mailJobStateColumns = standing
export type MailJobStateRow = Omit<MailJobRow, 'content' | 'pdf'>

/** A row's mailing as the rules know it. */
export const toMailJob = (row: MailJobStateRow): MailJob => ({
  phase: row.phase,
  since: row.since,
  dueAt: row.dueAt,
  leaseUntil: row.leaseUntil,
  keyGeneration: row.keyGeneration,
  firstAttemptAt: row.firstAttemptAt,
  unclear: row.unclear,
  unclearEnds: row.unclearEnds,
  lookedUp: row.lookedUp,
  emptyLookUps: row.emptyLookUps,
  lastEmptyAt: row.lastEmptyAt,
  stumbles: row.stumbles,
  refusal:
    row.refusalCode === null || row.refusalWords === null
      ? null
      : { code: row.refusalCode, words: row.refusalWords },
  problem: row.problem,
})

/** The columns of a mailing. */
export const toMailJobColumns = ({ refusal, ...mailing }: MailJob) => ({
  ...mailing,
  refusalCode: refusal?.code ?? null,
  refusalWords: refusal?.words ?? null,
})

import { getTableColumns } from 'drizzle-orm'
import type { MailJob } from '../standing.ts'
import { mailJobs } from './tables.ts'

export type MailJobRow = typeof mailJobs.$inferSelect

const { content: _, pdf: __, ...standing } = getTableColumns(mailJobs)

/** All columns but the encrypted ones: a letter's bytes are read only to send them. */
export const mailJobStateColumns = standing
export type MailJobStateRow = Omit<MailJobRow, 'content' | 'pdf'>

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

export const toMailJobColumns = ({ refusal, ...mailing }: MailJob) => ({
  ...mailing,
  refusalCode: refusal?.code ?? null,
  refusalWords: refusal?.words ?? null,
})

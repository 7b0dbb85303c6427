import type { Mailing } from '../standing.ts'
import type { mailJobs } from './tables.ts'

/** Between a row of the books and what the rules know of it. */

export type MailRow = typeof mailJobs.$inferSelect

/** A row's mailing as the rules know it. */
export const mailingIn = (row: MailRow): Mailing => ({
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
export const columnsOf = ({ refusal, ...mailing }: Mailing) => ({
  ...mailing,
  refusalCode: refusal?.code ?? null,
  refusalWords: refusal?.words ?? null,
})

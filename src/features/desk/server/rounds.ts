import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { disputeItems, disputeLetters, disputeOutcomes, disputes } from '#features/disputes/server/tables.ts'
import { latestConsentSql } from '#features/identity/server/consents.ts'
import { users } from '#features/identity/server/tables.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { daysBefore } from '#values/dates.ts'
import { type RoundRule, type RoundStep, roundRules } from '../round-rules.ts'
import { WORK_DAYS } from '../work-kinds.ts'
import { roundClients, rounds } from './tables.ts'

/** Queries about rounds. */

type At = { at: Date; id: string }

/** Answers read for one page of candidates. */
const ANSWERS = 100

type Candidate = { userId: string; items: number; since: Date; mayMail: boolean }

/**
 * Clients with answers that no letter of the step follows up, the oldest answer first. Whether the step is still lawful
 * depends on encrypted rows and is decided when the letter is prepared.
 */
export const listCandidates = async (
  db: Database,
  { step, visible, after, now }: { step: RoundStep; visible: SQL | undefined; after: At | null; now: Date },
): Promise<{ data: Candidate[]; next: At | null }> => {
  const { kind, outcomes }: RoundRule = roundRules[step]
  const { notedAt, itemId, outcome } = disputeOutcomes
  const follows = sql`exists (select 1 from ${disputes} as later where later.follows_id = ${disputes.id}
    and later.follows_item_id = ${itemId} and later.follows_kind = ${kind})`
  const rows = await db
    .select({ itemId, notedAt, userId: disputes.userId, mayMail: latestConsentSql(users.id, 'staffMailing') })
    .from(disputeOutcomes)
    .innerJoin(disputeItems, eq(disputeItems.id, itemId))
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .innerJoin(users, eq(users.id, disputes.userId))
    .where(
      and(
        inArray(outcome, [...outcomes]),
        inArray(disputes.type, ['account', 'inquiry', 'personal-info']),
        or(isNull(disputes.followsKind), inArray(disputes.followsKind, ['dispute_again', 'other_bureaus'])),
        gte(notedAt, daysBefore(now, WORK_DAYS)),
        isNull(users.deletionAskedAt),
        visible,
        sql`not ${follows}`,
        after === null
          ? undefined
          : and(
              gte(notedAt, after.at),
              or(gt(notedAt, after.at), and(eq(notedAt, after.at), gt(itemId, after.id))),
            ),
      ),
    )
    .orderBy(asc(notedAt), asc(itemId))
    .limit(ANSWERS + 1)
  const page = rows.slice(0, ANSWERS)
  const last = page.at(-1)
  const byClient = Map.groupBy(page, ({ userId }) => userId)
  return {
    data: [...byClient].flatMap(([userId, answers]) => {
      const [first] = answers
      if (first === undefined) return []
      const items = new Set(answers.map(one => one.itemId)).size
      return [{ userId, items, since: first.notedAt, mayMail: first.mayMail === true }]
    }),
    next: rows.length > ANSWERS && last !== undefined ? { at: last.notedAt, id: last.itemId } : null,
  }
}

export type RoundRow = typeof rounds.$inferSelect

/** Rounds, newest first. `managerId`: only those of one manager. */
export const listRounds = (
  db: Database,
  { managerId, after, limit }: { managerId: string | null; after: At | null; limit: number },
): Promise<RoundRow[]> =>
  db
    .select()
    .from(rounds)
    .where(
      and(
        managerId === null ? undefined : eq(rounds.managerId, managerId),
        after === null
          ? undefined
          : and(
              lte(rounds.createdAt, after.at),
              or(
                lt(rounds.createdAt, after.at),
                and(eq(rounds.createdAt, after.at), lt(rounds.id, after.id)),
              ),
            ),
      ),
    )
    .orderBy(desc(rounds.createdAt), desc(rounds.id))
    .limit(limit)

/** How many clients of each round are in each state. */
export const countStates = (db: Database, roundIds: readonly string[]) =>
  db
    .select({ roundId: roundClients.roundId, state: roundClients.state, clients: count() })
    .from(roundClients)
    .where(inArray(roundClients.roundId, [...roundIds]))
    .groupBy(roundClients.roundId, roundClients.state)

export type LetterCounts = { prepared: number; confirmed: number; mailed: number }

/** The letters of each client of a round, keyed by the client's id in the round. */
export const countLetters = async (
  db: Database,
  roundId: string,
): Promise<ReadonlyMap<string, LetterCounts>> => {
  const mailed = sql<boolean>`exists (select 1 from ${mailJobs} where ${mailJobs.letterId} = ${disputeLetters.id})`
  const rows = await db
    .select({
      id: roundClients.id,
      prepared: count(),
      confirmed: sql<number>`count(${disputes.attestedAt})::int`,
      mailed: sql<number>`count(*) filter (where ${mailed})::int`,
    })
    .from(roundClients)
    .innerJoin(
      disputes,
      and(eq(disputes.userId, roundClients.userId), eq(disputes.openingId, roundClients.id)),
    )
    .innerJoin(disputeLetters, eq(disputeLetters.disputeId, disputes.id))
    .where(and(eq(roundClients.roundId, roundId), isNotNull(disputes.openingId)))
    .groupBy(roundClients.id)
  return new Map(rows.map(({ id, ...letters }) => [id, letters]))
}

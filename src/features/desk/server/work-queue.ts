import { and, type Column, eq, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { answersDue, disputeLetters, disputes } from '#features/disputes/server/tables.ts'
import { isWaitingForStaff } from '#features/disputes/server/waiting-letters.ts'
import { users } from '#features/identity/server/tables.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { reportPulls } from '#features/reports/server/tables.ts'
import { type ActingManager, type AgentPolicy, isLimitedToOwn } from '#features/staff/client-access.ts'
import { listedClients } from '#features/staff/server/assignments.ts'
import { clientTasks } from '#features/staff/server/tables.ts'
import { tradelineRequests } from '#features/tradelines/server/tables.ts'
import { documentReviews } from '#features/verification/server/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import { type DueFilter, type ManagerFilter, MOST_COUNTED, WORK_DAYS, type WorkKind } from '../work-kinds.ts'

/**
 * Work that waits for staff, read from what other features store: one statement for each kind, each along an index that has
 * open work alone and in the order of its clock, so that a page costs the same among a million clients.
 */

/** The clock of a kind: a column with a day, or a moment since when it waits. */
type Clock = { day: Column } | { moment: Column | SQL }

type Source = {
  clock: Clock
  id: Column
  userId: Column
  /** The dispute that it is about, and whether its day is estimated. */
  disputeId?: Column
  estimated?: Column
  /** Who has to do it, where that is not who is responsible for the client. */
  assigneeId?: Column
  from: SQL
  open: SQL
}

const sources: Readonly<Record<WorkKind, Source>> = {
  answer: {
    clock: { day: answersDue.dueOn },
    id: answersDue.letterId,
    userId: answersDue.userId,
    disputeId: disputeLetters.disputeId,
    estimated: answersDue.estimated,
    from: sql`${answersDue} join ${disputeLetters} on ${disputeLetters.id} = ${answersDue.letterId}`,
    open: sql`true`,
  },
  returned: {
    clock: { moment: sql`coalesce(${mailJobs.undeliveredAt}, ${mailJobs.since})` },
    id: mailJobs.letterId,
    userId: mailJobs.userId,
    disputeId: disputeLetters.disputeId,
    from: sql`${mailJobs} join ${disputeLetters} on ${disputeLetters.id} = ${mailJobs.letterId}`,
    open: sql`(${mailJobs.phase} in ('rejected', 'untraceable')
        or ${mailJobs.deliveryStatus} in ('returned', 'rejected', 'failed'))
      and not exists (select 1 from ${mailJobs} as again
        where again.letter_id = ${mailJobs.letterId} and again.generation > ${mailJobs.generation})`,
  },
  confirmation: {
    clock: { moment: disputes.createdAt },
    id: disputes.id,
    userId: disputes.userId,
    disputeId: disputes.id,
    from: sql`${disputes}`,
    open: sql`${disputes.attestedAt} is null`,
  },
  mailing: {
    clock: { moment: disputes.attestedAt },
    id: disputes.id,
    userId: disputes.userId,
    disputeId: disputes.id,
    from: sql`${disputes}`,
    open: isWaitingForStaff,
  },
  review: {
    clock: { moment: documentReviews.requestedAt },
    id: documentReviews.id,
    userId: documentReviews.userId,
    from: sql`${documentReviews}`,
    open: sql`${documentReviews.decidedAt} is null`,
  },
  pull: {
    clock: { moment: reportPulls.endedAt },
    id: reportPulls.id,
    userId: reportPulls.userId,
    from: sql`${reportPulls}`,
    open: sql`${reportPulls.state} = 'failed' and not exists (select 1 from ${reportPulls} as later
      where later.user_id = ${reportPulls.userId} and later.requested_at > ${reportPulls.requestedAt})`,
  },
  tradelines: {
    clock: { moment: tradelineRequests.createdAt },
    id: tradelineRequests.id,
    userId: tradelineRequests.userId,
    from: sql`${tradelineRequests}`,
    open: sql`${tradelineRequests.handledAt} is null`,
  },
  task: {
    clock: { day: clientTasks.dueOn },
    id: clientTasks.id,
    userId: clientTasks.userId,
    assigneeId: clientTasks.assigneeId,
    from: sql`${clientTasks}`,
    open: sql`${clientTasks.doneAt} is null`,
  },
}

/** Whether work of a kind has a day, not a moment since when it waits. */
export const hasDayClock = (kind: WorkKind): boolean => 'day' in sources[kind].clock

/** A place in the queue: by moment, of a day its beginning in UTC, then by kind and id. */
export type Place = { at: Date; kind: WorkKind; id: string }

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const instantSql = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** What of a kind follows a place. */
const follows = ({ clock, id }: Source, kind: WorkKind, last: Place): SQL | undefined => {
  const own = 'day' in clock ? clock.day : clock.moment
  // The days of the place, or the first days after it.
  const value = 'day' in clock ? sql`${dayOf(last.at)}::date` : instantSql(last.at)
  const isExact = !('day' in clock) || midnight(dayOf(last.at)).getTime() === last.at.getTime()
  // The first condition bounds the index, which the second alone would not.
  if (kind === last.kind)
    return and(
      sql`${own} >= ${value}`,
      or(sql`${own} > ${value}`, and(sql`${own} = ${value}`, gt(id, last.id))),
    )
  return kind > last.kind && isExact ? sql`${own} >= ${value}` : sql`${own} > ${value}`
}

export type WorkFilter = {
  kinds: readonly WorkKind[]
  due: DueFilter
  whose: ManagerFilter
  manager: ActingManager
  policy: AgentPolicy
}

/** Whose work it is. An agent who serves their own clients alone sees those, what nobody has, and their own tasks. */
const isWhose = (
  { assigneeId }: Source,
  { whose, manager, policy }: Pick<WorkFilter, 'whose' | 'manager' | 'policy'>,
): SQL | undefined => {
  const { managerId } = manager
  const responsible = users.responsibleManagerId
  if (assigneeId !== undefined) {
    if (whose === 'unassigned') return sql`false`
    return whose === 'mine' || isLimitedToOwn(policy, manager) ? eq(assigneeId, managerId) : undefined
  }
  if (whose === 'mine') return eq(responsible, managerId)
  return whose === 'unassigned' ? isNull(responsible) : listedClients(policy, manager)
}

type Today = { now: Date; timeZone: string }

/** Work without a day is always due. */
const isDue = ({ clock }: Source, due: DueFilter, { now, timeZone }: Today): SQL | undefined => {
  const oldest = daysBefore(now, WORK_DAYS)
  if (!('day' in clock)) return sql`${clock.moment} >= ${instantSql(oldest)}`
  const today = dayIn(timeZone, now)
  const last = due === 'now' ? today : dayOf(new Date(midnight(today).getTime() + 7 * 24 * 60 * 60_000))
  return and(
    gte(clock.day, dayOf(oldest)),
    due === 'all' ? undefined : due === 'now' ? sql`${clock.day} < ${last}::date` : lte(clock.day, last),
  )
}

const open = (kind: WorkKind, filter: WorkFilter, today: Today): SQL | undefined => {
  const source = sources[kind]
  return and(
    source.open,
    isNull(users.deletionAskedAt),
    isWhose(source, filter),
    isDue(source, filter.due, today),
  )
}

export type WorkRow = Place & {
  userId: string
  disputeId: string | null
  estimated: boolean | null
}

type Found = Omit<WorkRow, 'at'> & { at: number }

/** A page of the queue. */
export const listWork = async (
  db: Database,
  filter: WorkFilter,
  today: Today,
  { last, limit }: { last: Place | null; limit: number },
): Promise<WorkRow[]> => {
  const parts = filter.kinds.map(kind => {
    const source = sources[kind]
    const { clock, id, userId, disputeId, estimated, from } = source
    const own = 'day' in clock ? clock.day : clock.moment
    const at = 'day' in clock ? sql`${own}::timestamp at time zone 'UTC'` : own
    const after = last === null ? undefined : follows(source, kind, last)
    return sql`(select ${kind} as kind, ${id} as id, ${userId} as "userId", ${disputeId ?? sql`null::uuid`} as "disputeId",
        ${estimated ?? sql`null::boolean`} as estimated, ${at} as moment
      from ${from} join ${users} on ${users.id} = ${userId}
      where ${and(open(kind, filter, today), after)}
      order by ${own}, ${id} limit ${limit})`
  })
  if (parts.length === 0) return []
  const { rows } = await db.execute<Found>(sql`
    select kind, id, "userId", "disputeId", estimated, (extract(epoch from moment) * 1000)::float8 as at
    from (${sql.join(parts, sql` union all `)}) as work
    order by moment, kind collate "C", id limit ${limit}`)
  return rows.map(row => ({ ...row, at: new Date(row.at) }))
}

/** How much of each of these kinds is due now, counted until there are more than 99. */
export const countWork = async (
  db: Database,
  asked: Omit<WorkFilter, 'due'>,
  today: Today,
): Promise<Partial<Record<WorkKind, number>>> => {
  const filter: WorkFilter = { due: 'now', ...asked }
  const parts = asked.kinds.map(kind => {
    const { userId, from } = sources[kind]
    return sql`(select ${kind} as kind, count(*)::int as waiting from (
      select 1 from ${from} join ${users} on ${users.id} = ${userId}
      where ${open(kind, filter, today)} limit ${MOST_COUNTED + 1}) as few)`
  })
  const { rows } = await db.execute<{ kind: WorkKind; waiting: number }>(sql.join(parts, sql` union all `))
  const counted = new Map(rows.map(({ kind, waiting }) => [kind, waiting]))
  return Object.fromEntries(asked.kinds.map(kind => [kind, counted.get(kind) ?? 0]))
}

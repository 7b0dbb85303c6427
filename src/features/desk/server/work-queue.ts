import { and, type Column, eq, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { answersDue, disputeLetters, disputes } from '#features/disputes/server/tables.ts'
import { isWaitingForStaff } from '#features/disputes/server/waiting-letters.ts'
import { users } from '#features/identity/server/tables.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { reportPulls } from '#features/reports/server/tables.ts'
import { type ActingManager, type AgentPolicy, isLimitedToOwn } from '#features/staff/client-access.ts'
import { clientTasks } from '#features/staff/server/tables.ts'
import { tradelineRequests } from '#features/tradelines/server/tables.ts'
import { documentReviews } from '#features/verification/server/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import { type DueFilter, MAX_COUNTED, type ManagerFilter, WORK_DAYS, type WorkKind } from '../work-kinds.ts'

/**
 * Work that waits for staff, read from what other features store: one statement per kind, each using an index that
 * contains only open work in the order of its due date, so that a page costs the same with a million clients.
 */

/** How a kind is ordered: by a column with a due day, or by the time since when it has waited. */
type Clock = { day: Column } | { moment: Column | SQL }

type Source = {
  clock: Clock
  id: Column
  userId: Column
  /** The dispute it is about, whether its day is estimated, and the last day on which it may be in time after that. */
  disputeId?: Column
  estimated?: Column
  lastOn?: Column
  /** Who must do it, if not the manager responsible for the client. */
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
    lastOn: answersDue.lastOn,
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

/** Whether work of a kind has a due day, not a time since when it has waited. */
export const hasDayClock = (kind: WorkKind): boolean => 'day' in sources[kind].clock

/** A position in the queue: by time (for a day, its beginning in UTC), then by kind and id. */
export type Place = { at: Date; kind: WorkKind; id: string }

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const instantSql = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** The condition for work of a kind after a position. */
const follows = ({ clock, id }: Source, kind: WorkKind, last: Place): SQL | undefined => {
  const own = 'day' in clock ? clock.day : clock.moment
  // The rest of that day's work, or the following days.
  const value = 'day' in clock ? sql`${dayOf(last.at)}::date` : instantSql(last.at)
  const isExact = !('day' in clock) || midnight(dayOf(last.at)).getTime() === last.at.getTime()
  // The first condition bounds the index scan, which the second alone would not.
  if (kind === last.kind)
    return and(
      sql`${own} >= ${value}`,
      or(sql`${own} > ${value}`, and(sql`${own} = ${value}`, gt(id, last.id))),
    )
  return kind > last.kind && isExact ? sql`${own} >= ${value}` : sql`${own} > ${value}`
}

type WorkFilter = {
  kinds: readonly WorkKind[]
  due: DueFilter
  managerFilter: ManagerFilter
  manager: ActingManager
  policy: AgentPolicy
}

/**
 * Conditions for whose clients' work is listed, each using an index; none means all clients. Agents limited to their own
 * clients see only theirs and unassigned ones.
 */
const clientsOf = ({ managerFilter, manager, policy }: WorkFilter): readonly SQL[] => {
  const [mine, unassigned] = [
    eq(users.responsibleManagerId, manager.managerId),
    isNull(users.responsibleManagerId),
  ]
  if (managerFilter === 'mine') return [mine]
  if (managerFilter === 'unassigned') return [unassigned]
  return isLimitedToOwn(policy, manager) ? [mine, unassigned] : []
}

/** Whose task it is: a task belongs to its assignee, not to the manager who serves the client. */
const isAssigned = (assigneeId: Column, { managerFilter, manager, policy }: WorkFilter): SQL | undefined => {
  if (managerFilter === 'unassigned') return sql`false`
  return managerFilter === 'mine' || isLimitedToOwn(policy, manager)
    ? eq(assigneeId, manager.managerId)
    : undefined
}

type Today = { now: Date; timeZone: string }

/** Work without a due day is always due. */
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

export type WorkRow = Place & {
  userId: string
  disputeId: string | null
  estimated: boolean | null
  /** `YYYY-MM-DD`; null if there is none, or if it is not computed yet. */
  lastOn: string | null
}

/**
 * Up to this many clients, their work is read client by client, since it may be anywhere in the queue among other
 * clients' work. The work of more clients is found soon when reading the queue in order.
 */
const FEW_CLIENTS = 5_000

const areFew = async (db: Database, clients: readonly SQL[], few: number): Promise<boolean> => {
  const some = clients.map(which => sql`(select 1 from ${users} where ${which} limit ${few + 1})`)
  const { rows } = await db.execute<{ many: boolean }>(
    sql`select count(*) > ${few} as many from (${sql.join(some, sql` union all `)}) as clients`,
  )
  return rows[0]?.many === false
}

/** One kind of work in a page or a count. */
type Part = { kind: WorkKind; clients: SQL | undefined; byClient: boolean }

const partsOf = async (db: Database, filter: WorkFilter, few = FEW_CLIENTS): Promise<Part[]> => {
  const clients = clientsOf(filter)
  const byClient = clients.length > 0 && (await areFew(db, clients, few))
  return filter.kinds.map(kind =>
    sources[kind].assigneeId === undefined
      ? { kind, clients: or(...clients), byClient }
      : { kind, clients: undefined, byClient: false },
  )
}

/** The first open work of a part in due order, as `columns` of its source. */
const firstOf = (
  { kind, clients, byClient }: Part,
  filter: WorkFilter,
  today: Today,
  { columns, last, limit }: { columns: SQL; last: Place | null; limit: number },
): SQL => {
  const source = sources[kind]
  const { clock, id, userId, assigneeId, from } = source
  const own = 'day' in clock ? clock.day : clock.moment
  const open = and(
    source.open,
    isDue(source, filter.due, today),
    assigneeId && isAssigned(assigneeId, filter),
    last === null ? undefined : follows(source, kind, last),
  )
  const listed = and(isNull(users.deletionAskedAt), clients)
  return byClient
    ? sql`select work.* from ${users} cross join lateral (select ${columns} from ${from}
        where ${and(sql`${userId} = ${users.id}`, open)} order by ${own}, ${id} limit ${limit}) as work
      where ${listed}`
    : sql`select ${columns} from ${from} join ${users} on ${users.id} = ${userId}
      where ${and(open, listed)} order by ${own}, ${id}`
}

type Found = Omit<WorkRow, 'at'> & { at: number }

/** One page of the queue; `few` is for tests. */
export const listWork = async (
  db: Database,
  filter: WorkFilter,
  today: Today,
  { last, limit, few }: { last: Place | null; limit: number; few?: number },
): Promise<WorkRow[]> => {
  const parts = (await partsOf(db, filter, few)).map(part => {
    const { clock, id, userId, disputeId, estimated, lastOn } = sources[part.kind]
    const own = 'day' in clock ? clock.day : clock.moment
    const at = 'day' in clock ? sql`${own}::timestamp at time zone 'UTC'` : own
    const columns = sql`${part.kind} as kind, ${id} as id, ${userId} as "userId",
      ${disputeId ?? sql`null::uuid`} as "disputeId", ${estimated ?? sql`null::boolean`} as estimated,
      ${lastOn ?? sql`null::date`}::text as "lastOn", ${at} as moment`
    const first = firstOf(part, filter, today, { columns, last, limit })
    return sql`(${first} ${part.byClient ? sql`order by moment, id` : sql``} limit ${limit})`
  })
  if (parts.length === 0) return []
  const { rows } = await db.execute<Found>(sql`
    select kind, id, "userId", "disputeId", estimated, "lastOn", (extract(epoch from moment) * 1000)::float8 as at
    from (${sql.join(parts, sql` union all `)}) as work
    order by moment, kind collate "C", id limit ${limit}`)
  return rows.map(row => ({ ...row, at: new Date(row.at) }))
}

/** How much of each kind is due now, counted up to 100. */
export const countWork = async (
  db: Database,
  asked: Omit<WorkFilter, 'due'>,
  today: Today,
): Promise<Partial<Record<WorkKind, number>>> => {
  const filter: WorkFilter = { due: 'now', ...asked }
  const limit = MAX_COUNTED + 1
  const parts = (await partsOf(db, filter)).map(part => {
    const first = firstOf(part, filter, today, { columns: sql`1`, last: null, limit })
    return sql`(select ${part.kind} as kind, count(*)::int as waiting from (${first} limit ${limit}) as few)`
  })
  const { rows } = await db.execute<{ kind: WorkKind; waiting: number }>(sql.join(parts, sql` union all `))
  const counted = new Map(rows.map(({ kind, waiting }) => [kind, waiting]))
  return Object.fromEntries(asked.kinds.map(kind => [kind, counted.get(kind) ?? 0]))
}

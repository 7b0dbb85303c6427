import { and, count, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import { AppError } from '#api/errors.ts'
import { findUserIdByPhone } from '#features/identity/server/store.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import type { OnLetter } from '#features/mailing/server/tracking-events.ts'
import type { OnPullAccepted } from '#features/reports/server/orders.ts'
import { reportPulls } from '#features/reports/server/tables.ts'
import { listStaffAddresses } from '#features/staff/server/managers.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock, advisoryLocks } from '#platform/db/locks.ts'
import type { QueueEmail } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import type { Background } from '#platform/jobs/loop.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { OnText } from '#providers/sms/port.ts'
import { dayIn } from '#values/dates.ts'
import {
  type CostKind,
  type CostSettings,
  type Limited,
  letterKind,
  limitedKinds,
  limitMessage,
  limitReachedEmail,
  monthOfDay,
  priceOf,
  reachedLimit,
} from '../cost-rules.ts'
import { costEntries, costLimitNotices, costTotals } from './tables.ts'

/** What providers accepted, at the price of the day, and the monthly limits. */

type NewCost = {
  kind: CostKind
  /** The id of the pull, mail job or text: one entry each, however often its acceptance is reported. */
  reference: string
  /** Null if no account is involved. */
  clientId: string | null
  pages: number | null
  at: Date
}

/** Records what a provider accepted, in the transaction that records the acceptance. */
type RecordCost = (tx: Database, cost: NewCost) => Promise<void>

/**
 * Why one more pull or letter of this client is refused this month; null if it is not. Callers are serialized until their
 * transactions end, so a limit is exact.
 */
type CostRefusal = (tx: Database, what: Limited, clientId: string, now: Date) => Promise<AppError | null>

const SHARDS = 16

/** Always the same shard for an entry, evenly distributed: the last digits of a UUID are random. */
const shardOf = (reference: string) => Number.parseInt(reference.slice(-1), 16) % SHARDS

const monthAt = (timeZone: string, at: Date) => monthOfDay(dayIn(timeZone, at))

export const createRecordCost =
  ({ settings, timeZone }: { settings: CostSettings; timeZone: string }): RecordCost =>
  async (tx, cost) => {
    const { kind, reference, clientId, pages, at } = cost
    const [month, amount] = [monthAt(timeZone, at), priceOf(settings, cost)]
    const written = await tx
      .insert(costEntries)
      .values({ kind, reference, clientId: clientId ?? NIL, month, at, pages, amount })
      .onConflictDoNothing()
      .returning({ kind: costEntries.kind })
    if (written.length === 0) return
    const one = { count: 1, priced: amount === null ? 0 : 1, amount: amount ?? 0 }
    await tx
      .insert(costTotals)
      .values({ month, kind, shard: shardOf(reference), ...one })
      .onConflictDoUpdate({
        target: [costTotals.month, costTotals.kind, costTotals.shard],
        set: {
          count: sql`${costTotals.count} + 1`,
          priced: sql`${costTotals.priced} + excluded.priced`,
          amount: sql`${costTotals.amount} + excluded.amount`,
        },
      })
  }

/** Records each letter that the mail provider accepted. */
export const letterCosts =
  (record: RecordCost): OnLetter =>
  async (tx, { id, userId, pages, status, at, ...mailing }) => {
    if (status === 'submitted')
      await record(tx, { kind: letterKind(mailing), reference: id, clientId: userId, pages, at })
  }

/** Records each pull that the source accepted. */
export const pullCosts =
  (record: RecordCost): OnPullAccepted =>
  (tx, { pullId, userId, at }) =>
    record(tx, { kind: 'pull', reference: pullId, clientId: userId, pages: null, at })

/**
 * Records each text that the provider accepted, after the response: the response time must not reveal whether a number
 * has an account. `reference` is the text's id; a service that generates codes itself returns none.
 */
export const textCosts =
  ({ db, keyring, clock, background, record }: TextCostDeps): OnText =>
  (phone, reference) => {
    const at = clock()
    background.run('the cost of a text', () =>
      db.transaction(async tx => {
        const clientId = await findUserIdByPhone(tx, keyring, phone)
        await record(tx, { kind: 'text', reference: reference ?? newId(), clientId, pages: null, at })
      }),
    )
  }

type TextCostDeps = {
  db: Database
  keyring: Keyring
  clock: Clock
  background: Background
  record: RecordCost
}

/** Pulls and letters that were requested and are not yet answered, for all clients or one. */
const countUnderWay = async (tx: Database, what: Limited, clientId: string | null): Promise<number> => {
  const pulls = and(
    isNull(reportPulls.endedAt),
    clientId === null ? undefined : eq(reportPulls.userId, clientId),
  )
  const letters = and(
    // Matches the index of due jobs.
    sql`${mailJobs.phase} in ('requested', 'ready', 'submitting', 'unknown')`,
    clientId === null ? undefined : eq(mailJobs.userId, clientId),
  )
  const [row] =
    what === 'pulls'
      ? await tx.select({ open: count() }).from(reportPulls).where(pulls)
      : await tx.select({ open: count() }).from(mailJobs).where(letters)
  return row?.open ?? 0
}

/** What providers accepted in a month, for all clients or one. */
export const countAccepted = async (
  tx: Database,
  what: Limited,
  month: string,
  clientId: string | null,
): Promise<number> => {
  const kinds = [...limitedKinds[what]]
  const sum = sql<number>`coalesce(sum(${costTotals.count}), 0)::int`
  const ofAll = and(eq(costTotals.month, month), inArray(costTotals.kind, kinds))
  const ofClient = and(
    eq(costEntries.month, month),
    eq(costEntries.clientId, clientId ?? NIL),
    inArray(costEntries.kind, kinds),
  )
  const [row] =
    clientId === null
      ? await tx.select({ accepted: sum }).from(costTotals).where(ofAll)
      : await tx.select({ accepted: count() }).from(costEntries).where(ofClient)
  return row?.accepted ?? 0
}

type CostLimitDeps = {
  db: Database
  keyring: Keyring
  log: Log
  background: Background
  queueEmail: QueueEmail
  settings: CostSettings
  timeZone: string
  publicUrl: URL
}

export const createCostRefusal = (deps: CostLimitDeps): CostRefusal => {
  const { db, keyring, log, background, queueEmail, settings, timeZone, publicUrl } = deps

  /** Emails staff once a month, after the refused request, whose own transaction is rolled back. */
  const emailStaff = (what: Limited, month: string, most: number) =>
    db.transaction(async tx => {
      const first = await tx
        .insert(costLimitNotices)
        .values({ month, what })
        .onConflictDoNothing()
        .returning({ month: costLimitNotices.month })
      if (first.length === 0) return
      log.error('a monthly limit is reached', { code: what })
      const email = limitReachedEmail(what, { month, most, url: `${publicUrl.origin}/manager/costs` })
      for (const to of await listStaffAddresses(tx, keyring, ['lead', 'admin']))
        await queueEmail(tx, { userId: null, to, kind: 'monthly-limit', ...email })
    })

  /** Months and kinds about which this process has emailed staff, so that repeated refusals query the database only once. */
  const notified = new Set<string>()
  const emailStaffOnce = (what: Limited, month: string, most: number) => {
    const key = `${month}|${what}`
    if (notified.has(key)) return
    notified.add(key)
    background.run('a monthly limit', () =>
      emailStaff(what, month, most).catch((failure: unknown) => {
        notified.delete(key)
        throw failure
      }),
    )
  }

  return async (tx, what, clientId, now) => {
    const limits = settings.limits[what]
    if (limits?.client === undefined && limits?.all === undefined) return null
    await acquireTransactionLock(tx, what === 'pulls' ? advisoryLocks.pullLimit : advisoryLocks.letterLimit)
    const month = monthAt(timeZone, now)
    const used = async (whose: string | null) =>
      (await countAccepted(tx, what, month, whose)) + (await countUnderWay(tx, what, whose))
    const reached = reachedLimit(limits, {
      client: limits.client === undefined ? 0 : await used(clientId),
      all: limits.all === undefined ? 0 : await used(null),
    })
    if (reached === null) return null
    if (reached === 'all') emailStaffOnce(what, month, limits.all ?? 0)
    return new AppError('monthly_limit', { message: limitMessage(what, reached) })
  }
}

/** Deletes entries past their retention, counted from the provider's acceptance, and totals of months without entries. */
export const costDisposal: Disposal = {
  kind: 'costs',
  dispose: async (tx, { before, most }) => {
    const old = tx
      .select({ reference: costEntries.reference })
      .from(costEntries)
      .where(lt(costEntries.at, before))
      .limit(most)
    const gone = await tx
      .delete(costEntries)
      .where(and(lt(costEntries.at, before), inArray(costEntries.reference, old)))
      .returning({ reference: costEntries.reference })
    await tx
      .delete(costTotals)
      .where(
        and(
          lt(costTotals.month, before.toISOString().slice(0, 7)),
          sql`not exists (select from ${costEntries} where ${costEntries.month} = ${costTotals.month})`,
        ),
      )
    return gone.length
  },
}

type ClientCosts = {
  /** The cursor of the next page. */
  key: string
  /** Null for texts to numbers without an account. */
  clientId: string | null
  kinds: { kind: CostKind; count: number; priced: number; amount: number; pages: number | null }[]
}

/** What a month cost for each client, ordered by id, one page. */
export const listClientCosts = async (
  db: Database,
  { month, after, limit }: { month: string; after: string | null; limit: number },
): Promise<ClientCosts[]> => {
  const { clientId, kind, pages, amount } = costEntries
  const inMonth = and(eq(costEntries.month, month), after === null ? undefined : gt(clientId, after))
  const ids = db
    .selectDistinct({ clientId })
    .from(costEntries)
    .where(inMonth)
    .orderBy(clientId)
    .limit(limit)
    .as('page')
  const rows = await db
    .select({
      clientId,
      kind,
      count: count(),
      priced: count(amount),
      amount: sql<string>`coalesce(sum(${amount}), 0)::bigint`.mapWith(Number),
      pages: sql<number | null>`sum(${pages})::int`,
    })
    .from(costEntries)
    .innerJoin(ids, eq(ids.clientId, clientId))
    .where(eq(costEntries.month, month))
    .groupBy(clientId, kind)
    .orderBy(clientId, kind)
  return [...Map.groupBy(rows, row => row.clientId)].map(([id, own]) => ({
    key: id,
    clientId: id === NIL ? null : id,
    kinds: own.map(({ clientId: _, ...row }) => row),
  }))
}

/** Only counts and amounts remain of an erased client; the export contains them. */
export const costsPersonalData: PersonalDataSource = {
  name: 'costs',
  exportFiles: async (db, _keyring, userId) => {
    const { kind, at, pages, clientId } = costEntries
    const rows = await db
      .select({ kind, at, pages })
      .from(costEntries)
      .where(eq(clientId, userId))
      .orderBy(at)
    return [jsonExportFile('costs.json', rows)]
  },
}

/** The totals of a month. */
export const sumMonth = (db: Database, month: string) =>
  db
    .select({
      kind: costTotals.kind,
      count: sql<number>`sum(${costTotals.count})::int`,
      priced: sql<number>`sum(${costTotals.priced})::int`,
      amount: sql<string>`sum(${costTotals.amount})::bigint`.mapWith(Number),
    })
    .from(costTotals)
    .where(eq(costTotals.month, month))
    .groupBy(costTotals.kind)

/** Months with entries, newest first. */
export const listMonths = async (db: Database): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ month: costTotals.month })
    .from(costTotals)
    .orderBy(sql`${costTotals.month} desc`)
  return rows.map(({ month }) => month)
}

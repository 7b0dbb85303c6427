import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { ManagerRole } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { listAgreementStates, type TextsInForce } from '#features/agreement/server/agreements.ts'
import { disputeLetters, disputes } from '#features/disputes/server/tables.ts'
import type { Policies } from '#features/identity/policies.ts'
import { type FindServiceAgreement, requireAllowed } from '#features/identity/server/policy-facts.ts'
import { readUsers } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import { toLetterStatus } from '#features/mailing/letter-status.ts'
import { findLatestMailings } from '#features/mailing/server/mail-requests.ts'
import type { Mailer } from '#features/mailing/server/mailer.ts'
import { type AgentPolicy, readerOf } from '#features/staff/client-access.ts'
import type { ClientTask } from '#features/staff/client-contract.ts'
import { readResponsible, requireServing } from '#features/staff/server/assignments.ts'
import { readTasks } from '#features/staff/server/client-notes.ts'
import { notePageRead } from '#features/staff/server/page-reads.ts'
import { clientTasks } from '#features/staff/server/tables.ts'
import { tradelineRequests } from '#features/tradelines/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { dayIn } from '#values/dates.ts'
import type { desk, WorkItem } from '../contract.ts'
import { type WorkKind, workKinds } from '../work-kinds.ts'
import { roundRoutes } from './round-routes.ts'
import { countWork, hasDayClock, listWork, type Place, type WorkRow } from './work-queue.ts'

type WorkDeps = {
  db: Database
  keyring: Keyring
  timeZone: string
  policies: AgentPolicy & Pick<Policies, 'mailing'>
  mailer: Pick<Mailer, 'offered'>
  serviceTexts: TextsInForce | null
  findServiceAgreement: FindServiceAgreement
}

/** The kinds of work here: "Letters to mail" exists only if the operator leaves mailing to staff. */
const kindsAt = ({ policies, mailer }: WorkDeps): readonly WorkKind[] =>
  policies.mailing.who === 'staffApproved' && mailer.offered
    ? workKinds
    : workKinds.filter(kind => kind !== 'mailing')

/** `after` of a page: the position of the last item of the previous one. */
const Cursor = z
  .string()
  .transform(text => text.split('|'))
  .pipe(z.tuple([z.iso.datetime(), z.enum(workKinds), z.uuid()]))

const readCursor = (after: string | undefined): Place | null => {
  if (after === undefined) return null
  const read = Cursor.safeParse(after)
  if (!read.success)
    throw new AppError('invalid_request', { fields: { after: 'This is not a position in the queue' } })
  const [at, kind, id] = read.data
  return { at: new Date(at), kind, id }
}

const cursorOf = ({ at, kind, id }: Place): string => `${at.toISOString()}|${kind}|${id}`

const byId = async <Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<ReadonlyMap<string, Row>> =>
  new Map(ids.length === 0 ? [] : (await read([...new Set(ids)])).map(row => [row.id, row]))

/** The texts of the tasks on a page, by id. */
const readTaskTexts = async (
  db: Database,
  keyring: Keyring,
  rows: readonly WorkRow[],
): Promise<ReadonlyMap<string, ClientTask>> => {
  const ids = rows.flatMap(({ kind, id }) => (kind === 'task' ? [id] : []))
  if (ids.length === 0) return new Map()
  const found = await db.select().from(clientTasks).where(inArray(clientTasks.id, ids))
  const read: ClientTask[] = []
  for (const [userId, own] of Map.groupBy(found, row => row.userId))
    read.push(...(await readTasks(db, keyring, userId, own)))
  return new Map(read.map(task => [task.id, task]))
}

/** The work of a page with its clients and disputes; leaves out clients erased in the meantime. */
const describeWork = async (
  { db, keyring, timeZone, serviceTexts }: WorkDeps,
  rows: readonly WorkRow[],
  { now, role }: { now: Date; role: ManagerRole },
): Promise<WorkItem[]> => {
  const today = dayIn(timeZone, now)
  const userRows = await byId(
    rows.map(({ userId }) => userId),
    ids => db.select().from(users).where(inArray(users.id, ids)),
  )
  const profiles = new Map(
    (await readUsers(db, keyring, [...userRows.values()])).map(({ id, profile }) => [id, profile]),
  )
  const responsibleFor = await readResponsible(db, keyring, [...userRows.values()])
  const tasks = await readTaskTexts(db, keyring, rows)
  const agreements = await listAgreementStates(db, [...userRows.keys()], serviceTexts, now)
  const about = await byId(
    rows.flatMap(({ disputeId }) => disputeId ?? []),
    ids =>
      db.select({ id: disputes.id, type: disputes.type }).from(disputes).where(inArray(disputes.id, ids)),
  )
  const letters =
    about.size === 0
      ? []
      : await db
          .select({
            disputeId: disputeLetters.disputeId,
            recipient: disputeLetters.bureau,
            id: disputeLetters.id,
          })
          .from(disputeLetters)
          .where(inArray(disputeLetters.disputeId, [...about.keys()]))
  return rows.flatMap(({ id, kind, at, userId, disputeId, estimated, lastOn }) => {
    const [client, profile, task] = [userRows.get(userId), profiles.get(userId), tasks.get(id)]
    if (client === undefined || profile === undefined) return []
    const { firstName, lastName, phoneNumber } = profile
    const dispute = disputeId === null ? undefined : about.get(disputeId)
    const day = at.toISOString().slice(0, 10)
    const hasDay = hasDayClock(kind)
    const overdue = hasDay && day < today
    return {
      id,
      kind,
      clientId: userId,
      firstName,
      lastName,
      phoneNumber,
      dueOn: hasDay ? day : null,
      overdue,
      mayBeInTime: overdue && kind === 'answer' && (lastOn === null || today <= lastOn),
      estimated: estimated ?? false,
      since: hasDay ? null : at.toISOString(),
      responsible: task === undefined ? responsibleFor(client) : task.assignee,
      text: role === 'auditor' || task === undefined ? null : task.text,
      agreement: agreements.get(userId) ?? null,
      dispute:
        dispute === undefined
          ? null
          : {
              ...dispute,
              recipients: letters
                .filter(
                  one =>
                    one.disputeId === dispute.id &&
                    (kind === 'confirmation' || kind === 'mailing' || one.id === id),
                )
                .map(({ recipient }) => recipient),
            },
    }
  })
}

/** One page of a client's letters, newest first. */
const listLetters = async (
  db: Database,
  { clientId, before, limit }: { clientId: string; before: string | undefined; limit: number },
) => {
  const rows = await db
    .select({
      id: disputeLetters.id,
      disputeId: disputeLetters.disputeId,
      type: disputes.type,
      recipient: disputeLetters.bureau,
    })
    .from(disputes)
    .innerJoin(disputeLetters, eq(disputeLetters.disputeId, disputes.id))
    .where(
      and(eq(disputes.userId, clientId), before === undefined ? undefined : lt(disputeLetters.id, before)),
    )
    .orderBy(desc(disputeLetters.id))
    .limit(limit)
  const mailings = await findLatestMailings(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(letter => {
    const mailing = mailings.get(letter.id)
    return {
      ...letter,
      status: mailing === undefined ? ('not_mailed' as const) : toLetterStatus(mailing),
      mailedAt: mailing?.submittedAt?.toISOString() ?? null,
      expectedOn: mailing?.expectedOn ?? null,
      trackingUrl: mailing?.trackingUrl ?? null,
    }
  })
}

type Work = Pick<typeof desk, 'work' | 'workCounts' | 'letters' | 'handleTradelineRequest'>

const workRoutes = (deps: WorkDeps): Handlers<Work> => {
  const { db, timeZone, policies: policy } = deps
  return {
    work: async ({ query: { kind, due, manager: managerFilter, after, limit }, principal, now }) => {
      const manager = readerOf(principal)
      const kinds = kindsAt(deps).filter(one => kind === undefined || one === kind)
      const filter = { kinds, due, managerFilter, manager, policy }
      const page = { last: readCursor(after), limit: limit + 1 }
      const found = await listWork(db, filter, { now, timeZone }, page)
      const rows = found.slice(0, limit)
      const last = rows.at(-1)
      return {
        data: await describeWork(deps, rows, { now, role: manager.role }),
        next: found.length > limit && last !== undefined ? cursorOf(last) : null,
      }
    },

    workCounts: async ({ query, principal, now }) => ({
      counts: await countWork(
        db,
        { kinds: kindsAt(deps), managerFilter: query.manager, manager: readerOf(principal), policy },
        { now, timeZone },
      ),
    }),

    letters: async ({ params: { clientId }, query: { before, limit }, principal, audit, now }) => {
      const [client] = await db.select({ id: users.id }).from(users).where(eq(users.id, clientId))
      if (!client) throw new AppError('not_found')
      const found = await listLetters(db, { clientId, before, limit: limit + 1 })
      const data = found.slice(0, limit)
      await notePageRead(db, { clientId, principal, audit, now, event: 'client_letters_read' })
      return { data, next: found.length > limit ? (data.at(-1)?.id ?? null) : null }
    },

    handleTradelineRequest: ({ params: { requestId }, principal, now, audit }) =>
      db.transaction(async tx => {
        const [row] = await tx
          .select({ userId: tradelineRequests.userId, handledAt: tradelineRequests.handledAt })
          .from(tradelineRequests)
          .where(eq(tradelineRequests.id, requestId))
          .for('update')
        if (!row) throw new AppError('not_found')
        await requireServing({ ...deps, db: tx }, principal, row.userId)
        requireAllowed((await deps.findServiceAgreement(tx, row.userId, now)).refusal)
        if (row.handledAt === null)
          await tx
            .update(tradelineRequests)
            .set({ handledAt: now })
            .where(eq(tradelineRequests.id, requestId))
        await audit(tx, { userId: row.userId, objectId: requestId })
        return { success: true as const }
      }),
  }
}

/** The desk: work across clients, and rounds. */
export const deskRoutes = (deps: WorkDeps & Parameters<typeof roundRoutes>[0]): Handlers<typeof desk> => ({
  ...workRoutes(deps),
  ...roundRoutes(deps),
})

import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { type CostKind, type CostSettings, priceOf, toCents } from '#features/costs/cost-rules.ts'
import { readUsers } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import { type ActingManager, clientAccess, isLimitedToOwn } from '#features/staff/client-access.ts'
import { readManagerNames } from '#features/staff/server/assignments.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { newId } from '#platform/ids.ts'
import type { desk, Round } from '../contract.ts'
import { isRoundRefusal, roundRefusalMessage } from '../round-rules.ts'
import { mailTask, prepareTask, type RoundDeps } from './round-jobs.ts'
import {
  countLetters,
  countStates,
  type LetterCounts,
  listCandidates,
  listRounds,
  type RoundRow,
} from './rounds.ts'
import { roundClients, rounds } from './tables.ts'

type Rounds = Pick<
  typeof desk,
  'roundCandidates' | 'rounds' | 'round' | 'createRound' | 'approveRound' | 'declineRound' | 'mailRound'
>

const Cursor = z
  .string()
  .transform(text => text.split('|'))
  .pipe(z.tuple([z.iso.datetime(), z.uuid()]))

const readCursor = (after: string | undefined) => {
  if (after === undefined) return null
  const read = Cursor.safeParse(after)
  if (!read.success)
    throw new AppError('invalid_request', { fields: { after: 'This is not a position in the list' } })
  const [at, id] = read.data
  return { at: new Date(at), id }
}

const cursorOf = (place: { at: Date; id: string }): string => `${place.at.toISOString()}|${place.id}`

const ROUNDS = 20

const none: LetterCounts = { prepared: 0, confirmed: 0, mailed: 0 }

/** Confirmed letters that have not been mailed, of clients whom no job is working on. */
const readyOf = (state: string, { confirmed, mailed }: LetterCounts): number =>
  state === 'prepared' ? Math.max(confirmed - mailed, 0) : 0

type RoundRouteDeps = RoundDeps & { costSettings: CostSettings }

export const roundRoutes = (deps: RoundRouteDeps): Handlers<Rounds> => {
  const { db, keyring, policies, enqueue, costSettings } = deps

  /** Pages are known once a letter is rendered, so only the first page of each is counted. */
  const costOf = (kind: CostKind, letters: number): number | null => {
    const price = priceOf(costSettings, { kind, pages: null })
    return price === null ? null : toCents(price * letters)
  }

  /** Agents limited to their own clients see only their own rounds. */
  const ownOnly = (manager: ActingManager) => (isLimitedToOwn(policies, manager) ? manager.managerId : null)

  const describe = async (rows: readonly RoundRow[]): Promise<Round[]> => {
    if (rows.length === 0) return []
    const states = await countStates(
      db,
      rows.map(({ id }) => id),
    )
    const nameOf = await readManagerNames(
      db,
      keyring,
      rows.flatMap(({ managerId, decidedById }) => [managerId, decidedById]),
    )
    return rows.map(({ id, step, managerId, createdAt, approval, decidedById }) => ({
      id,
      step,
      manager: nameOf(managerId).name,
      createdAt: createdAt.toISOString(),
      approval,
      decidedBy: decidedById === null ? null : nameOf(decidedById).name,
      states: Object.fromEntries(
        states.filter(({ roundId }) => roundId === id).map(({ state, clients }) => [state, clients]),
      ),
    }))
  }

  const findRound = async (from: Database, manager: ActingManager, roundId: string): Promise<RoundRow> => {
    const [row] = await from.select().from(rounds).where(eq(rounds.id, roundId))
    const own = ownOnly(manager)
    if (!row || (own !== null && row.managerId !== own)) throw new AppError('not_found')
    return row
  }

  /** Clients of a round with their letters, in the order in which they were chosen. */
  const readClients = async (from: Database, roundId: string) => {
    const letters = await countLetters(from, roundId)
    const rows = await from
      .select({ client: roundClients, user: users })
      .from(roundClients)
      .innerJoin(users, eq(users.id, roundClients.userId))
      .where(eq(roundClients.roundId, roundId))
      .orderBy(roundClients.id)
    return rows.map(row => ({ ...row, letters: letters.get(row.client.id) ?? none }))
  }

  /** Enqueues waiting work, including any left by an earlier request; a job whose work is done ends immediately. */
  const enqueuePrepared = async (tx: Database, roundId: string): Promise<void> => {
    const waiting = await tx
      .select({ id: roundClients.id })
      .from(roundClients)
      .where(and(eq(roundClients.roundId, roundId), eq(roundClients.state, 'waiting')))
    for (const { id: roundClientId } of waiting) await enqueue(tx, prepareTask, { roundClientId })
  }

  /** Decides once on a waiting round. Throws `not_found` or `conflict`. */
  const decide = async (
    tx: Database,
    roundId: string,
    approval: 'approved' | 'declined',
    decidedById: string,
  ): Promise<void> => {
    const [round] = await tx.select().from(rounds).where(eq(rounds.id, roundId)).for('update')
    if (!round) throw new AppError('not_found')
    if (round.approval !== 'waiting')
      throw new AppError('conflict', { message: 'This round does not wait for approval any more.' })
    await tx.update(rounds).set({ approval, decidedById }).where(eq(rounds.id, roundId))
  }

  return {
    roundCandidates: async ({ query: { step, after }, principal, now }) => {
      const found = await listCandidates(db, {
        step,
        // Of the clients in the list, those whom this manager serves: only they can be in a round.
        visible: isLimitedToOwn(policies, principal)
          ? eq(users.responsibleManagerId, principal.managerId)
          : undefined,
        after: readCursor(after),
        now,
      })
      const rows =
        found.data.length === 0
          ? []
          : await db
              .select()
              .from(users)
              .where(
                inArray(
                  users.id,
                  found.data.map(({ userId }) => userId),
                ),
              )
      const clients = new Map((await readUsers(db, keyring, rows)).map(user => [user.id, user.profile]))
      return {
        data: found.data.flatMap(({ userId: clientId, since, ...candidate }) => {
          const profile = clients.get(clientId)
          if (profile === undefined) return []
          const { firstName, lastName, phoneNumber } = profile
          return { clientId, firstName, lastName, phoneNumber, ...candidate, since: since.toISOString() }
        }),
        next: found.next && cursorOf(found.next),
      }
    },

    rounds: async ({ query, principal }) => {
      const after = readCursor(query.after)
      const found = await listRounds(db, { managerId: ownOnly(principal), after, limit: ROUNDS + 1 })
      const rows = found.slice(0, ROUNDS)
      const last = rows.at(-1)
      return {
        data: await describe(rows),
        next:
          found.length > ROUNDS && last !== undefined ? cursorOf({ at: last.createdAt, id: last.id }) : null,
      }
    },

    round: async ({ params: { roundId }, principal }) => {
      const row = await findRound(db, principal, roundId)
      const [round] = await describe([row])
      if (round === undefined) throw new AppError('not_found')
      const clients = await readClients(db, roundId)
      const people = await readUsers(
        db,
        keyring,
        clients.map(({ user }) => user),
      )
      const ready = clients.map(({ client, letters }) => readyOf(client.state, letters))
      const letters = ready.reduce((sum, one) => sum + one, 0)
      return {
        ...round,
        clients: clients.flatMap(({ client, letters: own }, index) => {
          const profile = people[index]?.profile
          if (profile === undefined) return []
          const { firstName, lastName, phoneNumber } = profile
          const { userId: clientId, state, refusal, notifiedAt, text } = client
          return {
            clientId,
            firstName,
            lastName,
            phoneNumber,
            state,
            refusal: refusal !== null && isRoundRefusal(refusal) ? roundRefusalMessage(refusal) : null,
            notified: notifiedAt !== null,
            text,
            letters: own,
          }
        }),
        ready: {
          letters,
          clients: ready.filter(one => one > 0).length,
          cents: {
            firstClass: costOf('letter', letters),
            certified: costOf('certified_letter', letters),
          },
          certifiedOffered: policies.mailing.certified,
        },
      }
    },

    createRound: ({ body: { id, step, clientIds }, principal, now, audit }) =>
      db.transaction(async tx => {
        const wanted = [...new Set(clientIds)]
        const found = await tx
          .select({ id: users.id, responsible: users.responsibleManagerId })
          .from(users)
          .where(inArray(users.id, wanted))
        if (found.length < wanted.length) throw new AppError('not_found')
        if (found.some(({ responsible }) => clientAccess(policies, principal, responsible) !== 'serve'))
          throw new AppError('not_own_client', {
            message:
              'Another manager is responsible for one of these clients, or nobody is. Nothing was prepared.',
          })
        const { managerId, sessionId: managerSessionId } = principal
        const waits = policies.roundApproval === 'lead' && principal.role === 'agent'
        const approval = waits ? ('waiting' as const) : ('none' as const)
        const [made] = await tx
          .insert(rounds)
          .values({ id, managerId, managerSessionId, step, createdAt: now, approval })
          .onConflictDoNothing()
          .returning({ id: rounds.id })
        if (made) {
          await tx
            .insert(roundClients)
            .values(wanted.map(userId => ({ id: newId(), roundId: id, userId, state: 'waiting' as const })))
        } else await requireSameRound(tx, { id, managerId, step, wanted })
        await audit(tx, { objectId: id })
        if (!waits) await enqueuePrepared(tx, id)
        return { id }
      }),

    approveRound: async ({ params: { roundId }, principal, audit }) => {
      await db.transaction(async tx => {
        await decide(tx, roundId, 'approved', principal.managerId)
        await enqueuePrepared(tx, roundId)
        await audit(tx, { objectId: roundId })
      })
      return { success: true as const }
    },

    declineRound: async ({ params: { roundId }, principal, audit }) => {
      await db.transaction(async tx => {
        await decide(tx, roundId, 'declined', principal.managerId)
        await tx
          .update(roundClients)
          .set({ state: 'skipped', refusal: 'declined' })
          .where(eq(roundClients.roundId, roundId))
        await audit(tx, { objectId: roundId })
      })
      return { success: true as const }
    },

    mailRound: async ({ params: { roundId }, body, principal, audit }) => {
      if (body.certified && !policies.mailing.certified) throw new AppError('certified_not_offered')
      await db.transaction(async tx => {
        await findRound(tx, principal, roundId)
        await tx.select({ id: rounds.id }).from(rounds).where(eq(rounds.id, roundId)).for('update')
        const ready = (await readClients(tx, roundId)).filter(
          ({ client, letters }) => readyOf(client.state, letters) > 0,
        )
        const letters = ready.reduce((sum, one) => sum + readyOf(one.client.state, one.letters), 0)
        if (letters !== body.letters)
          throw new AppError('conflict', {
            message: `${letters} letters can be mailed now. Look at the round again. Nothing was mailed.`,
          })
        await tx
          .update(rounds)
          .set({ mailedById: principal.managerId, certified: body.certified })
          .where(eq(rounds.id, roundId))
        for (const { client } of ready) {
          await tx
            .update(roundClients)
            .set({ state: 'mailing', refusal: null })
            .where(eq(roundClients.id, client.id))
          await enqueue(tx, mailTask, { roundClientId: client.id })
        }
        await audit(tx, { objectId: roundId })
      })
      return { success: true as const }
    },
  }
}

/** The same id with other details is another round. Throws `conflict`. */
const requireSameRound = async (
  tx: Database,
  { id, managerId, step, wanted }: { id: string; managerId: string; step: string; wanted: readonly string[] },
): Promise<void> => {
  const [round] = await tx.select().from(rounds).where(eq(rounds.id, id))
  const clients = await tx
    .select({ userId: roundClients.userId })
    .from(roundClients)
    .where(eq(roundClients.roundId, id))
  const isSame =
    round?.managerId === managerId &&
    round.step === step &&
    clients.every(({ userId }) => wanted.includes(userId))
  if (!isSame) throw new AppError('conflict', { message: 'A round with this id exists already.' })
}

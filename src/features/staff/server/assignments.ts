import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { users } from '#features/identity/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import {
  type ActingManager,
  type AgentPolicy,
  assignmentRefusal,
  clientAccess,
  isLimitedToOwn,
} from '../client-access.ts'
import type { clients } from '../client-contract.ts'
import { type ResponsibleManager, serving } from '../contract.ts'
import { fullName, lockActiveManager, readManagerProfile } from './managers.ts'
import { managers } from './tables.ts'

/** Which manager is responsible for a client: a column of `users`, so that each manager's list of clients is index-only. */

type Assigned = { responsibleManagerId: string | null; formerManagerId: string | null }

const isServing = (role: ActingManager['role']) => serving.some(one => one === role)

/** Names of managers by id; a disabled one is not active. */
export const readManagerNames = async (
  db: Database,
  keyring: Keyring,
  ids: readonly (string | null)[],
): Promise<(id: string) => ResponsibleManager> => {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  const rows = wanted.length === 0 ? [] : await db.select().from(managers).where(inArray(managers.id, wanted))
  const byId = new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        name: fullName(readManagerProfile(keyring, row)),
        active: row.disabledAt === null && isServing(row.role),
      },
    ]),
  )
  return id => byId.get(id) ?? { id, name: 'A former manager', active: false }
}

/** Who is responsible for each of these clients, or was before being disabled. */
export const readResponsible = async (
  db: Database,
  keyring: Keyring,
  rows: readonly Assigned[],
): Promise<(row: Assigned) => ResponsibleManager | null> => {
  const idOf = (row: Assigned) => row.responsibleManagerId ?? row.formerManagerId
  const nameOf = await readManagerNames(db, keyring, rows.map(idOf))
  return row => {
    const id = idOf(row)
    return id === null ? null : { ...nameOf(id), active: row.responsibleManagerId !== null }
  }
}

/** The condition on `users` under which a list shows a client to this manager; undefined if it shows all. */
export const listedClients = (policy: AgentPolicy, manager: ActingManager): SQL | undefined =>
  isLimitedToOwn(policy, manager)
    ? or(eq(users.responsibleManagerId, manager.managerId), isNull(users.responsibleManagerId))
    : undefined

type Deps = { db: Database; keyring: Keyring; policies: AgentPolicy }

export type ClientRow = typeof users.$inferSelect

/** Refuses `not_own_client` and names who is responsible. */
export const refuseOthersClient = async (
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  row: Assigned,
): Promise<never> => {
  const responsible = (await readResponsible(db, keyring, [row]))(row)
  throw new AppError(
    'not_own_client',
    responsible?.active
      ? {
          message: `${responsible.name} is responsible for this client. Ask them or a lead, or open the account as an emergency, with a reason.`,
        }
      : { message: 'Nobody is responsible for this client. Take the client first.' },
  )
}

/** A client whose page, notes and tasks this manager may read and change. Refuses `not_found` and `not_own_client`. */
export const requireServing = async (
  { db, keyring, policies }: Deps,
  manager: ActingManager,
  clientId: string,
): Promise<ClientRow> => {
  const [row] = await db.select().from(users).where(eq(users.id, clientId))
  if (!row) throw new AppError('not_found')
  if (clientAccess(policies, manager, row.responsibleManagerId) !== 'serve')
    await refuseOthersClient({ db, keyring }, row)
  return row
}

/** Locks a manager who is to become responsible. Refuses one who is not active or is read-only. */
export const lockServingManager = async (tx: Database, field: string, managerId: string): Promise<void> => {
  const row = await lockActiveManager(tx, managerId)
  if (!row || !isServing(row.role))
    throw new AppError('invalid_request', { fields: { [field]: 'Choose an active agent, lead or admin' } })
}

/** Unassigns a manager's clients, who still show who it was. For a manager who is disabled or becomes read-only. */
export const releaseClients = async (tx: Database, managerId: string): Promise<void> => {
  await tx
    .update(users)
    .set({ responsibleManagerId: null, formerManagerId: managerId })
    .where(eq(users.responsibleManagerId, managerId))
}

/** Reassigns to a re-enabled manager those clients whom no other manager took in the meantime. */
export const returnClients = async (tx: Database, managerId: string): Promise<void> => {
  await tx
    .update(users)
    .set({ responsibleManagerId: managerId, formerManagerId: null })
    .where(and(eq(users.formerManagerId, managerId), isNull(users.responsibleManagerId)))
}

type Assigning = Pick<typeof clients, 'assign' | 'colleagues'>

export const assignmentRoutes = ({ db, keyring }: Deps): Handlers<Assigning> => ({
  colleagues: async () => {
    const rows = await db
      .select()
      .from(managers)
      .where(and(inArray(managers.role, [...serving]), isNull(managers.disabledAt)))
    return {
      data: rows
        .map(row => ({ id: row.id, role: row.role, name: fullName(readManagerProfile(keyring, row)) }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    }
  },

  assign: async ({ params: { clientId }, body: { managerId, expected }, principal, audit }) =>
    db.transaction(async tx => {
      // Lock the manager before the client, as when disabling a manager; otherwise the two could deadlock.
      if (managerId !== null) await lockServingManager(tx, 'managerId', managerId)
      const [row] = await tx.select().from(users).where(eq(users.id, clientId)).for('update')
      if (!row) throw new AppError('not_found')
      const present = row.responsibleManagerId
      if (present !== managerId) {
        if (present !== expected) {
          const now = (await readResponsible(tx, keyring, [row]))(row)
          const who = now?.active ? `${now.name} is` : 'Nobody is'
          throw new AppError('conflict', {
            message: `${who} responsible for this client now. Reload the page and decide again.`,
          })
        }
        const refusal = assignmentRefusal(principal, present, managerId)
        if (refusal !== null) throw new AppError('not_allowed', { message: refusal })
        await tx
          .update(users)
          .set({ responsibleManagerId: managerId, formerManagerId: null })
          .where(eq(users.id, clientId))
        await audit(tx, { userId: clientId, ...(managerId === null ? {} : { objectId: managerId }) })
      }
      const assigned = { responsibleManagerId: managerId, formerManagerId: null }
      return { responsible: (await readResponsible(tx, keyring, [assigned]))(assigned) }
    }),
})

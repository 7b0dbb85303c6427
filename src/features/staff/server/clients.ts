import { and, count, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { AppError, NotOffered } from '#api/errors.ts'
import { isIdentityConfirmed } from '#features/identity/assurance.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { findUser, readUsers, type UserRecord, updatePlan } from '#features/identity/server/store.ts'
import { users, userWords } from '#features/identity/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import { RateLimitExceeded, type RateLimits } from '#platform/http/rate-limits.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Portal } from '#providers/portal/port.ts'
import { type ActingManager, type AgentPolicy, clientAccess } from '../client-access.ts'
import type { clients } from '../client-contract.ts'
import { parseClientSearch } from '../client-search.ts'
import type { Client, ResponsibleManager, staff } from '../contract.ts'
import { listedClients, readResponsible, refuseOthersClient, requireServing } from './assignments.ts'
import { listOpenImpersonations, requireClientNotStaff } from './impersonation.ts'
import { notePageRead, seenLately } from './page-reads.ts'
import { sendUnusualAccessAlert } from './unusual-access.ts'

type Clients = Pick<typeof staff, 'clients' | 'setClientPlan' | 'clientPortalLink'>

const clientOf = (
  { id, profile, plan, enrolled, assurance, createdAt }: UserRecord,
  responsible: ResponsibleManager | null,
): Client => ({
  id,
  firstName: profile.firstName,
  lastName: profile.lastName,
  email: profile.email,
  phoneNumber: profile.phoneNumber,
  subscription: plan === 'max',
  enrolled,
  skippedVerification: !isIdentityConfirmed({ assurance }),
  identitySource: assurance?.source ?? null,
  createdAt: createdAt.toISOString(),
  responsible,
})

/** The users whose names have all of these words, found by their word indexes alone. */
const named = (db: Database, words: readonly Buffer[]) =>
  db
    .select({ userId: userWords.userId })
    .from(userWords)
    .where(inArray(userWords.word, [...words]))
    .groupBy(userWords.userId)
    .having(eq(count(), words.length))

/** Of all clients, those that the list is about and shows to the manager; undefined for all. */
export const ofManager = (
  policies: AgentPolicy,
  manager: ActingManager,
  assigned: 'mine' | 'nobody' | undefined,
): SQL | undefined => {
  if (assigned === 'mine') return eq(users.responsibleManagerId, manager.managerId)
  return assigned === 'nobody' ? isNull(users.responsibleManagerId) : listedClients(policies, manager)
}

/** The clients that a search finds: a condition on `users`, and how many they are. Null when it can find nobody. */
const found = (
  db: Database,
  keyring: Keyring,
  query: string,
  among: SQL | undefined,
): { which: SQL | undefined; counted: () => Promise<{ total: number }[]> } | null => {
  const search = parseClientSearch(query)
  if (search.by === 'words') {
    const words = search.words.map(word => keyring.wordIndex(word))
    return words.length === 0
      ? null
      : {
          // By the words first: going through the newest people until the page is full would be everybody where many have
          // each of two names and few have both.
          which: and(inArray(users.id, named(db, words)), among),
          counted: async () => {
            const all = named(db, words).as('named')
            const counted = db.select({ total: count() }).from(all)
            return among === undefined
              ? counted
              : counted.innerJoin(users, eq(users.id, all.userId)).where(among)
          },
        }
  }
  const by = (one: SQL | undefined) => {
    const which = and(one, among)
    return { which, counted: async () => db.select({ total: count() }).from(users).where(which) }
  }
  if (search.by === 'nothing') return by(undefined)
  if (search.by === 'email') return by(eq(users.emailIndex, keyring.emailIndex(search.email)))
  const phoneNumber = phoneOf(search.phoneNumber)
  return phoneNumber === null ? null : by(eq(users.phoneIndex, keyring.phoneIndex(phoneNumber)))
}

/** Null for a number that no client can have: the search finds nobody and is not refused. */
const phoneOf = (typed: string): string | null => {
  try {
    return parsePhoneNumber(typed)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** A page of clients, newest first. */
export const readNewestClients = (
  db: Database,
  which: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) => {
  const newestFirst = [desc(users.createdAt), desc(users.id)]
  // An index skips the rows before the page.
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(which)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
  return db
    .select()
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...newestFirst)
}

/** So many clients cost one of the readings that the limit lets through. */
const AT_A_TIME = 25

type ClientDeps = {
  db: Database
  keyring: Keyring
  /** Null where no portal serves. */
  portal: Portal | null
  limits: RateLimits
  log: Log
  queueEmail: QueueEmail
  publicUrl: URL
  policies: AgentPolicy
}

/** Clients as staff see them, without opening their accounts. */
export const clientListRoutes = (deps: ClientDeps): Handlers<Clients> => {
  const { db, keyring, portal, limits, log, policies } = deps
  /** Refuses excessive reading of the client list; leads and admins are alerted the first time. */
  const countReading = async (managerId: string, clients: number, alarm: () => Promise<void>) => {
    try {
      for (let n = 0; n < clients; n += AT_A_TIME) await limits.consume('clientList', { person: managerId })
    } catch (refused) {
      if (refused instanceof RateLimitExceeded) {
        await alarm()
        if (refused.first)
          await db.transaction(tx => sendUnusualAccessAlert(deps, tx, managerId, { kind: 'listed' }))
      }
      throw refused
    }
  }

  /** Records that a list was read, and for each client on it that the manager saw them, once an hour. */
  const noteShown = async (
    managerId: string,
    shown: readonly string[],
    { audit, now }: Pick<RequestContext<typeof staff.clients>, 'audit' | 'now'>,
  ) => {
    const known = await seenLately(db, 'clients_listed', { managerId, clientIds: shown, now })
    await db.transaction(tx => audit(tx, { others: shown.filter(id => !known.has(id)) }))
  }

  return {
    clients: async ({ query: { query = '', assigned, limit, offset }, principal, audit, requestId, now }) => {
      await countReading(principal.managerId, limit, async () => {
        log.error('a manager reads on and on in the list of clients', { requestId })
        await audit(db, { outcome: 'rate_limited' })
      })
      const search = found(db, keyring, query, ofManager(policies, principal, assigned))
      if (search === null) return { data: [], total: 0 }
      const [{ total } = { total: 0 }] = await search.counted()
      const page = await readNewestClients(db, search.which, { limit, offset })
      await noteShown(
        principal.managerId,
        page.map(({ id }) => id),
        { audit, now },
      )
      const responsibleOf = await readResponsible(db, keyring, page)
      const people = await readUsers(db, keyring, page)
      return {
        data: page.flatMap((row, index) => {
          const user = people[index]
          return user === undefined ? [] : [clientOf(user, responsibleOf(row))]
        }),
        total,
      }
    },

    setClientPlan: async ({ params: { clientId }, body, principal, audit }) => {
      await db.transaction(async tx => {
        await requireServing({ ...deps, db: tx }, principal, clientId)
        if (!(await updatePlan(tx, clientId, body.enabled ? 'max' : 'free'))) throw new AppError('not_found')
        await audit(tx, { userId: clientId })
      })
      return { success: true }
    },

    clientPortalLink: async ({ params: { clientId }, principal, audit, now }) => {
      if (portal === null) throw new NotOffered('There is no monitoring portal here.')
      await requireServing(deps, principal, clientId)
      const user = await findUser(db, keyring, clientId)
      if (!user) throw new AppError('not_found')
      if (!user.enrolled)
        throw new AppError('no_consent', {
          message: 'This client has not agreed that we fetch credit reports, so no link is made.',
        })
      const { managerId } = principal
      await db.transaction(async tx => {
        await requireClientNotStaff(tx, clientId)
        const open = await listOpenImpersonations(tx, managerId, now)
        const within = open.find(({ userId, scope }) => userId === clientId && scope === 'assist')
        if (within === undefined) throw new AppError('reason_needed')
        await audit(tx, { userId: clientId, openingId: within.id })
      })
      return { success: true, ...(await portal.linkFor({ userId: clientId, now })) }
    },
  }
}

type PageDeps = { db: Database; keyring: Keyring; policies: AgentPolicy }

/** One client, as their page begins. */
export const clientPageRoutes = (deps: PageDeps): Handlers<Pick<typeof clients, 'read'>> => {
  const { db, keyring, policies } = deps
  return {
    read: async ({ params: { clientId }, principal, audit, now }) => {
      const [row] = await db.select().from(users).where(eq(users.id, clientId))
      const [user] = row ? await readUsers(db, keyring, [row]) : []
      if (!row || !user) throw new AppError('not_found')
      const access = clientAccess(policies, principal, row.responsibleManagerId)
      if (access === 'emergency') return refuseOthersClient(deps, row)
      const responsible = (await readResponsible(db, keyring, [row]))(row)
      await notePageRead(db, { clientId, principal, audit, now })
      return { ...clientOf(user, responsible), access }
    },
  }
}

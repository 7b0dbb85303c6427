import { and, desc, eq, exists, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { AppError, NotOffered } from '#api/errors.ts'
import { isIdentityConfirmed } from '#features/identity/assurance.ts'
import { searchWords } from '#features/identity/personal-details.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { type FindServiceAgreement, requireAllowed } from '#features/identity/server/policy-facts.ts'
import { findUser, readUsers, type UserRecord, updatePlan } from '#features/identity/server/store.ts'
import { users, userWords } from '#features/identity/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import { RateLimitExceeded, type RateLimits } from '#platform/http/rate-limits.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Portal } from '#providers/portal/port.ts'
import {
  type ActingManager,
  type AgentPolicy,
  clientAccess,
  isLimitedToOwn,
  readerOf,
} from '../client-access.ts'
import type { clients } from '../client-contract.ts'
import type { Client, ResponsibleManager, staff } from '../contract.ts'
import { type ClientRow, readResponsible, refuseOthersClient, requireServing } from './assignments.ts'
import { listOpenImpersonations, requireClientNotStaff } from './impersonation.ts'
import { notePageRead, seenLately } from './page-reads.ts'
import { sendUnusualAccessAlert } from './unusual-access.ts'

/**
 * What a manager's search looks for. Names and contacts are encrypted, so only what is indexed can be found: a whole email
 * address or phone number, or words of the name or their beginnings, all of them required.
 */
type ClientSearch =
  | { by: 'nothing' }
  | { by: 'email'; email: string }
  | { by: 'phone'; phoneNumber: string }
  | { by: 'words'; words: readonly string[] }

const isPhone = (text: string) => /^\+?[\d\s().-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 7

/** How a query is meant; an empty one looks for nothing, which is every client. */
export const parseClientSearch = (query: string): ClientSearch => {
  const text = query.trim()
  if (text === '') return { by: 'nothing' }
  if (text.includes('@')) return { by: 'email', email: text }
  if (isPhone(text)) return { by: 'phone', phoneNumber: text }
  return { by: 'words', words: searchWords(text) }
}

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

/**
 * Of all clients, those that the list is about and shows to the manager. Each condition has an index in the order of ids, so
 * that a page costs the same among a million.
 */
const amongOf = (
  policies: AgentPolicy,
  manager: ActingManager,
  assigned: 'mine' | 'nobody' | undefined,
): readonly (SQL | undefined)[] => {
  const [mine, nobodys] = [
    eq(users.responsibleManagerId, manager.managerId),
    isNull(users.responsibleManagerId),
  ]
  if (assigned === 'mine') return [mine]
  if (assigned === 'nobody') return [nobodys]
  return isLimitedToOwn(policies, manager) ? [mine, nobodys] : [undefined]
}

/** What a search is found by: words of the name, a contact, or nothing. Null when it can find nobody. */
type Found = { words: readonly Buffer[]; contact: SQL | undefined }

const foundBy = (keyring: Keyring, query: string): Found | null => {
  const search = parseClientSearch(query)
  if (search.by === 'words') {
    const words = [...new Set(search.words)].map(word => keyring.wordIndex(word))
    return words.length === 0 ? null : { words, contact: undefined }
  }
  if (search.by === 'nothing') return { words: [], contact: undefined }
  if (search.by === 'email')
    return { words: [], contact: eq(users.emailIndex, keyring.emailIndex(search.email)) }
  const phoneNumber = phoneOf(search.phoneNumber)
  return phoneNumber === null
    ? null
    : { words: [], contact: eq(users.phoneIndex, keyring.phoneIndex(phoneNumber)) }
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

type ClientPage = {
  policies: AgentPolicy
  manager: ActingManager
  assigned: 'mine' | 'nobody' | undefined
  /** The last client of the page before. */
  before: string | undefined
  limit: number
}

/** A page of clients, newest first, which is the order of ids: they are made at the registration (UUIDv7). */
export const listClients = async (
  db: Database,
  { words: [first, ...others], contact }: Found,
  { policies, manager, assigned, before, limit }: ClientPage,
): Promise<ClientRow[]> => {
  const idsAmong = async (among: SQL | undefined): Promise<string[]> => {
    if (first === undefined) {
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(and(contact, among, before === undefined ? undefined : lt(users.id, before)))
        .orderBy(desc(users.id))
        .limit(limit)
      return rows.map(({ id }) => id)
    }
    const { userId } = userWords
    // Names with one word in the order of their ids; each of the others is looked up beside it.
    const hasWord = (word: Buffer) => {
      const other = alias(userWords, 'other_word')
      return exists(
        db
          .select({ one: sql`1` })
          .from(other)
          .where(and(eq(other.word, word), eq(other.userId, userId))),
      )
    }
    const named = db.select({ id: userId }).from(userWords).$dynamic()
    const rows = await (among === undefined ? named : named.innerJoin(users, eq(users.id, userId)))
      .where(
        and(
          eq(userWords.word, first),
          ...others.map(hasWord),
          among,
          before === undefined ? undefined : lt(userId, before),
        ),
      )
      .orderBy(desc(userId))
      .limit(limit)
    return rows.map(({ id }) => id)
  }
  const ids: string[] = []
  for (const among of amongOf(policies, manager, assigned)) ids.push(...(await idsAmong(among)))
  const page = ids.toSorted().toReversed().slice(0, limit)
  if (page.length === 0) return []
  return db.select().from(users).where(inArray(users.id, page)).orderBy(desc(users.id))
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
  findServiceAgreement: FindServiceAgreement
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

  /** Records that a list was read, and for each client on it that they were seen, once an hour. */
  const noteShown = async (
    shown: readonly string[],
    {
      principal: reader,
      audit,
      now,
    }: Pick<RequestContext<typeof staff.clients>, 'principal' | 'audit' | 'now'>,
  ) => {
    const known = await seenLately(db, 'clients_listed', { reader, clientIds: shown, now })
    await db.transaction(tx => audit(tx, { others: shown.filter(id => !known.has(id)) }))
  }

  return {
    clients: async ({ query: { query = '', assigned, before, limit }, principal, audit, requestId, now }) => {
      // A system reads them all; how fast, its key's own limit says.
      if (principal.kind === 'manager')
        await countReading(principal.managerId, limit, async () => {
          log.error('a manager reads on and on in the list of clients', { requestId })
          await audit(db, { outcome: 'rate_limited' })
        })
      const found = foundBy(keyring, query)
      if (found === null) return { data: [], next: null }
      const rows = await listClients(db, found, {
        policies,
        manager: readerOf(principal),
        assigned,
        before,
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      await noteShown(
        page.map(({ id }) => id),
        { principal, audit, now },
      )
      const responsibleOf = await readResponsible(db, keyring, page)
      const people = await readUsers(db, keyring, page)
      return {
        data: page.flatMap((row, index) => {
          const user = people[index]
          return user === undefined ? [] : [clientOf(user, responsibleOf(row))]
        }),
        next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    },

    setClientPlan: async ({ params: { clientId }, body, principal, audit, now }) => {
      await db.transaction(async tx => {
        await requireServing({ ...deps, db: tx }, principal, clientId)
        // Switching it off is no service, so it stays possible after a cancellation.
        if (body.enabled) requireAllowed((await deps.findServiceAgreement(tx, clientId, now)).refusal)
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
      const access = clientAccess(policies, readerOf(principal), row.responsibleManagerId)
      if (access === 'emergency') return refuseOthersClient(deps, row)
      const responsible = (await readResponsible(db, keyring, [row]))(row)
      await notePageRead(db, { clientId, principal, audit, now })
      return { ...clientOf(user, responsible), access }
    },
  }
}

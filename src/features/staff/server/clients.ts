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
 * The terms of a manager's search. Names and contacts are encrypted, so only what is indexed can be found: a whole email
 * address or phone number, or words of the name or their prefixes, all of them required.
 */
type ClientSearch =
  | { by: 'nothing' }
  | { by: 'email'; email: string }
  | { by: 'phone'; phoneNumber: string }
  | { by: 'words'; words: readonly string[] }

const isPhone = (text: string) => /^\+?[\d\s().-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 7

/** Parses a query; an empty one matches every client. */
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
 * The condition for clients that belong to the list and are visible to the manager. Each condition has an index ordered by
 * id, so that a page costs the same with a million clients.
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

/** What a search matches: words of the name, a contact, or everything. Null when it cannot match any client. */
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

/** Null for a number that no client can have: the search then finds no client but is not refused. */
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
  /** The last client of the previous page. */
  before: string | undefined
  limit: number
}

/** A page of clients, newest first, which is the order of ids: they are created at registration (UUIDv7). */
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
    // Scan the names with one word in the order of ids, and look up each of the other words for them.
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

/** The number of clients that cost one read of the rate limit. */
const AT_A_TIME = 25

type ClientDeps = {
  db: Database
  keyring: Keyring
  /** Null without a portal. */
  portal: Portal | null
  limits: RateLimits
  log: Log
  queueEmail: QueueEmail
  publicUrl: URL
  policies: AgentPolicy
  findServiceAgreement: FindServiceAgreement
}

/** Clients as shown to staff, without opening their accounts. */
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

  /** Records that a list was read, and for each client on it, once an hour, that they were seen. */
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
      // A system may read all of them, as fast as its key's own limit allows.
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
        // Switching it off is not a service, so it stays possible after a cancellation.
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

/** One client, for the top of their page. */
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

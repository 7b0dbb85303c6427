import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { pullToShow } from '#features/credit/server/store.ts'
import { disputeItems, disputeLetters, disputeOutcomes, disputes } from '#features/disputes/server/tables.ts'
import { documents } from '#features/documents/server/tables.ts'
import { isIdentityConfirmed } from '#features/identity/assurance.ts'
import type { Policies } from '#features/identity/policies.ts'
import { isCheckPending } from '#features/identity/server/identity-check.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { isPullOpen } from '#features/reports/refresh-rules.ts'
import { findNewest } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { Capabilities } from '#values/capabilities.ts'
import type { checklist } from '../contract.ts'
import { type ChecklistFacts, listSteps } from '../steps.ts'
import { checklists } from './tables.ts'

type ChecklistDeps = {
  db: Database
  keyring: Keyring
  policies: Policies
  capabilities: Pick<Capabilities, 'pulls' | 'mailing'>
  /** The ways to confirm an identity that this server offers. */
  identityWays: readonly unknown[]
}

/** Whether something here requires this user's confirmed identity. */
const needsIdentity = (
  { policies, capabilities, identityWays }: ChecklistDeps,
  { enrolled }: UserRecord,
): boolean =>
  identityWays.length > 0 &&
  ((capabilities.pulls && enrolled) ||
    policies.maxPlan === 'confirmed' ||
    (capabilities.mailing && policies.mailing.who === 'confirmed'))

const findIdentity = async (
  deps: ChecklistDeps,
  user: UserRecord,
  now: Date,
): Promise<ChecklistFacts['identity']> => {
  if (isIdentityConfirmed(user)) return 'confirmed'
  if (!needsIdentity(deps, user)) return 'not_needed'
  return (await isCheckPending(deps.db, user.id, now)) ? 'pending' : 'open'
}

/**
 * Confirmed dispute letters and answers, without decrypting any. Disputes made by staff count once their letters are
 * confirmed.
 */
const findLetters = async (
  db: Database,
  userId: string,
): Promise<Pick<ChecklistFacts, 'letters' | 'answered'>> => {
  const confirmed = and(eq(disputes.userId, userId), isNotNull(disputes.attestedAt))
  const exists = (query: unknown) => sql<boolean>`exists ${query}`
  const one = { one: sql`1` }
  const created = db.select(one).from(disputes).where(confirmed)
  const mailed = db
    .select(one)
    .from(disputes)
    .innerJoin(disputeLetters, eq(disputeLetters.disputeId, disputes.id))
    .innerJoin(mailJobs, eq(mailJobs.letterId, disputeLetters.id))
    .where(and(confirmed, isNotNull(mailJobs.submittedAt)))
  const answered = db
    .select(one)
    .from(disputes)
    .innerJoin(disputeItems, eq(disputeItems.disputeId, disputes.id))
    .innerJoin(disputeOutcomes, eq(disputeOutcomes.itemId, disputeItems.id))
    .where(eq(disputes.userId, userId))
  const [found] = await db
    .select({ created: exists(created), mailed: exists(mailed), answered: exists(answered) })
    .from(sql`(select 1) as one`)
  const state = found?.created ? 'created' : 'none'
  return { letters: found?.mailed ? 'mailed' : state, answered: found?.answered ?? false }
}

const loadFacts = async (deps: ChecklistDeps, userId: string, now: Date): Promise<ChecklistFacts> => {
  const { db, keyring } = deps
  const [noted] = await db.select().from(checklists).where(eq(checklists.userId, userId))
  const user = await requireUser(db, keyring, userId)
  const newest = await findNewest(db, userId)
  const pull = pullToShow(user, newest)
  const coming = pull !== null && isPullOpen(pull.state) ? 'coming' : 'none'
  const kinds = await db
    .selectDistinct({ kind: documents.kind })
    .from(documents)
    .where(and(eq(documents.userId, userId), isNull(documents.deletedAt)))
  return {
    identity: await findIdentity(deps, user, now),
    enrolled: user.enrolled,
    report: newest.report === null ? coming : 'here',
    reviewed: (noted?.reviewedAt ?? null) !== null,
    documents: kinds.map(({ kind }) => kind),
    ...(await findLetters(db, userId)),
    hidden: (noted?.hiddenAt ?? null) !== null,
  }
}

const columnOf = { reviewed: 'reviewedAt', hidden: 'hiddenAt' } as const

export const checklistRoutes = (deps: ChecklistDeps): Handlers<typeof checklist> => {
  const read = async (userId: string, now: Date) => ({ steps: listSteps(await loadFacts(deps, userId, now)) })
  return {
    read: ({ principal, now }) => read(principal.userId, now),

    note: async ({ principal: { userId }, body: { event }, now }) => {
      const column = columnOf[event]
      await deps.db
        .insert(checklists)
        .values({ userId, [column]: now })
        .onConflictDoUpdate({
          target: checklists.userId,
          set: { [column]: sql`coalesce(${checklists[column]}, ${now.toISOString()}::timestamptz)` },
        })
      return read(userId, now)
    },
  }
}

/** Erased with the user. */
export const checklistPersonalData: PersonalDataSource = {
  name: 'checklist',
  exportFiles: async (db, _keyring, userId) => {
    const [noted] = await db.select().from(checklists).where(eq(checklists.userId, userId))
    return noted ? [jsonExportFile('checklist.json', noted)] : []
  },
}

import { and, count, desc, eq } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { lockUser } from '#features/identity/server/store.ts'
import { type Cipher, encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { SavedPlan } from '../contract.ts'
import { MAX_SAVED_PLANS } from '../limits.ts'
import { savedPlans } from './tables.ts'

const encryptedBody = encryptedJson(savedPlans.body, SavedPlan.pick({ name: true, content: true }))

type Body = Pick<SavedPlan, 'name' | 'content'>

type Row = typeof savedPlans.$inferSelect

const decryptPlan = (cipher: Cipher, { id, body, createdAt, updatedAt }: Row): SavedPlan => ({
  id,
  ...encryptedBody.decrypt(cipher, id, body),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** The last changed first. */
export const listPlans = async (db: Database, keyring: Keyring, userId: string): Promise<SavedPlan[]> => {
  const rows = await db
    .select()
    .from(savedPlans)
    .where(eq(savedPlans.userId, userId))
    .orderBy(desc(savedPlans.updatedAt), desc(savedPlans.id))
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => decryptPlan(cipher, row))
}

/** Refuses `too_many_plans`. */
export const savePlan = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { name, content }: Body,
  now: Date,
): Promise<SavedPlan> => {
  await lockUser(tx, userId)
  const [counted] = await tx.select({ plans: count() }).from(savedPlans).where(eq(savedPlans.userId, userId))
  if ((counted?.plans ?? 0) >= MAX_SAVED_PLANS) throw new AppError('too_many_plans')
  const id = newId()
  const body = encryptedBody.encrypt(await keyring.cipherForUser(tx, userId), id, { name, content })
  await tx.insert(savedPlans).values({ id, userId, kind: content.kind, body, createdAt: now, updatedAt: now })
  return { id, name, content, createdAt: now.toISOString(), updatedAt: now.toISOString() }
}

/** Refuses `not_found`, and content of another kind. */
export const changePlan = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { planId, now, ...changes }: Partial<Body> & { planId: string; now: Date },
): Promise<SavedPlan> => {
  const own = and(eq(savedPlans.id, planId), eq(savedPlans.userId, userId))
  const [row] = await tx.select().from(savedPlans).where(own).for('update')
  if (!row) throw new AppError('not_found')
  if (changes.content && changes.content.kind !== row.kind)
    throw new AppError('invalid_request', { fields: { content: 'A plan keeps its kind' } })
  const cipher = await keyring.cipherForUser(tx, userId)
  const before = decryptPlan(cipher, row)
  const name = changes.name ?? before.name
  const content = changes.content ?? before.content
  const body = encryptedBody.encrypt(cipher, planId, { name, content })
  await tx.update(savedPlans).set({ body, updatedAt: now }).where(own)
  return { ...before, name, content, updatedAt: now.toISOString() }
}

/** Refuses `not_found`. */
export const deletePlan = async (tx: Database, userId: string, planId: string): Promise<void> => {
  const deleted = await tx
    .delete(savedPlans)
    .where(and(eq(savedPlans.id, planId), eq(savedPlans.userId, userId)))
    .returning({ id: savedPlans.id })
  if (deleted.length === 0) throw new AppError('not_found')
}

/** Kept as long as the account, and erased with the user. */
export const planningPersonalData: PersonalDataSource = {
  name: 'planning',
  exportFiles: async (db, keyring, userId) => {
    const plans = await listPlans(db, keyring, userId)
    return plans.length > 0 ? [jsonExportFile('plans.json', plans)] : []
  },
}

import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import type { IdentityStep, StepQuestion } from '#providers/credit-data/port.ts'
import { STEP_TRIES, type StepState, stepExpiry } from '../step-rules.ts'
import { reportSteps } from './tables.ts'

/** Stored identity steps. The question is deleted when a step ends: a quiz reveals the person's past. */

const QuestionShape: z.ZodType<StepQuestion> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('code'), sentTo: z.string() }),
  z.object({
    type: z.literal('quiz'),
    questions: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        choices: z.array(z.object({ id: z.string(), text: z.string() })),
      }),
    ),
  }),
  z.object({ type: z.literal('redirect'), url: z.string() }),
])

const StoredStep = z.object({ ref: z.string(), question: QuestionShape.nullable() })

const encryptedStep = encryptedJson(reportSteps.content, StoredStep)

/** An open step that its user can answer. */
export type OpenStep = {
  id: string
  ref: string
  question: StepQuestion
  triesLeft: number
  expiresAt: Date
}

const openOf = (userId: string) => and(eq(reportSteps.userId, userId), isNull(reportSteps.endedAt))

/** Stores a step, replacing an open one. */
export const openStep = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { ref, question, expiresAt }: IdentityStep,
  now: Date,
): Promise<void> => {
  const cipher = await keyring.cipherForUser(tx, userId)
  await tx.delete(reportSteps).where(openOf(userId))
  const id = newId()
  await tx.insert(reportSteps).values({
    id,
    userId,
    state: 'open',
    content: encryptedStep.encrypt(cipher, id, { ref, question }),
    tries: 0,
    createdAt: now,
    expiresAt: stepExpiry(expiresAt, now),
  })
}

export const findOpenStep = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  now: Date,
): Promise<OpenStep | null> => {
  const [row] = await db
    .select()
    .from(reportSteps)
    .where(and(openOf(userId), gt(reportSteps.expiresAt, now)))
  if (!row) return null
  const cipher = await keyring.cipherForUser(db, userId)
  const { ref, question } = encryptedStep.decrypt(cipher, row.id, row.content)
  if (question === null) return null
  return { id: row.id, ref, question, triesLeft: STEP_TRIES - row.tries, expiresAt: row.expiresAt }
}

/** The source's id of the step that a user last passed. */
export const findPassedStep = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<string | null> => {
  const [row] = await db
    .select()
    .from(reportSteps)
    .where(and(eq(reportSteps.userId, userId), eq(reportSteps.state, 'passed')))
    .orderBy(desc(reportSteps.endedAt))
    .limit(1)
  if (!row) return null
  return encryptedStep.decrypt(await keyring.cipherForUser(db, userId), row.id, row.content).ref
}

/** Counts an attempt before it is made, so that a lost response is not a free guess; false when none is left. */
export const countTry = async (db: Database, id: string, now: Date): Promise<boolean> => {
  const counted = await db
    .update(reportSteps)
    .set({ tries: sql`${reportSteps.tries} + 1` })
    .where(
      and(
        eq(reportSteps.id, id),
        isNull(reportSteps.endedAt),
        gt(reportSteps.expiresAt, now),
        lt(reportSteps.tries, STEP_TRIES),
      ),
    )
    .returning({ id: reportSteps.id })
  return counted.length > 0
}

/** Reverts the count of an attempt that the source never evaluated. */
export const returnTry = async (db: Database, id: string): Promise<void> => {
  await db
    .update(reportSteps)
    .set({ tries: sql`${reportSteps.tries} - 1` })
    .where(and(eq(reportSteps.id, id), isNull(reportSteps.endedAt)))
}

/** Ends a step and deletes its question; false when another request ended it. */
export const endStep = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { id, ref }: Pick<OpenStep, 'id' | 'ref'>,
  state: Exclude<StepState, 'open'>,
  now: Date,
): Promise<boolean> => {
  const cipher = await keyring.cipherForUser(tx, userId)
  const content = encryptedStep.encrypt(cipher, id, { ref, question: null })
  const ended = await tx
    .update(reportSteps)
    .set({ state, content, endedAt: now })
    .where(and(eq(reportSteps.id, id), isNull(reportSteps.endedAt)))
    .returning({ id: reportSteps.id })
  return ended.length > 0
}

/** Replaces the question of an open step, such as after a wrong answer. */
export const updateStep = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  id: string,
  { ref, question, expiresAt }: IdentityStep,
  now: Date,
): Promise<void> => {
  const cipher = await keyring.cipherForUser(tx, userId)
  await tx
    .update(reportSteps)
    .set({
      content: encryptedStep.encrypt(cipher, id, { ref, question }),
      expiresAt: stepExpiry(expiresAt, now),
    })
    .where(and(eq(reportSteps.id, id), isNull(reportSteps.endedAt)))
}

/** For the user's archive, oldest first. */
export const listSteps = async (db: Database, keyring: Keyring, userId: string) => {
  const rows = await db
    .select()
    .from(reportSteps)
    .where(eq(reportSteps.userId, userId))
    .orderBy(asc(reportSteps.createdAt))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(({ id, state, content, tries, createdAt, expiresAt, endedAt }) => ({
    state,
    question: encryptedStep.decrypt(cipher, id, content).question,
    tries,
    createdAt,
    expiresAt,
    endedAt,
  }))
}

/** Deletes steps that were not answered in time. */
export const cleanUpSteps: CleanupTask = async (db, now) => {
  await db.delete(reportSteps).where(and(isNull(reportSteps.endedAt), lt(reportSteps.expiresAt, now)))
}

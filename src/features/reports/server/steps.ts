import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { encryptedJson } from '#platform/crypto/encrypted-json.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { IdentityStep, StepQuestion } from '#providers/credit-data/port.ts'
import { stepExpiry } from '../step-rules.ts'
import { reportSteps } from './tables.ts'

/** Stored identity steps. The question is forgotten when a step ends: a quiz tells of its person's past. */

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

const openOf = (userId: string) => and(eq(reportSteps.userId, userId), isNull(reportSteps.endedAt))

/** Stores a step in place of an open one. */
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

/** The source's reference of the step that a user last passed. */
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

import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import { daysBefore } from '#values/dates.ts'
import { exhaustedCodeMessage } from '../codes.ts'
import {
  type EmailCodePurpose,
  emailCodeMessage,
  isEmailCodeExhausted,
  isEmailCodeOpen,
  secondsUntilNextEmailCode,
} from '../email-codes.ts'
import { generateSixDigitCode } from './send-code.ts'
import { lockUser } from './store.ts'
import { emailCodes } from './tables.ts'

/** Whom a code is for, what for, and the address it goes to or went to. */
export type EmailCodeTarget = { userId: string; purpose: EmailCodePurpose; address: string; now: Date }

const macOf = (keyring: Keyring, { userId, purpose }: EmailCodeTarget, id: string, code: string) =>
  keyring.mac('mailed code', `${purpose}|${userId}|${id}|${code}`)

const of = ({ userId, purpose }: EmailCodeTarget) =>
  and(eq(emailCodes.userId, userId), eq(emailCodes.purpose, purpose))

const newestFirst = [desc(emailCodes.sentAt), desc(emailCodes.id)]

/**
 * Makes the next code and mails it when the caller's transaction is committed; earlier codes of the purpose end. Refuses
 * `too_many_tries` while the person must wait for another one.
 */
export const sendEmailCode = async (
  tx: Database,
  { keyring, queueEmail }: { keyring: Keyring; queueEmail: QueueEmail },
  asked: EmailCodeTarget,
): Promise<void> => {
  const { userId, purpose, address, now } = asked
  // One request at a time per person, so that the waits hold whatever arrives at once.
  await lockUser(tx, userId)
  const rows = await tx
    .select()
    .from(emailCodes)
    .where(and(of(asked), gt(emailCodes.sentAt, daysBefore(now, 1))))
    .orderBy(...newestFirst)
  const sent = rows.map(row => ({ sentAt: row.sentAt.getTime(), used: row.consumedAt !== null }))
  const wait = secondsUntilNextEmailCode(sent, now.getTime())
  if (wait > 0) {
    throw new AppError('too_many_tries', {
      message: `We mailed you a code a moment ago. You can ask for another one in ${wait} seconds.`,
      retryAfterSeconds: wait,
    })
  }
  const id = newId()
  const code = generateSixDigitCode()
  await tx.insert(emailCodes).values({
    id,
    userId,
    purpose,
    emailIndex: keyring.emailIndex(address),
    codeMac: macOf(keyring, asked, id, code),
    sentAt: now,
    tries: 0,
  })
  await queueEmail(tx, { userId, to: address, kind: `${purpose}-code`, ...emailCodeMessage(purpose, code) })
}

/**
 * Checks a code against the newest one that went to this address and gives its id. The try is counted before the code is
 * looked at, in a transaction of its own: whatever arrives at once, five tries are all there are. Refuses `wrong_code`, and `too_many_tries` once they are used.
 */
export const checkEmailCode = async (
  db: Database,
  keyring: Keyring,
  given: EmailCodeTarget & { code: string },
): Promise<string> => {
  const counted = await db.transaction(async tx => {
    const [newest] = await tx
      .select()
      .from(emailCodes)
      .where(of(given))
      .orderBy(...newestFirst)
      .limit(1)
      .for('update')
    if (!newest?.emailIndex.equals(keyring.emailIndex(given.address))) return null
    const { tries, consumedAt } = newest
    const challenge = { sentAt: newest.sentAt.getTime(), tries, consumed: consumedAt !== null }
    if (isEmailCodeExhausted(challenge, given.now.getTime())) {
      const sent = [{ sentAt: challenge.sentAt, used: false }]
      throw new AppError('too_many_tries', {
        message: exhaustedCodeMessage,
        retryAfterSeconds: Math.max(1, secondsUntilNextEmailCode(sent, given.now.getTime())),
      })
    }
    if (!isEmailCodeOpen(challenge, given.now.getTime())) return null
    await tx
      .update(emailCodes)
      .set({ tries: tries + 1 })
      .where(eq(emailCodes.id, newest.id))
    return newest
  })
  if (!counted?.codeMac.equals(macOf(keyring, given, counted.id, given.code)))
    throw new AppError('wrong_code')
  return counted.id
}

/** Uses a code up. Refuses `wrong_code` when another request was faster. */
export const consumeEmailCode = async (tx: Database, id: string, now: Date): Promise<void> => {
  const used = await tx
    .update(emailCodes)
    .set({ consumedAt: now })
    .where(and(eq(emailCodes.id, id), isNull(emailCodes.consumedAt)))
    .returning({ id: emailCodes.id })
  if (used.length === 0) throw new AppError('wrong_code')
}

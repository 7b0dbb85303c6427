import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import { daysBefore } from '#values/dates.ts'
import {
  type EmailCodePurpose,
  emailCodeMessage,
  emailCodePolicy,
  exhaustedCodeMessage,
  isChallengeExhausted,
  isChallengeOpen,
  secondsUntilNextCode,
  secondsUntilReplaced,
} from '../codes.ts'
import { generateSixDigitCode } from './send-code.ts'
import { lockUser } from './store.ts'
import { emailCodes } from './tables.ts'

type EmailCodeTarget = { userId: string; purpose: EmailCodePurpose; address: string; now: Date }

const macOf = (keyring: Keyring, { userId, purpose }: EmailCodeTarget, id: string, code: string) =>
  keyring.mac('mailed code', `${purpose}|${userId}|${id}|${code}`)

const of = ({ userId, purpose }: EmailCodeTarget) =>
  and(eq(emailCodes.userId, userId), eq(emailCodes.purpose, purpose))

const newestFirst = [desc(emailCodes.sentAt), desc(emailCodes.id)]

/**
 * Creates a code and mails it once the caller's transaction is committed; invalidates earlier codes for the purpose.
 * Throws `too_many_tries` if the user must wait for another one.
 */
export const sendEmailCode = async (
  tx: Database,
  { keyring, queueEmail, support }: { keyring: Keyring; queueEmail: QueueEmail; support: { name: string } },
  asked: EmailCodeTarget,
): Promise<void> => {
  const { userId, purpose, address, now } = asked
  // Serialized per user, so that the waits apply to concurrent requests.
  await lockUser(tx, userId)
  const rows = await tx
    .select()
    .from(emailCodes)
    .where(and(of(asked), gt(emailCodes.sentAt, daysBefore(now, 1))))
    .orderBy(...newestFirst)
  const sent = rows.map(row => ({ sentAt: row.sentAt.getTime(), used: row.consumedAt !== null }))
  const wait = secondsUntilNextCode(emailCodePolicy, sent, now.getTime())
  if (wait > 0) {
    throw new AppError('too_many_tries', {
      message: `We emailed you a code a moment ago. You can ask for another one in ${wait} seconds.`,
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
  const message = emailCodeMessage(purpose, code, support.name)
  await queueEmail(tx, { userId, to: address, kind: `${purpose}-code`, ...message })
}

/**
 * Checks a code against the newest one mailed to this address and returns its id. The attempt is counted before the code
 * is compared, in a separate transaction, so that concurrent requests share the five attempts. Throws `wrong_code`, and
 * `too_many_tries` once they are used up.
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
    const challenge = {
      sentAt: newest.sentAt.getTime(),
      tries,
      provenAt: null,
      consumed: consumedAt !== null,
    }
    const at = given.now.getTime()
    if (isChallengeExhausted(emailCodePolicy, challenge, at))
      throw new AppError('too_many_tries', {
        message: exhaustedCodeMessage,
        retryAfterSeconds: secondsUntilReplaced(emailCodePolicy, challenge, at),
      })
    if (!isChallengeOpen(emailCodePolicy, challenge, at)) return null
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

/** Uses up a code. Throws `wrong_code` if another request was faster. */
export const consumeEmailCode = async (tx: Database, id: string, now: Date): Promise<void> => {
  const used = await tx
    .update(emailCodes)
    .set({ consumedAt: now })
    .where(and(eq(emailCodes.id, id), isNull(emailCodes.consumedAt)))
    .returning({ id: emailCodes.id })
  if (used.length === 0) throw new AppError('wrong_code')
}

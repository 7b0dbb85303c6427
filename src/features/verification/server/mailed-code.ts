import { randomInt } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { checkMessages, isIdentityConfirmed, type WayState } from '#features/identity/assurance.ts'
import { type ConfirmIdentity, isDisplaced } from '#features/identity/server/assurance.ts'
import { lockUser, requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { parseEnvelopeAddress } from '#features/mailing/envelope-address.ts'
import type { Mailer } from '#features/mailing/server/mailer.ts'
import type { KnownLetter } from '#features/mailing/server/reconciliation.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import type { PostalAddress } from '#providers/letters/port.ts'
import { dayIn, showDay, showLongDay } from '#values/dates.ts'
import type { Verification } from '../contract.ts'
import {
  addressKeyOf,
  createMailedCode,
  daysValid,
  MAX_TRIES,
  mailedCodeMessages,
  nextLetterAt,
  normalizeMailedCode,
} from '../mailed-code.ts'
import type { renderCodeLetter } from './code-letter.ts'
import { documentReviews, mailedCodes } from './tables.ts'

type Address = UserRecord['profile']['address']

export type MailedCodeDeps = {
  db: Database
  keyring: Keyring
  mailer: Pick<Mailer, 'offered' | 'checkAddress' | 'request' | 'begin'>
  confirmIdentity: ConfirmIdentity
  timeZone: string
  publicUrl: URL
  support: { email: string }
  /** The sender: the operator's name, then its postal address line by line. */
  letterSender: readonly [name: string, ...lines: string[]]
  /** Whether a report that the user imported has this address as a bureau's current one. */
  hasReportedAddress: (db: Database, userId: string, addressKey: string) => Promise<boolean>
}

const render = reportThreads.define<typeof renderCodeLetter>(
  new URL('./code-letter.ts', import.meta.url),
  'renderCodeLetter',
  isBytes,
)

const codeMacOf = (keyring: Keyring, id: string, code: string) => keyring.mac('letter code', `${id}|${code}`)

/** Null where the address lacks a part. */
export const addressMacOf = (keyring: Keyring, userId: string, address: Address): Buffer | null => {
  const key = addressKeyOf(address)
  return key === null ? null : keyring.mac('postal address', `${userId}|${key}`)
}

/** Newest first. */
const listCodes = (db: Database, userId: string) =>
  db
    .select()
    .from(mailedCodes)
    .where(eq(mailedCodes.userId, userId))
    .orderBy(desc(mailedCodes.requestedAt), desc(mailedCodes.id))

type Code = typeof mailedCodes.$inferSelect

const isOpen = ({ usedAt, tries, validUntil }: Code, now: Date) =>
  usedAt === null && tries < MAX_TRIES && now <= validUntil

/** Whether a source other than the user's own statement and a letter has the address. */
const hasOtherSource = async (deps: MailedCodeDeps, db: Database, user: UserRecord): Promise<boolean> => {
  const { address } = user.profile
  const [key, mac] = [addressKeyOf(address), addressMacOf(deps.keyring, user.id, address)]
  if (key === null || mac === null) return false
  const reviewed = await db
    .select({ id: documentReviews.id })
    .from(documentReviews)
    .where(
      and(
        eq(documentReviews.userId, user.id),
        inArray(documentReviews.state, ['confirmed', 'address']),
        eq(documentReviews.addressMac, mac),
      ),
    )
    .limit(1)
  return reviewed.length > 0 || deps.hasReportedAddress(db, user.id, key)
}

/** The user's name and address, line by line. */
const recipientOf = ({ profile: { firstName, lastName, address } }: UserRecord): readonly string[] => [
  `${firstName} ${lastName}`,
  address.street,
  `${address.city}, ${address.state} ${address.postal}`,
]

type Obstacle = { message: string; isForNow: boolean }

const lasting = (message: string): Obstacle => ({ message, isForNow: false })

/** Why no letter can be requested now; null if one can. */
const obstacleOf = async (
  deps: MailedCodeDeps,
  db: Database,
  user: UserRecord,
  codes: readonly Code[],
  now: Date,
): Promise<Obstacle | null> => {
  if (!deps.mailer.offered) return lasting(mailedCodeMessages.off)
  const address = parseEnvelopeAddress(recipientOf(user))
  if ('part' in address) return lasting(mailedCodeMessages.address(address))
  if (!(await hasOtherSource(deps, db, user))) return lasting(mailedCodeMessages.noOtherSource)
  const next = nextLetterAt(codes.map(({ requestedAt }) => requestedAt))
  if (next <= now) return null
  const day = showDay(next.toISOString(), deps.timeZone)
  return { message: `The next letter can be asked for on ${day}.`, isForNow: true }
}

const onItsWay = ({ requestedAt, validUntil }: Code, timeZone: string) =>
  `We had a letter mailed on ${showDay(requestedAt.toISOString(), timeZone)}. Enter its code by ${showDay(validUntil.toISOString(), timeZone)}.`

export const mailedCodeState = async (
  deps: MailedCodeDeps,
  db: Database,
  user: UserRecord,
  now: Date,
): Promise<NonNullable<Verification['mailedCode']>> => {
  const codes = await listCodes(db, user.id)
  const [newest] = codes
  const open = newest && isOpen(newest, now) ? newest : null
  const obstacle = await obstacleOf(deps, db, user, codes, now)
  return {
    canAsk: obstacle === null,
    message: open === null ? (obstacle?.message ?? null) : onItsWay(open, deps.timeZone),
    letter: open && {
      requestedAt: open.requestedAt.toISOString(),
      validUntil: open.validUntil.toISOString(),
      triesLeft: MAX_TRIES - open.tries,
    },
  }
}

/** The method as shown in the list of methods. */
export const mailedCodeWayState = async (
  deps: MailedCodeDeps,
  db: Database,
  user: UserRecord,
  now: Date,
): Promise<Omit<WayState, 'way'>> => {
  const { canAsk, message, letter } = await mailedCodeState(deps, db, user, now)
  return { state: letter || canAsk ? 'open' : 'closed', message }
}

const requireUnconfirmed = async (db: Database, user: UserRecord): Promise<void> => {
  if (isIdentityConfirmed(user)) throw new AppError('conflict', { message: checkMessages.confirmedBefore })
  if (await isDisplaced(db, user.id)) throw new AppError('conflict', { message: checkMessages.conflict })
}

const envelope = (lines: readonly string[]): PostalAddress => {
  const address = parseEnvelopeAddress(lines)
  if ('part' in address) throw new AppError('address_needed')
  return address
}

/** Within this time a second click, or a retry after a lost response, refers to the same letter. */
const SAME_REQUEST_MS = 10 * 60_000

/**
 * Mails a letter to the account's address, once for repeated requests. Refuses `conflict`, `too_many_tries`,
 * `address_needed`, `address_undeliverable`.
 */
export const requestLetter = async (
  deps: MailedCodeDeps,
  userId: string,
  now: Date,
  audit: (tx: Database) => Promise<void>,
): Promise<void> => {
  const { db, keyring, mailer, timeZone, publicUrl, support, letterSender } = deps
  const user = await requireUser(db, keyring, userId)
  const { address } = user.profile
  const lines = recipientOf(user)
  const isRepeated = ([newest]: readonly Code[]) =>
    newest !== undefined &&
    isOpen(newest, now) &&
    now.getTime() - newest.requestedAt.getTime() < SAME_REQUEST_MS
  const requireFree = async (tx: Database, codes: readonly Code[]) => {
    const current = await requireUser(tx, keyring, userId)
    await requireUnconfirmed(tx, current)
    const obstacle = await obstacleOf(deps, tx, current, codes, now)
    if (obstacle !== null)
      throw new AppError(obstacle.isForNow ? 'too_many_tries' : 'conflict', { message: obstacle.message })
  }
  const codes = await listCodes(db, userId)
  if (isRepeated(codes)) return audit(db)
  await requireFree(db, codes)
  const [from, to] = [envelope(letterSender), envelope(lines)]
  if ((await mailer.checkAddress(to)) === 'no') throw new AppError('address_undeliverable')
  const [id, code] = [newId(), createMailedCode(randomInt)]
  const validUntil = new Date(now.getTime() + daysValid(address.state) * 86_400_000)
  const pdf = await render({
    operatorName: letterSender[0],
    from: letterSender,
    to: lines,
    code,
    date: showLongDay(dayIn(timeZone, now)),
    validUntil: showLongDay(dayIn(timeZone, validUntil)),
    website: publicUrl.host,
    supportEmail: support.email,
    createdAt: now,
  })
  const mailJobId = await db.transaction(async tx => {
    await lockUser(tx, userId)
    const current = await listCodes(tx, userId)
    if (isRepeated(current)) {
      await audit(tx)
      return null
    }
    await requireFree(tx, current)
    const { profile } = await requireUser(tx, keyring, userId)
    const addressMac = addressMacOf(keyring, userId, address)
    if (addressMac === null || JSON.stringify(profile.address) !== JSON.stringify(address))
      throw new AppError('conflict', { message: mailedCodeMessages.addressChanged })
    await tx.insert(mailedCodes).values({
      id,
      userId,
      codeMac: codeMacOf(keyring, id, code),
      addressMac,
      requestedAt: now,
      validUntil,
      tries: 0,
    })
    const letter = { letterId: id, userId, generation: 1, to, from, pdf, reason: null }
    const job = await mailer.request(tx, { ...letter, certified: false, returnReceipt: false }, now)
    await audit(tx)
    return job
  })
  if (mailJobId !== null) await mailer.begin([mailJobId])
}

/**
 * Enters a code. A wrong one is always counted; the right one confirms the identity if another source has the address.
 * Entering the right code again changes nothing. Refuses `wrong_code`, `too_many_tries`, `conflict`.
 */
export const enterCode = async (
  { db, keyring, confirmIdentity, ...deps }: MailedCodeDeps,
  userId: string,
  typed: string,
  now: Date,
  audit: (tx: Database) => Promise<void>,
): Promise<void> => {
  const refusal = await db.transaction(async tx => {
    await lockUser(tx, userId)
    const [newest] = await listCodes(tx, userId)
    if (!newest) return new AppError('conflict', { message: mailedCodeMessages.noCode })
    const right = codeMacOf(keyring, newest.id, normalizeMailedCode(typed)).equals(newest.codeMac)
    if (newest.usedAt !== null) {
      await audit(tx)
      return right ? null : new AppError('conflict', { message: mailedCodeMessages.noCode })
    }
    if (newest.tries >= MAX_TRIES)
      return new AppError('too_many_tries', { message: mailedCodeMessages.usedUp })
    if (now > newest.validUntil) return new AppError('conflict', { message: mailedCodeMessages.expired })
    const mine = eq(mailedCodes.id, newest.id)
    if (!right) {
      await tx
        .update(mailedCodes)
        .set({ tries: newest.tries + 1 })
        .where(mine)
      const left = MAX_TRIES - newest.tries - 1
      return left === 0
        ? new AppError('too_many_tries', { message: mailedCodeMessages.usedUp })
        : new AppError('wrong_code', { message: mailedCodeMessages.wrong(left) })
    }
    const user = await requireUser(tx, keyring, userId)
    const mac = addressMacOf(keyring, userId, user.profile.address)
    if (mac === null || !mac.equals(newest.addressMac))
      return new AppError('conflict', { message: mailedCodeMessages.addressChanged })
    if (!(await hasOtherSource({ db, keyring, confirmIdentity, ...deps }, tx, user)))
      return new AppError('conflict', { message: mailedCodeMessages.noOtherSource })
    await tx.update(mailedCodes).set({ usedAt: now }).where(mine)
    const evidence = { userId, source: 'mailed-code', evidenceId: newest.id } as const
    const outcome = await confirmIdentity(tx, evidence, now)
    await audit(tx)
    return outcome === 'conflict' ? new AppError('conflict', { message: checkMessages.conflict }) : null
  })
  if (refusal !== null) throw refusal
}

/** Every letter with a code, for the reconciliation of mailing. */
export const listCodeLetters = (db: Database): Promise<KnownLetter[]> =>
  db
    .select({ id: mailedCodes.id, userId: mailedCodes.userId, createdAt: mailedCodes.requestedAt })
    .from(mailedCodes)

/** Oldest first, without the code, which only the recipient of the letter knows. */
export const listMailedCodes = async (db: Database, userId: string) =>
  (await listCodes(db, userId))
    .toReversed()
    .map(({ requestedAt, validUntil, tries, usedAt }) => ({ requestedAt, validUntil, wrong: tries, usedAt }))

/** Removes the printed code as soon as the mail provider has it. */
export const cleanUpCodeLetters: CleanupTask = async db => {
  const isSubmitted = and(eq(mailJobs.phase, 'submitted'), isNotNull(mailJobs.pdf))
  await db
    .update(mailJobs)
    .set({ pdf: null })
    .where(and(isSubmitted, sql`${mailJobs.letterId} in (select ${mailedCodes.id} from ${mailedCodes})`))
}

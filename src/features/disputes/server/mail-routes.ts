import { AppError } from '#api/errors.ts'
import { Success } from '#api/schemas.ts'
import { hasConsent } from '#features/identity/server/consents.ts'
import type { NewMailing } from '#features/mailing/server/mail-requests.ts'
import { keyedMutex } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import type { CooldownCheck } from '#platform/http/access.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import type { PostalAddress } from '#providers/letters/port.ts'
import type { Bureau } from '#values/bureau.ts'
import type { disputes } from '../contract.ts'
import { envelopeProblemMessage, parseEnvelopeAddress } from '../envelope.ts'
import { findLetterMailings, requireUndelivered } from './letter-mailing.ts'
import {
  findPrintableLetters,
  type PrintableLetters,
  type PrintDeps,
  renderLetters,
} from './print-letters.ts'
import { lockDispute } from './store.ts'

/** Sends letters to the mail provider: each letter once, however often it is requested. */

/** What this module needs of mailing, which knows nothing of disputes. */
export type LetterMailer = {
  /** The sandbox prints nothing. */
  sandbox: boolean
  checkAddress: (address: PostalAddress) => Promise<'yes' | 'no' | 'unknown'>
  request: (tx: Database, mailing: NewMailing, now: Date) => Promise<string | null>
  begin: (mailJobIds: readonly string[]) => Promise<void>
}

export type MailDeps = PrintDeps & {
  idempotency: Idempotency
  mailer: LetterMailer
  inCooldown: CooldownCheck
}

type Caller = RequestContext<typeof disputes.sendPhysical>['principal']

type Ready = Pick<NewMailing, 'letterId' | 'to' | 'from' | 'pdf'>

export const mailRoutes = (deps: MailDeps): Pick<Handlers<typeof disputes>, 'sendPhysical' | 'mailAgain'> => {
  const { db, keyring, idempotency, mailer, inCooldown } = deps
  const exclusively = keyedMutex()

  /**
   * Mailing cannot be undone, so it waits until an account is out of its cooldown. Staff need the client's consent.
   */
  const requireMayMail = async ({ userId, impersonation }: Caller, now: Date) => {
    if (await inCooldown(userId, now)) throw new AppError('account_cooldown')
    if (impersonation !== null && !(await hasConsent(db, userId, 'staffMailing')))
      throw new AppError('no_mailing_consent')
  }

  const envelope = (lines: readonly string[], bureau: Bureau | null): PostalAddress => {
    const address = parseEnvelopeAddress(lines)
    if ('part' in address)
      throw new AppError('address_needed', { message: envelopeProblemMessage(address, bureau) })
    return address
  }

  /**
   * A letter from an undeliverable address cannot be answered. Bureau addresses are checked by us
   * (`envelope.ts`). If the check gives no answer, mailing continues and the provider may refuse the letter.
   */
  const requireDelivered = async (senders: readonly PostalAddress[]) => {
    for (const sender of new Map(senders.map(one => [JSON.stringify(one), one])).values()) {
      if ((await mailer.checkAddress(sender)) === 'no') throw new AppError('address_undeliverable')
    }
  }

  /** Prepares letters for mailing. A letter made from sandbox data never goes to a real provider. */
  const readied = async (userId: string, all: PrintableLetters): Promise<Ready[]> => {
    if (all.attestedAt === null) throw new AppError('attestation_needed')
    if (!mailer.sandbox && all.letters.some(({ letter }) => letter.mark !== null))
      throw new AppError('sandbox_letter')
    const addressed = all.letters.map(one => ({
      one,
      to: envelope(one.letter.recipient, one.letter.bureau),
      from: envelope(one.letter.sender, null),
    }))
    await requireDelivered(addressed.map(({ from }) => from))
    const ready: Ready[] = []
    for (const { one, to, from } of addressed) {
      const pdf = await renderLetters(deps, userId, { ...all, letters: [one] })
      ready.push({ letterId: one.id, to, from, pdf })
    }
    return ready
  }

  /** Rendering is slow, so it happens before the dispute is locked; letters that changed meanwhile are not mailed. */
  const requireUnchanged = async (tx: Database, userId: string, printed: PrintableLetters) => {
    const { disputeId, letters } = printed
    await lockDispute(tx, userId, disputeId)
    const [only] = letters
    const wanted = letters.length === 1 && only ? { letterId: only.id } : { disputeId }
    const now = await findPrintableLetters(tx, keyring, userId, wanted)
    if (JSON.stringify(now) !== JSON.stringify(printed)) throw new AppError('conflict')
  }

  return {
    sendPhysical: async ({ principal, params: { disputeId }, body, now, idempotencyKey, audit }) => {
      const { userId, impersonation } = principal
      await requireMayMail(principal, now)
      const asked = await findPrintableLetters(db, keyring, userId, { disputeId })
      const ids = asked.letters.map(({ id }) => id)
      // After a restore only some letters may be recorded; requesting all again adds just the missing ones.
      const isAsked = async (from: Database) => (await findLetterMailings(from, ids)).size === ids.length
      const send = async () => {
        if (await isAsked(db)) return []
        const all = await findPrintableLetters(db, keyring, userId, { disputeId })
        const ready = await readied(userId, all)
        let begun: string[] = []
        const act = async (tx: Database) => {
          await requireUnchanged(tx, userId, all)
          if (await isAsked(tx)) return { success: true as const }
          const rest = { userId, generation: 1, certified: body.certified ?? false, reason: null }
          const requested: (string | null)[] = []
          for (const letter of ready) requested.push(await mailer.request(tx, { ...letter, ...rest }, now))
          begun = requested.filter(id => id !== null)
          await audit(tx, { objectId: disputeId })
          return { success: true as const }
        }
        const scope = `mail|${disputeId}|${impersonation?.openingId ?? userId}`
        await idempotency.run({ scope, key: idempotencyKey, body, owner: userId }, act, remembered =>
          Success.parse(remembered),
        )
        return begun
      }
      await mailer.begin(await exclusively(disputeId, send))
      return { success: true as const }
    },

    mailAgain: async ({ principal, params: { letterId }, body, now, idempotencyKey, audit }) => {
      const { userId, impersonation } = principal
      await requireMayMail(principal, now)
      const all = await findPrintableLetters(db, keyring, userId, { letterId })
      const again = async () => {
        const scope = `mail-again|${letterId}|${impersonation?.openingId ?? userId}`
        const request = { scope, key: idempotencyKey, body, owner: userId }
        const read = (remembered: unknown) => Success.parse(remembered)
        if (await idempotency.findResponse(request, read)) return null
        const earlier = await requireUndelivered(db, letterId)
        const [ready] = await readied(userId, all)
        if (!ready) throw new Error('a letter was not printed')
        let begun: string | null = null
        const act = async (tx: Database) => {
          await requireUnchanged(tx, userId, all)
          const { generation, certified } = await requireUndelivered(tx, letterId)
          if (generation !== earlier.generation) throw new AppError('conflict')
          const more = { userId, generation: generation + 1, certified, reason: body.reason }
          begun = await mailer.request(tx, { ...ready, ...more }, now)
          await audit(tx, { objectId: letterId })
          return { success: true as const }
        }
        await idempotency.run(request, act, read)
        return begun
      }
      const begun = await exclusively(letterId, again)
      if (begun !== null) await mailer.begin([begun])
      return { success: true as const }
    },
  }
}

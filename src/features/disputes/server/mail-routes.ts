import { eq } from 'drizzle-orm'
import { AppError, NotOffered } from '#api/errors.ts'
import { Success } from '#api/schemas.ts'
import { lettersRefusal, mailingRefusal } from '#features/identity/policies.ts'
import { loadPolicyFacts, type PolicyDeps, requireAllowed } from '#features/identity/server/policy-facts.ts'
import { lockUser, requireUser } from '#features/identity/server/store.ts'
import { parseEnvelopeAddress } from '#features/mailing/envelope-address.ts'
import { letterStatuses, toLetterStatus } from '#features/mailing/letter-status.ts'
import {
  countLettersSince,
  findLatestMailings,
  type NewMailing,
} from '#features/mailing/server/mail-requests.ts'
import { mailingOffMessage } from '#features/mailing/server/mailer.ts'
import { keyedMutex } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import type { CooldownCheck } from '#platform/http/access.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import type { PostalAddress } from '#providers/letters/port.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import type { disputes as contract } from '../contract.ts'
import { envelopeProblemMessage, undeliverableMessage } from '../envelope.ts'
import { requireConsistent, requireNoRepeat } from './confirming.ts'
import { type PrintDeps, renderLetters } from './pdf-renderer.ts'
import {
  findDisputeOfLetter,
  findPrintableLetters,
  lockDispute,
  type PrintableLetters,
  requireUnchanged,
} from './store.ts'
import { disputeLetters, disputes } from './tables.ts'

/** Sends letters to the mail provider: each letter once, regardless of how often it is requested. */

/** What this module needs from mailing, which does not depend on disputes. */
type LetterMailer = {
  /** Whether this server mails letters. */
  offered: boolean
  /** Whether the provider is the sandbox, which prints nothing. */
  sandbox: boolean
  checkAddress: (address: PostalAddress) => Promise<'yes' | 'no' | 'unknown'>
  request: (tx: Database, mailing: NewMailing, now: Date) => Promise<string | null>
  begin: (mailJobIds: readonly string[]) => Promise<void>
}

export type MailDeps = PrintDeps &
  PolicyDeps & {
    idempotency: Idempotency
    mailer: LetterMailer
    inCooldown: CooldownCheck
  }

type MailCall = Pick<RequestContext<typeof contract.sendPhysical>, 'now' | 'idempotencyKey' | 'audit'> & {
  /** The user, and the impersonation session or the round in which staff mail the letters. */
  principal: { userId: string; impersonation: { openingId: string } | null }
  body: object
}

/** How letters are to be mailed; `generation` counts the mailings of one letter. */
type Plan = Pick<NewMailing, 'generation' | 'certified' | 'returnReceipt' | 'reason'>

type MailOrder = {
  /** Calls of one user with the same key and scope are one request. */
  scope: string
  objectId: string
  wanted: { disputeId: string } | { letterId: string }
  /**
   * Null if the letters were requested already. Checked before they are rendered, and again while the dispute is locked.
   */
  plan: (from: Database, letterIds: readonly string[]) => Promise<Plan | null>
}

/** Dispute letters that a user had mailed since an instant; letters with a code for the user are not counted. */
export const countMailedLetters = (db: Database, userId: string, since: Date): Promise<number> =>
  countLettersSince(db, userId, db.select({ id: disputeLetters.id }).from(disputeLetters), since)

const done = { success: true as const }
const readDone = (remembered: unknown) => Success.parse(remembered)

type Asked = RequestContext<typeof contract.sendPhysical>['body']

/** Mails the letters of disputes: `sendDispute` for `sendPhysical`, `mailLetters` with another plan. */
export const createLetterSender = (deps: MailDeps & { timeZone: string }) => {
  const { db, keyring, idempotency, mailer, inCooldown, policies, timeZone } = deps
  const exclusively = keyedMutex()

  /** Mailing cannot be undone, so it is refused during an account's cooldown. Staff need the client's consent. */
  const requireMayMail = async ({ principal: { userId, impersonation }, now }: MailCall) => {
    if (await inCooldown(userId, now)) throw new AppError('account_cooldown')
    const user = await requireUser(db, keyring, userId)
    const { facts } = await loadPolicyFacts(deps, user, { byStaff: impersonation !== null, now })
    requireAllowed(mailingRefusal(policies, facts))
  }

  /**
   * Refuses what the operator's policy does not allow; the caller has locked the user, so that concurrent requests are
   * counted.
   */
  const requireWithinPolicy = async (
    tx: Database,
    userId: string,
    asked: { letters: number; certified: boolean },
    now: Date,
  ) => {
    const mailed = await countMailedLetters(tx, userId, daysBefore(now, 30))
    requireAllowed(lettersRefusal(policies, { ...asked, mailed }))
  }

  const envelope = (lines: readonly string[], recipient: string | null): PostalAddress => {
    const address = parseEnvelopeAddress(lines)
    if ('part' in address)
      throw new AppError('address_needed', { message: envelopeProblemMessage(address, recipient) })
    return address
  }

  /**
   * A letter from an undeliverable return address cannot be answered. We check the bureaus' addresses ourselves
   * (`envelope.ts`). If the check is inconclusive, mailing continues and the provider may refuse the letter.
   */
  const requireDelivered = async (senders: readonly PostalAddress[]) => {
    for (const sender of new Map(senders.map(one => [JSON.stringify(one), one])).values()) {
      if ((await mailer.checkAddress(sender)) === 'no') throw new AppError('address_undeliverable')
    }
  }

  /** A company's address was typed or taken from a report, and only the user can correct it. */
  const requireReachable = async (name: string, to: PostalAddress) => {
    if ((await mailer.checkAddress(to)) === 'no')
      throw new AppError('address_undeliverable', { message: undeliverableMessage(name) })
  }

  /** Prepares letters for mailing. A letter made from sandbox data never goes to a real provider. */
  const prepare = async (userId: string, all: PrintableLetters) => {
    if (all.attestedAt === null) throw new AppError('attestation_needed')
    if (!mailer.sandbox && all.letters.some(({ letter }) => letter.mark !== null))
      throw new AppError('sandbox_letter')
    const addressed = all.letters.map(one => ({
      one,
      to: envelope(one.letter.recipient, one.letter.to.name),
      from: envelope(one.letter.sender, null),
    }))
    await requireDelivered(addressed.map(({ from }) => from))
    for (const { one, to } of addressed)
      if (one.letter.to.kind === 'furnisher' || one.letter.to.kind === 'collector')
        await requireReachable(one.letter.to.name, to)
    const prepared: Pick<NewMailing, 'letterId' | 'to' | 'from' | 'pdf'>[] = []
    for (const { one, to, from } of addressed) {
      const pdf = await renderLetters(deps, userId, { ...all, letters: [one] })
      prepared.push({ letterId: one.id, to, from, pdf })
    }
    return prepared
  }

  /**
   * Requests the mailing of letters and returns the ids of the new mail jobs. Rendering is slow, so it happens before the
   * dispute is locked; letters that changed in the meantime are not mailed.
   */
  const requestLetters = async (call: MailCall, { scope, objectId, wanted, plan }: MailOrder) => {
    const { principal, now, idempotencyKey, audit, body } = call
    const { userId, impersonation } = principal
    const request = {
      scope: `${scope}|${objectId}|${impersonation?.openingId ?? userId}`,
      key: idempotencyKey,
      body,
      owner: userId,
    }
    const printable = await findPrintableLetters(db, keyring, userId, wanted)
    const letterIds = printable.letters.map(({ id }) => id)
    if (await idempotency.findResponse(request, readDone)) return []
    const planned = await plan(db, letterIds)
    if (planned === null) return []
    const prepared = await prepare(userId, printable)
    const begun: string[] = []
    const act = async (tx: Database) => {
      await lockUser(tx, userId)
      await lockDispute(tx, userId, printable.disputeId)
      await requireUnchanged(tx, printable.letters)
      const current = await plan(tx, letterIds)
      if (current === null) return done
      if (current.generation !== planned.generation) throw new AppError('conflict')
      await requireWithinPolicy(tx, userId, { certified: current.certified, letters: prepared.length }, now)
      for (const letter of prepared) {
        const id = await mailer.request(tx, { ...letter, ...current, userId }, now)
        if (id !== null) begun.push(id)
      }
      if ('disputeId' in wanted)
        await tx.update(disputes).set({ mailRequestedAt: now }).where(eq(disputes.id, wanted.disputeId))
      await audit(tx, { objectId })
      return done
    }
    await idempotency.run(request, act, readDone)
    return begun
  }

  const mailLetters = async (call: MailCall, order: MailOrder) => {
    if (!mailer.offered) throw new NotOffered(mailingOffMessage)
    await requireMayMail(call)
    await mailer.begin(await exclusively(order.objectId, () => requestLetters(call, order)))
    return done
  }

  const sendDispute = (
    call: MailCall,
    disputeId: string,
    { certified = false, returnReceipt = false, repeat = false }: Asked,
  ) =>
    mailLetters(call, {
      scope: 'mail',
      objectId: disputeId,
      wanted: { disputeId },
      // After a restore only some letters may be recorded; requesting all again adds only the missing ones.
      plan: async (from, letterIds) => {
        if ((await findLatestMailings(from, letterIds)).size === letterIds.length) return null
        if (!repeat) await requireNoRepeat(from, keyring, call.principal.userId, { disputeId }, timeZone)
        return { generation: 1, certified, returnReceipt: certified && returnReceipt, reason: null }
      },
    })

  return { sendDispute, mailLetters }
}

export const mailRoutes = (
  deps: MailDeps & { timeZone: string },
): Pick<Handlers<typeof contract>, 'sendPhysical' | 'mailAgain'> => {
  const { sendDispute, mailLetters } = createLetterSender(deps)
  const { keyring, policies, timeZone } = deps
  return {
    sendPhysical: call => sendDispute(call, call.params.disputeId, call.body),

    mailAgain: call =>
      mailLetters(call, {
        scope: 'mail-again',
        objectId: call.params.letterId,
        wanted: call.params,
        plan: async (from, letterIds) => {
          const [latest] = (await findLatestMailings(from, letterIds)).values()
          if (!latest || !letterStatuses[toLetterStatus(latest)].canMailAgain)
            throw new AppError('not_come_back')
          const { userId } = call.principal
          const letter = await findDisputeOfLetter(from, userId, call.params.letterId)
          const calendar = { today: dayIn(timeZone, call.now), timeZone }
          await requireConsistent(from, keyring, userId, letter, calendar)
          if (call.body.repeat !== true) await requireNoRepeat(from, keyring, userId, letter, timeZone)
          // Like the first time, except for certified mail that the operator no longer offers.
          const certified = latest.certified && policies.mailing.certified
          const returnReceipt = certified && latest.returnReceipt
          return { generation: latest.generation + 1, certified, returnReceipt, reason: call.body.reason }
        },
      }),
  }
}

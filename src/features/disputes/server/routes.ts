import { Refusal } from '#api/errors.ts'
import { type Person, signedInPerson } from '#features/identity/server/store.ts'
import { currentReportOf } from '#features/reports/server/store.ts'
import type { Answers } from '#server/answer.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import type { Once } from '#server/once.ts'
import type { Vault } from '#server/sealed.ts'
import { dayIn } from '#values/dates.ts'
import { type AccountDispute, Dispute, type disputes } from '../contract.ts'
import { allLettersFileName, letterFileName } from '../file-names.ts'
import { accountLetters, type Sender } from '../letters/account.ts'
import { enclosuresFor } from '../letters/enclosures.ts'
import { bodyText } from '../letters/letter.ts'
import { listed } from '../letters/words.ts'
import { disputedAccounts, disputeTitle } from '../rules.ts'
import { type LetterPress, letterPress } from './letter-press.ts'
import { disputeOf, disputesOf, lettersToPrint, saveDispute } from './store.ts'

export type DisputeDeps = { db: Database; vault: Vault; once: Once; timeZone: string; press?: LetterPress }

const senderOf = ({ profile }: Person): Sender => ({
  name: [profile.firstName, profile.middleName, profile.lastName].filter(Boolean).join(' '),
  address: profile.address,
  birthDate: profile.birthDate,
  ssnLastFour: profile.ssnLastFour,
})

const owned = <T>(found: T | null): T => {
  if (found === null) throw new Refusal('not_found')
  return found
}

export const disputeRoutes = (deps: DisputeDeps): Answers<typeof disputes> => {
  const { db, vault, once, timeZone, press = letterPress() } = deps

  /** The letters that a dispute gives today, from the report that is shown today. */
  const draftOf = async (from: Database, userId: string, body: AccountDispute, now: Date) => {
    const person = await signedInPerson(from, vault, userId)
    const stored = await currentReportOf(from, vault, userId)
    if (!stored) throw new Refusal('no_report')
    const { report } = stored
    const today = dayIn(timeZone, now)
    const sender = senderOf(person)
    const ground = { report, plan: person.plan, ssnLastFour: sender.ssnLastFour, today }
    const disputed = disputedAccounts(body.items, ground)
    const letters = accountLetters(disputed, {
      sender,
      reportDate: report.reportDate,
      sandbox: stored.origin === 'sandbox',
      enclosed: [],
      today,
    })
    return { reportId: stored.id, disputed, letters }
  }

  return {
    list: ({ caller }) => disputesOf(db, vault, caller.userId),

    one: async ({ caller, params }) => owned(await disputeOf(db, vault, caller.userId, params.disputeId)),

    previewAccount: async ({ caller, body, now }) => {
      const { disputed, letters } = await draftOf(db, caller.userId, body, now)
      return {
        letters: letters.map(letter => ({
          bureau: letter.bureau,
          body: bodyText(letter),
          enclosures: enclosuresFor(
            disputed
              .filter(({ at }) => at.some(({ bureau }) => bureau === letter.bureau))
              .map(({ reason }) => reason),
          ),
        })),
      }
    },

    createAccount: async ({ caller: { userId }, body, now, idempotencyKey }) => {
      if (body.attested !== true) throw new Refusal('not_attested')
      const request = { scope: `account-dispute|${userId}`, key: idempotencyKey, body }
      const act = async (tx: Database) => {
        const { reportId, disputed, letters } = await draftOf(tx, userId, body, now)
        const id = newId()
        await saveDispute(tx, vault, userId, {
          id,
          type: 'account',
          reportId,
          title: body.title ?? disputeTitle(disputed.map(({ creditorName }) => creditorName)),
          at: now,
          items: disputed.map(({ accountId, creditorName, reason, explanation, at }) => ({
            id: newId(),
            accountId,
            creditorName,
            reason,
            explanation,
            bureaus: at.map(({ bureau }) => bureau),
          })),
          letters: letters.map(letter => ({ id: newId(), letter })),
        })
        return owned(await disputeOf(tx, vault, userId, id))
      }
      return once.act(request, act, remembered => Dispute.parse(remembered))
    },

    letterPdf: async ({ caller, params }) => {
      const { title, createdAt, letters } = owned(await lettersToPrint(db, vault, caller.userId, params))
      const to = listed(letters.map(({ bureau }) => bureau))
      return {
        name: letterFileName(title, params.letterId),
        bytes: await press.print({ title: `${title}, letter to ${to}`, createdAt, letters }),
      }
    },

    allLettersPdf: async ({ caller, params }) => {
      const { title, createdAt, letters } = owned(await lettersToPrint(db, vault, caller.userId, params))
      const to = listed(letters.map(({ bureau }) => bureau))
      return {
        name: allLettersFileName(title, params.disputeId),
        bytes: await press.print({ title: `${title}, letters to ${to}`, createdAt, letters }),
      }
    },
  }
}

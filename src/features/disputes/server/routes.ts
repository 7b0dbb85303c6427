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
import type { LetterPress } from './letter-press.ts'
import { attestDispute, disputeOf, disputesOf, lettersToPrint, type Printable, saveDispute } from './store.ts'

export type DisputeDeps = { db: Database; vault: Vault; once: Once; timeZone: string; press: LetterPress }

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

/** Letters that nobody but the person may vouch for are not printed before she did: a printed letter can be mailed. */
const printable = (found: Printable | null): Printable => {
  const letters = owned(found)
  if (letters.awaitingAttestation) throw new Refusal('attestation_needed')
  return letters
}

export const disputeRoutes = (deps: DisputeDeps): Answers<typeof disputes> => {
  const { db, vault, once, timeZone, press } = deps

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

    createAccount: async ({ caller: { userId, opened }, body, now, idempotencyKey, note }) => {
      // A manager cannot vouch for the client: what the flag says then counts for nothing.
      const openingId = opened?.openingId ?? null
      if (openingId === null && body.attested !== true) throw new Refusal('not_attested')
      const maker = openingId === null ? userId : `${userId}|${openingId}`
      const request = { scope: `account-dispute|${maker}`, key: idempotencyKey, body }
      const act = async (tx: Database) => {
        const { reportId, disputed, letters } = await draftOf(tx, userId, body, now)
        const id = newId()
        await saveDispute(tx, vault, userId, {
          id,
          type: 'account',
          reportId,
          title: body.title ?? disputeTitle(disputed.map(({ creditorName }) => creditorName)),
          at: now,
          openingId,
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
        await note(tx, { objectId: id })
        return owned(await disputeOf(tx, vault, userId, id))
      }
      return once.act(request, act, remembered => Dispute.parse(remembered))
    },

    attest: async ({ caller: { userId }, params: { disputeId }, body, now, note }) => {
      if (!body.attested) throw new Refusal('not_attested')
      return db.transaction(async tx => {
        if (await attestDispute(tx, userId, disputeId, now)) await note(tx, { objectId: disputeId })
        return owned(await disputeOf(tx, vault, userId, disputeId))
      })
    },

    letterPdf: async ({ caller, params }) => {
      const { title, createdAt, letters } = printable(await lettersToPrint(db, vault, caller.userId, params))
      const to = listed(letters.map(({ bureau }) => bureau))
      return {
        name: letterFileName(title, params.letterId),
        bytes: await press.print({ title: `${title}, letter to ${to}`, createdAt, letters }),
      }
    },

    allLettersPdf: async ({ caller, params }) => {
      const { title, createdAt, letters } = printable(await lettersToPrint(db, vault, caller.userId, params))
      const to = listed(letters.map(({ bureau }) => bureau))
      return {
        name: allLettersFileName(title, params.disputeId),
        bytes: await press.print({ title: `${title}, letters to ${to}`, createdAt, letters }),
      }
    },
  }
}

import type { AccountReason } from '#features/findings/reasons.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { disputeAddresses } from '../envelope.ts'
import { accountClaim } from './claims.ts'
import { askForResult, askToBlock, askToCorrect, askToPassOn, composeLetter, datedReport } from './compose.ts'
import { accountReference, factLines, type LetterEvidence } from './evidence.ts'
import {
  disputePhrase,
  followUpSentences,
  isSuperseded,
  type Letter,
  type LetterContext,
  type LetterItem,
} from './letter.ts'
import { spellCount } from './words.ts'

/** One account that is disputed, with what a letter to each chosen bureau may say of it. */
export type DisputedAccount = {
  accountId: string
  creditorName: string
  reason: AccountReason
  correctBureau: Bureau | null
  asksToVerify: boolean
  explanation: string | null
  at: readonly { bureau: Bureau; told: LetterEvidence }[]
}

/** The item of a letter: an account with what this bureau's letter may say of it. */
type Entry = Omit<DisputedAccount, 'at'> & { told: LetterEvidence }

/** Where an account was seen; a merged row is worded. */
const seenIn = (merged: boolean, bureau: Bureau, { reportDate }: LetterContext): string =>
  merged
    ? `This account is listed in my ${datedReport('merged credit report', reportDate)}, which has one entry for several bureaus.`
    : `My ${datedReport('credit report', reportDate)} shows this account in my ${bureau} file.`

const hasMerged = (entries: readonly Entry[]): boolean => entries.some(({ told }) => told.facts.merged)

/** Says at once where all accounts were seen, unless a merged row makes every item say it for itself. */
const opening = (
  entries: readonly Entry[],
  bureau: Bureau,
  { reportDate, followed }: LetterContext,
): string => {
  const one = entries.length === 1
  const what = one ? 'the account' : `the ${spellCount(entries.length)} accounts`
  const seen = hasMerged(entries)
    ? ''
    : `, which my ${datedReport('credit report', reportDate)} shows in my ${bureau} file`
  return `${disputePhrase(followed)} ${what} below${seen}. Please reinvestigate ${one ? 'it' : 'each of them'} under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).`
}

const subject = (entries: readonly Entry[], bureau: Bureau): string => {
  const [first] = entries
  if (first === undefined || entries.length > 1)
    return `Dispute of ${spellCount(entries.length)} accounts in my ${bureau} file`
  return `Dispute of ${accountReference(first.told.facts)}`
}

const itemOf = (entry: Entry, before: readonly string[], today: string): LetterItem => {
  const { facts } = entry.told
  const { wrong, ask } = accountClaim(entry.reason, entry.told, today)
  return {
    title: facts.creditorNameReported,
    facts: factLines(facts, entry.reason),
    says: [...before, ...wrong],
    ownWords: entry.explanation,
    ask,
  }
}

/** What every dispute asks: section 611(a)(2), (a)(5)(A) and (a)(6) of the Act, 15 USC 1681i. */
const closing = (entries: readonly Entry[], occasion: LetterContext): string[] => {
  const companyOf = ({ told }: Entry) => told.facts.creditorNameReported
  const stolen = entries.filter(({ reason }) => reason === 'identity_theft')
  const isOnly = (entry: Entry) => entries.filter(other => companyOf(other) === companyOf(entry)).length === 1
  return [
    ...askToBlock(
      stolen.map(
        entry => `the account of ${isOnly(entry) ? companyOf(entry) : accountReference(entry.told.facts)}`,
      ),
      occasion,
    ),
    `${askToPassOn(entries.map(companyOf), occasion)} ${askToCorrect}`,
    askForResult,
  ]
}

const letterTo = (bureau: Bureau, entries: readonly Entry[], occasion: LetterContext): Letter => {
  const before = ({ told }: Entry) => [
    ...(hasMerged(entries) ? [seenIn(told.facts.merged, bureau, occasion)] : []),
    ...followUpSentences(occasion, bureau, 'account'),
  ]
  return composeLetter(
    bureau,
    disputeAddresses[bureau],
    {
      subject: subject(entries, bureau),
      opening: opening(entries, bureau, occasion),
      items: entries.map(entry => itemOf(entry, before(entry), occasion.today)),
      closing: closing(entries, occasion),
    },
    occasion,
  )
}

/** What may be said of an account, without what other bureaus showed before they changed it. */
const upToDate = (told: LetterEvidence, occasion: LetterContext): LetterEvidence => ({
  ...told,
  elsewhere: told.elsewhere.filter(({ bureau }) => !isSuperseded(bureau, occasion)),
})

/** The letters of an account dispute: one for each bureau, in the order in which the product shows bureaus. */
export const accountLetters = (disputed: readonly DisputedAccount[], occasion: LetterContext): Letter[] =>
  sortBureaus(disputed.flatMap(({ at }) => at.map(({ bureau }) => bureau))).map(bureau =>
    letterTo(
      bureau,
      disputed.flatMap(account =>
        account.at
          .filter(place => place.bureau === bureau)
          .map(({ told }) => ({ ...account, told: upToDate(told, occasion) })),
      ),
      occasion,
    ),
  )

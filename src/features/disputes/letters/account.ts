import type { AccountReason } from '#features/findings/account-reasons.ts'
import type { Report } from '#features/reports/canonical.ts'
import { type Bureau, inOrder } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import { disputeAddresses } from '../bureau-addresses.ts'
import { claimOf } from './claims.ts'
import { askToBlock } from './claims-origin.ts'
import { type Enclosure, nameOf } from './enclosures.ts'
import { factLines } from './fact-lines.ts'
import type { Letter, LetterItem } from './letter.ts'
import { printable } from './printable.ts'
import type { Told } from './told.ts'
import { listed, sayCount, sayDate } from './words.ts'

/** One account that is disputed, with what a letter to each chosen bureau may say of it. */
export type DisputedAccount = {
  accountId: string
  creditorName: string
  reason: AccountReason
  explanation: string | null
  at: readonly { bureau: Bureau; told: Told }[]
}

/** Who writes. The full name as registered; the birth date in full and of the SSN the last four (decisions section 11). */
export type Sender = {
  name: string
  address: { street: string; city: string; state: string; postal: string }
  /** `YYYY-MM-DD`. */
  birthDate: string
  ssnLastFour: string
}

/** What the letters are made from, beside the items. */
export type Occasion = {
  sender: Sender
  reportDate: Report['reportDate']
  /** True when the report was invented by the sandbox. */
  sandbox: boolean
  enclosed: readonly Enclosure[]
  /** Today, `YYYY-MM-DD`. */
  today: string
}

/** The item of a letter: an account with what this bureau's letter may say of it. */
type Entry = Omit<DisputedAccount, 'at'> & { told: Told }

const datedReport = (kind: string, date: Occasion['reportDate']): string =>
  date === null ? kind : `${kind} of ${sayDate(date)}`

/** Where an account was seen; a merged row is worded as decisions section 5 says. */
const seenIn = (merged: boolean, bureau: Bureau, { reportDate }: Occasion): string =>
  merged
    ? `This account is listed in my ${datedReport('merged credit report', reportDate)}, which has one entry for several bureaus.`
    : `My ${datedReport('credit report', reportDate)} shows this account in my ${bureau} file.`

const hasMerged = (entries: readonly Entry[]): boolean => entries.some(({ told }) => told.facts.merged)

/** Says at once where all accounts were seen, unless a merged row makes every item say it for itself. */
const opening = (entries: readonly Entry[], bureau: Bureau, { reportDate }: Occasion): string => {
  const one = entries.length === 1
  const what = one ? 'the account' : `the ${sayCount(entries.length)} accounts`
  const seen = hasMerged(entries)
    ? ''
    : `, which my ${datedReport('credit report', reportDate)} shows in my ${bureau} file`
  return `I dispute ${what} below${seen}. Please reinvestigate ${one ? 'it' : 'each of them'} under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).`
}

const subject = (entries: readonly Entry[], bureau: Bureau): string => {
  const [first] = entries
  if (first === undefined || entries.length > 1)
    return `Dispute of ${sayCount(entries.length)} accounts in my ${bureau} file`
  const { creditorNameReported, accountNumber } = first.told.facts
  return `Dispute of ${creditorNameReported}${accountNumber === null ? '' : `, account ${accountNumber}`}`
}

const itemOf = (entry: Entry, seen: string[], today: string): LetterItem => {
  const { facts } = entry.told
  const { wrong, ask } = claimOf(entry.reason, entry.told, today)
  return {
    creditor: printable(facts.creditorNameReported),
    facts: factLines(facts, entry.reason).map(({ label, value }) => ({ label, value: printable(value) })),
    wrong: [...seen, ...wrong].map(printable),
    ownWords: entry.explanation === null ? null : printable(entry.explanation),
    ask: printable(ask),
  }
}

/** More companies than this are not named again at the end. */
const fewCompanies = 3

/** What every dispute asks: section 611(a)(2), (a)(5)(A) and (a)(6) of the Act, 15 USC 1681i. */
const closing = (entries: readonly Entry[], occasion: Occasion): string[] => {
  const companies = [...new Set(entries.map(({ told }) => told.facts.creditorNameReported))]
  const stolen = entries.filter(({ reason }) => reason === 'identity_theft')
  const block = stolen.length > 0 && occasion.enclosed.includes('identity_theft_report')
  return [
    ...(block ? [askToBlock(stolen.map(({ told }) => told.facts.creditorNameReported))] : []),
    `Please pass on what I say here to ${companies.length > fewCompanies ? 'the companies named above' : listed(companies)}. Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.`,
    'Please send me the result in writing at the address above, with my report as it then stands.',
  ]
}

const letterTo = (bureau: Bureau, entries: readonly Entry[], occasion: Occasion): Letter => {
  const { sender } = occasion
  const { street, city, state, postal } = sender.address
  const place = `${city}, ${state} ${postal}`
  const birth = isPartialDate(sender.birthDate) ? sayDate(sender.birthDate) : sender.birthDate
  return {
    bureau,
    date: occasion.today,
    mark: occasion.sandbox ? 'Sandbox letter, do not mail' : null,
    sender: [sender.name, street, place].map(printable),
    recipient: [...disputeAddresses[bureau].lines],
    subject: printable(subject(entries, bureau)),
    opening: printable(opening(entries, bureau, occasion)),
    items: entries.map(entry =>
      itemOf(
        entry,
        hasMerged(entries) ? [seenIn(entry.told.facts.merged, bureau, occasion)] : [],
        occasion.today,
      ),
    ),
    closing: closing(entries, occasion).map(printable),
    identification: [
      { label: 'Name', value: printable(sender.name) },
      { label: 'Current address', value: printable(`${street}, ${place}`) },
      { label: 'Date of birth', value: birth },
      { label: 'Social Security number', value: maskSsn(sender.ssnLastFour) },
    ],
    enclosed: occasion.enclosed.map(nameOf),
    signature: printable(sender.name),
  }
}

/** The letters of an account dispute: one for each bureau, in the order in which the product shows bureaus. */
export const accountLetters = (disputed: readonly DisputedAccount[], occasion: Occasion): Letter[] =>
  inOrder(disputed.flatMap(({ at }) => at.map(({ bureau }) => bureau))).map(bureau =>
    letterTo(
      bureau,
      disputed.flatMap(account =>
        account.at.filter(place => place.bureau === bureau).map(({ told }) => ({ ...account, told })),
      ),
      occasion,
    ),
  )

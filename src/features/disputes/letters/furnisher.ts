import { isLate } from '#features/findings/account-facts.ts'
import { wasCollectedOrChargedOff, wasRepossessed } from '#features/findings/reporting-period.ts'
import { type Dollars, showMoney } from '#values/money.ts'
import type { GoodwillWish, SettlementReporting } from '../dispute-requests.ts'
import type { DirectReason } from '../furnishers/direct-reasons.ts'
import { accountClaim, reagedFacts } from './claims.ts'
import { type Enclosure, enclosesEvidence } from './enclosures.ts'
import {
  accountReference,
  afterNumber,
  type FactLine,
  factLines,
  findClearerNumber,
  type LetterEvidence,
} from './evidence.ts'
import type { LetterContent } from './letter.ts'
import { describeMonths, longDate } from './words.ts'

/** The texts of letters to the company that reports an account: a direct dispute, and requests that dispute nothing. */

/** An account as a report shows it. */
export type ShownAccount = {
  evidence: LetterEvidence
  /** Where: `, which my credit report of November 2, 2026 shows in my TransUnion file`. */
  seen: string
}

/** What the company is asked to do with its own records; each ends with what it must then report to the bureaus. */
const asks: Readonly<Record<DirectReason, string>> = {
  not_mine:
    'Please find out whose account this is. Unless your records show that it is mine, have it deleted from my credit files.',
  identity_theft: 'Please find out how this account was opened, and have it deleted from my credit files.',
  not_responsible:
    'Please show on what ground I am named for this account, and correct or delete what you report.',
  included_in_bankruptcy:
    'Please report the account as included in bankruptcy and, if the debt was discharged, with nothing owed and nothing past due.',
  unknown_original_creditor:
    'Please tell me who the original creditor is and which account it was, and have the entry deleted if you cannot verify that.',
  wrong_balance: 'Please check in your records what is owed, and correct what is inaccurate.',
  wrong_limit: 'Please check the credit limit in your records, and correct what is inaccurate.',
  sold_or_transferred:
    'Please report the account as sold or transferred, with no balance and nothing past due.',
  wrong_payment_status: 'Please check the status in your records, and correct what is inaccurate.',
  never_late:
    'Please check your records of my payments, and correct whatever wrongly shows me late to paid as agreed.',
  wrong_dates: 'Please check the dates in your records, and correct what is inaccurate.',
  reaged:
    'Please verify the date of first delinquency from the original records of the account, and correct it if it is inaccurate.',
  paid_or_settled: 'Please report the account as paid or settled, with nothing owed and nothing past due.',
  closed_shown_open: 'Please check when the account was closed, and report it as closed.',
  deceased_in_error: 'Please remove the mark from what you report about this account.',
  other: 'Please check what I say with your records, and correct what you report.',
}

/**
 * The company's duty about the date from which a debt's age is counted (15 USC 1681s-2(a)(5)(A)); 1681c, which ends the
 * reporting, binds the bureaus.
 */
const delinquencyDuty = ({ row }: LetterEvidence): string[] =>
  wasCollectedOrChargedOff(row) || wasRepossessed(row)
    ? [
        'Section 623(a)(5) of the Act, 15 U.S.C. 1681s-2(a)(5), requires you to report the month and year in which the delinquency began that immediately preceded the collection, charge-off or similar action.',
      ]
    : []

const wrongOf = (reason: DirectReason, evidence: LetterEvidence, today: string): string[] => {
  switch (reason) {
    case 'sold_or_transferred':
      return ['This account was sold or transferred, and it is still reported as owed to you.']
    case 'reaged':
      return [...reagedFacts(evidence), ...delinquencyDuty(evidence)]
    default:
      return accountClaim(reason, evidence, today).wrong
  }
}

type DirectClaim = ShownAccount & {
  reason: DirectReason
  explanation: string
  enclosed: readonly Enclosure[]
  today: string
}

/**
 * A direct dispute. 12 CFR 1022.43(d): the account, the specific information and the basis of the dispute, the supporting
 * documents; (e): what the company then must do.
 */
export const directContent = (claim: DirectClaim): LetterContent => {
  const { evidence, seen, reason, explanation, enclosed, today } = claim
  const { row } = evidence
  const what = enclosesEvidence(enclosed)
    ? 'what I say here and the documents that I enclose'
    : 'what I say here'
  return {
    subject: `Direct dispute of ${accountReference(row)}`,
    opening: `I dispute what you report to credit bureaus about the account below${seen}. This is a direct dispute under section 623(a)(8) of the Fair Credit Reporting Act, 15 U.S.C. 1681s-2(a)(8), and 12 CFR 1022.43.`,
    items: [
      {
        title: row.creditorNameReported,
        facts: afterNumber(factLines(row, reason), clearerNumber(evidence)),
        says: wrongOf(reason, evidence, today),
        ownWords: explanation,
        ask: asks[reason],
      },
    ],
    closing: [
      `Please make a reasonable investigation, review ${what}, and send me the result in writing at the address above. 12 CFR 1022.43(e)(3) gives you the time that section 611(a)(1) of the Act, 15 U.S.C. 1681i(a)(1), gives a credit bureau: 30 days from the day you receive this letter, and at most 15 more if I send you more information meanwhile.`,
      'Please do not report this information meanwhile without saying that I dispute it, as section 623(a)(3) of the Act, 15 U.S.C. 1681s-2(a)(3), provides.',
      'If what you reported proves inaccurate, please promptly tell each credit bureau to which you reported it, with the correction, as 12 CFR 1022.43(e)(4) provides.',
    ],
  }
}

const clearerNumber = ({ row, elsewhere }: LetterEvidence) => findClearerNumber(row, elsewhere)

const identifying = ['Account number', 'Account type', 'Original creditor', 'Date opened']

/** What identifies the account for the company. */
export const identify = (evidence: LetterEvidence): FactLine[] =>
  afterNumber(
    factLines(evidence.row, 'other').filter(({ label }) => identifying.includes(label)),
    clearerNumber(evidence),
  )

const lateMonths = ({ row }: LetterEvidence): FactLine[] => {
  const value = describeMonths(row.paymentHistory.filter(({ status }) => isLate(status)))
  return value === '' ? [] : [{ label: 'Late months', value }]
}

type GoodwillRequest = ShownAccount & { wish: GoodwillWish; explanation: string }

const wishes: Readonly<Record<GoodwillWish, string>> = {
  late_payments:
    'As a courtesy, please consider asking the credit bureaus to remove the late payments that are reported on this account.',
  whole_account:
    'As a courtesy, please consider asking the credit bureaus to remove this account from my files.',
}

/**
 * A request for a courtesy. No law requires the company to grant it, and the letter itself admits and disputes nothing.
 */
export const goodwillContent = ({ evidence, seen, wish, explanation }: GoodwillRequest): LetterContent => ({
  subject: `Request about ${accountReference(evidence.row)}`,
  opening: `I write about the account below${seen}. I have a request that you are free to grant or to decline.`,
  items: [
    {
      title: evidence.row.creditorNameReported,
      facts: [...identify(evidence), ...(wish === 'late_payments' ? lateMonths(evidence) : [])],
      says: ['I ask for your goodwill.'],
      ownWords: explanation,
      ask: wishes[wish],
    },
  ],
  closing: [
    'This is a request. It is not a dispute under the Fair Credit Reporting Act. Apart from my own words above it admits nothing.',
    'Please tell me in writing, at the address above, what you decide. Thank you for considering it.',
  ],
})

type SettlementOffer = ShownAccount & {
  amount: Dollars
  /** The last day on which the user would pay, `YYYY-MM-DD`; null if they name none. */
  payBy: string | null
  reporting: SettlementReporting
  explanation: string | null
}

const reportings: Readonly<Record<SettlementReporting, string[]>> = {
  as_settled: [
    'that you will report it to credit bureaus as settled, with nothing owed and nothing past due',
  ],
  deleted: ['that you will ask the credit bureaus to delete the entry from my files'],
  not_asked: [],
}

/** `a; b; and c`. */
const listTerms = (terms: readonly string[]): string =>
  terms.map((term, at) => (at === terms.length - 1 ? `and ${term}` : term)).join('; ')

/**
 * An offer to settle. It names the debt as the company reports it, states that it admits and promises nothing, and
 * requests a written agreement before any payment.
 */
export const settlementContent = (offer: SettlementOffer): LetterContent => {
  const { evidence, seen, amount, payBy, reporting, explanation } = offer
  const day = payBy === null ? '' : `, to be paid by ${longDate(payBy)}`
  const terms = [
    'whom I pay, how and by when',
    'that this payment settles the account in full, and that you will not collect, sell or assign any remaining balance',
    ...reportings[reporting],
  ]
  return {
    subject: `Offer to settle ${accountReference(evidence.row)}`,
    opening: `I write about the account below${seen}.`,
    items: [
      {
        title: evidence.row.creditorNameReported,
        facts: identify(evidence),
        says: [`To resolve this matter I offer ${showMoney(amount)}${day}.`],
        ownWords: explanation,
        ask: `Before I pay anything, please send me an agreement in writing that says ${listTerms(terms)}.`,
      },
    ],
    closing: [
      'This letter is an offer to settle. It is not an admission that I owe this debt or any part of it, and it does not renew or extend any time limit for a claim. It binds me to nothing before I have your agreement in writing.',
      'Please answer in writing at the address above.',
    ],
  }
}

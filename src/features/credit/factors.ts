import { distinctBureaus } from '#values/bureau.ts'
import { dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { Basis, Factor, Recommendation } from './contract.ts'
import {
  capitalize,
  compareByImportance,
  type FactorMeasurement,
  formatMeasure,
  rateMeasure,
  toFactor,
} from './factor-bands.ts'
import { measureCardUse } from './factors/card-use.ts'
import { measureDerogatoryMarks } from './factors/derogatory-marks.ts'
import { measurePaymentHistory } from './factors/payment-history.ts'
import {
  type AccountOpening,
  type CreditFacts,
  findOpening,
  isAuthorizedUserAccount,
  isOpenAccount,
  isWithinMonths,
  type ShownInquiry,
} from './facts.ts'
import { accountBasis, accountName, count, describeRepeated, inquiryActs, openAccount } from './wording.ts'

const daysPerYear = 365.25

const keepOpen = (cards: readonly AccountOpening[], facts: CreditFacts): Recommendation[] => {
  const [oldest] = cards.toSorted((one, other) => dayNumber(one.date) - dayNumber(other.date))
  if (oldest === undefined) return []
  const name = accountName(oldest.row, facts)
  return [
    {
      title: `The oldest open card of your own is ${name}`,
      recommendation: `Keep ${name} open, even if you use it rarely.`,
      explanation: `It was opened ${showDate(oldest.date)}. The age of open accounts is measured from that date.`,
      acts: [openAccount(oldest.row, facts)],
    },
  ]
}

/**
 * Mean age of the open accounts at the report's date, in years. A missing day or month counts as the first;
 * an opening date after the report is ignored.
 */
const measureCreditAge = (facts: CreditFacts): FactorMeasurement | null => {
  const { asOf } = facts
  if (asOf === null) return null
  const opened = facts.accounts
    .filter(isOpenAccount)
    .map(account => findOpening(account, asOf))
    .filter(opening => opening !== null)
  if (opened.length === 0) return null
  const daysOld = (date: PartialDate) => Math.max(0, dayNumber(asOf) - dayNumber(date))
  const days = opened.reduce((sum, { date }) => sum + daysOld(date), 0) / opened.length
  const years = days / daysPerYear
  const repeated = describeRepeated(facts.repeated.filter(isOpenAccount))
  const cards = opened.filter(
    ({ row }) => row.accountType === 'Revolving' && !isAuthorizedUserAccount(facts, row),
  )
  return {
    id: 'credit_age',
    measure: years,
    value: capitalize(formatMeasure('credit_age', years, 1, number => `${number} years`)),
    description:
      opened.length === 1
        ? `The age of your one open account on ${showDate(asOf)}.${repeated}`
        : `The average age of your ${opened.length} open accounts on ${showDate(asOf)}.${repeated}`,
    alerts: rateMeasure('credit_age', years) === 'excellent' ? [] : keepOpen(cards, facts),
    basis: opened.map(({ row, date }) =>
      accountBasis(row, facts, `Opened ${showDate(date)}, ${(daysOld(date) / daysPerYear).toFixed(1)} years`),
    ),
  }
}

/** All accounts, open or not, each once. */
const measureTotalAccounts = (facts: CreditFacts): FactorMeasurement | null => {
  const total = facts.accounts.length
  if (total === 0) return null
  const open = facts.accounts.filter(isOpenAccount).length
  return {
    id: 'total_accounts',
    measure: total,
    value: String(total),
    description: `${count(total, 'account')} on your report, ${open} of them open.${describeRepeated(facts.repeated)}`,
    alerts: [],
    basis: facts.accounts.map(account =>
      accountBasis(
        account.latest,
        facts,
        `${isOpenAccount(account) ? 'Open' : 'Not open'}, listed by ${showList(distinctBureaus(account.rows))}`,
      ),
    ),
  }
}

/** How long a hard inquiry counts. */
const months = 24

const aboutInquiry = (inquiry: ShownInquiry): Recommendation => ({
  title: `Check the inquiry of ${inquiry.company}`,
  recommendation: `Check that you applied for credit with ${inquiry.company} on ${showDate(inquiry.date)}. If you did not, start a dispute.`,
  explanation: `${inquiry.bureau} lists it. An inquiry is a company asking for your file.`,
  acts: inquiryActs(inquiry),
})

export const inquiryBasis = (inquiry: ShownInquiry): Basis => ({
  label: inquiry.company,
  value: showDate(inquiry.date) ?? '-',
  inquiryId: inquiry.id,
  bureau: inquiry.bureau,
})

const recentInquiries = ({ inquiries, asOf }: CreditFacts): ShownInquiry[] =>
  asOf === null ? [] : inquiries.filter(inquiry => isWithinMonths(inquiry.date, months, asOf))

/** A document that does not show every inquiry proves no absence: without one that does, none is not zero. */
const measureHardInquiries = (facts: CreditFacts): FactorMeasurement | null => {
  if (!facts.hasFile || facts.asOf === null) return null
  const recent = recentInquiries(facts)
  const { whole, partial } = facts.inquiryFiles
  const mayLack = partial.length > 0
  if (recent.length === 0 && mayLack && whole.length === 0) return null
  const rating = rateMeasure('hard_inquiries', recent.length)
  return {
    id: 'hard_inquiries',
    measure: recent.length,
    value: String(recent.length),
    description:
      recent.length === 0
        ? `No application for credit in the ${months} months before ${showDate(facts.asOf)}${mayLack ? ` at ${showList(whole)}` : ''}.`
        : `${mayLack ? 'At least ' : ''}${count(recent.length, 'application')} for credit in the ${months} months before ${showDate(facts.asOf)}.`,
    alerts: rating === 'fair' || rating === 'poor' ? recent.slice(0, 3).map(aboutInquiry) : [],
    basis: recent.map(inquiryBasis),
  }
}

const measures = [
  measurePaymentHistory,
  measureCardUse,
  measureDerogatoryMarks,
  measureCreditAge,
  measureTotalAccounts,
  measureHardInquiries,
]

/** The factors of a report, most important first; one without data is left out. */
export const computeFactors = (facts: CreditFacts): Factor[] =>
  measures
    .map(measure => measure(facts))
    .filter(measured => measured !== null)
    .map(toFactor)
    .toSorted(compareByImportance)

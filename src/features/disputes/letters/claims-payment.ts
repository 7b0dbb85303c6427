import { areComparable } from '#features/findings/dates-apart.ts'
import { adverseMonths, isAdverse, selectDisputedMonths } from '#features/findings/disputed-months.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import { centsOf, showMoney } from '#values/money.ts'
import type { AccountFacts } from '../facts.ts'
import type { ClaimWriter } from './claims.ts'
import type { LetterEvidence } from './told.ts'
import { describeElsewhere, sourceName } from './told.ts'
import { describeMonths, joinWithAnd, longDate, payStatusText, spellCount, statusText } from './words.ts'

const positive = (amount: string | null): boolean => (centsOf(amount) ?? 0) > 0

/** More months than this stand in the item's own line of late months; the sentence then only counts them. */
const fewMonths = 3

/** The status that a row gives; of one that gives none only what it counts as. */
const sayStatus = (told: LetterEvidence, still: string): string => {
  const words = statusText(told.facts)
  if (words !== null) return `${sourceName(told)} ${still}gives this status: ${words}.`
  return told.facts.isCollection
    ? `${sourceName(told)} ${still}shows it as a collection.`
    : `${sourceName(told)} ${still}shows it as derogatory.`
}

/** What a file without late months says about being late, from the strongest evidence that it gives. */
const saysLate = (told: LetterEvidence): string => {
  const { facts } = told
  const counted = (
    [
      [facts.late30, '30 days late'],
      [facts.late60, '60 days late'],
      [facts.late90, '90 days late or more'],
    ] as const
  ).flatMap(([count, howLate]) =>
    count === null || count === 0
      ? []
      : [`${spellCount(count)} ${count === 1 ? 'payment' : 'payments'} ${howLate}`],
  )
  if (counted.length > 0) return `${sourceName(told)} counts ${joinWithAnd(counted)}.`
  if (!isAdverse(facts.payStatus)) {
    if (facts.worstStatus !== null && isAdverse(facts.worstStatus))
      return `${sourceName(told)} gives ${payStatusText(facts.worstStatus)} as the worst status.`
    if (positive(facts.amountPastDue))
      return `${sourceName(told)} shows ${showMoney(facts.amountPastDue ?? '')} past due.`
  }
  return sayStatus(told, '')
}

/** The months late here that another bureau shows as paid as agreed. */
const paidElsewhere = (told: LetterEvidence, other: AccountFacts): string | null => {
  const good = adverseMonths(told.facts).filter(month =>
    other.paymentHistory.some(same => same.date === month.date && same.status === 'OK'),
  )
  return good.length === 0
    ? null
    : `shows ${joinWithAnd(good.map(month => longDate(month.date)))} as paid as agreed`
}

const stillOwed = (told: LetterEvidence): string => {
  const { currentBalance, amountPastDue } = told.facts
  const shown = [
    ...(positive(currentBalance) ? [`a balance of ${showMoney(currentBalance ?? '')}`] : []),
    ...(positive(amountPastDue) ? [`${showMoney(amountPastDue ?? '')} past due`] : []),
  ]
  return shown.length > 0
    ? `${sourceName(told)} still shows ${joinWithAnd(shown)}.`
    : sayStatus(told, 'still ')
}

/** Another bureau that shows nothing owed: paid accounts stay paid, any other must have been reported close in time. */
const nothingOwedElsewhere = (told: LetterEvidence, other: AccountFacts): string | null => {
  if (!positive(told.facts.currentBalance) || centsOf(other.currentBalance) !== 0) return null
  if (other.accountStatus === 'Paid') return 'shows it as paid, with a balance of $0.00'
  return areComparable(told.facts, other) ? 'shows a balance of $0.00' : null
}

/** How the account was paid and whether it is open. */
export const paymentClaims = {
  never_late: told => {
    const months = selectDisputedMonths(told.facts, told.elsewhere)
    const check = `Please have ${told.facts.creditorNameReported} check its records of my payments`
    if (months.length === 0) {
      return {
        wrong: [`I was never late on this account. ${saysLate(told)}`],
        ask: `${check}, and correct whatever shows me late to paid as agreed.`,
      }
    }
    // What is denied is the months, and no more: before them there may have been others that were late.
    const areListed = months.length > fewMonths && months.length === adverseMonths(told.facts).length
    const when = areListed ? 'those months' : joinWithAnd(months.map(month => longDate(month.date)))
    return {
      wrong: [
        areListed
          ? `${sourceName(told)} marks the ${spellCount(months.length)} months listed above as late or worse. I was not late in any of them.`
          : `I was not late in ${when}. ${sourceName(told)} shows the account as ${describeMonths(months)}.`,
        ...describeElsewhere(told, other => paidElsewhere(told, other)),
      ],
      ask: `${check} for ${when}, and correct whatever shows me late then to paid as agreed.`,
    }
  },
  paid_or_settled: told => ({
    wrong: [
      `I paid or settled this account. ${stillOwed(told)}`,
      ...describeElsewhere(told, other => nothingOwedElsewhere(told, other)),
    ],
    ask: 'Please show the account as paid or settled, with nothing owed and nothing past due.',
  }),
  closed_shown_open: told => ({
    wrong: [
      `This account is closed. ${sourceName(told)} ${told.facts.openClosed === 'Open' ? 'shows it as open' : 'does not show it as closed'}.`,
      ...(told.facts.dateClosed === null
        ? []
        : [`${sourceName(told)} itself gives ${longDate(told.facts.dateClosed)} as the date closed.`]),
      ...describeElsewhere(told, other => (other.openClosed === 'Closed' ? 'shows it as closed' : null)),
    ],
    ask: `Please check with ${told.facts.creditorNameReported} when the account was closed, and show it as closed.`,
  }),
} satisfies Partial<Record<AccountReason, ClaimWriter>>

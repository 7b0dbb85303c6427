import {
  deceasedRemarks,
  isCollectorAccount,
  isLate as isDaysLate,
} from '#features/findings/account-facts.ts'
import { adverseMonths, isAdverse, selectDisputedMonths } from '#features/findings/disputed-months.ts'
import { areComparable, datesDiffer, isBefore } from '#features/findings/partial-dates.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import {
  addSevenYears,
  earliestDay,
  latestDay,
  mayBeFederalDefault,
  reportingEndRange,
  wasCollectedOrChargedOff,
  wasRepossessed,
} from '#features/findings/reporting-period.ts'
import { findOriginalCreditor } from '#features/reports/creditor.ts'
import { addMonthsToDay, type PartialDate } from '#values/dates.ts'
import { centsOf, dollarsOf, showMoney } from '#values/money.ts'
import type { AccountFacts, AccountRow } from '../facts.ts'
import { differingFields, disputedFields } from '../value-differences.ts'
import { describeElsewhere, type LetterEvidence, sourceName } from './evidence.ts'
import type { Claim } from './item-letters.ts'
import {
  describeMonths,
  joinWithAnd,
  joinWithOr,
  longDate,
  payStatusText,
  spellCount,
  statusText,
} from './words.ts'

type ClaimWriter = (evidence: LetterEvidence, today: string) => Claim

const dates = [
  ['dateOpened', 'date opened'],
  ['dateClosed', 'date closed'],
  ['dateFirstDelinquency', 'date of first delinquency'],
] as const satisfies readonly (readonly [keyof AccountRow, string])[]

/** The dates of an account that differ too much from another bureau's, with their names. */
export const differingDates = (row: AccountRow, other: AccountRow): { name: string; date: PartialDate }[] =>
  dates.flatMap(([field, name]) => {
    const date = other[field]
    return date !== null && datesDiffer(row[field], date) ? [{ name, date }] : []
  })

const firstDelinquency = (evidence: LetterEvidence): string =>
  evidence.row.dateFirstDelinquency === null
    ? 'The report that I have gives no date of first delinquency.'
    : `${sourceName(evidence)} gives ${longDate(evidence.row.dateFirstDelinquency)} as the date of first delinquency.`

/** The last day of reporting, stated once it has passed for every possible day of the reported date. */
const timeOver = (evidence: LetterEvidence, today: string): string[] => {
  const ends = reportingEndRange(evidence.row)
  if (ends === null || ends.latest >= today || mayBeFederalDefault(evidence.row)) return []
  return [
    ends.earliest === ends.latest
      ? `Counted from it, the time ended on ${longDate(ends.latest)}.`
      : `Counted from it, the time ended by ${longDate(ends.latest)}.`,
  ]
}

/** The bureau's own removal date, quoted once it has passed. */
const ownWord = ({ row }: LetterEvidence, today: string): string[] =>
  row.removalDate == null || latestDay(row.removalDate) >= today
    ? []
    : [`Your own report says that this account was to be removed by ${longDate(row.removalDate)}.`]

/**
 * Whether the row shows something adverse that is younger than seven years: a late month, or an open account that is late
 * now.
 */
const isPartlyYounger = ({ row }: LetterEvidence, today: string): boolean =>
  (row.openClosed === 'Open' && isDaysLate(row.payStatus)) ||
  adverseMonths(row).some(({ date }) => addSevenYears(latestDay(date)) >= today)

/** The late months that are certainly over seven years old, unless the whole account ends at once (15 USC 1681c(a)(4)). */
const oldMonths = (evidence: LetterEvidence, today: string): string[] => {
  const old = wasCollectedOrChargedOff(evidence.row)
    ? []
    : adverseMonths(evidence.row).filter(({ date }) => addSevenYears(latestDay(date)) < today)
  return old.length === 0
    ? []
    : [`${sourceName(evidence)} shows the account as ${describeMonths(old)}, more than seven years ago.`]
}

/**
 * The seven years of 15 USC 1681c(a)(4) and (5), starting for collections and charge-offs as 1681c(c)(1) provides. Other
 * rules apply to a federal student loan in default, and the row does not say whether a loan is one.
 */
const limit = ({ row }: LetterEvidence): string => {
  if (mayBeFederalDefault(row))
    return 'How long a loan in default may be reported depends on its kind: section 605 of the Act, 15 U.S.C. 1681c, sets a time, and 20 U.S.C. 1080a(f) and 1087cc(c)(3) set others for federal student loans.'
  return wasCollectedOrChargedOff(row)
    ? 'Section 605 of the Act, 15 U.S.C. 1681c(a)(4) and (c)(1), ends the reporting of a collection or charge-off seven years and 180 days after the delinquency that led to it began.'
    : 'Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years.'
}

/** What else to check, if the time depends on it. */
const kindToo = ({ row }: LetterEvidence): string => (mayBeFederalDefault(row) ? 'the kind of loan and ' : '')

/** An account that was late but neither collected nor charged off may stay; only its adverse parts must be removed. */
const deleteIfOver = ({ row }: LetterEvidence): string =>
  `delete ${wasCollectedOrChargedOff(row) ? 'the account' : 'what is adverse'} if its time is over.`

/** The amount below which the bureaus list no medical collection, in cents, compared with the amount first reported. */
const medicalFloor = 50_000

/**
 * Which part of the bureaus' announcements on medical collections a row itself meets on a day (`YYYY-MM-DD`), as text
 * that follows the name of who shows it; null if it meets none (finder rule C-37).
 */
export const medicalExclusion = (row: AccountRow, today: string): string | null => {
  const first = centsOf(row.highBalance) ?? centsOf(row.currentBalance)
  const began = row.dateFirstDelinquency
  if (row.accountStatus === 'Paid') return 'shows this one as paid'
  if (began !== null && isBefore(addMonthsToDay(today, -12), earliestDay(began)))
    return `gives ${longDate(began)} as the date of first delinquency, less than one year ago`
  return first !== null && first > 0 && first < medicalFloor
    ? `shows this one with an amount of ${showMoney(dollarsOf(first))}`
    : null
}

const whyNotListed = (evidence: LetterEvidence, today: string): string[] => {
  const why = medicalExclusion(evidence.row, today)
  return why === null ? [] : [`${sourceName(evidence)} ${why}.`]
}

const positive = (amount: string | null): boolean => (centsOf(amount) ?? 0) > 0

/** More months than this are listed in the item's own line of late months, and the sentence only counts them. */
const fewMonths = 3

/** The status that a row reports; if it reports none, only whether it is derogatory. */
const sayStatus = (evidence: LetterEvidence, still: string): string => {
  const words = statusText(evidence.row)
  if (words !== null) return `${sourceName(evidence)} ${still}gives this status: ${words}.`
  return evidence.row.isCollection
    ? `${sourceName(evidence)} ${still}shows it as a collection.`
    : `${sourceName(evidence)} ${still}shows it as derogatory.`
}

/** What a file without late months shows about lateness, from its strongest evidence. */
const saysLate = (evidence: LetterEvidence): string => {
  const { row } = evidence
  const counted = (
    [
      [row.late30, '30 days late'],
      [row.late60, '60 days late'],
      [row.late90, '90 days late or more'],
    ] as const
  ).flatMap(([count, howLate]) =>
    count === null || count === 0
      ? []
      : [`${spellCount(count)} ${count === 1 ? 'payment' : 'payments'} ${howLate}`],
  )
  if (counted.length > 0) return `${sourceName(evidence)} counts ${joinWithAnd(counted)}.`
  if (!isAdverse(row.payStatus)) {
    if (row.worstStatus !== null && isAdverse(row.worstStatus))
      return `${sourceName(evidence)} gives ${payStatusText(row.worstStatus)} as the worst status.`
    if (positive(row.amountPastDue))
      return `${sourceName(evidence)} shows ${showMoney(row.amountPastDue ?? '')} past due.`
  }
  return sayStatus(evidence, '')
}

/** The months that are late here and shown as paid as agreed by another bureau. */
const paidElsewhere = (evidence: LetterEvidence, other: AccountFacts): string | null => {
  const good = adverseMonths(evidence.row).filter(month =>
    other.paymentHistory.some(same => same.date === month.date && same.status === 'OK'),
  )
  return good.length === 0
    ? null
    : `shows ${joinWithAnd(good.map(month => longDate(month.date)))} as paid as agreed`
}

const stillOwed = (evidence: LetterEvidence): string => {
  const { currentBalance, amountPastDue } = evidence.row
  const shown = [
    ...(positive(currentBalance) ? [`a balance of ${showMoney(currentBalance ?? '')}`] : []),
    ...(positive(amountPastDue) ? [`${showMoney(amountPastDue ?? '')} past due`] : []),
  ]
  return shown.length > 0
    ? `${sourceName(evidence)} still shows ${joinWithAnd(shown)}.`
    : sayStatus(evidence, 'still ')
}

/** Another bureau that shows nothing owed: paid accounts stay paid, any other must have been reported close in time. */
const nothingOwedElsewhere = (evidence: LetterEvidence, other: AccountFacts): string | null => {
  if (!positive(evidence.row.currentBalance) || centsOf(other.currentBalance) !== 0) return null
  if (other.accountStatus === 'Paid') return 'shows it as paid, with a balance of $0.00'
  return areComparable(evidence.row, other) ? 'shows a balance of $0.00' : null
}

/** The claim about a value: that it is inaccurate, which bureau's is right, or that the bureaus differ. */

const creditorOf = (evidence: LetterEvidence) => evidence.row.creditorNameReported

const says = (evidence: LetterEvidence, words: string | null): string[] =>
  words === null ? [] : [`${sourceName(evidence)} ${words}.`]

/** That this bureau's value is inaccurate, and the value of the bureau that the user calls right. */
const describeRightValue = (reason: AccountReason, evidence: LetterEvidence): string[] => {
  const { right, rightSeenIn } = evidence
  if (right === null) return []
  const seenThere = rightSeenIn === undefined ? right.bureau : `In ${rightSeenIn}, ${right.bureau}`
  return differingFields(reason, evidence.row, right).flatMap(field => {
    const [own, other] = [field.describe(evidence.row), field.describe(right)]
    return own === null || other === null
      ? []
      : [`${sourceName(evidence)} ${own}. That is inaccurate.`, `${seenThere} ${other}. That is accurate.`]
  })
}

/** What each bureau shows if they differ, without calling any value right. */
const describeDifferences = (reason: AccountReason, evidence: LetterEvidence): string[] => {
  const differing = disputedFields(reason).filter(field =>
    evidence.elsewhere.some(other => differingFields(reason, evidence.row, other).includes(field)),
  )
  const named = (differing.length > 0 ? differing : disputedFields(reason)).filter(
    field => field.describe(evidence.row) !== null,
  )
  if (named.length === 0) {
    const missing = disputedFields(reason).map(({ name }) => `no ${name}`)
    return [`The report that I have gives ${joinWithAnd(missing)} for this account.`]
  }
  return [
    ...(differing.length > 0
      ? [
          `The bureaus report the ${joinWithAnd(differing.map(({ name }) => name))} of this account differently.`,
        ]
      : [`I ask you to verify the ${joinWithAnd(named.map(({ name }) => name))} of this account.`]),
    ...named.flatMap(field => [
      ...says(evidence, field.describe(evidence.row)),
      ...(differing.length > 0 ? describeElsewhere(evidence, other => field.describe(other)) : []),
    ]),
  ]
}

/** A bureau must delete or modify what is inaccurate or incomplete or cannot be verified (15 USC 1681i(a)(5)(A)). */
const askToVerify = (what: string, evidence: LetterEvidence): string =>
  `Please verify ${what} with ${creditorOf(evidence)}, and correct or delete whatever is inaccurate, incomplete or cannot be verified.`

/** The texts of a reason that disputes a value, for each way in which it can be disputed. */
const aboutValue =
  (reason: AccountReason, what: string, own: (evidence: LetterEvidence) => Claim): ClaimWriter =>
  evidence => {
    if (evidence.right !== null)
      return {
        wrong: describeRightValue(reason, evidence),
        ask: `Please check ${what} with ${creditorOf(evidence)} and correct the entry.`,
      }
    return evidence.asksToVerify
      ? { wrong: describeDifferences(reason, evidence), ask: askToVerify(what, evidence) }
      : own(evidence)
  }

/** What is shown as owed. Nothing past due, next to a balance, is not an amount that could be wrong. */
const owed = ({ row: { currentBalance, amountPastDue } }: LetterEvidence): string[] => [
  ...(currentBalance === null ? [] : [`a balance of ${showMoney(currentBalance)}`]),
  ...(amountPastDue === null || (currentBalance !== null && centsOf(amountPastDue) === 0)
    ? []
    : [`${showMoney(amountPastDue)} past due`]),
]

const balanceAlone = (evidence: LetterEvidence): Claim => {
  const amounts = owed(evidence)
  // One of two amounts may be right: a current account with something past due has its balance.
  const areTwo = amounts.length > 1
  return {
    wrong: [
      `${areTwo ? 'At least one of the amounts' : 'The amount'} shown as owed is inaccurate. ${sourceName(evidence)} shows ${joinWithAnd(amounts)}.`,
    ],
    ask: `Please check with ${creditorOf(evidence)} what is owed and correct ${areTwo ? 'what is inaccurate' : 'the amount'}.`,
  }
}

const limitAlone = (evidence: LetterEvidence): Claim => ({
  wrong: [
    evidence.row.creditLimit === null
      ? `${sourceName(evidence)} gives no credit limit for this account. It has one, so the entry is incomplete.`
      : `The credit limit of ${showMoney(evidence.row.creditLimit)} is inaccurate.`,
  ],
  ask: `Please check the credit limit with ${creditorOf(evidence)} and correct it.`,
})

const statusAlone = (evidence: LetterEvidence): Claim => {
  const words = statusText(evidence.row)
  return {
    wrong: [
      words === null
        ? 'The status shown for this account is inaccurate.'
        : `${sourceName(evidence)} gives this status: ${words}. That is inaccurate.`,
    ],
    ask: `Please check the status with ${creditorOf(evidence)} and correct it.`,
  }
}

const datesAlone = (evidence: LetterEvidence): Claim => ({
  wrong: ['At least one of the dates shown for this account is inaccurate.'],
  ask: `Please check the dates with ${creditorOf(evidence)} and correct them.`,
})

/** The claim that the date from which an account's age is counted is too late, without the rule. */
export const reagedFacts = (evidence: LetterEvidence): string[] => {
  if (evidence.right !== null)
    return [
      ...describeRightValue('reaged', evidence),
      'The date in your file makes the account look newer than it is.',
    ]
  return evidence.asksToVerify
    ? describeDifferences('reaged', evidence)
    : [
        'The date from which the age of this account is counted is too late, so that it looks newer than it is.',
        firstDelinquency(evidence),
      ]
}

/**
 * The texts of every reason. Each sentence states a reported field, or the user's claim made by choosing the reason, or a
 * rule of the Act with its section.
 */
const wordings: Readonly<Record<AccountReason, ClaimWriter>> = {
  not_mine: () => ({
    wrong: ['This account is not mine.'],
    ask: 'Please find out whose account this is, and delete it from my file unless it is verified as mine.',
  }),
  identity_theft: ({ row }) => ({
    // A collector's entry originates from an account that was opened elsewhere.
    wrong: [
      `I did not open ${isCollectorAccount(row) ? 'the account that this debt comes from' : 'this account'}. Someone opened it in my name without my permission.`,
    ],
    ask: 'Please find out how this account came into my file, and delete it.',
  }),
  not_responsible: evidence => ({
    wrong: [
      'I am not responsible for this debt.',
      ...(evidence.row.responsibility === null
        ? []
        : [`${sourceName(evidence)} gives this as my responsibility: ${evidence.row.responsibility}.`]),
    ],
    ask: `Please have ${evidence.row.creditorNameReported} show on what ground I am named for this account, and correct or delete the entry.`,
  }),
  duplicate: evidence => ({
    wrong: [
      'The same debt is listed more than once.',
      ...evidence.sameDebt.map(({ named }) => `${sourceName(evidence)} also lists ${named}.`),
    ],
    ask: 'Please keep at most one entry for this debt and delete the others.',
  }),
  included_in_bankruptcy: evidence => ({
    wrong: [
      'This debt was included in my bankruptcy.',
      ...evidence.bankruptcies.map(({ type, filed, disposition, disposed }) => {
        const parts = [
          filed === null ? null : `filed ${longDate(filed)}`,
          disposition === null
            ? null
            : `disposition ${disposition}${disposed === null ? '' : `, ${longDate(disposed)}`}`,
        ].filter(part => part !== null)
        return `Your file lists this public record: ${type}${parts.map(part => `, ${part}`).join('')}.`
      }),
    ],
    // Until the discharge, and in a plan, a debt may be owed (11 USC 524(a), 1328(a)).
    ask: 'Please show the account as included in bankruptcy and, if the debt was discharged, with nothing owed and nothing past due.',
  }),
  sold_or_transferred: evidence => ({
    wrong: [
      `This account was sold or transferred, and ${evidence.row.creditorNameReported} still reports it as owed.`,
    ],
    ask: 'Please show the account as sold or transferred, with no balance and nothing past due.',
  }),
  medical: (evidence, today) => ({
    wrong: [
      'This is a medical debt.',
      'The three nationwide credit bureaus announced in 2022 and 2023 that they do not list medical collections that are paid, less than one year old or below $500.',
      ...whyNotListed(evidence, today),
    ],
    ask: `Please check with ${evidence.row.creditorNameReported} whether this one may be listed, and delete it if not.`,
  }),
  unknown_original_creditor: ({ row }) => {
    const named = findOriginalCreditor(row)
    return {
      wrong: [
        named === null
          ? 'I do not know where this debt comes from. The report that I have does not name the original creditor.'
          : `I do not know where this debt comes from. I do not recognize the original creditor that is named, ${named}.`,
      ],
      ask: `Please have ${row.creditorNameReported} say who the original creditor is and which account it was, and delete the entry if that cannot be verified.`,
    }
  },
  wrong_balance: aboutValue('wrong_balance', 'what is owed', balanceAlone),
  wrong_limit: aboutValue('wrong_limit', 'the credit limit', limitAlone),
  wrong_payment_status: aboutValue('wrong_payment_status', 'the status', statusAlone),
  wrong_dates: aboutValue('wrong_dates', 'the dates', datesAlone),
  never_late: evidence => {
    const months = selectDisputedMonths(evidence.row, evidence.elsewhere)
    const check = `Please have ${evidence.row.creditorNameReported} check its records of my payments`
    if (months.length === 0) {
      return {
        wrong: [`I was never late on this account. ${saysLate(evidence)}`],
        ask: `${check}, and correct whatever shows me late to paid as agreed.`,
      }
    }
    // Only these months are denied; before them there may have been others that were late.
    const areListed = months.length > fewMonths && months.length === adverseMonths(evidence.row).length
    const denied = months.map(month => longDate(month.date))
    const when = areListed ? 'those months' : joinWithAnd(denied)
    return {
      wrong: [
        areListed
          ? `${sourceName(evidence)} marks the ${spellCount(months.length)} months listed above as late or worse. I was not late in any of them.`
          : `I was not late in ${joinWithOr(denied)}. ${sourceName(evidence)} shows the account as ${describeMonths(months)}.`,
        ...describeElsewhere(evidence, other => paidElsewhere(evidence, other)),
      ],
      ask: `${check} for ${when}, and correct whatever shows me late then to paid as agreed.`,
    }
  },
  paid_or_settled: evidence => ({
    wrong: [
      `I paid or settled this account. ${stillOwed(evidence)}`,
      ...describeElsewhere(evidence, other => nothingOwedElsewhere(evidence, other)),
    ],
    ask: 'Please show the account as paid or settled, with nothing owed and nothing past due.',
  }),
  closed_shown_open: evidence => ({
    wrong: [
      `This account is closed. ${sourceName(evidence)} ${evidence.row.openClosed === 'Open' ? 'shows it as open' : 'does not show it as closed'}.`,
      ...(evidence.row.dateClosed === null
        ? []
        : [`${sourceName(evidence)} itself gives ${longDate(evidence.row.dateClosed)} as the date closed.`]),
      ...describeElsewhere(evidence, other => (other.openClosed === 'Closed' ? 'shows it as closed' : null)),
    ],
    ask: `Please check with ${evidence.row.creditorNameReported} when the account was closed, and show it as closed.`,
  }),
  too_old: (evidence, today) => ({
    wrong: [
      wasCollectedOrChargedOff(evidence.row)
        ? 'This account is too old to be reported.'
        : `${isPartlyYounger(evidence, today) ? 'Some of what' : 'What'} is shown against me on this account is too old to be reported.`,
      limit(evidence),
      ...oldMonths(evidence, today),
      firstDelinquency(evidence),
      ...timeOver(evidence, today),
      ...ownWord(evidence, today),
    ],
    ask: `Please check ${kindToo(evidence)}the date of first delinquency with ${creditorOf(evidence)}, and ${deleteIfOver(evidence)}`,
  }),
  reaged: evidence => ({
    wrong: [
      ...reagedFacts(evidence),
      !mayBeFederalDefault(evidence.row) &&
      (wasCollectedOrChargedOff(evidence.row) || wasRepossessed(evidence.row))
        ? 'Section 605(c) of the Act, 15 U.S.C. 1681c(c)(1), counts from the delinquency that led to the collection, charge-off or similar action, not from a later date.'
        : limit(evidence),
    ],
    ask: `Please have ${kindToo(evidence)}the date of first delinquency verified from the records of the original creditor, correct what is inaccurate, and ${deleteIfOver(evidence)}`,
  }),
  deceased_in_error: evidence => ({
    wrong: [
      'I am alive. This account is marked as that of a person who has died.',
      ...deceasedRemarks(evidence.row).map(text => `${sourceName(evidence)} carries this remark: ${text}.`),
    ],
    ask: 'Please remove the mark from this account and from my file.',
  }),
  other: evidence => ({
    wrong: ['What is shown for this account is inaccurate or incomplete.'],
    ask: `Please check what I say with ${evidence.row.creditorNameReported} and correct the entry.`,
  }),
}

/** The claim in a letter dated `YYYY-MM-DD` for a reason about an item. */
export const accountClaim = (reason: AccountReason, evidence: LetterEvidence, today: string): Claim =>
  wordings[reason](evidence, today)

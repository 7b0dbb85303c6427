import { namesOriginalCreditor } from '#features/findings/account-facts.ts'
import { adverseMonths, isAdverse, selectDisputedMonths } from '#features/findings/disputed-months.ts'
import { areComparable, datesDiffer, isBefore } from '#features/findings/partial-dates.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import {
  addSevenYears,
  earliestDay,
  latestDay,
  reportingEndRange,
  wasCollectedOrChargedOff,
} from '#features/findings/reporting-period.ts'
import { addMonthsToDay, type PartialDate } from '#values/dates.ts'
import { centsOf, dollarsOf, showMoney } from '#values/money.ts'
import type { AccountFacts, AccountRow } from '../facts.ts'
import { differingFields, disputedFields } from '../value-differences.ts'
import { describeElsewhere, type LetterEvidence, sourceName } from './evidence.ts'
import { describeMonths, joinWithAnd, longDate, payStatusText, spellCount, statusText } from './words.ts'

/** What the letter says of one item: what is wrong, in sentences, and what is asked. */
export type Claim = { wrong: string[]; ask: string }

export type ClaimWriter = (told: LetterEvidence, today: string) => Claim

const otherwise = {
  deceased_in_error: told => ({
    wrong: [
      'I am alive. This account is marked as that of a person who has died.',
      ...told.facts.remarks
        .filter(({ text }) => /deceased/i.test(text))
        .map(({ text }) => `${sourceName(told)} carries this remark: ${text}.`),
    ],
    ask: 'Please remove the mark from this account and from my file.',
  }),
  other: told => ({
    wrong: ['What is shown for this account is inaccurate or incomplete.'],
    ask: `Please check what I say with ${told.facts.creditorNameReported} and correct the entry.`,
  }),
} satisfies Partial<Record<AccountReason, ClaimWriter>>

const dates = [
  ['dateOpened', 'date opened'],
  ['dateClosed', 'date closed'],
  ['dateFirstDelinquency', 'date of first delinquency'],
] as const satisfies readonly (readonly [keyof AccountRow, string])[]

/** The dates of an account that another bureau gives too far apart from a row, with their names. */
export const differingDates = (row: AccountRow, other: AccountRow): { name: string; date: PartialDate }[] =>
  dates.flatMap(([field, name]) => {
    const date = other[field]
    return date !== null && datesDiffer(row[field], date) ? [{ name, date }] : []
  })

const firstDelinquency = (told: LetterEvidence): string =>
  told.facts.dateFirstDelinquency === null
    ? 'The report that I have gives no date of first delinquency.'
    : `${sourceName(told)} gives ${longDate(told.facts.dateFirstDelinquency)} as the date of first delinquency.`

/** When the reporting time ended, said only when the reported date proves it whatever day it stands for. */
const timeOver = (told: LetterEvidence, today: string): string[] => {
  const ends = reportingEndRange(told.facts)
  if (ends === null || ends.latest > today) return []
  return [
    ends.earliest === ends.latest
      ? `Counted from it, the time ended on ${longDate(ends.latest)}.`
      : `Counted from it, the time ended by ${longDate(ends.latest)}.`,
  ]
}

/** Whether a late month is shown that is younger than seven years. */
const isPartlyYounger = ({ facts }: LetterEvidence, today: string): boolean =>
  adverseMonths(facts).some(({ date }) => addSevenYears(latestDay(date)) > today)

/** The seven years of 15 USC 1681c(a)(4) and (5), with the start that 1681c(c)(1) gives collections and charge-offs. */
const limit = ({ facts }: LetterEvidence): string =>
  wasCollectedOrChargedOff(facts)
    ? 'Section 605 of the Act, 15 U.S.C. 1681c(a)(4) and (c)(1), ends the reporting of a collection or charge-off seven years and 180 days after the delinquency that led to it began.'
    : 'Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years.'

/** When things happened and how long they may be shown. */
export const dateClaims = {
  too_old: (told, today) => {
    // An account that was late and neither collected nor charged off may stay; only what is adverse of it ends.
    const ends = wasCollectedOrChargedOff(told.facts)
    return {
      wrong: [
        ends
          ? 'This account is too old to be reported.'
          : `${isPartlyYounger(told, today) ? 'Some of what' : 'What'} is shown against me on this account is too old to be reported.`,
        limit(told),
        firstDelinquency(told),
        ...timeOver(told, today),
      ],
      ask: `Please check the date of first delinquency with ${told.facts.creditorNameReported}, and delete ${ends ? 'the account if its' : 'what is adverse if its'} time is over.`,
    }
  },
  reaged: told => ({
    wrong: [
      ...(told.right !== null
        ? [
            ...describeRightValue('reaged', told),
            'The date in your file makes the account look newer than it is.',
          ]
        : told.asksToVerify
          ? describeDifferences('reaged', told)
          : [
              'The date from which the age of this account is counted is too late, so that it looks newer than it is.',
              firstDelinquency(told),
            ]),
      'Section 605(c) of the Act, 15 U.S.C. 1681c(c)(1), counts from the delinquency that led to the collection, charge-off or similar action, not from a later date.',
    ],
    ask: 'Please have the date of first delinquency verified from the records of the original creditor, correct it, and delete the account if its time is over.',
  }),
} satisfies Partial<Record<AccountReason, ClaimWriter>>

/** The amount below which the bureaus list no medical collection, in cents; it is the amount first reported. */
const medicalFloor = 50_000

/**
 * Which part of what the bureaus announced of medical collections a row itself meets on a day (`YYYY-MM-DD`), in words that
 * follow who shows it; null where it shows nothing of the kind (finder rule C-37).
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

const whyNotListed = (told: LetterEvidence, today: string): string[] => {
  const why = medicalExclusion(told.facts, today)
  return why === null ? [] : [`${sourceName(told)} ${why}.`]
}

/** Whose debt it is and where it comes from. */
export const originClaims = {
  not_mine: () => ({
    wrong: ['This account is not mine.'],
    ask: 'Please find out whose account this is, and delete it from my file unless it is verified as mine.',
  }),
  identity_theft: () => ({
    wrong: ['I did not open this account. Someone opened it in my name without my permission.'],
    ask: 'Please find out how this account came into my file, and delete it.',
  }),
  not_responsible: told => ({
    wrong: [
      'I am not responsible for this debt.',
      ...(told.facts.responsibility === null
        ? []
        : [`${sourceName(told)} gives this as my responsibility: ${told.facts.responsibility}.`]),
    ],
    ask: `Please have ${told.facts.creditorNameReported} show on what ground I am named for this account, and correct or delete the entry.`,
  }),
  duplicate: told => ({
    wrong: [
      'The same debt is listed more than once.',
      ...told.sameDebt.map(({ named }) => `${sourceName(told)} also lists ${named}.`),
    ],
    ask: 'Please keep at most one entry for this debt and delete the others.',
  }),
  included_in_bankruptcy: told => ({
    wrong: [
      'This debt was included in my bankruptcy.',
      ...told.bankruptcies.map(({ type, filed, disposition, disposed }) => {
        const parts = [
          filed === null ? null : `filed ${longDate(filed)}`,
          disposition === null
            ? null
            : `disposition ${disposition}${disposed === null ? '' : `, ${longDate(disposed)}`}`,
        ].filter(part => part !== null)
        return `Your file lists this public record: ${type}${parts.map(part => `, ${part}`).join('')}.`
      }),
    ],
    ask: 'Please show the account as included in bankruptcy, with nothing owed and nothing past due.',
  }),
  sold_or_transferred: told => ({
    wrong: [
      `This account was sold or transferred, and ${told.facts.creditorNameReported} still reports it as owed.`,
    ],
    ask: 'Please show the account as sold or transferred, with no balance and nothing past due.',
  }),
  medical: (told, today) => ({
    wrong: [
      'This is a medical debt.',
      'The three nationwide credit bureaus announced in 2022 and 2023 that they do not list medical collections that are paid, less than one year old or below $500.',
      ...whyNotListed(told, today),
    ],
    ask: `Please check with ${told.facts.creditorNameReported} whether this one may be listed, and delete it if not.`,
  }),
  unknown_original_creditor: told => ({
    wrong: [
      !namesOriginalCreditor(told.facts.originalCreditor)
        ? `I do not know where this debt comes from. ${sourceName(told)} does not name the original creditor.`
        : `I do not know where this debt comes from. I do not recognize the original creditor that is named, ${told.facts.originalCreditor}.`,
    ],
    ask: `Please have ${told.facts.creditorNameReported} say who the original creditor is and which account it was, and delete the entry if that cannot be verified.`,
  }),
} satisfies Partial<Record<AccountReason, ClaimWriter>>

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

/** What is said of a value: that it is inaccurate, which bureau's is right, or that the bureaus differ. */

const creditorOf = (told: LetterEvidence) => told.facts.creditorNameReported

const says = (told: LetterEvidence, words: string | null): string[] =>
  words === null ? [] : [`${sourceName(told)} ${words}.`]

/** What this bureau shows is inaccurate, and what the bureau shows that the person calls right. */
export const describeRightValue = (reason: AccountReason, told: LetterEvidence): string[] => {
  const { right } = told
  if (right === null) return []
  return differingFields(reason, told.facts, right).flatMap(field => {
    const [own, other] = [field.describe(told.facts), field.describe(right)]
    return own === null || other === null
      ? []
      : [`${sourceName(told)} ${own}. That is inaccurate.`, `${right.bureau} ${other}. That is accurate.`]
  })
}

/** What each bureau shows where they differ; none of it is called right. */
export const describeDifferences = (reason: AccountReason, told: LetterEvidence): string[] => {
  const differing = disputedFields(reason).filter(field =>
    told.elsewhere.some(other => differingFields(reason, told.facts, other).includes(field)),
  )
  const named = (differing.length > 0 ? differing : disputedFields(reason)).filter(
    field => field.describe(told.facts) !== null,
  )
  return [
    ...(differing.length > 0
      ? [
          `The bureaus report the ${joinWithAnd(differing.map(({ name }) => name))} of this account differently.`,
        ]
      : [`I ask you to verify the ${joinWithAnd(named.map(({ name }) => name))} of this account.`]),
    ...named.flatMap(field => [
      ...says(told, field.describe(told.facts)),
      ...(differing.length > 0 ? describeElsewhere(told, other => field.describe(other)) : []),
    ]),
  ]
}

/** A bureau must delete or modify what is inaccurate or incomplete or cannot be verified (15 USC 1681i(a)(5)(A)). */
const askToVerify = (what: string, told: LetterEvidence): string =>
  `Please verify ${what} with ${creditorOf(told)}, and correct or delete whatever is inaccurate, incomplete or cannot be verified.`

/** The words of a reason that disputes a value, for each way in which it can be disputed. */
const aboutValue =
  (reason: AccountReason, what: string, own: (told: LetterEvidence) => Claim): ClaimWriter =>
  told => {
    if (told.right !== null)
      return {
        wrong: describeRightValue(reason, told),
        ask: `Please check ${what} with ${creditorOf(told)} and correct the entry.`,
      }
    return told.asksToVerify
      ? { wrong: describeDifferences(reason, told), ask: askToVerify(what, told) }
      : own(told)
  }

/** What is shown as owed. Nothing past due beside a balance is no amount that could be wrong. */
const owed = ({ facts: { currentBalance, amountPastDue } }: LetterEvidence): string[] => [
  ...(currentBalance === null ? [] : [`a balance of ${showMoney(currentBalance)}`]),
  ...(amountPastDue === null || (currentBalance !== null && centsOf(amountPastDue) === 0)
    ? []
    : [`${showMoney(amountPastDue)} past due`]),
]

const balanceAlone = (told: LetterEvidence): Claim => {
  const amounts = owed(told)
  // Of two amounts the one may be right: a current account with something past due has its balance.
  const areTwo = amounts.length > 1
  return {
    wrong: [
      `${areTwo ? 'At least one of the amounts' : 'The amount'} shown as owed is inaccurate. ${sourceName(told)} shows ${joinWithAnd(amounts)}.`,
    ],
    ask: `Please check with ${creditorOf(told)} what is owed and correct ${areTwo ? 'what is inaccurate' : 'the amount'}.`,
  }
}

const limitAlone = (told: LetterEvidence): Claim => ({
  wrong: [
    told.facts.creditLimit === null
      ? `${sourceName(told)} gives no credit limit for this account. It has one, so the entry is incomplete.`
      : `The credit limit of ${showMoney(told.facts.creditLimit)} is inaccurate.`,
  ],
  ask: `Please check the credit limit with ${creditorOf(told)} and correct it.`,
})

const statusAlone = (told: LetterEvidence): Claim => {
  const words = statusText(told.facts)
  return {
    wrong: [
      words === null
        ? 'The status shown for this account is inaccurate.'
        : `${sourceName(told)} gives this status: ${words}. That is inaccurate.`,
    ],
    ask: `Please check the status with ${creditorOf(told)} and correct it.`,
  }
}

const datesAlone = (told: LetterEvidence): Claim => ({
  wrong: ['At least one of the dates shown for this account is inaccurate.'],
  ask: `Please check the dates with ${creditorOf(told)} and correct them.`,
})

export const valueClaims = {
  wrong_balance: aboutValue('wrong_balance', 'what is owed', balanceAlone),
  wrong_limit: aboutValue('wrong_limit', 'the credit limit', limitAlone),
  wrong_payment_status: aboutValue('wrong_payment_status', 'the status', statusAlone),
  wrong_dates: aboutValue('wrong_dates', 'the dates', datesAlone),
} satisfies Partial<Record<AccountReason, ClaimWriter>>

/**
 * The words for every reason. Each sentence says a reported field, or what the person says by choosing the reason,
 * or a rule of the Act with its section; docs/reference/letters.md lists them with their sources.
 */
const wordings: Readonly<Record<AccountReason, ClaimWriter>> = {
  ...originClaims,
  ...valueClaims,
  ...paymentClaims,
  ...dateClaims,
  ...otherwise,
}

/** What a letter of a day (`YYYY-MM-DD`) says for a reason about an item. */
export const accountClaim = (reason: AccountReason, told: LetterEvidence, today: string): Claim =>
  wordings[reason](told, today)

import type { AccountReason } from '#features/findings/account-reasons.ts'
import { isComparable } from '#features/findings/dates-apart.ts'
import { centsOf, showMoney } from '#values/money.ts'
import { aboutDates } from './claims-dates.ts'
import { aboutOrigin } from './claims-origin.ts'
import { aboutPayment } from './claims-payment.ts'
import type { Told } from './told.ts'
import { sayElsewhere, shower } from './told.ts'
import { listed } from './words.ts'

/** What the letter says of one item: what is wrong, in sentences, and what is asked. */
export type Claim = { wrong: string[]; ask: string }

export type Wording = (told: Told, today: string) => Claim

const creditorOf = (told: Told) => told.facts.creditorNameReported

/** What is shown as owed. Nothing past due beside a balance is no amount that could be wrong. */
const owed = ({ facts: { currentBalance, amountPastDue } }: Told): string[] => [
  ...(currentBalance === null ? [] : [`a balance of ${showMoney(currentBalance)}`]),
  ...(amountPastDue === null || (currentBalance !== null && centsOf(amountPastDue) === 0)
    ? []
    : [`${showMoney(amountPastDue)} past due`]),
]

const areTwo = (told: Told): boolean => owed(told).length > 1

const aboutAmounts = {
  wrong_balance: told => ({
    wrong: [
      // Of two amounts the one may be right: a current account with something past due has its balance.
      `${areTwo(told) ? 'At least one of the amounts' : 'The amount'} shown as owed is not right. ${shower(told)} gives ${listed(owed(told))}.`,
      ...sayElsewhere(told, other =>
        isComparable(told.facts, other) &&
        other.currentBalance !== null &&
        centsOf(other.currentBalance) !== centsOf(told.facts.currentBalance)
          ? `shows a balance of ${showMoney(other.currentBalance)}`
          : null,
      ),
    ],
    ask: `Please check with ${creditorOf(told)} what is owed and correct ${areTwo(told) ? 'what is wrong' : 'the amount'}.`,
  }),
  wrong_limit: told => ({
    wrong: [
      told.facts.creditLimit === null
        ? `${shower(told)} gives no credit limit for this account. It has one.`
        : `The credit limit of ${showMoney(told.facts.creditLimit)} is not right.`,
      ...sayElsewhere(told, other =>
        isComparable(told.facts, other) &&
        other.creditLimit !== null &&
        centsOf(other.creditLimit) !== centsOf(told.facts.creditLimit)
          ? `shows a limit of ${showMoney(other.creditLimit)}`
          : null,
      ),
    ],
    ask: `Please check the credit limit with ${creditorOf(told)} and correct it.`,
  }),
} satisfies Partial<Record<AccountReason, Wording>>

const otherwise = {
  deceased_in_error: told => ({
    wrong: [
      'I am alive. This account is marked as that of a person who has died.',
      ...told.facts.remarks
        .filter(remark => /deceased|died|death/i.test(remark))
        .map(remark => `${shower(told)} carries the remark “${remark}”.`),
    ],
    ask: 'Please remove the mark from this account and from my file.',
  }),
  other: told => ({
    wrong: ['What is shown for this account is not right.'],
    ask: `Please check what I say with ${creditorOf(told)} and correct the entry.`,
  }),
} satisfies Partial<Record<AccountReason, Wording>>

/**
 * The words for every reason. Each sentence says a reported field, or what the person says by choosing the reason,
 * or a rule of the Act with its section; docs/letters.md lists them with their sources.
 */
const wordings: Readonly<Record<AccountReason, Wording>> = {
  ...aboutOrigin,
  ...aboutAmounts,
  ...aboutPayment,
  ...aboutDates,
  ...otherwise,
}

/** What a letter of a day (`YYYY-MM-DD`) says for a reason about an item. */
export const claimOf = (reason: AccountReason, told: Told, today: string): Claim =>
  wordings[reason](told, today)

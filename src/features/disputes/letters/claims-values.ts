import type { AccountReason } from '#features/findings/reasons.ts'
import { centsOf, showMoney } from '#values/money.ts'
import { differingFields, disputedFields } from '../value-differences.ts'
import type { Claim, ClaimWriter } from './claims.ts'
import { describeElsewhere, type LetterEvidence, sourceName } from './told.ts'
import { joinWithAnd, statusText } from './words.ts'

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

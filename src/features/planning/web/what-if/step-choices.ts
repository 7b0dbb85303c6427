import {
  type CreditFacts,
  isAuthorizedUserAccount,
  isOpenAccount,
  type MatchedAccount,
} from '#features/credit/facts.ts'
import { accountName, formatCents } from '#features/credit/wording.ts'
import type { PaymentMonth } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { centsOf, showMoney } from '#values/money.ts'
import type { Step } from '../../what-if/step.ts'

/** The choices for each kind of step, from the rows of the report on screen. */

export type StepKind = Step['kind']

/** In the order shown. */
export const stepNames: Readonly<Record<StepKind, string>> = {
  pay: 'Pay an amount',
  close: 'Close a card',
  open: 'Open a new card',
  raise: 'Raise a limit',
  correct: 'An account is corrected',
  remove: 'An item is removed',
  until_inquiry_leaves: 'Wait until an inquiry drops off',
  until_late_month_leaves: 'Wait until a late month drops off',
  months: 'Let months pass',
}

/** One choice: `label` names it in the step, `text` in the list, and `hint` shows what is reported about it. */
export type Choice = { value: string; label: string; text: string; hint?: string; amount?: string }

/** Late, but not collections or charge-offs, whose months drop off with the account. */
const lateStatuses: readonly PaymentMonth['status'][] = ['30', '60', '90', '120', '150', '180']

/** Each month once, newest first. */
const monthsWith = ({ rows }: MatchedAccount, fits: (status: PaymentMonth['status']) => boolean): string[] =>
  [
    ...new Set(
      rows.flatMap(row => row.paymentHistory.filter(({ status }) => fits(status)).map(({ date }) => date)),
    ),
  ].toSorted((one, other) => other.localeCompare(one))

/** `$800.00 at TransUnion and Experian, $750.00 at Equifax`. */
const reportedAt = ({ rows }: MatchedAccount, field: 'currentBalance' | 'creditLimit'): string => {
  const values = rows.flatMap(row => {
    const value = row[field]
    return value === null ? [] : [{ value: showMoney(value), bureau: row.bureau }]
  })
  return [...Map.groupBy(values, ({ value }) => value)]
    .map(([value, all]) => `${value} at ${showList(all.map(({ bureau }) => bureau))}`)
    .join(', ')
}

const largestBalance = ({ rows }: MatchedAccount): number =>
  Math.max(0, ...rows.map(row => centsOf(row.currentBalance) ?? 0))

export const listChoices = (facts: CreditFacts) => {
  const named = facts.accounts.map(account => ({ account, name: accountName(account.latest, facts) }))
  const balanceHint = (account: MatchedAccount) => {
    const reported = reportedAt(account, 'currentBalance')
    return reported === '' ? {} : { hint: `Balance reported: ${reported}` }
  }
  const balanceChoice = ({ account, name }: (typeof named)[number]): Choice => ({
    value: account.id,
    label: name,
    text: name,
    ...balanceHint(account),
  })
  const cards = named.filter(
    ({ account }) => isOpenAccount(account) && account.latest.accountType === 'Revolving',
  )
  return {
    // Only the owner of an account pays it.
    pay: named
      .filter(({ account }) => largestBalance(account) > 0 && !isAuthorizedUserAccount(facts, account.latest))
      .map(({ account, name }): Choice => {
        const balance = largestBalance(account)
        return {
          value: account.id,
          label: name,
          text: `${name}, ${formatCents(balance)}`,
          amount: (balance / 100).toFixed(2),
          ...balanceHint(account),
        }
      }),
    close: cards.map(balanceChoice),
    raise: cards.map(({ account, name }): Choice => {
      const reported = reportedAt(account, 'creditLimit')
      return {
        value: account.id,
        label: name,
        text: name,
        hint: reported === '' ? 'No limit is reported' : `Limit reported: ${reported}`,
      }
    }),
    correct: named.map(balanceChoice),
    remove: [
      ...named.map(({ account, name }) => ({ value: `account ${account.id}`, label: name, text: name })),
      ...facts.records.map(({ id, type, bureau }) => ({
        value: `record ${id}`,
        label: type,
        text: `${type}, ${bureau}`,
      })),
      ...facts.inquiries.map(({ id, company, date }) => ({
        value: `inquiry ${id}`,
        label: `The inquiry of ${company}`,
        text: `Inquiry of ${company}${date === null ? '' : `, ${showDate(date)}`}`,
      })),
    ] satisfies Choice[],
    until_inquiry_leaves: facts.inquiries.flatMap(({ id, company, date }): Choice[] =>
      date === null ? [] : [{ value: id, label: company, text: `${company}, ${showDate(date)}` }],
    ),
    until_late_month_leaves: named.flatMap(({ account, name }) =>
      monthsWith(account, status => lateStatuses.includes(status)).map(
        (month): Choice => ({
          value: `${month} ${account.id}`,
          label: name,
          text: `${name}, ${showMonth(month)}`,
        }),
      ),
    ),
  }
}
export type Choices = ReturnType<typeof listChoices>

/** Months late or worse of the account to be corrected. */
export const lateMonthsOf = (facts: CreditFacts, accountId: string): string[] => {
  const account = facts.accounts.find(({ id }) => id === accountId)
  return account === undefined ? [] : monthsWith(account, status => status !== 'OK' && status !== 'U')
}

export const choicesOf = (choices: Choices, kind: StepKind): readonly Choice[] =>
  kind === 'open' || kind === 'months' ? [] : choices[kind]

/** The kinds of step for which this report has choices. */
export const kindsFor = (choices: Choices): StepKind[] =>
  Object.keys(stepNames)
    .filter((kind): kind is StepKind => kind in stepNames)
    .filter(kind => kind === 'open' || kind === 'months' || choicesOf(choices, kind).length > 0)

export const bureausOf = (facts: CreditFacts): Bureau[] => [
  ...new Set(facts.accounts.flatMap(({ rows }) => rows.map(({ bureau }) => bureau))),
]

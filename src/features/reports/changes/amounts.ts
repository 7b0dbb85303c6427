import { centsOf, dollarsOf, showMoney, showShare } from '#values/money.ts'
import { isLoan } from '../amount-evidence.ts'
import type { Account } from '../canonical.ts'
import { type BureauFile, listAccountsOnce, pairAccounts } from './bureau-file.ts'
import type { DetectedChange } from './notable.ts'

/** Changes in balances, limits, past-due amounts and card utilization. */

/**
 * A balance change is notable from $100.00 and 5% of the larger amount, and for a loan also only above one
 * and a half monthly payments: smaller changes are normal shopping or the regular payment and would bury what
 * matters.
 */
const LEAST_CENTS = 10_000
const LEAST_SHARE = 0.05
const LEAST_PAYMENTS = 1.5

/** Card utilization is notable from three percentage points, for the same reason. */
const LEAST_PERCENT = 3

const show = (cents: number) => showMoney(dollarsOf(cents))
const fromTo = (name: string, was: number, is: number) => `${name} went from ${show(was)} to ${show(is)}.`

/** Cents before and now. `due`: a loan's monthly payment, otherwise 0. */
type Amounts = { name: string; was: number | null; is: number | null; due: number }

const paymentOf = (was: Account, is: Account): number =>
  isLoan(is) && isLoan(was) ? Math.max(centsOf(was.monthlyPayment) ?? 0, centsOf(is.monthlyPayment) ?? 0) : 0

const balanceChange = ({ name, was, is, due }: Amounts): DetectedChange[] => {
  if (was === null || is === null) return []
  const moved = Math.abs(is - was)
  const least = Math.max(LEAST_CENTS, LEAST_SHARE * Math.max(Math.abs(was), Math.abs(is)))
  if (moved < least || moved <= LEAST_PAYMENTS * due) return []
  return [{ kind: is > was ? 'balanceRose' : 'balanceFell', summary: fromTo(name, was, is), cents: moved }]
}

const limitChange = ({ name, was, is }: Amounts): DetectedChange[] =>
  was === null || is === null || was === is
    ? []
    : [
        {
          kind: is > was ? 'limitRaised' : 'limitLowered',
          summary: fromTo(name, was, is),
          cents: Math.abs(is - was),
        },
      ]

/** An amount that is no longer reported is not cleared: only a reported zero is. */
const pastDueChange = ({ name, was, is }: Amounts): DetectedChange[] => {
  const earlier = was ?? 0
  if (is === null || is === earlier) return []
  const cents = Math.abs(is - earlier)
  if (earlier <= 0) return [{ kind: 'pastDue', summary: `${name} now shows ${show(is)} past due.`, cents }]
  if (is <= 0) return [{ kind: 'pastDueCleared', summary: fromTo(name, earlier, is), cents }]
  return [{ kind: is > earlier ? 'pastDueRose' : 'pastDueFell', summary: fromTo(name, earlier, is), cents }]
}

type Field = 'currentBalance' | 'creditLimit' | 'amountPastDue'

export const findAmountChanges = (before: BureauFile, now: BureauFile): DetectedChange[] =>
  pairAccounts(before, now).flatMap(([was, is]) => {
    const amounts = (field: Field): Amounts => ({
      name: now.accountLabel(is),
      was: centsOf(was[field]),
      is: centsOf(is[field]),
      due: paymentOf(was, is),
    })
    return [
      ...balanceChange(amounts('currentBalance')),
      ...limitChange(amounts('creditLimit')),
      ...pastDueChange(amounts('amountPastDue')),
    ]
  })

const isOpenCard = (account: Account) =>
  account.accountType === 'Revolving' &&
  !account.isCollection &&
  (account.openClosed ?? account.accountStatus) === 'Open'

/** Balances and limits of open revolving accounts that report both; null without any. */
const cardUseOf = (file: BureauFile): { balances: number; limits: number } | null => {
  let [balances, limits] = [0, 0]
  for (const card of listAccountsOnce(file)) {
    const [balance, limit] = [centsOf(card.currentBalance), centsOf(card.creditLimit)]
    if (!isOpenCard(card) || balance === null || limit === null || limit <= 0) continue
    balances += Math.max(balance, 0)
    limits += limit
  }
  return limits === 0 ? null : { balances, limits }
}

const percentOf = (use: { balances: number; limits: number }): number => (use.balances * 100) / use.limits

export const findCardUseChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  if (!before.isWhole('accounts') || !now.isWhole('accounts')) return []
  const [was, is] = [cardUseOf(before), cardUseOf(now)]
  if (was === null || is === null || Math.abs(percentOf(is) - percentOf(was)) < LEAST_PERCENT) return []
  return [
    {
      kind: percentOf(is) > percentOf(was) ? 'cardUseRose' : 'cardUseFell',
      summary: `From ${showShare(was.balances, was.limits)} to ${showShare(is.balances, is.limits)} of your limits.`,
    },
  ]
}

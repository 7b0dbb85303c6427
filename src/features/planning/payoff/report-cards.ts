import { openCards } from '#features/credit/factors/card-use.ts'
import {
  type CreditFacts,
  findLatestRow,
  isAuthorizedUserAccount,
  isOpenAccount,
} from '#features/credit/facts.ts'
import { accountName } from '#features/credit/wording.ts'
import { clearestNumber } from '#features/reports/account-number.ts'
import { centsOf } from '#values/money.ts'
import { MOST_CARDS } from './limits.ts'
import type { PayoffStart, ReportedCard } from './payoff.ts'

/** The user's own open cards with a balance, the largest first: a card of another owner is not for the user to pay. */
const listOwnCards = (facts: CreditFacts): ReportedCard[] =>
  facts.accounts
    .filter(
      account =>
        isOpenAccount(account) &&
        account.latest.accountType === 'Revolving' &&
        !isAuthorizedUserAccount(facts, account.latest),
    )
    .flatMap(account => {
      const row = findLatestRow(account, one => one.currentBalance !== null)
      const balance = centsOf(row?.currentBalance ?? null) ?? 0
      if (row === undefined || balance <= 0) return []
      const limit = centsOf(findLatestRow(account, one => one.creditLimit !== null)?.creditLimit ?? null)
      return {
        accountId: row.id,
        label: accountName(row, facts),
        bureau: row.bureau,
        number: clearestNumber(account.rows),
        balance,
        limit: limit !== null && limit > 0 ? limit : null,
        minimum: centsOf(row.monthlyPayment),
        asOf: row.lastReported ?? facts.asOf,
      }
    })
    .toSorted((one, other) => other.balance - one.balance)
    .slice(0, MOST_CARDS)

/** The cards to plan for, and the balances and limits of all other open cards that report both. */
export const listReportCards = (facts: CreditFacts): Pick<PayoffStart, 'cards' | 'others'> => {
  const cards = listOwnCards(facts)
  const others = openCards(facts).filter(({ row }) => cards.every(({ accountId }) => accountId !== row.id))
  return {
    cards,
    others: {
      balance: others.reduce((sum, { balance }) => sum + balance, 0),
      limit: others.reduce((sum, { limit }) => sum + limit, 0),
    },
  }
}

import { centsOf } from '#values/money.ts'
import type { ShownAccount } from '../contract.ts'
import type { Measured } from '../factor-bands.ts'
import { type Facts, isAuthorizedUser, isOpen, latestWith } from '../facts.ts'
import { type Advice, nameOf, showCents } from '../wording.ts'

type Card = { row: ShownAccount; balance: number; limit: number }

/** Balance and limit in cents; null unless both are reported and there is a limit. A credit balance counts as 0. */
const cardOf = (row: ShownAccount | undefined): Card | null => {
  const balance = centsOf(row?.currentBalance ?? null)
  const limit = centsOf(row?.creditLimit ?? null)
  return row === undefined || balance === null || limit === null || limit <= 0
    ? null
    : { row, balance: Math.max(balance, 0), limit }
}

const cardsOf = (facts: Facts): Card[] =>
  facts.accounts
    .filter(account => isOpen(account) && account.latest.accountType === 'Revolving')
    .map(account => cardOf(latestWith(account, row => cardOf(row) !== null)))
    .filter(card => card !== null)

/** Share of the limit in whole percent, cut. */
const share = (balance: number, limit: number): number => Math.floor((balance * 100) / limit)

const showShare = (balance: number, limit: number): string =>
  balance > 0 && balance * 100 < limit ? 'under 1 %' : `${share(balance, limit)} %`

/** The bound under which use is rated good (decisions section 5). */
const goodPercent = 30

const aboutCard = ({ row, balance, limit }: Card, first: boolean, facts: Facts): Advice => ({
  title: `Balance of ${nameOf(row, facts)}`,
  recommendation: `Pay ${nameOf(row, facts)} below ${showCents(Math.round((limit * goodPercent) / 100))}${first ? ' first' : ''}.`,
  explanation: `It uses ${showShare(balance, limit)} of its limit of ${showCents(limit)}. Scoring models tend to read high use as higher risk, even when every payment is on time.`,
})

/**
 * Balances of all limits of the open revolving accounts that report both, in percent, cut (decisions section 5).
 */
export const cardUse = (facts: Facts): Measured | null => {
  const cards = cardsOf(facts)
  if (cards.length === 0) return null
  const balance = cards.reduce((sum, card) => sum + card.balance, 0)
  const limit = cards.reduce((sum, card) => sum + card.limit, 0)
  const high = cards
    .filter(card => !isAuthorizedUser(card.row) && card.balance * 100 >= card.limit * goodPercent)
    .toSorted((one, other) => other.balance / other.limit - one.balance / one.limit)
  const value = showShare(balance, limit)
  return {
    id: 'credit_utilization',
    measure: share(balance, limit),
    value: value.replace('under', 'Under'),
    description: `You are using ${showCents(balance)} of ${showCents(limit)} in card limits.`,
    alerts: high.slice(0, 3).map((card, place) => aboutCard(card, place === 0, facts)),
  }
}

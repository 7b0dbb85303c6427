import type { PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import { addMonths, dayNumber } from '#values/dates.ts'
import { sum } from '#values/money.ts'
import type { BureauFile, ReportedAccount, ReportedScore } from './held.ts'
import type { Month } from './life.ts'

/** Summaries of the payment history. */

const inOrder: readonly PayToken[] = [
  'U',
  'OK',
  '30',
  '60',
  '90',
  '120',
  '150',
  '180',
  'BK',
  'REPO',
  'CO',
  'COL',
]

/** The worst month; `OK` when there is none. */
export const worstPayToken = (history: readonly PaymentMonth[]): PayToken =>
  history.reduce<PayToken>(
    (worst, { status }) => (inOrder.indexOf(status) > inOrder.indexOf(worst) ? status : worst),
    'OK',
  )

/** How many months were 30, 60, and 90 or more days late. */
export const countLatePayments = (history: readonly PaymentMonth[]) => {
  const count = (...tokens: readonly PayToken[]) =>
    history.filter(({ status }) => tokens.includes(status)).length
  return { late30: count('30'), late60: count('60'), late90: count('90', '120', '150', '180') }
}

/** Newest first, back to the oldest month, with `U` for gaps. */
export const newestFirst = (history: readonly PaymentMonth[]): PaymentMonth[] => {
  const [oldest, newest] = [history[0]?.date, history.at(-1)?.date]
  if (oldest === undefined || newest === undefined) return []
  const known = new Map(history.map(({ date, status }) => [date, status]))
  const months: PaymentMonth[] = []
  for (let date = newest; date >= oldest; date = addMonths(date, -1))
    months.push({ date, status: known.get(date) ?? 'U' })
  return months
}

/**
 * The sandbox's own score: a plain sum over a bureau's file, errors included, so that scores move with
 * balances, late payments and time. It does not imitate the models named in the documents.
 */

type Part = { points: number; code: string; words: string }

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole))

const isOpenCard = ({ condition, limit }: ReportedAccount): boolean => condition === 'Open' && limit !== null

const isAdverse = ({ condition, rating }: ReportedAccount): boolean =>
  condition === 'Derogatory' || rating === 'CO' || rating === 'COL' || rating === 'BK'

const pointsOfLate = (status: PayToken): number => {
  if (status === '30') return 12
  if (status === '60') return 20
  return status === '90' || status === '120' || status === '150' || status === '180' ? 28 : 0
}

/** Late months in the last two years. */
const latePoints = (accounts: readonly ReportedAccount[], month: Month): number => {
  const since = addMonths(month, -24)
  const late = accounts.flatMap(({ history }) =>
    history.filter(({ date }) => date >= since).map(({ status }) => pointsOfLate(status)),
  )
  return Math.min(90, sum(late))
}

const adversePoints = ({ accounts, records }: BureauFile): number =>
  Math.min(
    140,
    sum(accounts.filter(isAdverse).map(({ balance }) => (balance > 0 ? 30 : 12))) + 60 * records.length,
  )

const agePoints = (accounts: readonly ReportedAccount[], month: Month): number => {
  const open = accounts.filter(({ condition }) => condition === 'Open')
  const days = sum(open.map(({ opened }) => dayNumber(month) - dayNumber(opened)))
  const years = open.length === 0 ? 0 : days / open.length / 365.25
  return Math.round(Math.max(0, 9 - years) * 8)
}

const partsOf = (file: BureauFile, month: Month): Part[] => {
  const cards = file.accounts.filter(isOpenCard)
  const used = share(sum(cards.map(card => card.balance)), sum(cards.map(card => card.limit ?? 0)))
  const recentInquiries = file.inquiries.filter(({ on }) => on >= addMonths(month, -12)).length
  return [
    {
      points: Math.round(used * 110),
      code: '30',
      words: 'Your balances are too high compared to your credit limits',
    },
    { points: latePoints(file.accounts, month), code: '2', words: 'You have recent late payments' },
    {
      points: adversePoints(file),
      code: '12',
      words: 'You have a recent serious delinquency or collection',
    },
    { points: Math.min(40, recentInquiries * 5), code: '85', words: 'You have too many recent inquiries' },
    {
      points: agePoints(file.accounts, month),
      code: '14',
      words: 'The average age of your accounts is short',
    },
    {
      points: Math.max(0, 5 - file.accounts.length) * 25,
      code: '28',
      words: 'Too few of your accounts are paid as agreed',
    },
  ]
}

/**
 * A bureau file's score for a month, from 300 to 850, and the main factors that lower it, strongest first.
 * Null without accounts. `shift`: points the life adds at this bureau.
 */
export const computeScore = (file: BureauFile, month: Month, shift: number): ReportedScore | null => {
  if (file.accounts.length === 0) return null
  const parts = partsOf(file, month)
  const value = 825 - sum(parts.map(({ points }) => points)) + shift
  return {
    value: Math.min(850, Math.max(300, value)),
    factors: parts
      .filter(({ points }) => points > 0)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, 4)
      .map(({ code, words }) => ({ code, words })),
  }
}

import { adverseMonths } from '#features/findings/disputed-months.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import { visibleCharacters } from '#features/reports/account-number.ts'
import { showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import type { AccountFacts, Bankruptcy } from '../facts.ts'
import { toPrintable } from './printable.ts'
import { describeMonths, joinWithAnd, statusText } from './words.ts'

/** Another entry of the same file that is the same debt by what both show, as a sentence names it. */
export type SameDebt = { named: string }

/** Everything that one item of a letter to one bureau may be worded from, frozen from the report it was seen in. */
export type LetterEvidence = {
  /** What this bureau shows, or the merged row that stands for it. */
  row: AccountFacts
  /** The same account at other bureaus that the user may see, each with its values. */
  elsewhere: readonly AccountFacts[]
  /** What the bureau shows that the user says is right; null when none was named. */
  right: AccountFacts | null
  /** The bureaus contradict each other and nobody says which is right. */
  asksToVerify: boolean
  sameDebt: readonly SameDebt[]
  /** Bankruptcies among this bureau's public records that can include the debt. */
  bankruptcies: readonly Bankruptcy[]
  /** What is said to show it, in a letter to somebody else than the bureau: `My TransUnion report`. */
  source?: string
}

/** What is said to show something: the bureau's file, or a report that merges several files. */
export const sourceName = ({ row, source }: LetterEvidence): string =>
  source ?? (row.merged ? 'My merged report' : 'Your file')

/**
 * A sentence for what other bureaus show otherwise, beginning with their names: those that show the same are said
 * together. `what` gives words that begin with a verb ("shows a balance of $0.00"), or null where a bureau shows no other.
 */
export const describeElsewhere = (
  { elsewhere }: LetterEvidence,
  what: (other: AccountFacts) => string | null,
): string[] => {
  const shown = elsewhere.flatMap(other => {
    const words = what(other)
    return words === null ? [] : [{ bureau: other.bureau, words }]
  })
  return [...Map.groupBy(shown, ({ words }) => words)].map(([words, same]) => {
    const verb = same.length === 1 ? words : words.replace(/^(\w+)s\b/, '$1')
    return `${joinWithAnd(same.map(({ bureau }) => bureau))} ${verb}.`
  })
}

/** One line of what a bureau shows: `Balance`, `$1,284.00`. */
export type FactLine = { label: string; value: string }

const money = (amount: string | null) => (amount === null ? null : showMoney(amount))

const typeOf = ({ accountType, accountTypeDetail }: AccountFacts): string | null => {
  if (accountType === 'Unknown') return accountTypeDetail
  if (accountTypeDetail === null || accountTypeDetail === accountType) return accountType
  return `${accountType}, ${accountTypeDetail}`
}

/** Every line that an item can show, in the order in which letters show them; null is not reported, hence not said. */
const lines = {
  number: ['Account number', facts => facts.accountNumber],
  type: ['Account type', typeOf],
  originalCreditor: ['Original creditor', facts => facts.originalCreditor],
  responsibility: ['Responsibility', facts => facts.responsibility],
  opened: ['Date opened', facts => showDate(facts.dateOpened)],
  closed: ['Date closed', facts => showDate(facts.dateClosed)],
  status: ['Status', statusText],
  balance: ['Balance', facts => money(facts.currentBalance)],
  pastDue: ['Past due', facts => money(facts.amountPastDue)],
  limit: ['Credit limit', facts => money(facts.creditLimit)],
  high: ['High credit', facts => money(facts.highBalance)],
  firstDelinquency: ['First delinquency', facts => showDate(facts.dateFirstDelinquency)],
  removal: ['To be removed', facts => showDate(facts.removalDate ?? null)],
  lastPayment: ['Last payment', facts => showDate(facts.dateLastPayment)],
  lastActive: ['Last active', facts => showDate(facts.dateLastActive)],
  lastReported: ['Last reported', facts => showDate(facts.lastReported)],
  late: ['Late months', facts => describeMonths(adverseMonths(facts)) || null],
  history: ['Payment history', facts => describeMonths(facts.paymentHistory) || null],
} as const satisfies Record<string, readonly [string, (facts: AccountFacts) => string | null]>

type Line = keyof typeof lines

const order = Object.keys(lines).filter((line): line is Line => line in lines)

/** What tells a bureau which account is meant, whatever the reason. */
const identifying: readonly Line[] = [
  'number',
  'type',
  'originalCreditor',
  'opened',
  'status',
  'balance',
  'pastDue',
]

/** What else matters to a reason: the very fields that it says are wrong. */
const about: Partial<Record<AccountReason, readonly Line[]>> = {
  not_responsible: ['responsibility'],
  wrong_balance: ['lastReported'],
  wrong_limit: ['limit', 'high'],
  wrong_payment_status: ['lastReported', 'late'],
  never_late: ['late'],
  wrong_dates: ['closed', 'firstDelinquency', 'lastPayment', 'lastActive', 'lastReported'],
  paid_or_settled: ['closed', 'lastPayment'],
  closed_shown_open: ['closed', 'lastActive'],
  too_old: ['firstDelinquency', 'removal', 'lastPayment'],
  reaged: ['firstDelinquency', 'lastPayment'],
}

/** The account as the bureau shows it, as far as the reason needs it and other rows of its file make it necessary. */
export const factLines = (facts: AccountFacts, reason: AccountReason): FactLine[] =>
  order.flatMap(line => {
    const [label, of] = lines[line]
    const apart = facts.distinguishing.find(one => one.label === label)
    if (apart !== undefined) return [apart]
    if (!identifying.includes(line) && !about[reason]?.includes(line)) return []
    const value = of(facts)
    return value === null || value === '' ? [] : [{ label, value }]
  })

type Numbered = Pick<AccountFacts, 'bureau' | 'accountNumber'>

/**
 * The number of an account as another bureau shows it, where that tells more of it; null where this bureau shows the most.
 * Bureaus mask one number differently, and a company finds its account by it.
 */
export const findClearerNumber = (row: Numbered, elsewhere: readonly Numbered[]): FactLine | null => {
  const visible = ({ accountNumber }: Numbered) => visibleCharacters(accountNumber)
  const [best] = elsewhere.toSorted((one, other) => visible(other) - visible(one))
  return best === undefined || best.accountNumber === null || visible(best) <= visible(row)
    ? null
    : { label: `Account number at ${best.bureau}`, value: best.accountNumber }
}

/** Lines with one more after the account's number. */
export const afterNumber = (shown: readonly FactLine[], line: FactLine | null): FactLine[] =>
  shown.toSpliced(
    shown.findIndex(({ label }) => label === lines.number[0]) + 1,
    0,
    ...(line === null ? [] : [line]),
  )

/** Everything that a row says and a letter may show, in the order of letters. */
export const everyFactLine = (facts: AccountFacts): FactLine[] =>
  order.flatMap(line => {
    const [label, of] = lines[line]
    const value = of(facts)
    return value === null || value === '' ? [] : [{ label, value }]
  })

/** What tells two accounts of one name and number apart, beginning with what a bureau is most likely to look at. */
const telling: readonly Line[] = [
  'opened',
  'balance',
  'type',
  'responsibility',
  'originalCreditor',
  'limit',
  'high',
  'status',
  'closed',
  'pastDue',
  'firstDelinquency',
  'lastPayment',
  'lastActive',
  'lastReported',
  'late',
  'history',
]

const hasSameName = (one: AccountFacts, other: AccountFacts): boolean =>
  toPrintable(one.creditorNameReported) === toPrintable(other.creditorNameReported) &&
  one.accountNumber === other.accountNumber

/**
 * The fewest lines that tell a row from the others of its file that a letter would give the same creditor and number. A line
 * that this row lacks and another has comes last, as not reported.
 */
const linesApart = (facts: AccountFacts, others: readonly AccountFacts[]): FactLine[] => {
  const valueOf = (line: Line, one: AccountFacts) => lines[line][1](one) || null
  const reported = telling.filter(line => valueOf(line, facts) !== null)
  const missing = telling.filter(line => valueOf(line, facts) === null)
  let same = others.filter(other => hasSameName(facts, other))
  const apart: FactLine[] = []
  for (const line of [...reported, ...missing]) {
    const value = valueOf(line, facts)
    const still = same.filter(other => valueOf(line, other) === value)
    if (still.length < same.length) apart.push({ label: lines[line][0], value: value ?? 'not reported' })
    same = still
  }
  return apart
}

/** A row's facts for a letter, with what tells it from the other rows of the same file. */
export const addDistinguishingFacts = (
  facts: AccountFacts,
  others: readonly AccountFacts[],
): AccountFacts => ({
  ...facts,
  distinguishing: linesApart(facts, others),
})

/** An account in a sentence: `OAK BANK, account 51784402****`, and what tells it from others of that name and number. */
export const accountReference = ({
  creditorNameReported,
  accountNumber,
  distinguishing,
}: Pick<AccountFacts, 'creditorNameReported' | 'accountNumber' | 'distinguishing'>): string =>
  [
    creditorNameReported,
    ...(accountNumber === null ? [] : [`account ${accountNumber}`]),
    ...distinguishing.map(({ label, value }) => `${label.toLowerCase()} ${value}`),
  ].join(', ')

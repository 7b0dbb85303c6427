import { adverseMonths } from '#features/findings/disputed-months.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import { visibleCharacters } from '#features/reports/account-number.ts'
import { showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import type { AccountFacts, Bankruptcy } from '../facts.ts'
import { toPrintable } from './printable.ts'
import { describeMonths, joinWithAnd, statusText } from './words.ts'

/** Another entry of the same file that is the same debt according to both, as named in a sentence. */
export type SameDebt = { named: string }

/** Everything that the text of one item of a letter to one bureau may use, copied from the report it was seen in. */
export type LetterEvidence = {
  /** The bureau's row, or the merged row that represents it. */
  row: AccountFacts
  /** The same account at other bureaus that the user may see, each with its values. */
  elsewhere: readonly AccountFacts[]
  /** The values of the bureau that the user calls right; null if none was named. */
  right: AccountFacts | null
  /**
   * Where `right` was seen, if in a report of another date than the row, or if its bureau changed it since: `my credit
   * report of August 3, 2026`.
   */
  rightSeenIn?: string
  /** The bureaus contradict each other and the user names none as right. */
  asksToVerify: boolean
  sameDebt: readonly SameDebt[]
  /** Bankruptcies among this bureau's public records that can include the debt. */
  bankruptcies: readonly Bankruptcy[]
  /**
   * The source to name, in a letter to a recipient other than the bureau (`My TransUnion report`), or if the bureau's file
   * changed since.
   */
  source?: string
}

/** The source to name: the bureau's file, or a report that merges several files. */
export const sourceName = ({ row, source }: LetterEvidence): string =>
  source ?? (row.merged ? 'My merged report' : 'Your file')

/**
 * A sentence for what other bureaus show differently, beginning with their names, grouped by equal values. `what` returns
 * text that begins with a verb ("shows a balance of $0.00"), or null if a bureau's value does not differ.
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

/** One line of a bureau's values: `Balance`, `$1,284.00`. */
export type FactLine = { label: string; value: string }

const money = (amount: string | null) => (amount === null ? null : showMoney(amount))

const typeOf = ({ accountType, accountTypeDetail }: AccountFacts): string | null => {
  if (accountType === 'Unknown') return accountTypeDetail
  if (accountTypeDetail === null || accountTypeDetail === accountType) return accountType
  return `${accountType}, ${accountTypeDetail}`
}

/** Every line that an item can show, in display order; null means not reported, so it is omitted. */
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

/** What identifies the account for a bureau, for every reason. */
const identifying: readonly Line[] = [
  'number',
  'type',
  'originalCreditor',
  'opened',
  'status',
  'balance',
  'pastDue',
]

/** The other lines for a reason: the fields that it disputes. */
const about: Partial<Record<AccountReason, readonly Line[]>> = {
  not_responsible: ['responsibility'],
  deceased_in_error: ['responsibility'],
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

/** The account as the bureau shows it, limited to what the reason needs and what distinguishes it in its file. */
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
 * The account number as another bureau shows it, if that shows more digits; null if this bureau shows the most. Bureaus
 * mask the same number differently, and a company finds its account by it.
 */
export const findClearerNumber = (row: Numbered, elsewhere: readonly Numbered[]): FactLine | null => {
  const visible = ({ accountNumber }: Numbered) => visibleCharacters(accountNumber)
  const [best] = elsewhere.toSorted((one, other) => visible(other) - visible(one))
  return best === undefined || best.accountNumber === null || visible(best) <= visible(row)
    ? null
    : { label: `Account number at ${best.bureau}`, value: best.accountNumber }
}

/** Inserts a line after the account's number. */
export const afterNumber = (shown: readonly FactLine[], line: FactLine | null): FactLine[] =>
  shown.toSpliced(
    shown.findIndex(({ label }) => label === lines.number[0]) + 1,
    0,
    ...(line === null ? [] : [line]),
  )

/** Every line of a row that a letter may show, in display order. */
export const everyFactLine = (facts: AccountFacts): FactLine[] =>
  order.flatMap(line => {
    const [label, of] = lines[line]
    const value = of(facts)
    return value === null || value === '' ? [] : [{ label, value }]
  })

/** Lines that distinguish two accounts with the same name and number, starting with what a bureau most likely checks. */
const distinguishingLines: readonly Line[] = [
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

/** What an account owes, or how it was paid. */
const owedLines: readonly Line[] = [
  'balance',
  'status',
  'pastDue',
  'firstDelinquency',
  'lastPayment',
  'late',
  'history',
]

/**
 * The lines for each kind of recipient, in groups: a line of a later group is shown only if the earlier groups do not
 * distinguish. A company is told what is owed only then, because it is the other side of an offer or a request.
 */
const distinguishingGroups = {
  bureau: [distinguishingLines],
  company: [distinguishingLines.filter(line => !owedLines.includes(line)), owedLines],
} as const satisfies Record<string, readonly (readonly Line[])[]>

/** The kind of recipient whose letter distinguishes accounts. */
export type DistinguishedFor = keyof typeof distinguishingGroups

const hasSameName = (one: AccountFacts, other: AccountFacts): boolean =>
  toPrintable(one.creditorNameReported) === toPrintable(other.creditorNameReported) &&
  one.accountNumber === other.accountNumber

/**
 * The fewest lines that distinguish a row from others of its file that have the same creditor and number in a letter. A
 * line that only the other row has is last of its group, as not reported.
 */
const fewestDistinguishing = (
  facts: AccountFacts,
  others: readonly AccountFacts[],
  to: DistinguishedFor,
): FactLine[] => {
  const valueOf = (line: Line, one: AccountFacts) => lines[line][1](one) || null
  const ordered = distinguishingGroups[to].flatMap(group => [
    ...group.filter(line => valueOf(line, facts) !== null),
    ...group.filter(line => valueOf(line, facts) === null),
  ])
  let same = others.filter(other => hasSameName(facts, other))
  const apart: FactLine[] = []
  for (const line of ordered) {
    const value = valueOf(line, facts)
    const still = same.filter(other => valueOf(line, other) === value)
    if (still.length < same.length) apart.push({ label: lines[line][0], value: value ?? 'not reported' })
    same = still
  }
  return apart
}

/** Adds to a row's facts for a letter what distinguishes it from the other rows of the same file. */
export const addDistinguishingFacts = (
  facts: AccountFacts,
  others: readonly AccountFacts[],
  to: DistinguishedFor = 'bureau',
): AccountFacts => ({
  ...facts,
  distinguishing: fewestDistinguishing(facts, others, to),
})

/**
 * An account in a sentence: `OAK BANK, account 51784402****`, plus what distinguishes it from others with that name and
 * number.
 */
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

import type { AccountType } from '#features/reports/canonical.ts'
import { addMonths } from '#values/dates.ts'
import { type Chance } from '../chance.ts'
import {
  type CreditorKind,
  houses,
  type LabeledCreditor,
  nationalCreditors,
  shortWords,
  towns,
} from './creditor-spellings.ts'

/** Accounts before any bureau reports them: a person's borrowing history, with near-twins. */

export type RealAccount = {
  /** Distinguishes accounts in tests; bureaus do not see it. */
  label: string
  creditor: LabeledCreditor
  number: string
  type: AccountType
  detail: string
  opened: string
  closed: string | null
  status: 'Open' | 'Closed' | 'Paid' | 'Transferred' | 'Derogatory'
  limit: number | null
  original: number | null
  high: number
  balance: number
  responsibility: 'Individual' | 'Joint' | 'Authorized user'
  originalCreditor: string | null
}

const shapes: Readonly<Record<CreditorKind, readonly [AccountType, string]>> = {
  card: ['Revolving', 'Credit card'],
  store: ['Revolving', 'Charge account'],
  auto: ['Installment', 'Automobile'],
  mortgage: ['Mortgage', 'Conventional real estate mortgage'],
  loan: ['Installment', 'Unsecured'],
  student: ['Installment', 'Student loan'],
  collection: ['Collection', 'Collection'],
  line: ['Line of credit', 'Home equity line of credit'],
}

const shortened = (name: string): string =>
  name
    .split(' ')
    .map(word => shortWords[word] ?? word)
    .join(' ')

const withoutVowels = (name: string): string =>
  name
    .split(' ')
    .map(word => (word.length > 5 ? word.slice(0, 1) + word.slice(1).replaceAll(/[AEIOU]/g, '') : word))
    .join(' ')

/** A bank or credit union of one town, as abbreviated by three bureaus. */
const localCreditor = (chance: Chance): LabeledCreditor => {
  const name = `${chance.one(towns)} ${chance.one(houses)}`
  const kind: CreditorKind = name.includes('MOTOR')
    ? 'auto'
    : name.includes('FINANCE')
      ? 'loan'
      : chance.one(['card', 'auto', 'loan'])
  return { kind, spellings: [name, shortened(name), withoutVowels(name)], issuer: `4${chance.digits(5)}` }
}

const dayIn = (chance: Chance): string =>
  `${addMonths('2026-09', -chance.between(2, 140))}-${String(chance.between(1, 28)).padStart(2, '0')}`

const numberOf = (chance: Chance, { kind, issuer }: LabeledCreditor): string => {
  if (issuer !== undefined && (kind === 'card' || kind === 'store')) return issuer + chance.digits(10)
  if (kind === 'collection') return `${chance.one(['MC', 'A', '', ''])}${chance.digits(9)}`
  return `${chance.between(1, 9)}${chance.digits(chance.one([7, 9, 12]))}`
}

const amountsOf = (chance: Chance, kind: CreditorKind) => {
  const limit = chance.between(2, 40) * 500
  const used = Math.round(limit * chance.next())
  if (kind === 'card' || kind === 'store' || kind === 'line') {
    return { limit, original: null, high: used, balance: Math.round(used * chance.next()) }
  }
  const least = kind === 'mortgage' ? 90_000 : kind === 'auto' ? 6_000 : 400
  const exact = least + chance.between(0, least * 4)
  const original =
    kind === 'student' || (kind === 'loan' && chance.is(0.6)) ? Math.ceil(exact / 500) * 500 : exact
  return { limit: null, original, high: original, balance: Math.round(original * chance.next()) }
}

/** One account of a creditor. */
const accountWith = (chance: Chance, label: string, creditor: LabeledCreditor): RealAccount => {
  const [type, detail] = shapes[creditor.kind]
  const opened = dayIn(chance)
  const isClosed = creditor.kind !== 'collection' && chance.is(0.3)
  return {
    label,
    creditor,
    number: numberOf(chance, creditor),
    type,
    detail,
    opened,
    closed: isClosed ? `${addMonths(opened.slice(0, 7), 20)}-${opened.slice(8)}` : null,
    status:
      creditor.kind === 'collection' ? 'Derogatory' : isClosed ? chance.one(['Closed', 'Paid']) : 'Open',
    ...amountsOf(chance, creditor.kind),
    responsibility: chance.one(['Individual', 'Individual', 'Individual', 'Joint', 'Authorized user']),
    originalCreditor:
      creditor.kind === 'collection' ? chance.one(['HARBOR MEDICAL GROUP', 'SYNCB/LOWES', 'CITI']) : null,
  }
}

const countedUp = (number: string, by: number): string =>
  number.slice(0, -4) + String((Number(number.slice(-4)) + by) % 10_000).padStart(4, '0')

type Twin = (chance: Chance, one: RealAccount, label: string) => RealAccount[]

/** A second account at the same creditor opened within days: another card, or the household's other car. */
const secondOfMonth: Twin = (chance, one, label) => [
  {
    ...accountWith(chance, label, one.creditor),
    opened: chance.is(0.2)
      ? one.opened
      : `${one.opened.slice(0, 8)}${String(chance.between(1, 28)).padStart(2, '0')}`,
    number: chance.is(0.3) ? countedUp(one.number, 1) : numberOf(chance, one.creditor),
    ...(chance.is(0.4) && { limit: one.limit }),
  },
]

/** The spouse's card at the same bank, with this person as authorized user. */
const spouses: Twin = (chance, one, label) => [
  {
    ...accountWith(chance, label, one.creditor),
    opened: one.opened,
    limit: one.limit,
    responsibility: 'Authorized user',
  },
]

/**
 * A lost card: the account continues under a new number with its old opening date, limit and highest balance.
 */
const replaced: Twin = (chance, one, label) => [
  {
    ...one,
    label,
    number: numberOf(chance, one.creditor),
    status: 'Transferred',
    closed: '2025-03-14',
    balance: 0,
  },
]

/** A loan refinanced by the same lender. */
const refinanced: Twin = (chance, one, label) => [
  {
    ...accountWith(chance, label, one.creditor),
    opened: `${addMonths(one.opened.slice(0, 7), chance.one([0, 1, 14]))}-${one.opened.slice(8)}`,
    responsibility: one.responsibility,
  },
]

/** More loans disbursed on the same day, with sequential numbers, some with equal amounts. */
const disbursements: Twin = (chance, one, label) =>
  Array.from({ length: chance.between(1, 3) }, (_, index) => {
    const other = accountWith(chance, `${label}.${index}`, one.creditor)
    const isAlike = chance.is(0.4)
    return {
      ...other,
      opened: one.opened,
      closed: one.closed,
      status: one.status,
      responsibility: one.responsibility,
      number: countedUp(one.number, index + 1),
      ...(isAlike && { original: one.original, high: one.high, balance: one.balance }),
    }
  })

const twinsOf = (chance: Chance, one: RealAccount, label: string): RealAccount[] => {
  const { kind } = one.creditor
  if (kind === 'student') return disbursements(chance, one, label)
  if (kind === 'card' && chance.is(0.25)) {
    return chance.one<Twin>([secondOfMonth, spouses, replaced])(chance, one, label)
  }
  if ((kind === 'auto' || kind === 'mortgage') && chance.is(0.15)) return refinanced(chance, one, label)
  return (kind === 'collection' || kind === 'store') && chance.is(0.1)
    ? secondOfMonth(chance, one, label)
    : []
}

/** A person's past and present debts: 5 to 14 accounts, and twins of some. */
export const realAccountsOf = (chance: Chance, person: string): RealAccount[] =>
  Array.from({ length: chance.between(5, 14) }, (_, index) => {
    const creditor = chance.is(0.15) ? localCreditor(chance) : chance.one(nationalCreditors)
    const one = accountWith(chance, `${person}-${index}`, creditor)
    return [one, ...twinsOf(chance, one, `${person}-${index}-twin`)]
  }).flat()

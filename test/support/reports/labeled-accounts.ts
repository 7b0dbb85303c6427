import type { Account, AccountType } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { dollarsOf } from '#values/money.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { account } from './blank-account.ts'
import { type RealAccount, realAccountsOf } from './real-accounts.ts'

/** Accounts as reported by one to three bureaus, each row labeled with its true account. */

export type LabeledPerson = { rows: Account[]; labelOf: ReadonlyMap<string, string> }

/** How bureaus mask a number: first digits, last digits, every other digit, all, or none. */
const masks = {
  'front 8': (number: string) => `${number.slice(0, Math.min(8, number.length - 4))}****`,
  'front 6': (number: string) => number.slice(0, 6).padEnd(number.length, 'X'),
  'every other': (number: string) => number.slice(0, 12).replaceAll(/(.)./g, '$1X'),
  'last 4': (number: string) => `****${number.slice(-4)}`,
  'last 4, whole length': (number: string) => number.slice(-4).padStart(number.length, 'X'),
  'all but last 4': (number: string) => `${number.slice(0, -4)}XXXX`,
  all: (number: string) => number,
} as const

type Mask = (number: string) => string

/** One bureau's style in one document. */
type Habit = { bureau: Bureau; spelling: number; mask: Mask; longestName: number; isWithoutDays: boolean }

/** Most vendors mask a document uniformly; in some, each bureau has its own style. */
const habitsOf = (chance: Chance): Habit[] => {
  const anyMask = () =>
    chance.one<Mask>([
      masks['front 8'],
      masks['front 8'],
      masks['front 6'],
      masks['every other'],
      masks['last 4'],
      masks['last 4, whole length'],
      masks['all but last 4'],
      masks.all,
    ])
  const common = chance.is(0.75) ? anyMask() : null
  return bureaus.map(bureau => ({
    bureau,
    spelling: chance.between(0, 3),
    mask: common ?? anyMask(),
    longestName: chance.one([10, 12, 20, 22, 30]),
    isWithoutDays: chance.is(0.1),
  }))
}

const spelled = (chance: Chance, { creditor }: RealAccount, { spelling, longestName }: Habit): string => {
  const { spellings } = creditor
  const chosen =
    spellings[(chance.is(0.8) ? spelling : chance.between(0, 3)) % spellings.length] ?? spellings[0]
  const whole = chance.is(0.05) ? `${chosen} ${chance.one(['NA', 'CORP', 'INC'])}` : chosen
  return whole.slice(0, Math.max(longestName, spellings[0].length)).trim()
}

/**
 * An opening date as a bureau reports it: mostly right, otherwise the first of the month, a few days off, or
 * far off.
 */
const openedAt = (chance: Chance, day: string, { isWithoutDays }: Habit): string | null => {
  if (chance.is(0.01)) return null
  const moved = new Date(`${day}T00:00:00Z`)
  if (chance.is(0.08)) moved.setUTCDate(moved.getUTCDate() + chance.between(-6, 6))
  if (chance.is(0.01)) moved.setUTCDate(moved.getUTCDate() + 45)
  const reported = moved.toISOString().slice(0, 10)
  if (isWithoutDays) return chance.is(0.5) ? reported.slice(0, 7) : `${reported.slice(0, 7)}-01`
  return chance.is(0.08) ? `${reported.slice(0, 7)}-01` : reported
}

const typeAt = (chance: Chance, type: AccountType): AccountType =>
  type === 'Revolving' && chance.is(0.02)
    ? 'Open'
    : type === 'Line of credit' && chance.is(0.1)
      ? 'Revolving'
      : type

const rowAt = (chance: Chance, real: RealAccount, habit: Habit, id: string): Account => {
  const money = (amount: number | null, missing: number) =>
    amount === null || chance.is(missing) ? null : dollarsOf(amount * 100)
  const lagging = (amount: number, share: number) =>
    chance.is(share) ? Math.round(amount * chance.next()) : amount
  const isLate = real.status !== 'Transferred' && chance.is(0.02)
  return account({
    id,
    bureau: habit.bureau,
    creditorNameReported: spelled(chance, real, habit),
    accountNumber: chance.is(0.03) ? null : habit.mask(real.number),
    accountType: typeAt(chance, real.type),
    accountTypeDetail: chance.is(0.15) && real.creditor.kind !== 'student' ? null : real.detail,
    openClosed: real.closed === null || isLate ? 'Open' : 'Closed',
    accountStatus: isLate && real.closed !== null ? 'Open' : real.status,
    isCollection: real.type === 'Collection',
    dateOpened: openedAt(chance, real.opened, habit),
    dateClosed: isLate || chance.is(0.2) ? null : real.closed,
    creditLimit: money(real.limit, 0.1),
    originalAmount: money(real.original, 0.1),
    highBalance: money(lagging(real.high, 0.15), 0.1),
    currentBalance: money(lagging(real.balance, 0.4), 0.05),
    responsibility: chance.is(0.1) ? null : chance.is(0.02) ? 'Undesignated' : real.responsibility,
    originalCreditor: chance.is(0.3) ? null : real.originalCreditor,
    sourceRowId: id,
  })
}

const personFrom = (chance: Chance, number: number): LabeledPerson => {
  const habits = habitsOf(chance)
  const labelOf = new Map<string, string>()
  const rows = realAccountsOf(chance, `person-${number}`).flatMap(real => {
    const reporting = habits.filter(() => chance.is(0.88))
    return (reporting.length > 0 ? reporting : habits.slice(0, 1)).map(habit => {
      const id = `row-${labelOf.size}`
      labelOf.set(id, real.label)
      return rowAt(chance, real, habit, id)
    })
  })
  return { rows, labelOf }
}

/** Generates people until they have at least this many accounts; deterministic per seed. */
export const labeledAccounts = (seed: number, least: number): LabeledPerson[] => {
  const chance = chanceOf(seed)
  const people: LabeledPerson[] = []
  for (let accounts = 0; accounts < least; ) {
    const person = personFrom(chance, people.length)
    people.push(person)
    accounts += new Set(person.labelOf.values()).size
  }
  return people
}

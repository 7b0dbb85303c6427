import type { Account, AccountType, PayToken } from '#features/reports/canonical.ts'
import { bureaus } from '#values/bureau.ts'
import { addMonths, addMonthsToDay, monthsBetween } from '#values/dates.ts'
import { type Chance, chanceOf } from '../chance.ts'
import {
  type DocumentSet,
  dayOf,
  documentSetOf,
  type FurnishedAccount,
  rowsOf,
  thisMonth,
} from './furnished-rows.ts'
import {
  developmentFurnishers,
  type Furnisher,
  type FurnisherKind,
  sealedFurnishers,
} from './furnisher-names.ts'
import type { LabeledPerson } from './labeled-accounts.ts'

/**
 * Accounts as reported by their furnishers month by month, and as printed in the documents of the bureaus: with the
 * bureau's name for the furnisher, its mask, the fields of its document and its newest month. Written from report
 * layouts, not from the matcher's rules. Some borrowers have accounts that are easily confused: a second card of the
 * month, a replaced card, a sold debt, loans disbursed together, bills of one hospital.
 */

const numberOf = (chance: Chance, { begins, length }: Furnisher) =>
  `${begins}${chance.digits(length - begins.length)}`

const typeOf: Readonly<Record<FurnisherKind, AccountType>> = {
  card: 'Revolving',
  'charge card': 'Open',
  'store card': 'Revolving',
  auto: 'Installment',
  mortgage: 'Mortgage',
  'home equity': 'Line of credit',
  'personal loan': 'Installment',
  'pay in parts': 'Installment',
  student: 'Installment',
  collector: 'Collection',
}

const monthsOpen: Readonly<Record<FurnisherKind, number>> = {
  card: 140,
  'charge card': 120,
  'store card': 120,
  auto: 70,
  mortgage: 130,
  'home equity': 100,
  'personal loan': 55,
  'pay in parts': 14,
  student: 130,
  collector: 60,
}

const isCardKind = (kind: FurnisherKind) => kind === 'card' || kind === 'store card' || kind === 'charge card'

type Terms = Pick<FurnishedAccount, 'limit' | 'original' | 'term' | 'payment'>

const loanOf = (original: number, term: number, rate: number): Terms => {
  const monthly = rate / 1200
  return {
    limit: null,
    original,
    term,
    payment: Math.round((original * monthly) / (1 - (1 + monthly) ** -term)),
  }
}

const termsOf = (chance: Chance, kind: FurnisherKind): Terms => {
  const rate = chance.between(30, 240) / 10
  switch (kind) {
    case 'card':
    case 'store card':
      return {
        limit: chance.one([300, 500, 800, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 12_300]),
        original: null,
        term: null,
        payment: null,
      }
    case 'charge card':
      return { limit: null, original: null, term: null, payment: null }
    case 'home equity':
      return { limit: chance.between(4, 30) * 5000, original: null, term: null, payment: null }
    case 'auto':
      return loanOf(chance.between(6000, 52_000), chance.one([48, 60, 60, 72, 72, 84]), rate)
    case 'mortgage':
      return loanOf(
        chance.is(0.5) ? chance.between(90, 480) * 1000 : chance.between(90_000, 480_000),
        chance.one([180, 360, 360]),
        chance.between(28, 72) / 10,
      )
    case 'personal loan':
      return loanOf(
        chance.is(0.6) ? chance.between(2, 40) * 500 : chance.between(1000, 20_000),
        chance.one([24, 36, 36, 60]),
        rate,
      )
    case 'pay in parts':
      return loanOf(chance.between(60, 900), chance.one([3, 6, 12]), 15)
    case 'student':
      return loanOf(
        chance.one([2000, 2625, 3500, 3500, 4500, 5500, 5500, 2000, 6843, 1750]),
        120,
        chance.between(35, 68) / 10,
      )
    case 'collector':
      return { limit: null, original: chance.between(48, 4200), term: null, payment: null }
  }
}

const balancesOf = (chance: Chance, kind: FurnisherKind, terms: Terms, months: number): number[] => {
  const count = Math.max(1, months + 1)
  if (kind === 'collector') return Array.from({ length: count }, () => terms.original ?? 0)
  if (terms.original !== null && terms.term !== null) {
    const { original, term } = terms
    return Array.from({ length: count }, (_, month) => Math.max(0, Math.round(original * (1 - month / term))))
  }
  const most = terms.limit ?? chance.between(400, 9000)
  const habit = chance.one([0, 0.1, 0.3, 0.6, 0.9])
  let balance = 0
  return Array.from({ length: count }, () => {
    if (chance.is(habit === 0 ? 0.9 : 0.05)) balance = 0
    else if (chance.is(0.85))
      balance = Math.round(most * Math.min(1.02, Math.max(0, habit + (chance.next() - 0.5) * 0.3)))
    return balance
  })
}

const lateMonths = (chance: Chance, opened: string, lastMonth: string): Map<string, PayToken> => {
  const late = new Map<string, PayToken>()
  if (!chance.is(0.25)) return late
  for (let times = chance.between(1, 3); times > 0; times -= 1) {
    const month = addMonths(
      lastMonth,
      -chance.between(0, Math.max(0, Math.min(60, monthsBetween(opened.slice(0, 7), lastMonth)))),
    )
    late.set(month, '30')
    if (chance.is(0.3)) late.set(addMonths(month, 1), '60')
  }
  return late
}

const hospitals = [
  'ST BRENDAN HOSPITAL',
  'TRI COUNTY EMERGENCY PHYSICIANS',
  'LAKESHORE RADIOLOGY',
  'MERCY CLINIC WEST',
] as const
const soldFrom = [
  'SYNCHRONY BANK',
  'CAPITAL ONE N.A.',
  'CITIBANK N.A.',
  'VERIZON WIRELESS',
  'COMCAST CABLE',
  'WEBBANK',
] as const

const opening = (chance: Chance, kind: FurnisherKind) =>
  dayOf(addMonths(thisMonth, -chance.between(2, monthsOpen[kind])), chance.between(1, 28))

/** One account of a furnisher. */
const accountOf = (
  chance: Chance,
  label: string,
  furnisher: Furnisher,
  given: Partial<FurnishedAccount> = {},
): FurnishedAccount => {
  const { kind } = furnisher
  const opened = given.opened ?? opening(chance, kind)
  const age = monthsBetween(opened.slice(0, 7), thisMonth)
  const terms = {
    ...termsOf(chance, kind),
    ...(given.original !== undefined && { original: given.original }),
  }
  const isOver =
    terms.term !== null ? age > terms.term || chance.is(0.15) : kind !== 'collector' && chance.is(0.25)
  const ranFor = isOver ? Math.min(age, chance.between(1, Math.min(age, terms.term ?? age))) : age
  const isLagging = chance.is(0.3)
  const lastMonth = addMonths(opened.slice(0, 7), isOver ? ranFor : Math.max(0, ranFor - (isLagging ? 1 : 0)))
  const balances = balancesOf(chance, kind, terms, monthsBetween(opened.slice(0, 7), lastMonth))
  const ending = !isOver ? 'none' : terms.term !== null ? 'paid' : chance.is(0.08) ? 'charged off' : 'closed'
  if (ending === 'paid' || ending === 'closed') balances[balances.length - 1] = 0
  return {
    label,
    furnisher,
    number: numberOf(chance, furnisher),
    type: typeOf[kind],
    opened,
    closed: isOver ? dayOf(lastMonth, chance.between(1, 28)) : null,
    reportingDay: chance.between(1, 28),
    lastMonth,
    ...terms,
    balances,
    payDay: chance.between(1, 28),
    late: kind === 'collector' ? new Map() : lateMonths(chance, opened, lastMonth),
    owner:
      kind === 'collector'
        ? 'Individual'
        : chance.one(['Individual', 'Individual', 'Individual', 'Individual', 'Joint', 'Authorized user']),
    ending,
    originalCreditor: kind === 'collector' ? chance.one([...soldFrom]) : null,
    isMedical: false,
    ...given,
  }
}

/** Another day of the same month, the same day, or a day of the next. */
const nearby = (chance: Chance, day: string) =>
  chance.is(0.25)
    ? day
    : chance.is(0.7)
      ? dayOf(day.slice(0, 7), chance.between(1, 28))
      : addMonthsToDay(day, chance.is(0.5) && day < '2026-09' ? 1 : -1)

type Confusable = (chance: Chance, one: FurnishedAccount, label: string) => FurnishedAccount

const another: Confusable = (chance, one, label) =>
  accountOf(chance, label, one.furnisher, {
    opened: nearby(chance, one.opened),
    reportingDay: one.reportingDay,
    ...(chance.is(0.5) && { payDay: one.payDay }),
    ...(chance.is(0.2) && {
      number: `${one.number.slice(0, -2)}${String((Number(one.number.slice(-2)) + 1) % 100).padStart(2, '0')}`,
    }),
    ...(isCardKind(one.furnisher.kind) && chance.is(0.5) && { limit: one.limit }),
  })

const spouses: Confusable = (chance, one, label) =>
  accountOf(chance, label, one.furnisher, {
    opened: one.opened,
    limit: one.limit,
    owner: one.owner === 'Authorized user' ? 'Individual' : 'Authorized user',
  })

/** A lost card continues under another number; the old number ends with its history until then. */
const replaced: Confusable = (chance, one, label) => {
  const cut = chance.between(1, Math.max(1, one.balances.length - 1))
  return {
    ...one,
    label,
    number: numberOf(chance, one.furnisher),
    ending: chance.is(0.7) ? 'transferred' : 'replaced',
    lastMonth: addMonths(one.opened.slice(0, 7), cut),
    closed: dayOf(addMonths(one.opened.slice(0, 7), cut), chance.between(1, 28)),
    balances: [...one.balances.slice(0, cut), 0],
  }
}

const confusablesOf = (kind: FurnisherKind): readonly (readonly [number, Confusable])[] =>
  isCardKind(kind)
    ? [
        [0.06, another],
        [0.02, spouses],
        [0.05, replaced],
      ]
    : kind === 'auto' || kind === 'personal loan'
      ? [[0.06, another]]
      : kind === 'pay in parts'
        ? [[0.6, another]]
        : []

const withConfusables = (chance: Chance, one: FurnishedAccount): FurnishedAccount[] => [
  one,
  ...confusablesOf(one.furnisher.kind).flatMap(([share, make], index) =>
    chance.is(share) ? [make(chance, one, `${one.label} also ${index}`)] : [],
  ),
]

/** Student loans, two per term, disbursed on one day and repaid together. */
const studentLoans = (chance: Chance, label: string, furnisher: Furnisher): FurnishedAccount[] => {
  const payDay = chance.between(1, 28)
  const begins = furnisher.begins + chance.digits(furnisher.length - furnisher.begins.length - 2)
  const first = dayOf(addMonths(thisMonth, -chance.between(50, 120)), chance.between(1, 28))
  const reportingDay = chance.between(1, 28)
  return Array.from({ length: chance.between(2, 8) }, (_, index) => ({
    ...accountOf(chance, `${label} part ${index}`, furnisher, {
      opened: addMonthsToDay(first, Math.floor(index / 2) * 6),
      reportingDay,
    }),
    number: `${begins}${String(index + 1).padStart(2, '0')}`,
    payDay,
    owner: 'Individual',
  }))
}

/** Bills of one hospital at one collector, placed together or month by month; several visits may cost the same. */
const bills = (chance: Chance, label: string, furnisher: Furnisher): FurnishedAccount[] => {
  const hospital = chance.one([...hospitals])
  const first = opening(chance, 'collector')
  const number = numberOf(chance, furnisher)
  const eachVisit = chance.between(38, 400)
  return Array.from({ length: chance.between(1, 4) }, (_, index) =>
    accountOf(chance, `${label} bill ${index}`, furnisher, {
      opened: chance.is(0.6) ? first : nearby(chance, first),
      number: `${number.slice(0, -3)}${String((Number(number.slice(-3)) + index) % 1000).padStart(3, '0')}`,
      original: chance.is(0.25)
        ? eachVisit
        : chance.is(0.3)
          ? chance.one([50, 100, 150, 250])
          : chance.between(38, 2600),
      originalCreditor: hospital,
      isMedical: true,
    }),
  )
}

/** A charged-off card and its buyer's account: two accounts of one debt. */
const soldDebt = (chance: Chance, label: string, seller: Furnisher, buyer: Furnisher): FurnishedAccount[] => {
  const card = accountOf(chance, `${label} sold`, seller)
  const amount = Math.max(100, card.balances.at(-1) ?? 0)
  const chargedOff = card.lastMonth
  return [
    {
      ...card,
      ending: 'charged off',
      closed: dayOf(chargedOff, 15),
      balances: [...card.balances.slice(0, -1), 0],
    },
    accountOf(chance, `${label} bought`, buyer, {
      opened: dayOf(chargedOff, chance.between(16, 28)),
      original: amount,
      originalCreditor: seller.names.Equifax,
    }),
  ]
}

const accountsOf = (chance: Chance, furnishers: readonly Furnisher[]): FurnishedAccount[] => {
  const of = (...kinds: FurnisherKind[]) => {
    const those = furnishers.filter(({ kind }) => kinds.includes(kind))
    const [first] = those
    if (first === undefined) throw new Error(kinds.join())
    return those[chance.between(0, those.length - 1)] ?? first
  }
  const several = (most: number, make: (label: string) => FurnishedAccount[], name: string) =>
    Array.from({ length: chance.between(0, most) }, (_, index) => make(`${name} ${index}`)).flat()
  const plain =
    (...kinds: FurnisherKind[]) =>
    (label: string) =>
      withConfusables(chance, accountOf(chance, label, of(...kinds)))
  return [
    ...several(6, plain('card', 'card', 'charge card'), 'card'),
    ...several(4, plain('store card'), 'store'),
    ...several(2, plain('auto'), 'auto'),
    ...several(1, plain('mortgage'), 'mortgage'),
    ...(chance.is(0.15) ? plain('home equity')('equity') : []),
    ...several(2, plain('personal loan'), 'loan'),
    ...(chance.is(0.12) ? plain('pay in parts')('parts') : []),
    ...(chance.is(0.22) ? studentLoans(chance, 'student', of('student')) : []),
    ...(chance.is(0.22) ? bills(chance, 'medical', of('collector')) : []),
    ...several(1, label => [accountOf(chance, label, of('collector'))], 'debt'),
    ...(chance.is(0.12) ? soldDebt(chance, 'debt', of('card', 'store card'), of('collector')) : []),
  ]
}

const personOf = (chance: Chance, furnishers: readonly Furnisher[]): LabeledPerson => {
  const documents: DocumentSet = documentSetOf(chance)
  const labelOf = new Map<string, string>()
  const rows: Account[] = accountsOf(chance, furnishers).flatMap(one => {
    const bureausOf = bureaus.filter(() => chance.is(one.furnisher.kind === 'collector' ? 0.7 : 0.9))
    return rowsOf(
      chance,
      one,
      documents,
      bureausOf,
      () => `row-${labelOf.size}`,
      id => labelOf.set(id, one.label),
    )
  })
  return { rows, labelOf }
}

/** The halves have different people and furnishers. The sealed one is only counted, never inspected. */
export const halves = {
  development: { seed: 40_961, furnishers: developmentFurnishers },
  sealed: { seed: 77_213, furnishers: sealedFurnishers },
} as const

const studentNames = new Set(
  Object.values(halves).flatMap(({ furnishers }) =>
    furnishers.flatMap(({ kind, names }) => (kind === 'student' ? Object.values(names) : [])),
  ),
)

export const isStudentLoan = ({ creditorNameReported }: Account): boolean =>
  studentNames.has(creditorNameReported)

/** People of one half until they have at least this many accounts; the same each time. */
export const furnishedAccounts = (
  { seed, furnishers }: { seed: number; furnishers: readonly Furnisher[] },
  least: number,
): LabeledPerson[] => {
  const chance = chanceOf(seed)
  const people: LabeledPerson[] = []
  for (let accounts = 0; accounts < least; ) {
    const person = personOf(chance, furnishers)
    people.push(person)
    accounts += new Set(person.labelOf.values()).size
  }
  return people
}

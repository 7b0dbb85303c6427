import type { Account, AccountType, PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import { carries } from '#features/reports/carries.ts'
import type { ReportFormat } from '#features/reports/formats.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths, addMonthsToDay, monthsBetween } from '#values/dates.ts'
import { dollarsOf } from '#values/money.ts'
import type { Chance } from '../chance.ts'
import { account } from './blank-account.ts'
import type { Furnisher } from './furnisher-names.ts'

/** A furnished account as printed in one bureau's document. */

/** An account as reported by its furnisher month by month. */
export type FurnishedAccount = {
  label: string
  furnisher: Furnisher
  number: string
  type: AccountType
  /** The day on which it was opened, or a debt was placed with its collector. */
  opened: string
  closed: string | null
  /** The day of the month on which the furnisher reports, and the last month in which it did. */
  reportingDay: number
  lastMonth: string
  limit: number | null
  original: number | null
  term: number | null
  payment: number | null
  /** The balance at the end of each month since opening; the newest is last. */
  balances: readonly number[]
  payDay: number
  late: ReadonlyMap<string, PayToken>
  owner: 'Individual' | 'Joint' | 'Authorized user'
  ending: 'none' | 'closed' | 'paid' | 'transferred' | 'replaced' | 'charged off'
  originalCreditor: string | null
  isMedical: boolean
}

/** The month of the documents. */
export const thisMonth = '2026-11'

type Mask = (number: string) => string

type Document = {
  format: ReportFormat
  mask: Mask
  /** How many months before this one the bureau's newest data is. */
  behind: number
  /** Equifax reports many opening days as the first of the month. */
  isWithoutDays: boolean
}

export type DocumentSet = Readonly<Record<Bureau, Document>>

const whole: Mask = number => number
const endHidden: Mask = number => `${number.slice(0, -4)}****`
const endDropped: Mask = number => number.slice(0, -4)
const endOnly: Mask = number => `*${number.slice(-4)}`
const endOnlyLong: Mask = number => number.slice(-4).padStart(number.length, 'X')
const alternate: Mask = number => number.replaceAll(/(.)./g, '$1X')
/** TransUnion's files show the beginning of a card number and every other character of a loan's. */
const cardCut: Mask = number => (/^[3-6]\d{14,15}$/.test(number) ? endDropped(number) : alternate(number))
const cardWhole: Mask = number => (/^[3-6]\d{14,15}$/.test(number) ? number : alternate(number))

const documentKinds = [
  'disclosures',
  'disclosures',
  'disclosures',
  'feeds',
  'feeds',
  'seller',
  'seller',
  'reseller',
  'mixed',
] as const

/**
 * The three free disclosures; direct feeds, of which only TransUnion's masks; one seller's three files; a mortgage
 * reseller's list; a disclosure together with files of another origin.
 */
export const documentSetOf = (chance: Chance): DocumentSet => {
  const behind = () => (chance.is(0.2) ? 1 : 0)
  const of = (format: ReportFormat, mask: Mask, isWithoutDays = false): Document => ({
    format,
    mask,
    behind: behind(),
    isWithoutDays,
  })
  const kind = chance.one(documentKinds)
  switch (kind) {
    case 'disclosures':
      return {
        Equifax: of('equifax-pdf', endOnly),
        Experian: of('experian-pdf', endHidden),
        TransUnion: of('transunion-pdf', endHidden),
      }
    case 'feeds':
      return {
        Equifax: of('equifax-json', chance.one([whole, endHidden]), chance.is(0.3)),
        Experian: of('experian-json', whole),
        TransUnion: of('transunion-xml', chance.one([cardWhole, cardCut])),
      }
    case 'seller':
      return {
        Equifax: of('crs-json', endOnlyLong, chance.is(0.3)),
        Experian: of('crs-json', endOnlyLong),
        TransUnion: of('crs-json', endOnlyLong),
      }
    case 'reseller': {
      const mask = chance.one([whole, endHidden, endOnly, alternate])
      return {
        Equifax: of('mismo-2', mask, chance.is(0.3)),
        Experian: of('mismo-2', mask),
        TransUnion: of('mismo-2', mask),
      }
    }
    case 'mixed':
      return {
        Equifax: of('equifax-pdf', endOnly),
        Experian: of('experian-json', chance.one([whole, endHidden])),
        TransUnion: of('transunion-xml', chance.one([cardWhole, cardCut])),
      }
  }
}

export const dayOf = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`

/** Mostly as furnished; else a bureau's first of the month, a few days off, or up to a month off. */
const openedAt = (chance: Chance, day: string, { isWithoutDays }: Document): string => {
  if (isWithoutDays && chance.is(0.7)) return chance.is(0.5) ? day.slice(0, 7) : `${day.slice(0, 7)}-01`
  if (chance.is(0.05)) return `${day.slice(0, 7)}-01`
  if (chance.is(0.05)) {
    const moved = new Date(`${day}T00:00:00Z`)
    moved.setUTCDate(moved.getUTCDate() + chance.between(-5, 5))
    return moved.toISOString().slice(0, 10)
  }
  return chance.is(0.015) ? addMonthsToDay(day, chance.one([-1, 1])) : day
}

const detailOf = (
  chance: Chance,
  { furnisher: { kind }, isMedical }: FurnishedAccount,
  bureau: Bureau,
): string | null => {
  if (chance.is(0.03)) return null
  const words: Readonly<Record<typeof kind, readonly [string, ...string[]]>> = {
    card: ['Credit card'],
    'charge card': ['Credit card'],
    'store card': ['Charge account', 'Credit card'],
    auto: ['Auto loan', 'Automobile'],
    mortgage: ['Conventional real estate mortgage', 'Mortgage'],
    'home equity': ['Home equity line of credit'],
    'personal loan': ['Unsecured', 'Personal loan'],
    'pay in parts': ['Unsecured', 'Installment sales contract'],
    student: bureau === 'Experian' ? ['Education loan'] : ['Student loan'],
    collector:
      isMedical && bureau !== 'Experian'
        ? ['Medical debt', 'Collection agency or attorney']
        : ['Collection agency or attorney'],
  }
  return chance.one(words[kind])
}

const closedWords = {
  none: null,
  closed: {
    Equifax: 'Account closed at consumer request',
    Experian: "ACCOUNT CLOSED AT CONSUMER'S REQUEST",
    TransUnion: 'Closed by consumer',
  },
  paid: { Equifax: 'Closed or paid account/zero balance', Experian: 'PAID SATISFACTORILY', TransUnion: null },
  transferred: {
    Equifax: 'Account transferred or sold',
    Experian: 'CREDIT CARD LOST OR STOLEN',
    TransUnion: 'Account transferred or sold',
  },
  replaced: {
    Equifax: 'Lost or stolen card',
    Experian: 'CREDIT CARD LOST OR STOLEN',
    TransUnion: 'Lost or stolen card',
  },
  'charged off': {
    Equifax: 'Charged off account',
    Experian: 'UNPAID BALANCE REPORTED AS A LOSS',
    TransUnion: 'Unpaid balance charged off',
  },
} as const

const owners = {
  Individual: ['Individual', 'Individual account'],
  Joint: ['Joint', 'Joint account'],
  'Authorized user': ['Authorized user', 'Authorized user'],
} as const

/** The account until a month, as reported by the bureau. */
const rowAt = (
  chance: Chance,
  one: FurnishedAccount,
  bureau: Bureau,
  document: Document,
  id: string,
): Account => {
  const { furnisher, ending } = one
  const isDebt = furnisher.kind === 'collector'
  const isCard = one.limit !== null || furnisher.kind === 'charge card'
  const openMonth = one.opened.slice(0, 7)
  const known = addMonths(thisMonth, -document.behind)
  const lag = one.lastMonth <= known ? (chance.is(0.08) ? 1 : 0) : monthsBetween(known, one.lastMonth)
  const month = addMonths(openMonth, Math.max(0, monthsBetween(openMonth, one.lastMonth) - lag))
  const isEnded = ending !== 'none' && (lag === 0 || chance.is(0.3))
  const at = Math.min(one.balances.length - 1, monthsBetween(openMonth, month))
  const balance = one.balances[at] ?? 0
  const high = isCard ? Math.max(...one.balances.slice(0, at + 1)) : (one.original ?? 0)
  const money = (amount: number | null, missing = 0) =>
    amount === null || chance.is(missing) ? null : dollarsOf(amount * 100)
  const paid =
    month > openMonth && !isDebt && (balance > 0 || (one.balances[at - 1] ?? 0) > 0)
      ? dayOf(month, Math.min(one.payDay, 28))
      : null
  const paymentHistory = isDebt
    ? []
    : Array.from({ length: Math.min(48, monthsBetween(openMonth, month)) }, (_, back): PaymentMonth => {
        const date = addMonths(month, -back)
        return { date, status: one.late.get(date) ?? 'OK' }
      }).toReversed()
  const remark = closedWords[isEnded ? ending : 'none']?.[bureau] ?? null
  const hasLimitAsHigh = isCard && bureau === 'Equifax' && chance.is(0.04)
  const full = account({
    id,
    bureau,
    creditorName: furnisher.names[bureau],
    creditorNameReported: furnisher.names[bureau],
    accountNumber: chance.is(0.01) ? null : document.mask(one.number),
    accountType: furnisher.kind === 'charge card' && chance.is(0.05) ? 'Revolving' : one.type,
    accountTypeDetail: detailOf(chance, one, bureau),
    subscriberCode: `${bureau.slice(0, 2)}${furnisher.begins}`,
    responsibility: owners[one.owner][bureau === 'Experian' ? 0 : 1],
    openClosed: isEnded ? 'Closed' : 'Open',
    accountStatus:
      isDebt || (isEnded && ending === 'charged off')
        ? 'Derogatory'
        : isEnded
          ? ending === 'paid'
            ? 'Paid'
            : ending === 'transferred'
              ? 'Transferred'
              : 'Closed'
          : 'Open',
    payStatus: isDebt ? 'COL' : isEnded && ending === 'charged off' ? 'CO' : (one.late.get(month) ?? 'OK'),
    isCollection: isDebt,
    originalCreditor:
      isDebt && chance.is(0.85) ? (one.originalCreditor?.slice(0, chance.one([18, 30])) ?? null) : null,
    monthlyPayment: money(
      isEnded
        ? null
        : (one.payment ??
            (isCard && balance > 0 ? Math.max(Math.min(25, balance), Math.round(balance / 50)) : null)),
      0.1,
    ),
    currentBalance: money(balance, 0.02),
    highBalance: hasLimitAsHigh ? null : money(high, 0.03),
    creditLimit: money(one.limit, 0.04),
    originalAmount: isCard ? null : money(one.original, 0.08),
    termLength: chance.is(0.08) ? null : one.term,
    dateOpened: openedAt(chance, one.opened, document),
    dateClosed: isEnded ? one.closed : null,
    lastReported: dayOf(month, one.reportingDay),
    dateLastPayment: paid,
    dateLastActive: bureau === 'Equifax' ? (paid?.slice(0, 7) ?? null) : null,
    dateStatus: isEnded ? one.closed : null,
    remarks: remark === null ? [] : [{ code: null, text: remark }],
    monthsReviewed: Math.min(99, monthsBetween(openMonth, month)),
    late30: paymentHistory.filter(({ status }) => status === '30').length,
    late60: paymentHistory.filter(({ status }) => status === '60').length,
    late90: 0,
    paymentHistory,
    sourceRowId: id,
  })
  const fields = new Set<string>(carries[document.format].account)
  const left: Partial<Account> = {
    ...(!fields.has('originalCreditor') && { originalCreditor: null }),
    ...(!fields.has('originalAmount') && {
      originalAmount: null,
      ...(bureau === 'TransUnion' && { originalAmount: full.originalAmount }),
    }),
    ...(!fields.has('dateClosed') && { dateClosed: null }),
    ...(!fields.has('dateStatus') && { dateStatus: null }),
    ...(!fields.has('dateLastPayment') && { dateLastPayment: null }),
    ...(!fields.has('dateLastActive') && { dateLastActive: null }),
    ...(!fields.has('monthsReviewed') && { monthsReviewed: null }),
    ...(!fields.has('late30') && { late30: null, late60: null, late90: null }),
    ...(!fields.has('openClosed') && !isEnded && { openClosed: null }),
  }
  return { ...full, ...left }
}

export const rowsOf = (
  chance: Chance,
  one: FurnishedAccount,
  documents: DocumentSet,
  reporting: readonly Bureau[],
  nextId: () => string,
  label: (id: string) => void,
): Account[] =>
  (reporting.length > 0 ? reporting : bureaus.slice(0, 1)).map(bureau => {
    const id = nextId()
    label(id)
    return rowAt(chance, one, bureau, documents[bureau], id)
  })

import type { Account, AccountType, PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '#features/reports/derive.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'
import type { Chance } from '../chance.ts'
import { accountOf } from './report-of.ts'

/** The accounts of known reports (known-report.ts): stories of real accounts, reported at each bureau. */

/** The newest month of a known report. */
export const reportMonth = '2026-11'

/** Creditors whose names may mislead a reader: labels, dates, months, codes, bureaus, ligatures, cut words. */
const creditors = [
  'STATUS CREDIT UNION',
  'BALANCE BANK',
  'OFFICE OF THE DATE',
  'MAY',
  'CO',
  'EQUIFAX CARD SERVICES',
  'EXPERIAN EMPLOYEES FCU',
  'TRANSUNION STREET BANK',
  'First Affiliate Office Bank',
  'Traffic Finance Co',
  'ACCOUNT NUMBER ONE BANK',
  'TYPE & TERMS LLC',
  'AMOUNT PAST DUE RECOVERY',
  'CLOSED LOOP CARDS',
  'DATE OPENED DINER CARD',
  '1ST NATL 30 60 90',
  'OK AUTO',
  'INQUIRIES R US',
  "O'HARE-LAKE SVCS #2",
  'PAYMENT HISTORY MUSEUM CU',
] as const

const collectors = [
  'COLLECTION ACCOUNT MGMT',
  'Final Notice Recoveries',
  'NONE REPORTED ADJUSTERS',
  'PUBLIC RECORDS BUREAU INC',
] as const

/** One real account as reported by all its bureaus, before each bureau's own small differences. */
type Story = Partial<Account> & {
  accountType: AccountType
  accountTypeDetail: string
  condition: NonNullable<AccountFacts['condition']>
}

type Marks = readonly PayToken[]

const repeat = (token: PayToken, count: number): PayToken[] => Array.from({ length: count }, () => token)

/** Months up to `last`; an index in `lost` is a month without a report. */
const monthsUpTo = (last: string, marks: Marks, lost: ReadonlySet<number>): PaymentMonth[] =>
  marks.flatMap((status, index) =>
    lost.has(index) ? [] : [{ date: addMonths(last, index + 1 - marks.length), status }],
  )

const dollars = (amount: number): string => amount.toFixed(2)

export const dayIn = (month: string, chance: Chance): string =>
  `${month}-${String(chance.between(1, 28)).padStart(2, '0')}`

type StoryBuilder = (chance: Chance) => { story: Story; marks: Marks; last: string }

const openCard: StoryBuilder = chance => {
  const limit = chance.between(5, 200) * 100
  const late = chance.is(0.4)
  return {
    story: {
      accountType: 'Revolving',
      accountTypeDetail: 'Credit Card',
      condition: 'Open',
      openClosed: 'Open',
      payStatus: 'OK',
      creditLimit: dollars(limit),
      highBalance: dollars(chance.between(0, limit)),
      currentBalance: dollars(chance.is(0.3) ? 0 : chance.between(1, limit)),
      monthlyPayment: chance.is(0.5) ? dollars(chance.between(0, 90)) : null,
      amountPastDue: chance.is(0.5) ? '0.00' : null,
      responsibility: chance.one(['Individual', 'Joint', 'Authorized user']),
    },
    marks: late
      ? [...repeat('OK', chance.between(1, 9)), '30', '60', ...repeat('OK', chance.between(1, 40))]
      : repeat('OK', chance.between(1, 60)),
    last: addMonths(reportMonth, -chance.between(0, 2)),
  }
}

const lateLoan: StoryBuilder = chance => {
  const [now, ...before] = chance.one<[PayToken, ...PayToken[]]>([
    ['30'],
    ['60', '30'],
    ['90', '60', '30'],
    ['120', '90', '60', '30'],
  ])
  const payment = chance.between(90, 700)
  return {
    story: {
      accountType: 'Installment',
      accountTypeDetail: 'Auto Loan',
      condition: 'Open',
      openClosed: 'Open',
      payStatus: now,
      originalAmount: dollars(payment * 60),
      highBalance: dollars(payment * 60),
      currentBalance: dollars(payment * chance.between(1, 59)),
      monthlyPayment: dollars(payment),
      amountPastDue: dollars(payment * (before.length + 1)),
      termLength: 60,
      responsibility: 'Individual',
    },
    marks: [...repeat('OK', chance.between(3, 20)), ...before.toReversed(), now],
    last: addMonths(reportMonth, -chance.between(0, 1)),
  }
}

/** The first delinquency and, seven years later, the month in which the account drops off (15 U.S.C. 1681c). */
const obsoleteFrom = (first: string) => ({
  dateFirstDelinquency: `${first}-01`,
  removalDate: addMonths(first, 84),
})

const chargedOff: StoryBuilder = chance => {
  const since = addMonths(reportMonth, -chance.between(12, 70))
  const owed = chance.between(39, 4000)
  return {
    story: {
      accountType: 'Revolving',
      accountTypeDetail: 'Credit Card',
      condition: 'Derogatory',
      openClosed: 'Closed',
      payStatus: 'CO',
      creditLimit: dollars(chance.between(5, 40) * 100),
      highBalance: dollars(owed + chance.between(0, 300)),
      currentBalance: dollars(owed),
      amountPastDue: dollars(owed),
      chargeOffAmount: dollars(owed),
      dateClosed: dayIn(since, chance),
      dateLastPayment: dayIn(addMonths(since, -7), chance),
      remarks: [{ code: null, text: 'Charged off as bad debt' }],
      responsibility: 'Individual',
      ...obsoleteFrom(addMonths(since, -6)),
    },
    marks: [...repeat('OK', 3), '30', '60', '90', '120', '150', '180', ...repeat('CO', chance.between(2, 9))],
    last: addMonths(since, chance.between(0, 3)),
  }
}

const collection: StoryBuilder = chance => {
  const since = addMonths(reportMonth, -chance.between(2, 60))
  const owed = chance.between(25, 2500)
  return {
    story: {
      accountType: 'Collection',
      accountTypeDetail: 'Collection',
      condition: 'Derogatory',
      openClosed: 'Open',
      payStatus: 'COL',
      isCollection: true,
      originalCreditor: chance.one(['FILE NUMBER HOSPITAL', 'Official Gas & Light', 'MAY CLINIC']),
      originalAmount: dollars(owed),
      highBalance: dollars(owed),
      currentBalance: dollars(chance.is(0.2) ? 0 : owed),
      amountPastDue: chance.is(0.5) ? dollars(owed) : null,
      responsibility: 'Individual',
      remarks: chance.is(0.5)
        ? [{ code: null, text: 'Account information disputed by consumer' }]
        : [{ code: null, text: 'Placed for collection' }],
      ...obsoleteFrom(addMonths(since, -8)),
    },
    marks: repeat('COL', chance.between(1, 6)),
    last: addMonths(reportMonth, -1),
  }
}

const taken =
  (accountType: 'Mortgage' | 'Installment', token: 'FC' | 'REPO' | 'VS'): StoryBuilder =>
  chance => {
    const since = addMonths(reportMonth, -chance.between(10, 60))
    const amount = chance.between(80, 4000) * 100
    return {
      story: {
        accountType,
        accountTypeDetail: accountType === 'Mortgage' ? 'Mortgage' : 'Auto Loan',
        condition: 'Derogatory',
        openClosed: 'Closed',
        payStatus: token,
        originalAmount: dollars(amount),
        highBalance: dollars(amount),
        currentBalance: dollars(chance.between(1, 900)),
        dateClosed: dayIn(since, chance),
        termLength: accountType === 'Mortgage' ? 360 : 72,
        responsibility: 'Joint',
        ...obsoleteFrom(addMonths(since, -5)),
      },
      marks: [...repeat('OK', 6), '30', '60', '90', '120', token],
      last: since,
    }
  }

const paidLoan: StoryBuilder = chance => {
  const closed = addMonths(reportMonth, -chance.between(3, 80))
  return {
    story: {
      accountType: 'Installment',
      accountTypeDetail: 'Education Loan',
      condition: chance.one(['Paid', 'Closed', 'Transferred']),
      openClosed: 'Closed',
      payStatus: 'OK',
      originalAmount: '8500.00',
      highBalance: '8500.00',
      currentBalance: '0.00',
      amountPastDue: '0.00',
      dateClosed: dayIn(closed, chance),
      dateLastPayment: dayIn(closed, chance),
      termLength: 120,
      responsibility: 'Individual',
      remarks: [{ code: null, text: 'Closed' }],
    },
    marks: repeat('OK', chance.between(4, 30)),
    last: closed,
  }
}

/** Hardly anything is reported. */
const bareUtility: StoryBuilder = chance => ({
  story: {
    accountType: 'Open',
    accountTypeDetail: 'Utility',
    condition: 'Open',
    openClosed: 'Open',
    payStatus: null,
  },
  marks: [],
  last: addMonths(reportMonth, -chance.between(0, 3)),
})

const tellers: readonly [StoryBuilder, ...StoryBuilder[]] = [
  openCard,
  chargedOff,
  collection,
  lateLoan,
  paidLoan,
  taken('Mortgage', 'FC'),
  taken('Installment', 'REPO'),
  taken('Installment', 'VS'),
  bareUtility,
]

const order: readonly PayToken[] = [
  'OK',
  '30',
  '60',
  '90',
  '120',
  '150',
  '180',
  'VS',
  'REPO',
  'FC',
  'CO',
  'COL',
]

const worstOf = (marks: Marks): PayToken | null => order.findLast(token => marks.includes(token)) ?? null

const countOf = (marks: Marks, tokens: readonly PayToken[]): number =>
  marks.filter(mark => tokens.includes(mark)).length

export const addressOf = (chance: Chance) => ({
  street: chance.one(['PO BOX 12', '100 N OFFICE ST STE 4', '7 May Street']),
  city: chance.one(['Wilmington', 'MAY', 'Fife']),
  state: chance.one(['DE', 'CO', 'OK']),
  postal: chance.one(['19801', '45401', '98424']),
})

export const phoneOf = (chance: Chance): string => `+180055501${chance.digits(2)}`

/** The account at one bureau. */
const rowAt = (
  bureau: Bureau,
  given: { id: string; name: string; number: string; opened: string },
  { story, marks, last }: ReturnType<StoryBuilder>,
  chance: Chance,
): Account => {
  const lost = new Set(
    marks.flatMap((_, index) => (index > 0 && index < marks.length - 1 && chance.is(0.05) ? [index] : [])),
  )
  const kept = marks.filter((_, index) => !lost.has(index))
  const isCollection = story.isCollection ?? false
  const row = accountOf({
    openClosed: null,
    ...story,
    id: given.id,
    bureau,
    creditorName: given.name,
    creditorNameReported: given.name,
    accountNumber: given.number,
    dateOpened: given.opened,
    lastReported: dayIn(last > reportMonth ? reportMonth : last, chance),
    dateStatus: dayIn(last, chance),
    disputed: story.remarks?.some(({ text }) => /disputed/.test(text)) ?? false,
    worstStatus: worstOf(kept),
    late30: countOf(kept, ['30']),
    late60: countOf(kept, ['60']),
    late90: countOf(kept, ['90', '120', '150', '180']),
    monthsReviewed: marks.length,
    paymentHistory: monthsUpTo(last, marks, lost),
    address: chance.is(0.8) ? addressOf(chance) : null,
    creditorPhone: chance.is(0.8) ? phoneOf(chance) : null,
    isCollection,
  })
  const facts: AccountFacts = { ...row, condition: story.condition }
  return {
    ...row,
    dateLastActive: row.dateStatus,
    accountStatus: deriveAccountStatus(facts),
    isDerogatory: deriveIsDerogatory(facts),
  }
}

const earliest = (marks: Marks, last: string): string => addMonths(last, -marks.length)

/** The bureaus that report an account: most often all. */
const reportersOf = (chance: Chance): Bureau[] => {
  const some = bureaus.filter(() => chance.is(0.8))
  return some.length > 0 ? some : [chance.one(bureaus)]
}

export const accountsOf = (chance: Chance, most: number): Account[] => {
  const count = most === 0 ? 0 : chance.between(Math.min(4, most), most)
  return Array.from({ length: count }, (_, index) => {
    const teller = tellers[index % tellers.length] ?? openCard
    const built = teller(chance)
    const names = built.story.isCollection === true ? collectors : creditors
    const name = names[(index + chance.between(0, names.length - 1)) % names.length] ?? 'MAY'
    const number = `${chance.one(['4', '5', '62', 'IV', 'CVOK'])}${chance.digits(12)}`
    const opened = dayIn(addMonths(earliest(built.marks, built.last), -chance.between(0, 24)), chance)
    const rows = reportersOf(chance).map(bureau =>
      rowAt(bureau, { id: `account-${index}`, name, number, opened }, built, chance),
    )
    return chance.is(0.1) ? [...rows, ...twinsOf(rows[0], index)] : rows
  }).flat()
}

/** A second account of one creditor at one bureau, equal except for its number and balance. */
const twinsOf = (row: Account | undefined, index: number): Account[] =>
  row?.accountNumber == null
    ? []
    : [
        {
          ...row,
          id: `account-${index}-twin`,
          accountNumber: `${row.accountNumber.slice(0, -4)}0001`,
          currentBalance: row.currentBalance === null ? null : dollars(Number(row.currentBalance) + 11),
        },
      ]

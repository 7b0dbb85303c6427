import { describe, expect, it } from 'vitest'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  monthsOf,
  personOf,
  recordOf,
  reportOf,
  scoreOf,
} from '#test/support/reports/report-of.ts'
import type { Account, Report } from './canonical.ts'
import { summarizeChanges } from './changes.ts'

/** The changes as in the history table: `Title. Summary` */
const changesBetween = (before: Partial<Report>, now: Partial<Report>): string[] =>
  summarizeChanges(
    reportOf({ reportDate: '2026-10-14', ...before }),
    reportOf({ reportDate: '2026-11-14', ...now }),
    'TransUnion',
  ).map(({ title, summary }) => `${title}. ${summary}`)

const card = (own: Partial<Account> = {}) => ({ accounts: [accountOf(own)] })
const statement = (text: string) => ({ personal: [personOf({ consumerStatements: [text] })] })
const file = (status: 'hit' | 'frozen' | 'noHit' | 'error') => ({
  files: [{ bureau: 'TransUnion' as const, status, text: null }],
})

describe('one change', () => {
  it.each<[string, Partial<Report>, Partial<Report>, string]>([
    ['a new account', {}, card(), 'New account. LAKESHORE CARD SVCS, opened 08/14/2021.'],
    [
      'a new collection',
      {},
      { accounts: [collectionOf({ creditorNameReported: 'MERIDIAN COLLECTIONS' })] },
      'New collection. MERIDIAN COLLECTIONS, $1,284.00.',
    ],
    ['an account gone', card(), {}, 'Account no longer listed. LAKESHORE CARD SVCS is not in this report.'],
    [
      'an account paid',
      card(),
      card({ accountStatus: 'Paid' }),
      'Account paid. LAKESHORE CARD SVCS is now shown as paid.',
    ],
    [
      'an account closed',
      card(),
      card({ accountStatus: 'Closed', openClosed: 'Closed' }),
      'Account closed. LAKESHORE CARD SVCS is now shown as closed.',
    ],
    [
      'an account transferred',
      card(),
      card({ accountStatus: 'Transferred' }),
      'Account transferred. LAKESHORE CARD SVCS is now shown as transferred.',
    ],
    [
      'a charge-off',
      card({ payStatus: '120' }),
      card({ payStatus: 'CO', accountStatus: 'Derogatory' }),
      'Account now derogatory. LAKESHORE CARD SVCS is now reported as charged off.',
    ],
    [
      'an account caught up',
      card({ payStatus: '30' }),
      card({ payStatus: 'OK' }),
      'Account caught up. LAKESHORE CARD SVCS is now reported as current.',
    ],
    [
      'a balance that fell',
      card({ currentBalance: '4980.00' }),
      card({ currentBalance: '4612.00' }),
      'Balance fell. LAKESHORE CARD SVCS went from $4,980.00 to $4,612.00.',
    ],
    [
      'a limit lowered',
      card({ creditLimit: '5000.00' }),
      card({ creditLimit: '2500.00' }),
      'Credit limit lowered. LAKESHORE CARD SVCS went from $5,000.00 to $2,500.00.',
    ],
    [
      'a past due amount',
      card({ amountPastDue: null }),
      card({ amountPastDue: '87.50' }),
      'Amount past due. LAKESHORE CARD SVCS now shows $87.50 past due.',
    ],
    [
      'a late month',
      card({ paymentHistory: monthsOf('2026-09', 'OK OK') }),
      card({ paymentHistory: monthsOf('2026-11', 'OK OK 30 60') }),
      'New late payment. LAKESHORE CARD SVCS: 30 days late for 10/2026 and 60 days late for 11/2026.',
    ],
    [
      'a late mark in a month that was on time',
      card({ paymentHistory: monthsOf('2026-10', 'OK OK OK') }),
      card({ paymentHistory: monthsOf('2026-10', 'OK 30 OK') }),
      'Late mark added. LAKESHORE CARD SVCS: 30 days late for 09/2026.',
    ],
    [
      'a late mark that is on time now',
      card({ paymentHistory: monthsOf('2026-10', 'OK 30 OK') }),
      card({ paymentHistory: monthsOf('2026-10', 'OK OK OK') }),
      'Late mark removed. LAKESHORE CARD SVCS: 30 days late for 09/2026, now on time.',
    ],
    [
      'a moved opening date',
      card({ dateOpened: '2024-07-18' }),
      card({ dateOpened: '2025-06-03' }),
      'Date opened changed. LAKESHORE CARD SVCS went from 07/18/2024 to 06/03/2025.',
    ],
    [
      'a moved date of first delinquency',
      card({ dateFirstDelinquency: '2019-03' }),
      card({ dateFirstDelinquency: '2020-09-01' }),
      'Date of first delinquency changed. LAKESHORE CARD SVCS went from 03/2019 to 09/01/2020. How long the item may stay is counted from this date.',
    ],
    [
      'a remark',
      card(),
      card({ remarks: [{ code: 'XB', text: 'Account information disputed' }] }),
      'Remark added. LAKESHORE CARD SVCS: "Account information disputed"',
    ],
    ['an inquiry', {}, { inquiries: [inquiryOf()] }, 'New inquiry. Cedar Auto Finance, 08/22/2026.'],
    [
      'an inquiry gone',
      { inquiries: [inquiryOf()] },
      {},
      'Inquiry no longer listed. Cedar Auto Finance, 08/22/2026, is not in this report.',
    ],
    [
      'a public record',
      {},
      { publicRecords: [recordOf()] },
      'New public record. Chapter 7 bankruptcy, filed 03/02/2019.',
    ],
    [
      'a disposition',
      { publicRecords: [recordOf({ disposition: 'Filed' })] },
      { publicRecords: [recordOf()] },
      'Public record changed. Chapter 7 bankruptcy went from Filed to Discharged.',
    ],
    [
      'a new name',
      { personal: [personOf()] },
      { personal: [personOf({ aliases: ['MAYA BROKES'] })] },
      'New name. MAYA BROKES is now listed.',
    ],
    [
      'an employer gone',
      { personal: [personOf({ employers: ['Acme'] })] },
      { personal: [personOf()] },
      'Employer no longer listed. Acme is not in this report.',
    ],
    [
      'a freeze',
      file('hit'),
      file('frozen'),
      'Security freeze placed. The file is frozen, so this report does not hold it.',
    ],
    [
      'a lifted freeze',
      file('frozen'),
      file('hit'),
      'Security freeze lifted. The file is open again, and this report holds it.',
    ],
    [
      'a fraud alert',
      { personal: [personOf()] },
      statement('INITIAL FRAUD ALERT: CALL 213 555 0148'),
      'Alert placed. The file now says: "INITIAL FRAUD ALERT: CALL 213 555 0148"',
    ],
  ])('%s is reported', (_name, before, now, words) => {
    expect(changesBetween(before, now)).toEqual([words])
  })

  it('of card utilization is in percent of all limits', () => {
    const cards = (first: string, second: string) => ({
      accounts: [
        accountOf({ id: 'a', currentBalance: first, creditLimit: '1000.00' }),
        accountOf({ id: 'b', currentBalance: second, creditLimit: '1000.00' }),
      ],
    })
    expect(changesBetween(cards('780.00', '780.00'), cards('780.00', '699.00'))).toEqual([
      'Card use fell. From 78% to 74% of your limits.',
    ])
  })

  it('of an old late mark is reported when the score rose and nothing else moved', () => {
    const month = (score: number) => ({
      ...card({ paymentHistory: monthsOf('2026-10', '60 OK OK OK OK OK OK OK') }),
      scores: [scoreOf({ score })],
    })
    expect(changesBetween(month(650), month(660))).toEqual([
      'Old late mark aged. A 60-day late mark of LAKESHORE CARD SVCS is now 8 months old.',
    ])
    expect(changesBetween(month(650), month(650))).toEqual([])
    expect(changesBetween(month(650), month(649))).toEqual([])
  })
})

describe('nothing is reported', () => {
  it.each<[string, Partial<Report>, Partial<Report>]>([
    ['of a month’s shopping', card({ currentBalance: '900.00' }), card({ currentBalance: '995.00' })],
    ['of a loan’s payment', card({ currentBalance: '20000.00' }), card({ currentBalance: '19600.00' })],
    [
      'of a small loan’s payment',
      card({ accountType: 'Installment', monthlyPayment: '187.00', currentBalance: '1311.00' }),
      card({ accountType: 'Installment', monthlyPayment: '187.00', currentBalance: '1124.00' }),
    ],
    ['of a balance that is not reported', card({ currentBalance: '900.00' }), card()],
    ['of a past due amount that is not reported', card({ amountPastDue: '50.00' }), card()],
    [
      'of months before the earlier history began',
      card({ paymentHistory: monthsOf('2026-10', 'OK OK') }),
      card({ paymentHistory: monthsOf('2026-10', '30 30 OK OK') }),
    ],
    [
      'of months that the history reaches no more',
      card({ paymentHistory: monthsOf('2026-10', '30 OK OK') }),
      card({ paymentHistory: monthsOf('2026-10', 'OK OK') }),
    ],
    [
      'of a date that is only given more exactly',
      card({ dateFirstDelinquency: '2019-03' }),
      card({ dateFirstDelinquency: '2019-03-09' }),
    ],
    ['of an opening that is only given less exactly', card(), card({ dateOpened: '2021' })],
    ['of an opening that moved within the month', card(), card({ dateOpened: '2021-08-30' })],
    ['of a soft inquiry', {}, { inquiries: [inquiryOf({ kind: 'soft' })] }],
    ['of a file that was not given', { ...card(), ...file('error') }, { ...file('frozen') }],
    [
      'of a spelling',
      { personal: [personOf({ employers: ['ACME, INC.'] })] },
      { personal: [personOf({ employers: ['Acme Inc'] })] },
    ],
    [
      'of an account that may only have another number',
      card({ id: 'a', accountNumber: '5178****' }),
      card({ id: 'b', accountNumber: null }),
    ],
    [
      'of an account whose opening is only given as a year',
      card({ id: 'a', accountNumber: null, dateOpened: '2021' }),
      card({ id: 'b', accountNumber: null }),
    ],
    ['of who the person is when a report does not say', {}, { personal: [personOf({ aliases: ['M B'] })] }],
    ['of a bureau that the earlier report says nothing of', { files: [] }, card()],
  ])('%s', (_name, before, now) => {
    expect(changesBetween(before, now)).toEqual([])
  })
})

it('a frozen file does not mean that accounts are missing', () => {
  expect(changesBetween(card(), file('frozen'))).toEqual([
    'Security freeze placed. The file is frozen, so this report does not hold it.',
  ])
})

it('the eight most important changes are reported, most important first', () => {
  const many = Array.from({ length: 9 }, (_unused, n) => inquiryOf({ id: `i${n}`, company: `Lender ${n}` }))
  const titles = changesBetween({}, { inquiries: many, publicRecords: [recordOf()], ...card() }).map(
    words => words.split('.')[0],
  )
  expect(titles).toEqual(['New public record', 'New account', ...Array<string>(6).fill('New inquiry')])
})

it('accounts of one creditor are distinguished by their masked numbers', () => {
  const two = (balance: string) => ({
    accounts: [
      accountOf({ id: 'a', accountNumber: '5178440212345678' }),
      accountOf({ id: 'b', accountNumber: '4000123412345678', currentBalance: balance }),
    ],
  })
  expect(changesBetween(two('1000.00'), two('2000.00'))).toEqual([
    'Balance rose. LAKESHORE CARD SVCS (40001234****) went from $1,000.00 to $2,000.00.',
  ])
})

describe('an account that a bureau lists twice', () => {
  const entry = (id: string, own: Partial<Account> = {}) =>
    accountOf({ id, highBalance: '4000.00', creditLimit: '5000.00', currentBalance: '1000.00', ...own })
  const loan = accountOf({ id: 'loan', accountNumber: '4000****', accountType: 'Installment' })
  const twice = (own: Partial<Account> = {}) => ({ accounts: [loan, entry('a', own), entry('b', own)] })
  const once = { accounts: [loan, entry('a')] }
  const never = { accounts: [loan] }

  it.each<[string, Partial<Report>, Partial<Report>, string[]]>([
    [
      'is one new account',
      never,
      twice(),
      ['New account. LAKESHORE CARD SVCS (51784402****), opened 08/14/2021.'],
    ],
    [
      'is one that is gone',
      twice(),
      never,
      ['Account no longer listed. LAKESHORE CARD SVCS (51784402****) is not in this report.'],
    ],
    [
      'is not a new account if it was listed once',
      once,
      twice(),
      ['Account now listed twice. LAKESHORE CARD SVCS (51784402****).'],
    ],
    [
      'is not gone if one entry stays',
      twice(),
      once,
      ['Account no longer listed twice. LAKESHORE CARD SVCS (51784402****).'],
    ],
    [
      'changes once, even when it is paid',
      twice(),
      twice({ currentBalance: '0.00' }),
      [
        'Card use fell. From 20% to 0% of your limits.',
        'Balance fell. LAKESHORE CARD SVCS (51784402****) went from $1,000.00 to $0.00.',
      ],
    ],
    [
      'changes once when it is used again',
      twice({ highBalance: '5000.00', currentBalance: '0.00' }),
      twice({ highBalance: '5000.00' }),
      [
        'Card use rose. From 0% to 20% of your limits.',
        'Balance rose. LAKESHORE CARD SVCS (51784402****) went from $0.00 to $1,000.00.',
      ],
    ],
  ])('%s', (_, before, now, changes) => expect(changesBetween(before, now)).toEqual(changes))

  it('counts once in card use', () => {
    const other = (balance: string) =>
      accountOf({
        id: 'c',
        creditorName: 'OAK BANK',
        accountNumber: '4000****',
        creditLimit: '5000.00',
        currentBalance: balance,
      })
    const changes = changesBetween(
      { accounts: [...twice().accounts, other('0.00')] },
      { accounts: [...twice().accounts, other('1000.00')] },
    )
    expect(changes).toContain('Card use rose. From 10% to 20% of your limits.')
  })
})

describe('a section that is empty all at once', () => {
  const two = <Row extends { id: string }>(of: (own: { id: string }) => Row): [Row, Row] => [
    of({ id: 'one' }),
    of({ id: 'two' }),
  ]
  const address = { street: '12 Oak St', city: 'Springfield', state: 'IL', postal: '62701', reported: null }
  const remarked = (text: string | null) => ({
    accounts: ['a', 'b'].map(id =>
      accountOf({
        id,
        accountNumber: id,
        creditorNameReported: `BANK ${id}`,
        remarks: text === null ? [] : [{ code: null, text }],
      }),
    ),
  })

  it.each<[string, Partial<Report>, Partial<Report>]>([
    ['accounts', { accounts: two(accountOf) }, {}],
    ['inquiries', { inquiries: two(inquiryOf) }, {}],
    ['public records', { publicRecords: two(recordOf) }, {}],
    [
      'earlier details of the person',
      { personal: [personOf({ previousAddresses: [address], employers: ['OAK SCHOOL'] })] },
      { personal: [personOf()] },
    ],
    ['remarks', remarked('Account closed by consumer'), remarked(null)],
  ])('is missing from the document and not from the file: %s', (_what, before, now) => {
    expect(changesBetween(before, now)).toEqual([])
  })

  it('in the earlier report makes nothing new that existed before it', () => {
    const inquiries = [
      inquiryOf({ date: '2026-03-02' }),
      inquiryOf({ id: 'inquiry-2', company: 'Oak Bank', date: '2026-10-20' }),
    ]
    expect(changesBetween({}, { inquiries })).toEqual(['New inquiry. Oak Bank, 10/20/2026.'])
    const accounts = [
      accountOf(),
      accountOf({
        id: 'b',
        creditorNameReported: 'OAK BANK',
        accountNumber: '4**',
        dateOpened: '2026-09-30',
      }),
    ]
    expect(changesBetween({}, { accounts })).toEqual(['New account. OAK BANK, opened 09/30/2026.'])
  })
})

it('an account with a new number and the same opening day is neither new nor gone', () => {
  expect(changesBetween(card(), card({ id: 'account-2', accountNumber: '51789999****' }))).toEqual([])
})

it('an inquiry that is listed twice is not new', () => {
  expect(
    changesBetween(
      { inquiries: [inquiryOf()] },
      { inquiries: [inquiryOf(), inquiryOf({ id: 'inquiry-2', company: 'CEDAR AUTO FINANCE' })] },
    ),
  ).toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { listParts } from '#features/reports/parts.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { accountOf, collectionOf, monthsOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { emptyCreditFile, findBankStatus, summarizeCreditFile } from './credit-file.ts'
import { listFreeMoves, listGuards, monthsToWait } from './guidance.ts'

const today = '2026-11-21'
const fileOf = (accounts: readonly Account[], more: Parameters<typeof reportOf>[0] = {}) => {
  const report = reportOf({ accounts: [...accounts], ...more })
  return summarizeCreditFile(buildReportView(report, 'max').fullReport, listParts(report), today)
}

describe('the user’s own file', () => {
  test('counts an account of three bureaus once', () => {
    const bureaus = ['TransUnion', 'Experian', 'Equifax'] as const
    const rows = bureaus.map(bureau =>
      accountOf({ bureau, dateOpened: '2016-11-21', creditLimit: '5000.00' }),
    )
    expect(fileOf(rows)).toMatchObject({ accountAges: { accounts: 1, months: 120 }, totalLimit: 5_000 })
  })

  test('leaves out closed, collection, undated and future-dated accounts, and counts the undated ones', () => {
    const file = fileOf([
      accountOf({ id: 'a', dateOpened: '2024-11' }),
      accountOf({ id: 'b', openClosed: 'Closed', dateOpened: '1999-01-01' }),
      collectionOf({ id: 'c' }),
      accountOf({ id: 'd', dateOpened: null }),
      accountOf({ id: 'e', dateOpened: '2027-01-01' }),
    ])
    expect(file).toMatchObject({ accountAges: { accounts: 1, months: 23 }, undated: 2 })
  })

  test('uses the opening date of another bureau when the newest row has a future one', () => {
    const file = fileOf([
      accountOf({ lastReported: '2026-10-01', dateOpened: '2016-11-21' }),
      accountOf({ bureau: 'Equifax', lastReported: '2026-11-01', dateOpened: '2027-01-01' }),
    ])
    expect(file).toMatchObject({ accountAges: { accounts: 1, months: 120 }, undated: 0 })
  })

  test('adds the limits of open cards alone, rounded down to whole dollars', () => {
    const file = fileOf([
      accountOf({ id: 'a', creditLimit: '1000.60' }),
      accountOf({ id: 'b', creditLimit: '2000.60' }),
      accountOf({ id: 'c', creditLimit: '9000.00', openClosed: 'Closed' }),
      accountOf({ id: 'd', creditLimit: '9000.00', accountType: 'Installment' }),
      accountOf({ id: 'e', creditLimit: null }),
    ])
    expect(file.totalLimit).toBe(3_001)
    const atTwo = [
      accountOf({ creditLimit: '0.00', lastReported: '2026-11-10' }),
      accountOf({ bureau: 'Experian', creditLimit: '5000.00', lastReported: '2026-10-10' }),
    ]
    expect(fileOf(atTwo).totalLimit).toBe(5_000)
    const listed = accountOf({ creditLimit: '5000.00', currentBalance: '9.00', highBalance: '90.00' })
    expect(fileOf([listed, { ...listed, id: 'listed again' }]).totalLimit).toBe(5_000)
  })

  test('has the date of its oldest part and that part’s bureau', () => {
    const { fullReport } = buildReportView(reportOf({ accounts: [accountOf({})] }), 'max')
    const file = summarizeCreditFile(
      fullReport,
      [
        { bureau: 'TransUnion', reportDate: '2026-09-01' },
        { bureau: 'Experian', reportDate: '2026-11-10' },
        { bureau: 'Equifax', reportDate: '2026-09-01' },
      ],
      today,
    )
    expect([file.asOf, file.asOfAt]).toEqual(['2026-09-01', ['TransUnion', 'Equifax']])
    const personal = { goal: 'Build credit', targetPeriod: '3 months', since: today }
    expect(listGuards(file, personal, today).map(({ title }) => title)).toContain(
      'Your TransUnion and Equifax file is from 09/01/2026',
    )
  })

  test('contains only what TransUnion reports on a free plan', () => {
    const report = reportOf({
      accounts: [
        accountOf({ id: 'a' }),
        accountOf({ id: 'b', bureau: 'Experian', creditorName: 'Other Bank' }),
      ],
    })
    const file = summarizeCreditFile(buildReportView(report, 'free').fullReport, listParts(report), today)
    expect([file.accountAges.accounts, findBankStatus(file, 'Other Bank')]).toEqual([1, 'absent'])
  })

  test.each<[string, Partial<Account>]>([
    ['by its worst status', { worstStatus: '90' }],
    ['by its status now', { payStatus: '120' }],
    ['by a month of its history', { paymentHistory: monthsOf('2026-11', 'OK 90 OK') }],
    ['by its count of late payments', { late90: 1 }],
    ['as the original creditor of a collection', { ...collectionOf(), originalCreditor: 'SOUR BANK' }],
  ])('detects a seriously derogatory bank %s', (_, own) => {
    const name = own.isCollection ? 'Meridian Collections' : 'Sour Bank'
    expect(findBankStatus(fileOf([accountOf({ ...own, creditorName: name })]), 'Sour Bank')).toBe(
      'derogatory',
    )
  })

  test('does not count the bank that sold a loan as one with an account', () => {
    expect(findBankStatus(fileOf([accountOf({ originalCreditor: 'FIRST BANK' })]), 'First Bank')).toBe(
      'absent',
    )
  })

  test.each([
    ['Lakeshore Card Services', 'present'],
    ['LAKESHORE CARD SVCS', 'present'],
    ['Sour Bank', 'derogatory'],
    ['Cobalt Federal', 'absent'],
    ['Lake Card Services', 'absent'],
    ['Lakefront Card Services', 'absent'],
  ] as const)('has the bank %s: %s', (bank, accountAges) => {
    const file = fileOf([
      accountOf({ id: 'a' }),
      accountOf({ id: 'b', creditorName: 'Sour Bank', creditorNameReported: 'SOUR BANK', late90: 1 }),
    ])
    expect(findBankStatus(file, bank)).toBe(accountAges)
  })
})

const noGoal = { goal: 'Other', targetPeriod: '12 months', since: '2026-11-01' }

describe('reasons against buying now', () => {
  const codes = (...[file, personal]: [Parameters<typeof listGuards>[0], Parameters<typeof listGuards>[1]]) =>
    listGuards(file, personal, today).map(({ code }) => code)

  test.each([
    ['3 months', '2026-11-01', ['mortgage']],
    ['6 months', '2026-11-21', ['mortgage']],
    ['6 months', '2026-11-22', []],
    ['12 months', '2026-05-01', ['mortgage']],
    ['12 months', '2026-11-01', []],
    ['3 months', '2026-08-01', []],
  ])('a home wanted in %s since %s: %o', (targetPeriod, since, expected) => {
    const file = fileOf([accountOf()])
    expect(codes(file, { goal: 'Buy a home', targetPeriod, since })).toEqual(expected)
    expect(codes(file, { goal: 'Buy a car', targetPeriod, since })).toEqual([])
  })

  test('include a frozen file and an alert in it', () => {
    const file = fileOf([accountOf()], {
      files: [{ bureau: 'Experian', status: 'frozen', text: null }],
      personal: [personOf({ bureau: 'Equifax', consumerStatements: ['INITIAL FRAUD ALERT: call me first'] })],
    })
    expect([file.frozenAt, file.alertAt]).toEqual([['Experian'], ['Equifax']])
    expect(codes(file, noGoal)).toEqual(['frozen', 'fraud_alert'])
  })

  test('do not include a statement of another kind as an alert', () => {
    const consumerStatements = ['This account is not mine, I disputed it in March']
    expect(fileOf([accountOf()], { personal: [personOf({ consumerStatements })] }).alertAt).toEqual([])
  })

  test('include an account without an opening date, and having no accounts', () => {
    expect(codes(fileOf([accountOf({ id: 'a' }), accountOf({ id: 'b', dateOpened: null })]), noGoal)).toEqual(
      ['undated_accounts'],
    )
    expect(codes(emptyCreditFile, noGoal)).toEqual(['no_accounts'])
  })
})

describe('free alternatives', () => {
  const file = fileOf([
    accountOf({ id: 'a', dateOpened: '2021-11-21', currentBalance: '900.00', creditLimit: '1000.00' }),
    accountOf({ id: 'b', dateOpened: '2021-11-21' }),
  ])

  test('include waiting, with the exact number of months', () => {
    expect(monthsToWait(file, { ageTenths: 55, limit: 0 })).toBe(6)
    expect(monthsToWait(file, { ageTenths: 50, limit: 0 })).toBe(0)
    expect(monthsToWait(emptyCreditFile, { ageTenths: 50, limit: 0 })).toBeNull()
    expect(listFreeMoves(file, { ageTenths: 55, limit: 0 })[0]).toMatchObject({
      code: 'wait',
      title: 'Wait 6 months',
    })
  })

  test("include paying down the user's own card, with its utilization as in the factors", () => {
    const cards = [
      accountOf({ id: 'a', creditorName: 'Full', currentBalance: '999.00', creditLimit: '1000.00' }),
      accountOf({ id: 'b', creditorName: 'Half', currentBalance: '499.99', creditLimit: '1000.00' }),
    ]
    expect(fileOf(cards).fullCards).toEqual([
      { name: 'Full', use: '100%' },
      { name: 'Half', use: 'just under 50%' },
    ])
    const others = cards.map(card => ({
      ...card,
      bureau: 'Equifax' as const,
      creditLimit: null,
      responsibility: 'Authorized user',
    }))
    expect(fileOf([...cards, ...others])).toMatchObject({ fullCards: [], ownCard: null })
  })

  test('are ranked: waiting, paying down, a higher limit, then what is open to everyone', () => {
    const codes = listFreeMoves(file, { ageTenths: 55, limit: 1_000 }).map(({ code }) => code)
    expect(codes).toEqual(['wait', 'pay_down', 'ask_for_limit', 'family', 'keep_open'])
    expect(listFreeMoves(emptyCreditFile, { ageTenths: 55, limit: 1_000 }).map(({ code }) => code)).toEqual([
      'family',
    ])
    expect(listFreeMoves(file, { ageTenths: 200, limit: 0 }).map(({ code }) => code)).not.toContain('wait')
    expect(
      listFreeMoves({ ...file, ownCard: null }, { ageTenths: 0, limit: 0 }).map(({ code }) => code),
    ).not.toContain('keep_open')
  })
})

describe('a bank under the names of its accounts', () => {
  const accountAges = (bank: string, reported: string) =>
    findBankStatus(fileOf([accountOf({ creditorName: reported, creditorNameReported: reported })]), bank)

  test.each([
    ['Synchrony', 'SYNCB/AMAZON'],
    ['Synchrony Bank', 'AMZN/SYNCB'],
    ['SYNCB', 'SYNCHRONY BANK/LOWES'],
    ['Synchrony', 'LOWES'],
    ['Synchrony', 'CARECREDIT'],
    ['Discover', 'DSCVR'],
    ['DSCVR', 'DISCOVER BANK'],
    ['Discover It', 'DISCOVER FIN SVCS LLC'],
    ['Discover', 'DISCOVER PERSONAL LOANS'],
    ['Citibank', 'THD/CBNA'],
    ['Citi', 'MCYDSNB'],
    ['Citi Double Cash', 'COSTCO/CITI'],
    ['Citi', 'HOME DEPOT'],
    ['Chase Freedom', 'JPMCB CARD SERVICES'],
    ['JPMorgan Chase', 'CHASE MTG'],
    ['Capital One Quicksilver', 'KOHLS/CAPONE'],
    ['Capital One', 'CAPITAL ONE AUTO FINANCE'],
    ['TD Bank', 'TD BANK USA/TARGETCRED'],
    ['Goldman Sachs Bank USA', 'APPLE CARD/GS BANK USA'],
    ['Barclays', 'BRCLYSBANKDE'],
    ['American Express', 'AMEX'],
    ['Wells Fargo', 'WF CRD SVC'],
    ['U.S. Bank', 'ELAN FIN SVCS'],
    ['Comenity', 'COMENITYCAPITAL/ULTA'],
  ])('a line of %s belongs to the bank of %s', (bank, reported) => {
    expect(accountAges(bank, reported)).toBe('present')
  })

  test.each([
    ['Citi', 'CITIZENS BANK'],
    ['Discover', 'DFS/WEBBANK'],
    ['Chase', 'AMAZON/SYNCB'],
    ['Capital One', 'CAPITAL CITY BANK'],
    ['TD Bank', 'TDECU'],
    ['Goldman Sachs', 'APPLE FEDERAL CREDIT UNION'],
    ['US Bank', 'US DEPT OF ED'],
    ['Synchrony', 'CHASE/AMAZON'],
    ['Citi', 'BBY/CREDIT ONE'],
  ])('a line of %s does not belong to the bank of %s', (bank, reported) => {
    expect(accountAges(bank, reported)).toBe('absent')
  })

  test('that is seriously derogatory under the name of a store is detected', () => {
    expect(findBankStatus(fileOf([accountOf({ creditorName: 'SYNCB/LOWES', late90: 1 })]), 'Synchrony')).toBe(
      'derogatory',
    )
  })
})

describe('a report older than 45 days', () => {
  const guardsAt = (reportDate: string) => listGuards(fileOf([accountOf()], { reportDate }), noGoal, today)
  test('is mentioned, and a recent one is not', () => {
    expect(guardsAt('2026-10-07').map(({ code }) => code)).toEqual([])
    expect(guardsAt('2026-10-06')).toMatchObject([
      { code: 'old_report', level: 'note', title: 'Your report is from 10/06/2026' },
    ])
  })
})

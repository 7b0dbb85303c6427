import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const reportOf = (text: string): Report => requireReport(readReport(text, ada))
const report = reportOf(fixture('three-bureaus.truelink.json'))
const [card, , cardAtEquifax, collection, loan] = report.accounts

describe('both dialects of TrueLink', () => {
  test('result in the same report: plain JSON below two objects, and a BadgerFish JSONP bundle', () => {
    expect(reportOf(fixture('three-bureaus.truelink.jsonp'))).toEqual(report)
  })

  test('only the merged component is read, even if the bundle repeats one of its bureaus', () => {
    expect(report.accounts.map(row => `${row.creditorNameReported} ${row.bureau}`)).toEqual([
      'MAPLE BK TransUnion',
      'MAPLE BANK CARD Experian',
      'MAPLE BANK CARD SERVICES Equifax',
      'H&L RECOVERY TransUnion',
      'ROWAN LENDING Experian',
    ])
  })

  test('without a merged component each bureau is read and the rows are matched', () => {
    const component = (Type: string, creditorName: string, accountNumber: string) => ({
      Type,
      TrueLinkCreditReportType: {
        TradeLinePartition: {
          accountTypeSymbol: 'R',
          Tradeline: { creditorName, accountNumber, dateOpened: '2019-04-12' },
        },
      },
    })
    const bundle = [
      component('TUCReportV6', 'MAPLE BK', '4X1X6X5X'),
      component('EQFReportV6', 'MAPLE BANK', '41116255****'),
    ]
    const split = reportOf(JSON.stringify({ BundleComponents: { BundleComponent: bundle } }))
    expect(split.accounts.map(row => row.bureau)).toEqual(['TransUnion', 'Equifax'])
    expect(new Set(split.accounts.map(row => row.id)).size).toBe(1)
    expect(split.formatVersion).toBe('V6')
  })
})

describe('an account', () => {
  test('is one partition, with a row for each bureau', () => {
    expect(new Set(report.accounts.slice(0, 3).map(row => row.id)).size).toBe(1)
    expect(new Set(report.accounts.map(row => row.id)).size).toBe(3)
  })

  test('has its address and phone from the subscriber with its code', () => {
    expect(card).toMatchObject({
      creditorPhone: '+15405550100',
      address: { street: 'PO BOX 12 STE 4', city: 'SALEM', state: 'VA', postal: '02415' },
    })
  })

  test('has its facts', () => {
    expect(card).toMatchObject({
      accountNumber: '4X1X6X5X',
      accountType: 'Revolving',
      accountTypeDetail: 'Credit card',
      responsibility: 'Individual',
      currentBalance: '1200.00',
      creditLimit: '5000.00',
      monthlyPayment: '35.00',
      termLength: null,
      late30: 1,
      worstStatus: '30',
      disputed: false,
      dateOpened: '2019-04-12',
      dateLastPayment: '2026-09-14',
    })
    expect(cardAtEquifax).toMatchObject({ disputed: true, creditLimit: '0.00' })
    expect(loan).toMatchObject({
      accountStatus: 'Paid',
      openClosed: 'Closed',
      creditLimit: null,
      termLength: 48,
    })
  })

  test('that is a collection contains the original creditor, without an SSN written there', () => {
    expect(collection).toMatchObject({
      accountType: 'Collection',
      accountTypeDetail: 'Collection',
      payStatus: 'COL',
      accountStatus: 'Derogatory',
      originalCreditor: 'CITY WATER XXXXX2041',
      remarks: [{ code: 'T00CLA', text: 'Placed for collection' }],
    })
  })
})

describe('the payment history', () => {
  test('starts with the current month from the status, and keeps a month without data between others', () => {
    const months = card?.paymentHistory.map(one => `${one.date} ${one.status}`)
    expect(months?.at(-1)).toBe('2026-09 OK')
    expect(months).toContain('2026-06 30')
    expect(months).toContain('2025-12 U')
    expect(months).toHaveLength(13)
  })

  test('of a closed account ends where the sender’s does', () => {
    expect(loan?.paymentHistory.map(one => one.date)).toEqual(['2021-03', '2021-04', '2021-05', '2021-06'])
  })

  test('is not invented if none is reported', () => {
    expect(collection?.paymentHistory).toEqual([])
  })

  const withHistory = (history: unknown, more: object = {}) =>
    reportOf(
      JSON.stringify({
        TradeLinePartition: {
          accountTypeSymbol: 'R',
          Tradeline: {
            creditorName: 'X',
            bureau: 'Experian',
            dateReported: '2026-03-31',
            PayStatus: { symbol: '2' },
            OpenClosed: { symbol: 'O' },
            GrantedTrade: { PayStatusHistory: history },
            ...more,
          },
        },
      }),
    ).accounts[0]?.paymentHistory.map(one => `${one.date} ${one.status}`)

  test('is read from the string when the months are not listed', () => {
    expect(withHistory({ startDate: '2026-02-28', status: '1C' })).toEqual([
      '2026-01 OK',
      '2026-02 30',
      '2026-03 60',
    ])
  })

  test('keeps one entry a month when listed days drift into the same month', () => {
    const days = ['2026-01-31', '2026-01-01', '2025-12-02']
    const listed = { MonthlyPayStatus: days.map((date, index) => ({ date, status: 'C12'[index] })) }
    expect(withHistory(listed)).toEqual(['2025-11 60', '2025-12 30', '2026-01 OK'])
  })

  test('does not bridge a gap before the reported month', () => {
    expect(withHistory({ startDate: '2025-11-30', status: 'C' })).toEqual(['2025-11 OK'])
  })
})

describe('the person', () => {
  test('is read as reported by each bureau', () => {
    expect(report.personal.map(one => [one.bureau, one.name, one.aliases, one.dob, one.ssnLastFour])).toEqual(
      [
        ['TransUnion', 'ADA J QUILL', [], '1984-02-29', '2041'],
        ['Experian', 'ADA QUILL', [], '1984', '2041'],
        ['Equifax', 'ADA QUILL', ['ADA QUIL'], null, '2041'],
      ],
    )
  })

  test('has the addresses reported by the bureaus', () => {
    expect(report.personal[0]).toMatchObject({
      currentAddress: { street: '12 ORCHARD RD #4', postal: '02153', reported: '2020-03-01' },
      employers: ['HARBOR & SONS'],
      phones: ['+12025550117'],
    })
    expect(report.personal[2]?.previousAddresses[0]?.street).toBe('PO BOX 88')
    expect(report.personal[2]?.consumerStatements).toEqual([
      'My wallet with card XXXXX2041 was stolen in 2024.',
    ])
  })
})

describe('scores', () => {
  test('contain the reasons that lower them', () => {
    expect(report.scores.map(one => `${one.bureau} ${one.score} ${one.model}`)).toEqual([
      'TransUnion 701 VantageScore 3.0',
      'Experian 688 VantageScore 3.0',
    ])
    expect(report.scores[0]?.factors).toEqual([{ code: '14', text: 'Lack of sufficient credit history' }])
  })

  test('that are missing have a reason', () => {
    expect(report.scoreExclusions).toEqual([
      { bureau: 'Equifax', model: 'VantageScore 3.0', reason: 'Insufficient credit history' },
    ])
  })

  test('are read from the score components if the report has none', () => {
    const text = JSON.stringify({
      BundleComponents: {
        BundleComponent: [
          {
            Type: 'EXPReportV6',
            TrueLinkCreditReportType: { Borrower: { BorrowerName: { Name: { first: 'A', last: 'B' } } } },
          },
          { Type: 'EXPVantageScoreV6', CreditScoreType: { riskScore: 655, scoreName: 'VantageScore3' } },
        ],
      },
    })
    expect(reportOf(text).scores).toMatchObject([{ bureau: 'Experian', score: 655, family: 'VantageScore' }])
  })
})

test('files: every bureau has returned one, and a freeze on a returned file is included', () => {
  expect(report.files).toEqual([
    { bureau: 'TransUnion', status: 'hit', text: null },
    { bureau: 'Experian', status: 'hit', text: 'A security freeze is in place.' },
    { bureau: 'Equifax', status: 'hit', text: null },
  ])
})

test('public records are read in the spelling of the format', () => {
  expect(report.publicRecords).toMatchObject([
    {
      bureau: 'Equifax',
      type: 'Chapter 13 Bankruptcy',
      disposition: 'Discharged',
      disposed: '2021-05-17',
      amount: '21400.00',
    },
  ])
  const correct = fixture('three-bureaus.truelink.json').replace(
    'PulblicRecordPartition',
    'PublicRecordPartition',
  )
  expect(reportOf(correct).publicRecords).toEqual(report.publicRecords)
})

test('inquiries have an unknown kind', () => {
  expect(report.inquiries.map(one => `${one.company} ${one.kind} ${one.address?.city}`)).toEqual([
    'MAPLE BK unknown SALEM',
    'OAKLINE AUTO unknown undefined',
  ])
})

test('rows without a bureau are counted, unless the report is of one bureau only', () => {
  const row = { creditorName: 'X', accountNumber: '1' }
  const named = { ...row, bureau: 'Experian' }
  const partitions = (...rows: readonly object[]) =>
    JSON.stringify({ TradeLinePartition: rows.map(one => ({ Tradeline: one })) })
  expect(reportOf(partitions(row, named)).accounts.map(one => one.bureau)).toEqual(['Experian', 'Experian'])
  const two = reportOf(partitions(row, named, { ...row, bureau: 'Equifax' }))
  expect(two.accounts).toHaveLength(2)
  expect(two.warnings.map(one => one.code)).toEqual(['unknown_bureau'])
})

test('account numbers too large for a number keep their digits', () => {
  const text =
    '{"TradeLinePartition":{"Tradeline":{"creditorName":"X","bureau":"Experian","accountNumber":9999888877776665}}}'
  expect(reportOf(text).accounts[0]?.accountNumber).toBe('9999888877776665')
})

test('no trace of a whole SSN is kept, even if it is written as a number', () => {
  const numeric = fixture('three-bureaus.truelink.json').replaceAll('"666102041"', '666102041')
  expect(JSON.stringify([report, reportOf(numeric)])).not.toMatch(/666-?10-?2041/)
})

test('a bundle of errors is a refusal with the sender’s message', () => {
  const failed = {
    BundleComponents: { BundleComponent: { Type: 'Error', ErrorResponse: { Message: 'No hit' } } },
  }
  expect(readReport(JSON.stringify(failed), ada)).toMatchObject({ kind: 'noReport', reason: 'rejected' })
})

test('a report with only frozen files is no report', () => {
  const frozen = { TrueLinkCreditReportType: { SB168Frozen: { experian: true } } }
  expect(readReport(JSON.stringify(frozen), ada)).toMatchObject({
    kind: 'noReport',
    reason: 'empty',
    message: 'This file contains no credit data. The sender says: "Experian: The file is frozen.".',
  })
})

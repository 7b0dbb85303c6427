import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'

/** Small TrueLink documents, one for each variation between senders. */

const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const reportOf = (text: string): Report => requireReport(readReport(text, ada))
const readTree = (tree: unknown) => reportOf(JSON.stringify(tree))

const trade = (more: object = {}) => ({ creditorName: 'ROWAN', bureau: 'Experian', ...more })
const rowOf = (tradeline: object, partition: object = { accountTypeSymbol: 'R' }) => {
  const [row] = readTree({ TradeLinePartition: { ...partition, Tradeline: trade(tradeline) } }).accounts
  if (row === undefined) throw new Error('no account')
  return row
}

describe('coded values', () => {
  test.each([
    ['Derogatory', 'Derogatory'],
    ['Paid', 'Paid'],
    ['Closed', 'Closed'],
  ])('an AccountCondition with only a description: %s', (description, status) => {
    expect(rowOf({ AccountCondition: { symbol: '', description } }).accountStatus).toBe(status)
  })

  test.each([
    ['Current', 'OK'],
    ['30 Days Late', '30'],
    ['Late 60 Days', '60'],
    ['Collection/Chargeoff', 'CO'],
    ['Repossession', 'REPO'],
    ['Wage earner or similar plan', 'BK'],
    ['Something new', null],
  ])('a PayStatus with only a description: %s', (description, token) => {
    expect(rowOf({ PayStatus: { description } }).payStatus).toBe(token)
  })

  test('OpenClosed and account type with only a description', () => {
    const row = rowOf(
      { OpenClosed: { description: 'Closed' } },
      { accountTypeDescription: 'Installment Account' },
    )
    expect([row.openClosed, row.accountType]).toEqual(['Closed', 'Installment'])
  })

  test('a row with an original creditor is a collection regardless of its partition', () => {
    const row = rowOf({ CollectionTrade: { originalCreditor: 'OAK' }, PayStatus: { symbol: '9' } }, {})
    expect([row.accountType, row.isCollection, row.payStatus]).toEqual(['Collection', true, 'COL'])
  })

  test.each([
    ['8A', 'VS'],
    ['8P', 'REPO'],
    ['9B', 'COL'],
  ])("TransUnion's finer symbol %s is %s", (symbol, token) => {
    expect(rowOf({ PayStatus: { symbol } }).payStatus).toBe(token)
  })

  test.each([
    ['U', 'T00CBL', 'BK', true],
    ['U', 'T00BKW', 'U', false],
    ['C', 'T00CBL', 'OK', false],
    ['U', 'T00CLO', 'U', false],
  ])(
    'a PayStatus %s with the TransUnion remark %s is %s, as in its own formats',
    (symbol, remark, token, derogatory) => {
      const row = rowOf({
        bureau: 'TransUnion',
        AccountCondition: { symbol: 'P' },
        PayStatus: { symbol },
        Remark: { RemarkCode: { symbol: remark } },
      })
      expect([row.payStatus, row.accountStatus, row.isDerogatory]).toEqual([token, 'Paid', derogatory])
    },
  )
})

describe('dates', () => {
  test('of XML, with a time zone, are days', () => {
    const row = rowOf({
      dateOpened: '2019-04-12-07:00',
      dateReported: '2026-09-14Z',
      dateClosed: '2020-01-02+00:00',
    })
    expect([row.dateOpened, row.lastReported, row.dateClosed]).toEqual([
      '2019-04-12',
      '2026-09-14',
      '2020-01-02',
    ])
  })
})

describe('a high balance that a remark marks as the limit', () => {
  const Remark = { RemarkCode: { symbol: 'AZ', description: 'AMOUNT IN H/C COLUMN IS CREDIT LIMIT' } }
  test.each([
    ['900', undefined, '900.00', null],
    ['900', '0', '900.00', null],
    ['900', '900', '900.00', null],
    ['900', '1000', '1000.00', '900.00'],
    ['0', undefined, null, '0.00'],
  ])('is the limit of a card: %s, limit %s', (highBalance, CreditLimit, limit, high) => {
    expect(rowOf({ highBalance, Remark, GrantedTrade: { CreditLimit } })).toMatchObject({
      creditLimit: limit,
      highBalance: high,
    })
  })

  test('is not the limit of a loan', () => {
    expect(rowOf({ highBalance: '900', Remark }, { accountTypeSymbol: 'I' })).toMatchObject({
      creditLimit: null,
      highBalance: '900.00',
    })
  })
})

describe('the payment history', () => {
  const months = (listed: readonly (readonly [string, string])[], more: object = {}) =>
    rowOf({
      dateReported: '2026-03-31',
      OpenClosed: { symbol: 'O' },
      PayStatus: { symbol: '1' },
      GrantedTrade: {
        PayStatusHistory: { MonthlyPayStatus: listed.map(([date, status]) => ({ date, status })) },
      },
      ...more,
    }).paymentHistory.map(one => `${one.date} ${one.status}`)

  test('contains the current month even if the previous month has no data', () => {
    expect(
      months([
        ['2026-02-28', 'U'],
        ['2026-01-31', 'C'],
      ]),
    ).toEqual(['2026-01 OK', '2026-02 U', '2026-03 30'])
  })

  test('contains a month listed twice once, without moving others', () => {
    expect(
      months([
        ['2025-11-30', 'C'],
        ['2025-11-30', 'C'],
        ['2025-10-31', '1'],
      ]),
    ).toEqual(['2025-10 30', '2025-11 OK'])
  })

  test('counts drifting days from the newest in either order', () => {
    expect(
      months([
        ['2025-12-02', '2'],
        ['2026-01-01', '1'],
        ['2026-01-31', 'C'],
      ]),
    ).toEqual(['2025-11 60', '2025-12 30', '2026-01 OK'])
  })
})

describe('a bureau’s result', () => {
  const source = (symbol: string) => ({ Source: { Bureau: { symbol } } })
  test('with only a reason for having no score is no file, and a frozen one stays frozen', () => {
    const report = readTree({
      TrueLinkCreditReportType: {
        Borrower: {
          BorrowerName: { Name: { first: 'ADA', last: 'QUILL' }, ...source('TUC') },
          CreditScore: [
            { riskScore: 700, ...source('TUC') },
            { riskScore: '', NoScoreReason: { description: 'File frozen' }, ...source('EXP') },
          ],
        },
        SB168Frozen: { experian: 'true' },
      },
    })
    expect(report.files.map(one => `${one.bureau} ${one.status}`)).toEqual([
      'TransUnion hit',
      'Experian frozen',
    ])
    expect(report.scoreExclusions).toEqual([{ bureau: 'Experian', model: null, reason: 'File frozen' }])
  })

  test('with an empty row is no account and no file', () => {
    const Tradeline = [trade({ bureau: 'TransUnion' }), { bureau: 'Experian', creditorName: '' }]
    expect(readTree({ TradeLinePartition: { Tradeline } }).files.map(one => one.bureau)).toEqual([
      'TransUnion',
    ])
  })

  test('with an empty report is its message', () => {
    const tree = {
      TrueLinkCreditReportType: { Message: { Code: { symbol: '3' }, Text: 'No hit for the person' } },
    }
    const reading = readReport(JSON.stringify(tree), ada)
    expect(reading).toMatchObject({
      kind: 'noReport',
      reason: 'empty',
      message: 'This file contains no credit data. The sender says: "No hit for the person".',
    })
  })

  test('is not hidden by an empty merged report', () => {
    const report = readTree({
      BundleComponents: {
        BundleComponent: [
          { Type: { $: 'MergeCreditReports' }, TrueLinkCreditReportType: {} },
          {
            Type: { $: 'TUCReportV6' },
            TrueLinkCreditReportType: { TradeLinePartition: { Tradeline: { creditorName: 'ROWAN' } } },
          },
        ],
      },
    })
    expect(report.accounts.map(row => row.bureau)).toEqual(['TransUnion'])
  })
})

describe('recognition', () => {
  const accounts = { TradeLinePartition: { Tradeline: trade() } }
  test.each([
    ['a comment before the call', `/**/JSON_CALLBACK(${JSON.stringify(accounts)});`],
    ['a call without a name', `(${JSON.stringify(accounts)})`],
  ])('%s', (_, text) => {
    expect(reportOf(text).accounts).toHaveLength(1)
  })

  test('a bare report without any account', () => {
    const tree = {
      report: {
        Borrower: { BorrowerName: { Name: { first: 'ADA', last: 'QUILL' } } },
        InquiryPartition: {
          Inquiry: { subscriberName: 'OAK', bureau: 'Equifax', inquiryDate: '2026-01-02' },
        },
      },
    }
    expect(readTree(tree).inquiries).toMatchObject([{ company: 'OAK', bureau: 'Equifax' }])
  })
})

describe('details', () => {
  test('a subscriber code without its leading zeros still matches its subscriber', () => {
    const report = readTree({
      TradeLinePartition: { Tradeline: trade({ subscriberCode: '0123456' }) },
      Subscriber: { subscriberCode: 123456, telephone: 5405550100 },
    })
    expect(report.accounts[0]?.creditorPhone).toBe('+15405550100')
  })

  test('an SSN in an element with attributes is also removed from all text', () => {
    const report = readTree({
      Borrower: { SocialPartition: { Social: { SocialSecurityNumber: { '@id': '1', $: '666102041' } } } },
      TradeLinePartition: { Tradeline: trade({ accountNumber: '666102041' }) },
    })
    expect(report.accounts[0]?.accountNumber).toBe('XXXXX2041')
  })

  test('a public record without a name is named after its part', () => {
    const record = (more: object) =>
      readTree({
        TradeLinePartition: { Tradeline: trade() },
        PulblicRecordPartition: { PublicRecord: { bureau: 'Experian', ...more } },
      }).publicRecords[0]?.type
    expect(record({ TaxLien: { amount: 900 }, Bankruptcy: {} })).toBe('Tax lien')
    expect(record({ Type: { symbol: '1' }, Classification: { symbol: 'B' } })).toBe('Bankruptcy')
  })

  test('a score component without a model has the model of its type', () => {
    const report = readTree({
      BundleComponents: {
        BundleComponent: [
          { Type: 'TUCReportV6', TrueLinkCreditReportType: { TradeLinePartition: { Tradeline: trade() } } },
          { Type: 'TUCVantageScoreV6', CreditScoreType: { riskScore: 655 } },
        ],
      },
    })
    expect(report.scores).toMatchObject([{ bureau: 'TransUnion', family: 'VantageScore' }])
  })
})

import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'

/** Small Equifax documents, one for each variation between senders. */

const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const read = (tree: unknown) => readReport(JSON.stringify(tree), ada)
const reportOf = (tree: unknown): Report => requireReport(read(tree))

const envelope = (reports: unknown) => ({ consumers: { equifaxUSConsumerCreditReport: reports } })
const subject = { subjectName: { firstName: 'ADA', lastName: 'QUILL' }, hitCode: { code: '1' } }
const trade = (more: object = {}) => ({ customerName: 'ROWAN', dateReported: '10002026', rate: '1', ...more })
const file = (more: object = {}) => ({ ...subject, trades: [trade()], ...more })
const rowOf = (more: object) => {
  const [row] = reportOf(envelope([file({ trades: trade(more) })])).accounts
  if (row === undefined) throw new Error('no account')
  return row
}
const narrated = (...codes: readonly string[]) => ({ narrativeCodes: codes.map(code => ({ code })) })

test('reports without an envelope are recognized', () => {
  const ben = file({ subjectName: { firstName: 'BEN' }, subjectSocialNum: '666102042' })
  const report = reportOf([ben, file({ subjectSocialNum: 666102041 })])
  expect([report.subject.name, report.accounts.length]).toEqual(['ADA QUILL', 1])
  expect(report.warnings).toMatchObject([{ code: 'joint_file' }])
})

describe('recognition', () => {
  test.each([
    ['an object where a list should stand', envelope(file())],
    ['another case of US', { consumers: { equifaxUsConsumerCreditReport: [file()] } }],
    ['a sender’s own envelope', { success: true, report: { status: 'completed', ...envelope([file()]) } }],
    ['a report without its envelope', { pdfReportId: '1', data: file() }],
  ])('%s', (_, tree) => {
    expect(reportOf(tree).accounts).toMatchObject([{ bureau: 'Equifax', creditorName: 'ROWAN' }])
  })

  test.each([
    ['no report', envelope([]), 'empty', 'no credit data'],
    ['an order still open', { status: 'processing', ...envelope([]) }, 'pending', 'processing'],
    [
      'an error',
      { efxErrorCode: '400.114', description: 'Address is missing' },
      'rejected',
      'Address is missing',
    ],
    ['no file', envelope([{ hitCode: { code: '2', description: 'No-Hit' } }]), 'empty', 'No-Hit'],
    [
      'a freeze',
      envelope([{ ...subject, hitCode: { code: 'A', description: 'Consumer Requested Security Freeze' } }]),
      'empty',
      'Security Freeze',
    ],
    [
      'a request',
      {
        consumers: { name: [{ lastName: 'QUILL' }] },
        customerConfiguration: { equifaxUSConsumerCreditReport: { memberNumber: '1' } },
      },
      'empty',
      'no credit data',
    ],
  ])('%s is no report', (_, tree, reason, words) => {
    const reading = read(tree)
    expect(reading).toMatchObject({ kind: 'noReport', reason })
    expect(reading.kind === 'noReport' && reading.message).toContain(words)
  })

  test('data despite a negative hit code is a hit, with the code’s meaning', () => {
    const report = reportOf(envelope([file({ hitCode: { code: 'A', description: 'Security Freeze' } })]))
    expect(report.files).toEqual([{ bureau: 'Equifax', status: 'hit', text: 'Security Freeze' }])
  })

  test('a joint response is read for the requesting person', () => {
    const spouse = { subjectName: { firstName: 'BEN', lastName: 'QUILL' }, subjectSocialNum: '666102042' }
    const report = reportOf(envelope([file(spouse), file({ subjectSocialNum: 666102041 })]))
    expect([report.accounts.length, report.subject.name]).toEqual([1, 'ADA QUILL'])
    expect(report.warnings.map(warning => warning.code)).toEqual(['joint_file'])
    expect(report.warnings[0]?.message).toContain('1 item ')
  })
})

describe('the rate', () => {
  test('that is a letter is described in words once', () => {
    const remarksOf = (more: object) => rowOf(more).remarks.map(({ text }) => text)
    expect(remarksOf({ rate: 'E' })).toEqual(['Consumer deceased'])
    expect(remarksOf({ rate: '#' })).toEqual(['In bankruptcy of another person'])
    expect(remarksOf({ ...narrated('BR'), rate: 'G' })).toEqual(['Foreclosure process started'])
    expect(remarksOf({ rate: '5' })).toEqual([])
  })

  test.each([
    ['0', 'U'],
    ['1', 'OK'],
    ['2', '30'],
    ['3', '60'],
    ['4', '90'],
    ['5', '120'],
    ['6', 'COL'],
    ['7', 'BK'],
    ['8', 'REPO'],
    ['9', 'CO'],
    ['G', 'FC'],
    ['Z', 'BK'],
    ['E', null],
  ])('%s is %s, as text, number or code', (rate, token) => {
    expect(rowOf({ rate: { code: rate, description: 'x' } }).payStatus).toBe(token)
    expect(rowOf({ rate: /\d/.test(rate) ? Number(rate) : rate }).payStatus).toBe(token)
  })

  test('8 on a mortgage is a foreclosure, 9 of a collector is a collection', () => {
    expect(rowOf({ rate: 8, portfolioTypeCode: 'M' }).payStatus).toBe('FC')
    expect(rowOf({ rate: 9, customerNumber: '180YC20441' })).toMatchObject({
      payStatus: 'COL',
      accountType: 'Collection',
    })
  })

  test.each([
    ['BW', 'BK', 'Derogatory', null],
    ['DB', 'CO', 'Derogatory', null],
    ['ER', 'COL', 'Paid', null],
    ['CF', 'OK', 'Closed', null],
    ['BC', 'OK', 'Transferred', null],
    ['FW', 'OK', 'Open', true],
    ['JM', 'OK', 'Open', null],
    ['QQ', 'OK', 'Open', null],
  ])('as agreed with narrative %s is %s, %s', (code, payStatus, accountStatus, disputed) => {
    expect(rowOf(narrated(code))).toMatchObject({ payStatus, accountStatus, disputed })
  })
})

describe('the payment history', () => {
  const months = (more: object) => rowOf(more).paymentHistory.map(month => `${month.date} ${month.status}`)

  test('is read as a string and under its older name', () => {
    const expected = ['2026-08 30', '2026-09 OK', '2026-10 OK']
    expect(months({ paymentHistory1to24: '12' })).toEqual(expected)
    expect(months({ '24MonthPaymentHistory': [{ code: '1' }, { code: '2' }] })).toEqual(expected)
  })

  test('keeps the months of the second list in place after a short first list', () => {
    expect(months({ paymentHistory1to24: ['1'], paymentHistory25to36: ['2'] })).toEqual([
      '2024-09 30',
      '2026-09 OK',
      '2026-10 OK',
    ])
  })

  test('is empty without a report date', () => {
    expect(months({ dateReported: null, paymentHistory1to24: '12' })).toEqual([])
  })

  test('is read with a six-digit report date without a day', () => {
    expect(months({ dateReported: '102026', paymentHistory1to24: '3' })).toEqual(['2026-09 60', '2026-10 OK'])
  })
})

describe('amounts', () => {
  test.each([
    ['AZ and no other limit', { ...narrated('AZ'), highCredit: 900 }, '900.00', null],
    ['AZ and another limit', { ...narrated('AZ'), highCredit: 900, creditLimit: 1000 }, '1000.00', '900.00'],
    [
      'words alone',
      {
        narrativeCodes: [{ code: '233', description: 'HIGH CREDIT IS CREDIT LIMIT' }],
        highCredit: 900,
        creditLimit: 0,
      },
      '900.00',
      null,
    ],
    ['AZ and the same limit', { ...narrated('AZ'), highCredit: 900, creditLimit: 900 }, '900.00', null],
    ['no narrative', { highCredit: 900 }, null, '900.00'],
  ])('%s', (_, more, creditLimit, highBalance) => {
    expect(rowOf({ portfolioTypeCode: 'R', ...more })).toMatchObject({ creditLimit, highBalance })
  })

  test('IZ marks the high credit as the charge-off amount', () => {
    expect(rowOf({ ...narrated('IZ'), portfolioTypeCode: 'I', highCredit: 700 })).toMatchObject({
      chargeOffAmount: '700.00',
      highBalance: null,
      originalAmount: null,
      payStatus: 'CO',
    })
  })
})

test('an original creditor makes the account a collection', () => {
  const row = rowOf({
    purchasedFromOrSoldCreditorIndicator: { code: 'O' },
    purchasedFromOrSoldCreditorName: 'OAK BANK',
  })
  expect(row).toMatchObject({ accountType: 'Collection', originalCreditor: 'OAK BANK', isCollection: true })
})

test('a rejected model has its reason, and a model known only by number keeps it', () => {
  const models = [{ type: 'MODEL', modelNumber: '05206', rejects: [{ code: 'D', description: 'Thin file' }] }]
  expect(reportOf(envelope([file({ models })])).scoreExclusions).toEqual([
    { bureau: 'Equifax', model: 'Equifax model 05206', reason: 'Thin file' },
  ])
})

test('unknown codes are counted, also in collections and bankruptcies', () => {
  const report = reportOf(
    envelope([
      file({
        trades: trade(narrated('QQ')),
        collections: { statusCode: { code: 'Q' } },
        bankruptcies: { currentIntentOrDispositionCode: { code: 'Q' } },
      }),
    ]),
  )
  expect(report.warnings.map(warning => warning.code)).toEqual(['unknown_code'])
  expect(report.warnings[0]?.message).toContain('3 items')
  expect(report.accounts[1]?.accountStatus).toBe('Derogatory')
})

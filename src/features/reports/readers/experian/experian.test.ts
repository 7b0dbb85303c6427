import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import { readReport } from '../detect.ts'

const text = readFileSync(new URL('../../fixtures/ada.experian.json', import.meta.url), 'utf8')
const report = requireReport(readReport(text, { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }))
const [card, loan, collection, mortgage, storeCard, education] = report.accounts
const newestFirst = (row: typeof card) => row?.paymentHistory.map(month => month.status).toReversed() ?? []

describe('the report', () => {
  test('is only of Experian, with a four-digit year', () => {
    expect(report).toMatchObject({
      format: 'experian-json',
      formatVersion: '07',
      reportDate: '2026-10-05',
      subject: { name: 'ADA J QUILL', ssnLastFour: '2041' },
      files: [{ bureau: 'Experian', status: 'hit', text: 'INITIAL FRAUD ALERT ON FILE' }],
    })
    expect(new Set(report.accounts.map(row => row.id)).size).toBe(6)
  })

  test('contains no SSN from anywhere in the document', () => {
    expect(text).toMatch(/666102041|666-10-2041/)
    expect(JSON.stringify(report)).not.toMatch(/666-?10-?2041/)
    expect(loan?.remarks.at(-1)?.text).toBe('Balance disputed, file XXXXX2041.')
  })

  test('counts the rows with unknown codes', () => {
    expect(report.warnings).toEqual([
      {
        code: 'unknown_code',
        message: '2 items have a code that we do not know. They are shown without what that code means.',
        bureau: 'Experian',
      },
    ])
  })
})

describe('the person', () => {
  test('has aliases, a birth date in parts, an employer, a phone and a statement', () => {
    expect(report.personal).toMatchObject([
      {
        name: 'ADA J QUILL',
        aliases: ['ADA FERN', 'A QUILL III'],
        dob: '1984-03-09',
        employers: ['BLUE RIDGE PRINTING'],
        phones: ['+15405550142'],
        consumerStatements: ['I was in hospital in the spring of 2024. My number is XXXXX2041.'],
      },
    ])
  })

  test('has the last updated address as the current one, not the first listed', () => {
    expect(report.personal[0]?.currentAddress).toEqual({
      street: '204 ORCHARD LN APT 3B',
      city: 'LEXINGTON',
      state: 'VA',
      postal: '24450-1234',
      reported: '2026-09-30',
    })
    expect(report.personal[0]?.previousAddresses.map(one => one.street)).toEqual(['18 OLD MILL RD'])
  })
})

describe('accounts', () => {
  test('a card that was late: separate limit and high balance, and the 84-month history back from the balance date', () => {
    expect(card).toMatchObject({
      bureau: 'Experian',
      creditorName: 'MAPLE BANK',
      accountType: 'Revolving',
      accountTypeDetail: 'Credit card',
      accountStatus: 'Open',
      payStatus: 'OK',
      worstStatus: '60',
      creditLimit: '5000.00',
      highBalance: '3100.00',
      currentBalance: '1240.00',
      monthlyPayment: '40.00',
      termLength: null,
      lastReported: '2026-10-05',
      late30: 2,
      late60: 1,
      late90: 0,
    })
    expect(card?.paymentHistory.at(-1)?.date).toBe('2026-10')
    expect(newestFirst(card).slice(0, 8)).toEqual(['OK', 'OK', 'OK', '60', '30', 'OK', 'U', 'OK'])
    expect(card?.paymentHistory).toHaveLength(31)
  })

  test("Experian's firstDelinquencyDate is its most recent one and never used as the first", () => {
    expect(report.accounts.every(row => row.dateFirstDelinquency === null)).toBe(true)
  })

  test('a disputed charge-off', () => {
    expect(loan).toMatchObject({
      condition: 'Charged off',
      accountStatus: 'Derogatory',
      payStatus: 'CO',
      originalAmount: '6000.00',
      chargeOffAmount: '2750.00',
      amountPastDue: '2750.00',
      creditLimit: null,
      disputed: true,
      termLength: 36,
    })
    expect(newestFirst(loan).slice(19, 27)).toEqual(['CO', '180', '150', '120', '90', '60', '30', 'OK'])
  })

  test('a paid collection stays derogatory, and B in its history is not a month', () => {
    expect(collection).toMatchObject({
      accountType: 'Collection',
      accountStatus: 'Paid',
      payStatus: 'COL',
      isCollection: true,
      isDerogatory: true,
      originalCreditor: 'ELM VALLEY CLINIC',
      industry: 'Collection services',
      currentBalance: null,
    })
    expect(collection?.paymentHistory.map(month => month.date)).toEqual([
      '2025-01',
      '2025-02',
      '2025-03',
      '2025-04',
    ])
  })

  test('a paid joint mortgage, with "closed at the consumer’s request" only once', () => {
    expect(mortgage).toMatchObject({
      accountType: 'Mortgage',
      responsibility: 'Joint',
      accountStatus: 'Paid',
      openClosed: 'Closed',
      isDerogatory: false,
      termLength: 360,
      remarks: [{ text: 'Account closed at the consumer’s request' }],
    })
  })

  test('an authorized user: an unknown amount is not reported, and an unknown comment stays a code', () => {
    expect(storeCard).toMatchObject({
      responsibility: 'Authorized user',
      highBalance: null,
      remarks: [{ code: '44', text: 'Experian special comment 44' }],
    })
  })

  test('a loan discharged in bankruptcy', () => {
    expect(education).toMatchObject({
      payStatus: 'BK',
      accountStatus: 'Derogatory',
      remarks: [{ code: 'E', text: 'Discharged through Chapter 7 bankruptcy' }],
    })
  })
})

test('inquiries are hard unless their type is a soft one', () => {
  expect(report.inquiries.map(one => `${one.company} ${one.date} ${one.kind}`)).toEqual([
    'MAPLE BANK 2026-08-14 hard',
    'SPRUCE MOTORS 2025-02-03 hard',
    'FILE CHECK SERVICE 2026-01-11 soft',
  ])
})

test('a bankruptcy is described by its status, and an unknown status stays a code', () => {
  expect(report.publicRecords).toMatchObject([
    {
      type: 'Chapter 7 bankruptcy',
      disposition: 'Discharged',
      filed: '2021-06-14',
      disposed: '2021-10-04',
      petition: 'voluntary',
    },
    {
      type: 'Public record',
      disposition: 'Experian status 88',
      caseNumber: 'LN00412',
      plaintiff: 'HOLLY SUPPLY',
    },
  ])
})

test('FICO takes precedence over VantageScore, factors keep their order, and a code is not a score', () => {
  expect(report.scores).toMatchObject([
    { score: 655, model: 'FICO Score 8', family: 'FICO', dateReported: '2026-10-05' },
  ])
  expect(report.otherScores).toMatchObject([{ score: 661, model: 'VantageScore 4.0' }])
  expect(report.scores[0]?.factors.map(factor => factor.code)).toEqual(['39', '10'])
  expect(report.otherScores[0]?.factors).toEqual([])
})

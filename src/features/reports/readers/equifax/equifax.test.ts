import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import { readReport } from '../detect.ts'

const text = readFileSync(new URL('../../fixtures/ada.equifax.json', import.meta.url), 'utf8')
const report = requireReport(readReport(text, { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }))
const [card, mortgage, loan, storeCard, wireless, auto, unpaid, paid] = report.accounts
const newestFirst = (row: typeof card) => row?.paymentHistory.map(month => month.status).toReversed() ?? []

describe('the report', () => {
  test('is only of Equifax and contains a fraud alert', () => {
    expect(report).toMatchObject({
      format: 'equifax-json',
      reportDate: '2026-10-05',
      sourceReportId: 'QUILL-1',
      subject: { name: 'ADA J QUILL', ssnLastFour: '2041' },
      files: [{ bureau: 'Equifax', status: 'hit', text: 'Fraud Victim Initial Alert. Initial Fraud Alert' }],
      warnings: [],
    })
    expect(new Set(report.accounts.map(row => row.id)).size).toBe(8)
  })

  test('contains no SSN from anywhere in the document', () => {
    expect(text).toMatch(/666102041/)
    expect(JSON.stringify(report)).not.toMatch(/666102041/)
  })
})

test('the person: former name, addresses in order, employer, phone, statement', () => {
  expect(report.personal).toMatchObject([
    {
      aliases: ['ADA FERN'],
      dob: '1984-03-09',
      currentAddress: { street: '204 ORCHARD LN APT 3B', postal: '24450', reported: '2026-09-30' },
      previousAddresses: [{ street: '18 OLD MILL RD', reported: '2019-05-20' }],
      employers: ['BLUE RIDGE PRINTING'],
      phones: ['+15405550142'],
      consumerStatements: ['I was in hospital in the spring of 2024. My number is XXXXX2041.'],
    },
  ])
})

describe('trades', () => {
  test('a card: day 00 is unknown, and its own limit is used despite narrative AZ', () => {
    expect(card).toMatchObject({
      bureau: 'Equifax',
      accountType: 'Revolving',
      accountTypeDetail: 'Credit card',
      accountStatus: 'Open',
      payStatus: 'OK',
      worstStatus: '60',
      creditLimit: '5000.00',
      highBalance: '3100.00',
      originalAmount: null,
      amountPastDue: '0.00',
      dateOpened: '2019-04',
      lastReported: '2026-10',
      dateLastActive: '2026-09',
      late30: 2,
      late60: 1,
      late90: 0,
      monthsReviewed: 52,
      disputed: null,
    })
    expect(card?.remarks.map(remark => remark.code)).toEqual(['FE', 'AZ'])
  })

  test('its history: 1 is on time and 2 is 30 days, starting with the month before the report, preceded by the rate', () => {
    expect(card?.paymentHistory.at(-1)).toEqual({ date: '2026-10', status: 'OK' })
    expect(newestFirst(card).slice(0, 10)).toEqual([
      'OK',
      'OK',
      'OK',
      'OK',
      '60',
      '30',
      'OK',
      'OK',
      'OK',
      'U',
    ])
    // The slash after twelve months is not a month: the 30 days of the second year are of May 2025.
    expect(card?.paymentHistory.find(month => month.date === '2025-06')?.status).toBe('30')
  })

  test('a paid mortgage: the months continue in the later lists and end when it was closed', () => {
    expect(mortgage).toMatchObject({
      accountType: 'Mortgage',
      condition: 'Paid and closed',
      accountStatus: 'Paid',
      openClosed: 'Closed',
      dateClosed: '2023-11',
      responsibility: 'Joint',
      originalAmount: '182000.00',
      termLength: 360,
    })
    expect(mortgage?.paymentHistory).toHaveLength(42)
    expect(mortgage?.paymentHistory.at(-1)?.date).toBe('2023-11')
    expect(mortgage?.remarks.map(remark => remark.text)).toEqual([
      'Closed or paid account, zero balance',
      'Conventional mortgage',
    ])
  })

  test('a disputed charge-off: the date of a major delinquency is not that of the first', () => {
    expect(loan).toMatchObject({
      accountStatus: 'Derogatory',
      payStatus: 'CO',
      chargeOffAmount: '2750.00',
      originalAmount: '6000.00',
      amountPastDue: '2750.00',
      disputed: true,
      dateFirstDelinquency: null,
      originalCreditor: null,
    })
    expect(loan?.remarks.at(-1)?.text).toBe('Sold to BIRCH ASSETS')
    expect(newestFirst(loan).slice(-3)).toEqual(['120', '120', '90'])
  })

  test('an authorized user with high credit as the limit, since there is no other', () => {
    expect(storeCard).toMatchObject({
      responsibility: 'Authorized user',
      creditLimit: '900.00',
      highBalance: null,
    })
  })

  test('a paid charge-off stays derogatory, without a month after it was paid', () => {
    expect(wireless).toMatchObject({ accountStatus: 'Paid', payStatus: 'CO', isDerogatory: true })
    expect(wireless?.paymentHistory).toEqual([{ date: '2024-02', status: 'CO' }])
  })

  test('a rate of 120 days or more is made exact by its narrative', () => {
    expect(auto).toMatchObject({ payStatus: '150', accountStatus: 'Open', responsibility: 'Maker' })
    expect(newestFirst(auto).slice(0, 6)).toEqual(['150', '120', '90', '60', '30', 'OK'])
  })
})

describe('collections', () => {
  test('contain the agency’s name from the directory and the date of first delinquency', () => {
    expect(unpaid).toMatchObject({
      creditorName: 'H&L RECOVERY',
      creditorPhone: '+15405550177',
      address: { street: 'PO BOX 40' },
      originalCreditor: 'ELM VALLEY CLINIC',
      accountType: 'Collection',
      accountStatus: 'Derogatory',
      payStatus: 'COL',
      dateFirstDelinquency: '2023-10',
      dateOpened: '2024-02',
      currentBalance: '412.00',
      originalAmount: '412.00',
    })
  })

  test('can be paid, and an agency without a name is shown by its number', () => {
    expect(paid).toMatchObject({
      creditorName: 'Collection agency 180YC31007',
      accountStatus: 'Paid',
      isDerogatory: true,
      isCollection: true,
    })
  })
})

test('inquiries are hard if shown to lenders, soft by their prefix, and otherwise unknown', () => {
  expect(report.inquiries.map(one => `${one.company} ${one.date} ${one.kind}`)).toEqual([
    'MAPLE BANK 2026-08-14 hard',
    'PRM-ROWAN LENDING 2026-06-01 soft',
    'FILE CHECK SERVICE 2025-10-10 unknown',
  ])
})

test('a bankruptcy is read from its disposition', () => {
  expect(report.publicRecords).toMatchObject([
    {
      type: 'Chapter 7 bankruptcy',
      disposition: 'Discharged',
      filed: '2021-06',
      disposed: '2021-10',
      caseNumber: '2151044',
      responsibility: 'Individual',
      petition: 'voluntary',
    },
  ])
})

test('a general score takes precedence over an auto score, and an identity score is not a credit score', () => {
  expect(report.scores).toMatchObject([
    {
      score: 649,
      model: 'FICO Score 8',
      family: 'FICO',
      factors: [
        { code: '39', text: 'SERIOUS DELINQUENCY' },
        { code: '10', text: 'Proportion of balances to credit limits on revolving accounts is too high' },
      ],
    },
  ])
  expect(report.otherScores.map(one => `${one.model} ${one.score}`)).toEqual(['FICO Auto Score 8 671'])
})

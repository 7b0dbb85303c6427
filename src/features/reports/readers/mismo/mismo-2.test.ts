import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from '../../canonical.ts'
import { assignLastingIds } from '../../matcher.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const ben: ReportOwner = { firstName: 'Ben', lastName: 'Quill', ssnLastFour: '2042' }

const reportOf = (name: string, person: ReportOwner): Report =>
  requireReport(readReport(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'), person))
const rowsOf = (report: Report, id: string): Account[] =>
  report.accounts.filter(row => row.sourceRowId === id)
const placesOf = (report: Report): string[] =>
  report.accounts.map(row => `${row.sourceRowId} ${row.bureau}${row.valuesShared ? ' shared' : ''}`)
const filesOf = (report: Report): string[] =>
  report.files.map(file => `${file.bureau} ${file.status}${file.text === null ? '' : `: ${file.text}`}`)
const scoresOf = (scores: Report['scores']): string[] =>
  scores.map(one => `${one.bureau} ${one.score} ${one.model}`)
const historyOf = (row: Account | undefined): string =>
  row?.paymentHistory.map(month => month.status).join(' ') ?? ''

describe('a three-bureau MISMO 2.4 file', () => {
  const report = reportOf('three-bureaus.mismo-2.xml', ada)

  test('states its format and subject', () => {
    expect(report).toMatchObject({
      format: 'mismo-2',
      formatVersion: '2.4',
      reportDate: '2026-10-05',
      sourceReportId: 'R-200',
      subject: { name: 'ADA J QUILL', ssnLastFour: '2041' },
    })
  })

  test('lists the responding bureaus but not the reseller, and contains a fraud alert', () => {
    expect(filesOf(report)).toEqual([
      'TransUnion hit: An initial fraud alert is in place.',
      'Experian hit',
      'Equifax hit',
    ])
  })

  test('keeps each row at its bureau, and counts the one without a bureau', () => {
    expect(placesOf(report)).toEqual([
      'L01 TransUnion',
      'L02 Experian',
      'L03 Equifax',
      'L04 Experian',
      'L05 TransUnion shared',
      'L05 Equifax shared',
      'L06 TransUnion',
      'L07 Equifax',
      'L08 TransUnion',
      'L09 Experian',
    ])
    expect(report.warnings.map(one => one.code)).toEqual(['unknown_bureau'])
  })

  test('recognizes one card at three bureaus with different masks as one account', () => {
    const ids = ['L01', 'L02', 'L03'].flatMap(id => rowsOf(report, id)).map(row => row.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('reads a card: limit, late month, creditor’s address from the trade reference', () => {
    const [card] = rowsOf(report, 'L01')
    expect(card).toMatchObject({
      accountType: 'Revolving',
      accountTypeDetail: 'Credit card',
      creditLimit: '5000.00',
      originalAmount: null,
      highBalance: '4100.00',
      payStatus: 'OK',
      worstStatus: '30',
      late30: 1,
      disputed: false,
      subscriberCode: 'B00711',
      address: { street: '1 LARKSPUR PLAZA', state: 'DE', postal: '01801' },
      creditorPhone: '+13025550177',
    })
    expect(card?.paymentHistory.filter(month => month.status !== 'OK')).toEqual([
      { date: '2026-06', status: '30' },
    ])
  })

  test('uses high credit as the limit if Equifax states it', () => {
    expect(rowsOf(report, 'L03')[0]).toMatchObject({
      creditLimit: '5000.00',
      highBalance: null,
      disputed: true,
    })
  })

  test('reads a late loan: the original amount is not a limit', () => {
    const [loan] = rowsOf(report, 'L04')
    expect(loan).toMatchObject({
      accountType: 'Installment',
      payStatus: '60',
      creditLimit: null,
      originalAmount: '21000.00',
      amountPastDue: '820.00',
      termLength: 60,
      responsibility: 'Joint',
      creditorPhone: '+18135550100',
      remarks: [{ code: null, text: '2023 HERON WAGON' }],
    })
    expect(historyOf(loan)).toBe('OK OK OK OK OK OK OK 30 OK OK 30 60')
  })

  test('distinguishes a charge-off from a collection', () => {
    expect(rowsOf(report, 'L06')[0]).toMatchObject({
      payStatus: 'CO',
      accountStatus: 'Derogatory',
      isCollection: false,
      chargeOffAmount: '640.00',
      dateChargeOff: '2024-03',
      late90: 3,
    })
    expect(rowsOf(report, 'L07')[0]).toMatchObject({
      accountType: 'Collection',
      payStatus: 'COL',
      isCollection: true,
      originalCreditor: 'CITY WATER',
    })
  })

  test('reads closed and paid, authorized user, and unknown values', () => {
    expect(rowsOf(report, 'L08')[0]).toMatchObject({
      accountStatus: 'Paid',
      openClosed: 'Closed',
      datePaid: '2016-05',
    })
    expect(rowsOf(report, 'L09')[0]).toMatchObject({
      responsibility: 'Authorized user',
      currentBalance: null,
      payStatus: 'U',
    })
  })

  test('has one score per bureau, the others separately, and the reason if there is none', () => {
    expect(scoresOf(report.scores)).toEqual([
      'TransUnion 701 FICO Risk Score Classic 04',
      'Experian 688 Experian Fair Isaac',
    ])
    expect(scoresOf(report.otherScores)).toEqual(['Experian 705 VantageScore 4.0'])
    expect(report.scoreExclusions.map(one => `${one.bureau} ${one.reason}`)).toEqual([
      'Equifax No account in this file qualifies for a score.',
    ])
    expect(report.scores[0]?.factors.map(factor => factor.code)).toEqual(['10'])
  })

  test('has the inquiries, all hard, and the public record', () => {
    expect(report.inquiries.map(one => `${one.company} ${one.bureau} ${one.date} ${one.kind}`)).toEqual([
      'KESTREL MORTGAGE Equifax 2026-07-19 hard',
      'HERON AUTO FINANCE Experian 2023-05-10 hard',
    ])
    expect(report.publicRecords).toMatchObject([
      { type: 'Bankruptcy chapter 13', disposition: 'Discharged', amount: '21400.00', bureau: 'Equifax' },
    ])
  })

  test('reads the person from the bureau, not from the order', () => {
    expect(report.personal[1]).toMatchObject({
      bureau: 'Experian',
      name: 'ADA J QUILL',
      aliases: ['ADA QUIL', 'ADA BIRCH'],
      dob: '1984',
      currentAddress: { street: '12 ORCHARD RD APT 4', reported: '2020-03-01' },
      previousAddresses: [{ street: 'PO BOX 88', postal: '24001-0088' }],
      employers: ['HARBOR & SONS'],
      consumerStatements: ['MY CARD XXXXX2041 WAS STOLEN IN 2024'],
    })
    expect(JSON.stringify(report)).not.toMatch(/REQUEST ECHO|666-?10-?2041/)
  })
})

describe('a joint MISMO 2.3.1 blend', () => {
  const hers = reportOf('blend.mismo-2.xml', ada)
  const his = reportOf('blend.mismo-2.xml', ben)

  test('assigns a row to each bureau that it names, and a merged one to the bureau of its file', () => {
    expect(placesOf(hers)).toEqual([
      'M1 Experian shared',
      'M1 Equifax shared',
      'M2 Experian shared',
      'M3 Equifax shared',
    ])
    expect(rowsOf(hers, 'M1').every(row => row.bureausKnown)).toBe(true)
    expect(rowsOf(hers, 'M2')[0]?.bureausKnown).toBe(false)
  })

  test('does not assign a joint row to a bureau that returned only a file of the other person', () => {
    expect(filesOf(hers)).toEqual([
      'TransUnion frozen: FILE FROZEN BY CONSUMER',
      'Experian hit',
      'Equifax hit',
    ])
    expect(placesOf(his)).toEqual(['M3 TransUnion shared', 'M4 TransUnion'])
  })

  test('reads 1 as on time if the sender’s numbering does, and keeps remarks at their own bureau', () => {
    expect(rowsOf(hers, 'M1').map(historyOf)).toEqual(Array(2).fill('OK OK OK 30 OK OK OK'))
    expect(rowsOf(hers, 'M1').map(row => row.remarks.length)).toEqual([1, 0])
  })

  test('leaves out the other person’s rows with their number', () => {
    expect(hers.warnings[0]?.message).toMatch(/3 items of the other person/)
    expect(scoresOf(hers.scores)).toEqual(['Equifax 715 Equifax Beacon 5.0'])
    expect(scoresOf(his.scores)).toEqual(['TransUnion 650 FICO Risk Score Classic 04'])
    expect(his.inquiries.map(one => one.company)).toEqual(['BENS LENDER'])
    expect(hers.inquiries.map(one => `${one.company} ${one.bureau}`)).toEqual([
      'HERON AUTO FINANCE Experian',
      'HERON AUTO FINANCE Equifax',
    ])
  })
})

describe('an Array report', () => {
  const report = reportOf('stack.array.json', ada)

  test('states its format, and a freeze and a fraud alert although the files were returned', () => {
    expect(report).toMatchObject({ format: 'array-json', formatVersion: '2.4', reportDate: '2026-10-05' })
    expect(filesOf(report)).toEqual([
      'TransUnion hit: An extended fraud alert is in place.',
      'Experian hit: A security freeze is in place.',
      'Equifax hit',
    ])
  })

  test('reads the bureaus’ own rows of a stack, and the merged one if there are none', () => {
    expect(placesOf(report).slice(0, 3)).toEqual([
      'TRADE001 Experian shared',
      'TRADE002 Equifax',
      'TRADE003 TransUnion',
    ])
    let next = 0
    const { accounts } = assignLastingIds(report, null, () => String(next++))
    expect(new Set(accounts.slice(0, 3).map(row => row.id)).size).toBe(1)
    expect(new Set(accounts.map(row => row.id)).size).toBe(5)
  })

  test('reads what Array adds: first delinquency, last payment, original balance, its own flags', () => {
    expect(rowsOf(report, 'TRADE004')[0]).toMatchObject({
      payStatus: 'CO',
      openClosed: 'Closed',
      dateFirstDelinquency: '2021-10-01',
      dateLastPayment: '2021-09-15',
      originalAmount: '21000.00',
      industry: 'Auto financing',
    })
    expect(historyOf(rowsOf(report, 'TRADE004')[0])).toBe('30 U U 30 60 90 U U CO CO')
    expect(rowsOf(report, 'TRADE005')[0]).toMatchObject({ payStatus: 'COL', isCollection: true })
    expect(rowsOf(report, 'TRADE006')[0]).toMatchObject({
      accountType: 'Mortgage',
      accountTypeDetail: 'Mortgage',
      openClosed: 'Open',
    })
  })

  test('reads numbers like texts, and no trended markup as a remark', () => {
    expect(rowsOf(report, 'TRADE002')[0]).toMatchObject({
      creditLimit: '5000.00',
      late30: 1,
      remarks: [{ code: 'FE', text: 'CREDIT CARD' }],
      address: { postal: '01801' },
    })
  })

  test('marks an inquiry as hard or soft only by its purpose', () => {
    expect(report.inquiries.map(one => `${one.company} ${one.kind}`)).toEqual([
      'KESTREL MORTGAGE unknown',
      'LARKSPUR BANK soft',
    ])
  })

  test('is of one person regardless of the bureaus’ spellings', () => {
    expect(report.subject).toEqual({ name: 'ADA QUILL', ssnLastFour: '2041' })
    expect(report.warnings).toEqual([])
    expect(report.personal.map(one => one.name)).toEqual(['ADA QUILL', 'QUILL ADA BIRCH', 'ADA QUILL'])
  })

  test('lists the factors that lower a score, and why one is missing', () => {
    expect(scoresOf(report.scores)).toEqual([
      'TransUnion 612 VantageScore 3.0',
      'Experian 598 VantageScore 3.0',
    ])
    expect(report.scores[0]?.factors.map(factor => factor.code)).toEqual(['97', '95'])
    expect(report.scoreExclusions.map(one => one.bureau)).toEqual(['Equifax'])
  })
})

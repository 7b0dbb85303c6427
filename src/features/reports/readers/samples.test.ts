import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../canonical.ts'
import { readReport } from './detect.ts'

/**
 * Reports from third parties (test identities only), read if they are available next to the project: `REPORT_SAMPLES`, or
 * `../shared/samples`. They are not part of the project.
 */
const folder = resolve(process.env['REPORT_SAMPLES'] ?? '../shared/samples')
const has = existsSync(folder)
if (!has) process.stdout.write(`No sample reports at ${folder}: their tests do not run.\n`)

const read = (name: string) =>
  readReport(readFileSync(join(folder, name), 'utf8'), {
    firstName: 'Bill',
    lastName: 'Testcase',
    ssnLastFour: '0015',
  })

const reportOf = (name: string): Report => requireReport(read(name))
const scoresOf = (report: Report) => report.scores.map(one => `${one.bureau} ${one.score}`)
const filesOf = (report: Report) => report.files.map(one => `${one.bureau} ${one.status}`)
const rowsAt = (report: Report, bureau: string) => report.accounts.filter(row => row.bureau === bureau)

describe.runIf(has)('MISMO 3.4 by MeridianLink', () => {
  test('three bureaus: 41 accounts, 29 of them merged, 17 inquiries, three scores', () => {
    const report = reportOf('mismo34-ml-03-3bur-completed.xml')
    expect(report.accounts).toHaveLength(41)
    const single = report.accounts.filter(row => row.bureausKnown)
    expect(
      single
        .map(row => row.bureau)
        .sort()
        .join(' '),
    ).toBe(`${'Equifax '.repeat(7)}${'Experian '.repeat(2)}TransUnion TransUnion TransUnion`)
    expect(report.accounts.filter(row => row.valuesShared)).toHaveLength(29)
    expect(report.inquiries).toHaveLength(17)
    expect(scoresOf(report)).toEqual(['TransUnion 683', 'Experian 669', 'Equifax 658'])
    expect(filesOf(report)).toEqual(['TransUnion hit', 'Experian hit', 'Equifax hit'])
    expect(report.subject).toEqual({ name: 'BILL C TESTCASE', ssnLastFour: '0015' })
  })

  test('two bureaus, none merged: 32 accounts, 9 inquiries, a charge-off and a collection', () => {
    const report = reportOf('mismo34-ml-09-2bur.xml')
    expect([rowsAt(report, 'TransUnion').length, rowsAt(report, 'Equifax').length]).toEqual([23, 9])
    expect(report.inquiries).toHaveLength(9)
    expect(scoresOf(report)).toEqual(['TransUnion 804', 'Equifax 497'])
    const adverse = report.accounts.filter(row => row.accountStatus === 'Derogatory')
    expect(adverse.map(row => `${row.creditorName} ${row.payStatus}`)).toEqual(['MCI CO', 'VERIZON COL'])
  })

  test('two frozen files: data of TransUnion only', () => {
    const report = reportOf('mismo34-ml-10-freeze-nohit.xml')
    expect(filesOf(report)).toEqual(['TransUnion hit', 'Experian frozen', 'Equifax frozen'])
    expect(report.accounts.map(row => row.bureau)).toEqual(['TransUnion', 'TransUnion'])
    expect(scoresOf(report)).toEqual(['TransUnion 720'])
  })

  test('no record at one bureau, no score at another, two models at the third', () => {
    const report = reportOf('mismo34-ml-11-score-na.xml')
    expect(filesOf(report)).toEqual(['TransUnion noHit', 'Experian hit', 'Equifax hit'])
    expect(scoresOf(report)).toEqual(['Experian 728'])
    expect(report.otherScores.map(one => one.score)).toEqual([706])
    expect(report.scoreExclusions.map(one => one.bureau)).toEqual(['Equifax'])
    expect([rowsAt(report, 'Experian').length, report.inquiries.length]).toEqual([19, 3])
  })

  test.each([
    ['mismo34-ml-01-new.xml', 'pending'],
    ['mismo34-ml-02-processing.xml', 'pending'],
    ['mismo34-ml-04-error.xml', 'rejected'],
    ['mismo34-ml-05-request-error.xml', 'rejected'],
    ['mismo34-ml-08-shell.xml', 'empty'],
  ])('%s contains no report: %s', (name, reason) => {
    expect(read(name)).toMatchObject({ kind: 'noReport', reason })
  })
})

describe.runIf(has)('TrueLink by TransUnion Interactive', () => {
  test('18 accounts, 9 inquiries, a bankruptcy, one score', () => {
    const report = reportOf('truelink-tu-1.json')
    expect(report.accounts).toHaveLength(18)
    expect(report.accounts.filter(row => row.openClosed === 'Open')).toHaveLength(5)
    expect(report.accounts.filter(row => row.openClosed === 'Closed')).toHaveLength(13)
    expect(report.accounts.filter(row => row.isDerogatory)).toHaveLength(6)
    expect([report.inquiries.length, report.publicRecords.length]).toEqual([9, 1])
    expect(scoresOf(report)).toEqual(['TransUnion 653'])
    expect(JSON.stringify(report)).not.toContain('666403077')
  })

  test('three collections with their original creditors; two of them paid', () => {
    const collections = reportOf('truelink-tu-1.json').accounts.filter(row => row.isCollection)
    expect(collections.map(row => row.accountStatus)).toEqual(['Derogatory', 'Paid', 'Paid'])
    expect(
      collections.every(row => row.creditorName === 'H&R ACCOUNTS' && row.originalCreditor !== null),
    ).toBe(true)
  })

  test('444444432C is 120 seven times, then 90 and 60, newest first, then on time', () => {
    const loan = reportOf('truelink-tu-1.json').accounts.find(row => row.creditorName === 'SUNTRUST BK')
    const newestFirst = loan?.paymentHistory.map(month => month.status).toReversed()
    expect(newestFirst?.slice(0, 10)).toEqual([...Array<string>(7).fill('120'), '90', '60', 'OK'])
    expect(loan).toMatchObject({ late60: 1, late90: 8, worstStatus: '120' })
  })
})

describe.runIf(has)('TransUnion TUXML', () => {
  test('32 accounts, 5 inquiries, a score with its reasons, a consumer statement', () => {
    const report = reportOf('tuna-tuxml-233.xml')
    expect([report.accounts.length, report.inquiries.length, report.publicRecords.length]).toEqual([32, 5, 0])
    expect(scoresOf(report)).toEqual(['TransUnion 667'])
    expect(report.scores[0]?.factors.map(factor => factor.code)).toEqual(['09', '07', '85', '05'])
    expect(filesOf(report)).toEqual(['TransUnion hit'])
    expect(report.personal[0]?.consumerStatements[0]).toMatch(/^DO NOT CONFUSE/)
    expect(report.subject).toEqual({ name: 'ROBERT E UPHOLD SR', ssnLastFour: '4418' })
    expect(JSON.stringify(report)).not.toContain('666484418')
  })

  test('20 months on time, and the report’s month late only by its rating', () => {
    const loan = reportOf('tuna-tuxml-233.xml').accounts[0]
    expect(loan).toMatchObject({ creditorName: '5/3 BANK NA', payStatus: '30', amountPastDue: '189.00' })
    const late = loan?.paymentHistory.filter(month => month.status !== 'OK')
    expect([loan?.paymentHistory.length, late]).toEqual([21, [{ date: '2021-11', status: '30' }]])
  })
})

describe.runIf(has)('the TU4R record inside a TrueLink report', () => {
  const raw = () => readFileSync(join(folder, 'truelink-tu-1.json'), 'utf8')
  const recordIn = (text: string) =>
    Buffer.from(/"OriginalData"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? '', 'base64').toString('latin1')
  const translated = (report: Report) =>
    report.accounts.map(row => [
      row.creditorName,
      row.accountNumber,
      row.accountType,
      row.openClosed,
      row.accountStatus,
      row.currentBalance,
      row.highBalance,
      row.dateOpened,
      row.lastReported,
      row.dateLastActive,
      row.dateLastPayment,
      row.termLength,
      row.address,
      row.creditorPhone,
      row.paymentHistory,
    ])

  test('is read to the same accounts as TransUnion’s own translation to TrueLink', () => {
    const reading = readReport(recordIn(raw()), { firstName: 'N', lastName: 'G', ssnLastFour: '3077' })
    if (reading.kind !== 'report') throw new Error(reading.message)
    expect(translated(reading.report)).toEqual(translated(reportOf('truelink-tu-1.json')))
    expect(scoresOf(reading.report)).toEqual(['TransUnion 653'])
    expect([reading.report.inquiries.length, reading.report.publicRecords.length]).toEqual([9, 1])
    expect(JSON.stringify(reading.report)).not.toContain('666403077')
  })
})

describe.runIf(has)('Experian Credit Profile', () => {
  test('21 accounts, 4 inquiries, 100 public records, a score', () => {
    const report = reportOf('experian-v2-1.json')
    expect([report.accounts.length, report.inquiries.length, report.publicRecords.length]).toEqual([
      21, 4, 100,
    ])
    expect(scoresOf(report)).toEqual(['Experian 783'])
    expect(filesOf(report)).toEqual(['Experian hit'])
    expect(report.subject).toEqual({ name: 'JOHN NORMAN CANN', ssnLastFour: '1111' })
    expect([report.reportDate, report.personal[0]?.dob]).toEqual(['2019-08-06', '1955-08-24'])
    expect(report.accounts.filter(row => row.openClosed === 'Open')).toHaveLength(4)
  })

  test('1121CC is 30 days, 60, then 30 twice; a leading B is not a month', () => {
    const loan = reportOf('experian-v2-1.json').accounts[0]
    const late = loan?.paymentHistory.filter(month => month.status !== 'OK' && month.status !== 'U')
    expect(late).toEqual([
      { date: '2011-06', status: '30' },
      { date: '2011-07', status: '60' },
      { date: '2011-08', status: '30' },
      { date: '2011-09', status: '30' },
    ])
    expect(loan).toMatchObject({
      late30: 3,
      late60: 1,
      late90: 0,
      worstStatus: '60',
      accountStatus: 'Transferred',
    })
    expect(loan?.paymentHistory.at(-1)?.date).toBe('2013-08')
  })

  test('late months agree with the counters of every account whose months are all shown', () => {
    const rows = reportOf('experian-v2-1.json').accounts.filter(row => (row.monthsReviewed ?? 99) < 84)
    const counted = (row: (typeof rows)[number], status: string) =>
      row.paymentHistory.filter(month => month.status === status).length
    expect(rows.map(row => [counted(row, '30'), counted(row, '60')])).toEqual(
      rows.map(row => [row.late30, row.late60]),
    )
  })
})

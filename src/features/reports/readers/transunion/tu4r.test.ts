import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'
import { layouts } from './tu4r-segments.ts'

const fixture = readFileSync(new URL('../../fixtures/ada.tu4r.txt', import.meta.url), 'utf8')
const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const reportOf = (text: string): Report => requireReport(readReport(text, ada))
const report = reportOf(fixture)
const fromXml = reportOf(readFileSync(new URL('../../fixtures/ada.transunion.xml', import.meta.url), 'utf8'))

/** A segment of a type with fields at the columns of its layout. */
const segment = (id: string, length: number, fields: Record<string, string>): string => {
  const text = [...`${id}${String(length).padStart(3, '0')}`.padEnd(length)]
  for (const [name, value] of Object.entries(fields)) {
    const [from] = layouts[id]?.[name] ?? [length + 1]
    text.splice(from - 1, value.length, ...value)
  }
  return text.join('')
}
const header = fixture.split('\n').slice(0, 3)
const record = (...segments: readonly string[]) => [...header, ...segments, 'ENDS010009'].join('')

test('the same file results in the same accounts from TU4R as from TUXML', () => {
  const accountsOf = (from: Report) =>
    from.accounts
      .map(
        ({
          id: _,
          remarks,
          amountPastDue: __,
          chargeOffAmount: ___,
          dateFirstDelinquency: ____,
          ...row
        }) => ({
          ...row,
          remarks: remarks.filter(remark => remark.code !== null),
        }),
      )
      .toSorted((a, b) => String(a.accountNumber).localeCompare(String(b.accountNumber)))
  expect(accountsOf(report)).toEqual(accountsOf(fromXml))
})

test('the envelope, the person, the score and the record are read', () => {
  expect(report).toMatchObject({
    format: 'transunion-tu4r',
    reportDate: '2026-10-05',
    sourceReportId: 'REF-1',
    subject: { name: 'ADA J QUILL', ssnLastFour: '2041' },
    files: [{ bureau: 'TransUnion', status: 'hit', text: null }],
    personal: [
      {
        aliases: ['ADA QUIL'],
        dob: '1984-02-29',
        currentAddress: { street: '12 N ORCHARD RD #4', city: 'SALEM', reported: '2020-03-01' },
        previousAddresses: [{ street: 'PO BOX 88', postal: '24001-0088' }],
        employers: ['HARBOR & SONS'],
        phones: ['+12025550117'],
        consumerStatements: ['MY WALLET WITH CARD XXXXX2041 WAS STOLEN IN 2024.'],
      },
    ],
    scores: [
      {
        score: 667,
        model: 'VantageScore 3.0',
        factors: [{ code: '09' }, { code: '07' }, { code: '85' }, { code: '05' }],
      },
    ],
    inquiries: [{ company: 'OAKLINE AUTO', date: '2026-05-13', kind: 'hard', industry: 'Automotive' }],
    publicRecords: [
      {
        type: 'Chapter 7 bankruptcy',
        disposition: 'Discharged',
        filed: '2016-03-09',
        disposed: '2016-06-17',
        court: 'USBK COURT WESTERN VIRGI',
        caseNumber: '16-70412',
        responsibility: 'Individual',
      },
    ],
  })
  expect(JSON.stringify(report)).not.toMatch(/666-?10-?2041/)
})

test('any number of line breaks between segments and missing padding do not matter', () => {
  expect(reportOf(fixture.replaceAll('\n', ''))).toEqual(report)
  expect(reportOf(fixture.replaceAll('\n', '\r\n\n'))).toEqual(report)
  expect(reportOf(fixture.replaceAll(/ +\n/g, '\n'))).toEqual(report)
})

describe('the layout with longer names', () => {
  const trade = segment('TR11', 302, {
    industry: 'B',
    memberCode: '01DTV001',
    name: 'A BANK WITH A NAME OF THIRTY..',
    portfolio: 'R',
    account: '412345',
    designator: 'I',
    loanType: 'CC',
    effective: '20150609',
    opened: '20100304',
    balance: '000001200',
    highCredit: '000002100',
    limit: '000005000',
    rating: '05',
    patternStart: '20150509',
    pattern: '4321111',
    monthsReviewed: '07',
    late30: '01',
    late60: '01',
    late90: '01',
    pastDue: '000000090',
  })

  test('a tradeline', () => {
    const [row] = reportOf(record(trade)).accounts
    expect(row).toMatchObject({
      creditorName: 'A BANK WITH A NAME OF THIRTY..',
      accountNumber: '412345',
      creditLimit: '5000.00',
      dateOpened: '2010-03-04',
      amountPastDue: '90.00',
      late90: 1,
    })
    expect(row?.paymentHistory.map(one => one.status).toReversed()).toEqual([
      '120',
      '90',
      '60',
      '30',
      'OK',
      'OK',
      'OK',
      'OK',
    ])
  })

  const collection = (opened: string, effective: string) =>
    segment('CL11', 178, {
      industry: 'Y',
      name: 'H&L RECOVERY',
      account: '3X1',
      designator: 'I',
      originalCreditor: 'CITY WATER',
      opened,
      effective,
      balance: '000000156',
      rating: '9B',
    })

  test('a collection; dates in an impossible order are null', () => {
    expect(reportOf(record(collection('20250210', '20260901'))).accounts[0]).toMatchObject({
      originalCreditor: 'CITY WATER',
      currentBalance: '156.00',
      dateOpened: '2025-02-10',
      lastReported: '2026-09-01',
    })
    expect(reportOf(record(collection('20260901', '20250210'))).accounts[0]).toMatchObject({
      dateOpened: null,
      lastReported: null,
    })
  })

  test('a remark, also one that is in no table', () => {
    const remarksIn = (remark: string) =>
      reportOf(record(`${trade.slice(0, 246)}${remark}${trade.slice(249)}`)).accounts[0]?.remarks
    expect(remarksIn('CBC')).toEqual([{ code: 'CBC', text: 'Account closed by consumer' }])
    expect(remarksIn('QQQ')).toEqual([{ code: 'QQQ', text: 'TransUnion remark QQQ' }])
    expect(remarksIn('   ')).toEqual([])
  })

  test('an employer without the code of its source', () => {
    const employersIn = (text: string) => reportOf(record(text, trade)).personal[0]?.employers
    const line = (before: string, name: string, behind: string) =>
      `EM11100${before}${name.padEnd(35)}${behind}`.padEnd(100)
    expect(employersIn(line('F', 'HARBOR & SONS', 'CLERK'))).toEqual(['HARBOR & SONS'])
    expect(employersIn(line('I', 'FORGE WORKS', ''))).toEqual(['FORGE WORKS'])
    expect(employersIn(line('', 'HARBOR & SONS', 'FCLERK'))).toEqual(['HARBOR & SONS'])
  })

  test('a public record’s docket and the day of its filing', () => {
    const read = (behind: string) =>
      reportOf(record(`PR11168Z 050016947X${behind}`.padEnd(168))).publicRecords[0]
    expect(read('16-70412        J DOE            201606172016030920160617')).toMatchObject({
      type: 'Chapter 7 bankruptcy',
      caseNumber: '16-70412',
      filed: '2016-03-09',
    })
    expect(read('                J DOE  20163399')).toMatchObject({ caseNumber: null, filed: null })
  })

  test('an inquiry, and a name in unknown columns', () => {
    const inquiry = segment('IN11', 62, { name: 'OAKLINE AUTO', date: '20260513' })
    const read = reportOf(record('NM11050F1QUILL                ADA       JUNE       ', inquiry))
    expect(read.inquiries).toMatchObject([{ company: 'OAKLINE AUTO', date: '2026-05-13' }])
    expect(read.subject.name).toBe('ADA JUNE QUILL')
  })
})

test('only the requesting subject of a joint file is read, and the rest is counted', () => {
  const [first = '', second = '', ...rest] = fixture.split('\n')
  const body = rest.slice(0, -2)
  const other = body.map(line => line.replaceAll('666102041', '666102042').replace(/ADA /, 'BEN '))
  const joint = [first, second, ...other, ...body, 'ENDS010099'].join('\n')
  expect(reportOf(joint).subject.name).toBe('ADA J QUILL')
  expect(reportOf(joint).warnings.map(one => one.code)).toEqual(['joint_file'])
})

describe('records without a report', () => {
  const subject = (hit: string, suppression: string) => segment('SH01', 27, { hit, suppression })
  test.each([
    ['no file', `${header[0]}${subject('N', 'N')}ENDS010003`, 'empty', /no file for these details/],
    ['a frozen file', `${header[0]}${subject('Y', 'F')}ENDS010003`, 'empty', /frozen/],
    ['an error', 'TU4E010   ERRC030INVALID SUBSCRIBER     ENDS010003', 'rejected', /INVALID SUBSCRIBER/],
  ])('%s', (_, text, reason, words) => {
    const reading = readReport(text, ada)
    expect(reading).toMatchObject({ kind: 'noReport', reason })
    expect(reading.kind === 'noReport' && reading.message).toMatch(words)
  })

  test.each([
    ['without its end', fixture.slice(0, -20), /ends too early/],
    ['cut inside the head of a segment', fixture.slice(0, fixture.indexOf('TR01') + 4), /ends too early/],
    ['with a length that is none', fixture.replace('TR01288', 'TR01xx8'), /Reading stopped at character \d+/],
    [
      'with a length that cannot be',
      fixture.replace('TR01288', 'TR01000'),
      /Reading stopped at character \d+/,
    ],
  ])('%s', (_, text, words) => {
    const reading = readReport(text, ada)
    expect(reading.kind === 'unreadable' && reading.message).toMatch(words)
  })
})

test('with any column content a reading is complete or refused, and contains no other bureau', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.string({ unit: 'binary-ascii', maxLength: 12 })), { maxLength: 8 }),
      changes => {
        let text = fixture
        for (const [seed, value] of changes) {
          const at = seed % text.length
          text = text.slice(0, at) + value + text.slice(at + value.length)
        }
        const reading = readReport(text, ada)
        if (reading.kind !== 'report') return
        expect(new Set(reading.report.accounts.map(row => row.bureau)).size).toBeLessThanOrEqual(1)
        expect(JSON.stringify(reading.report)).not.toContain('666102041')
      },
    ),
  )
})

test('four score factors of three digits are read without separators', () => {
  const score = segment('SC01', 34, { product: '00Q88', sign: '+', result: '696', factors: '039013027018' })
  expect(reportOf(record(score)).scores[0]?.factors.map(factor => factor.code)).toEqual([
    '039',
    '013',
    '027',
    '018',
  ])
})

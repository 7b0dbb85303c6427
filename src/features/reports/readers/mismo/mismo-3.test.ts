import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const ben: ReportOwner = { firstName: 'Ben', lastName: 'Quill', ssnLastFour: '2042' }

const reportOf = (text: string, person: ReportOwner): Report => requireReport(readReport(text, person))
const joint = fixture('joint.mismo.xml')
const hers = reportOf(joint, ada)
const rowsOf = (report: Report, label: string): Account[] =>
  report.accounts.filter(row => row.sourceRowId === label)
const shortOf = (row: Account) => `${row.bureau} ${row.valuesShared} ${row.bureausKnown}`

describe('a joint three-bureau file', () => {
  test('is read for the requesting borrower, with how much of the other one was left out', () => {
    expect(hers.subject).toEqual({ name: 'ADA QUILL', ssnLastFour: '2041' })
    expect(hers.warnings.map(one => one.code)).toEqual(['joint_file', 'unknown_bureau'])
    expect(hers.warnings[0]?.message).toMatch(/3 items of the other person/)
    expect(rowsOf(hers, 'A7')).toEqual([])
  })

  test('is also read for the other borrower: their files, score, and the joint accounts', () => {
    const his = reportOf(joint, ben)
    expect(his.subject.name).toBe('BEN QUILL')
    expect(his.files).toEqual([
      { bureau: 'TransUnion', status: 'hit', text: null },
      { bureau: 'Experian', status: 'frozen', text: 'FILE FROZEN BY CONSUMER' },
    ])
    expect(his.scores.map(one => one.score)).toEqual([650])
    expect(new Set(his.accounts.map(row => row.sourceRowId))).toEqual(new Set(['A4', 'A7', 'A8']))
  })

  test('is read for the primary borrower when neither name nor number match', () => {
    expect(reportOf(joint, { firstName: 'Zoe', lastName: 'Zhao', ssnLastFour: '0000' }).subject.name).toBe(
      'ADA QUILL',
    )
  })

  test("reads each bureau's file, but none of the reseller's own", () => {
    expect(hers.files.map(file => `${file.bureau} ${file.status}`)).toEqual([
      'TransUnion hit',
      'Experian hit',
      'Equifax hit',
    ])
    expect(hers.personal.map(one => one.bureau)).toEqual(['TransUnion', 'Experian', 'Equifax'])
  })

  test('states its date and format', () => {
    expect([hers.format, hers.formatVersion, hers.reportDate, hers.sourceReportId]).toEqual([
      'mismo-3',
      '3.4',
      '2026-10-05',
      'R-100',
    ])
  })
})

describe('rows', () => {
  test('of one account at three bureaus with different spellings and masks are one account', () => {
    const [a, b, c] = ['A1', 'A2', 'A3'].map(label => rowsOf(hers, label)[0])
    expect(a?.id).toBe(b?.id)
    expect(a?.id).toBe(c?.id)
  })

  test('merged by the sender belong to the bureau of their linked file, and are marked', () => {
    expect(rowsOf(hers, 'A4').map(shortOf)).toEqual(['Experian true false'])
  })

  test('that name two bureaus belong to both with shared values', () => {
    const rows = rowsOf(hers, 'A8')
    expect(rows.map(shortOf)).toEqual(['TransUnion true true', 'Equifax true true'])
    expect(rows[0]?.id).toBe(rows[1]?.id)
  })

  test('without a bureau are counted, not guessed', () => {
    expect(rowsOf(hers, 'A9')).toEqual([])
    expect(hers.warnings[1]?.message).toMatch(/1 item was left out/)
  })

  test('of a stack are read as reported by the bureaus, not twice', () => {
    const stack = reportOf(fixture('frozen.mismo.xml'), ada)
    expect(stack.accounts.map(row => `${row.sourceRowId} ${row.creditLimit}`)).toEqual([
      'A2 400.00',
      'A3 null',
    ])
  })
})

describe('fields', () => {
  test('of a mortgage: the limit is the original amount, the address is the creditor’s', () => {
    expect(rowsOf(hers, 'A4')[0]).toMatchObject({
      accountType: 'Mortgage',
      accountTypeDetail: 'FHA real estate mortgage',
      creditLimit: null,
      originalAmount: '201000.00',
      termLength: 360,
      responsibility: 'Joint',
      creditorPhone: '+17575550100',
      address: { street: '1 ROWAN WAY', city: 'NORFOLK', state: 'VA', postal: '23510' },
    })
  })

  test('of Equifax narrative AZ: the high-credit column is the limit', () => {
    expect(rowsOf(hers, 'A3')[0]).toMatchObject({ creditLimit: '5000.00', highBalance: null, disputed: true })
  })

  test('remarks occur once, in the bureau’s own coded words', () => {
    expect(rowsOf(hers, 'A3')[0]?.remarks).toEqual([
      { code: 'FE', text: 'CREDIT CARD' },
      { code: 'AZ', text: 'AMOUNT IN H/C COLUMN IS CREDIT LIMIT' },
    ])
  })

  test('of a collection', () => {
    expect(rowsOf(hers, 'A5')[0]).toMatchObject({
      accountType: 'Collection',
      isCollection: true,
      payStatus: 'COL',
      accountStatus: 'Derogatory',
      originalCreditor: 'CITY WATER',
    })
  })

  test('of a paid charge-off: paid, and permanently derogatory', () => {
    expect(rowsOf(hers, 'A6')[0]).toMatchObject({
      accountStatus: 'Paid',
      worstStatus: 'CO',
      isDerogatory: true,
    })
  })

  test('values unknown to the sender are unknown, and unknown kinds are kept in words', () => {
    expect(rowsOf(reportOf(fixture('frozen.mismo.xml'), ada), 'A3')[0]).toMatchObject({
      accountType: 'Unknown',
      accountTypeDetail: 'Buy now pay later',
      condition: 'Suspended',
      openClosed: null,
      accountStatus: 'Open',
      payStatus: '180',
      currentBalance: null,
      dateOpened: '2026-01',
    })
  })

  test('payment history: newest first in the file, oldest first here; in the shifted numbering 1 is on time', () => {
    expect(
      rowsOf(hers, 'A1')[0]
        ?.paymentHistory.slice(-4)
        .map(one => `${one.date} ${one.status}`),
    ).toEqual(['2026-06 30', '2026-07 OK', '2026-08 OK', '2026-09 OK'])
    expect(rowsOf(hers, 'A8')[0]?.paymentHistory.filter(one => one.status !== 'OK')).toEqual([
      { date: '2021-09', status: '30' },
    ])
  })

  test('of the person at each bureau', () => {
    expect(hers.personal[1]).toMatchObject({
      name: 'ADA J QUILL',
      aliases: ['ADA QUIL'],
      ssnLastFour: '2041',
      employers: ['HARBOR & SONS'],
      consumerStatements: ['MY CARD XXXXX2041 WAS STOLEN IN 2024'],
      currentAddress: { street: '12 ORCHARD RD # 4', reported: '2020-03-01' },
      previousAddresses: [{ street: 'PO BOX 88', postal: '24001-0088' }],
    })
  })

  test('of a public record', () => {
    expect(hers.publicRecords).toMatchObject([
      {
        bureau: 'Equifax',
        type: 'Bankruptcy chapter 13',
        filed: '2018-03-09',
        amount: '21400.00',
        caseNumber: '18-70412',
      },
    ])
  })
})

describe('scores', () => {
  test('find their bureau by links in either direction', () => {
    expect(hers.scores.map(one => `${one.bureau} ${one.score} ${one.family}`)).toEqual([
      'TransUnion 701 FICO',
      'Experian 688 FICO',
    ])
    expect(hers.otherScores.map(one => `${one.bureau} ${one.model}`)).toEqual(['Experian VantageScore 4.0'])
  })

  test('that are not available have the reason in plain words', () => {
    expect(hers.scoreExclusions).toEqual([
      {
        bureau: 'Equifax',
        model: 'Equifax Beacon 5.0',
        reason: 'No account in this file qualifies for a score.',
      },
    ])
  })
})

test('the inquiry of the order itself is excluded', () => {
  expect(hers.inquiries.map(one => `${one.company} ${one.bureau} ${one.kind}`)).toEqual([
    'KESTREL MORTGAGE Equifax hard',
  ])
})

test('no trace of a whole SSN is kept', () => {
  expect(JSON.stringify([hers, reportOf(joint, ben)])).not.toMatch(/66610204[12]|666-10-204[12]/)
})

describe('prefixes and envelopes of any kind', () => {
  const frozen = fixture('frozen.mismo.xml')
  test('a prefixed message is read; a frozen file and one without a record are distinguished', () => {
    expect(reportOf(frozen, ada).files).toEqual([
      { bureau: 'TransUnion', status: 'hit', text: null },
      { bureau: 'Experian', status: 'frozen', text: 'FILE FROZEN BY CONSUMER' },
      { bureau: 'Equifax', status: 'noHit', text: '*** NO RECORD FOUND ***' },
    ])
  })

  test('inside a SOAP envelope', () => {
    const body = frozen.replace(/^<\?xml[^>]*\?>/, '')
    const soap = `<s:Envelope xmlns:s="urn:s"><s:Body>${body}</s:Body></s:Envelope>`
    expect(reportOf(soap, ada)).toEqual(reportOf(frozen, ada))
  })

  test('without relationships the bureau is derived from a model name', () => {
    const bare = joint.replaceAll(/<RELATIONSHIP .*\/>/g, '')
    expect(reportOf(bare, ada).scores.map(one => `${one.bureau} ${one.score}`)).toEqual([
      'TransUnion 701',
      'Experian 688',
    ])
  })
})

describe('messages without a report', () => {
  const message = (inner: string) =>
    `<MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas"><SERVICES><SERVICE>${inner}</SERVICE></SERVICES></MESSAGE>`
  const status = (code: string, text: string) =>
    `<STATUSES><STATUS><StatusCode>${code}</StatusCode><StatusDescription>${text}</StatusDescription></STATUS></STATUSES>`
  const file = (bureau: string, type: string) =>
    `<CREDIT_FILE><CREDIT_FILE_DETAIL><CreditFileResultStatusType>${type}</CreditFileResultStatusType><CreditRepositorySourceType>${bureau}</CreditRepositorySourceType></CREDIT_FILE_DETAIL></CREDIT_FILE>`
  test.each([
    ['an order still in work', status('Processing', 'NOT READY'), 'pending', /NOT READY/],
    ['a refused order', status('Error', 'Not authorized.'), 'rejected', /Not authorized/],
    [
      'an error of the sender',
      '<ERRORS><ERROR_MESSAGE><ErrorMessageText>Login failed</ErrorMessageText></ERROR_MESSAGE></ERRORS>',
      'rejected',
      /Login failed/,
    ],
    ['an empty response', `<CREDIT_RESPONSE/>${status('Completed', 'READY')}`, 'empty', /no credit data/],
    [
      'files that no bureau returned',
      `<CREDIT_RESPONSE><CREDIT_FILES>${file('Experian', 'NoFileReturnedCreditFreeze')}${file('Equifax', 'NoFileReturnedNoHit')}</CREDIT_FILES></CREDIT_RESPONSE>`,
      'empty',
      /Experian: frozen; Equifax: noHit/,
    ],
    ['nothing at all', '', 'empty', /no credit data/],
  ])('%s', (_, inner, reason, words) => {
    const reading = readReport(message(inner), ada)
    expect(reading).toMatchObject({ kind: 'noReport', reason })
    expect(reading.kind === 'noReport' && reading.message).toMatch(words)
  })
})

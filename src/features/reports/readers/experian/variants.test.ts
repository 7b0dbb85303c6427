import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import { readExperianStatus } from './codes.ts'

/** Small Experian documents, one for each variation between senders. */

const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const read = (tree: unknown) => readReport(JSON.stringify(tree), ada)
const reportOf = (tree: unknown): Report => requireReport(read(tree))

const name = { firstName: 'ADA', surname: 'QUILL' }
const trade = (more: object = {}) => ({ subscriberName: 'ROWAN', status: '11', ...more })
const profile = (more: object = {}) => ({ consumerIdentity: { name: [name] }, tradeline: [trade()], ...more })
const rowOf = (more: object) => {
  const [row] = reportOf({ creditProfile: [profile({ tradeline: trade(more) })] }).accounts
  if (row === undefined) throw new Error('no account')
  return row
}

describe('recognition', () => {
  test.each([
    ['an object where a list should stand', { creditProfile: profile() }],
    ['keys with capitals', { CreditProfile: [{ Tradeline: [{ SubscriberName: 'ROWAN', Status: '11' }] }] }],
    ['keys with underscores', { credit_profile: [{ tradeline: [{ subscriber_name: 'ROWAN' }] }] }],
    ['a sender’s own envelope', { success: true, data: { report: { creditProfile: [profile()] } } }],
    ['a list of reports', { reports: [{ creditProfile: [profile()] }] }],
    ['a profile alone', profile()],
    ['profiles alone', [profile({ consumerIdentity: { name: { surname: 'OTHER' } } }), profile()]],
  ])('%s', (_, tree) => {
    expect(reportOf(tree).accounts).toMatchObject([{ bureau: 'Experian', creditorName: 'ROWAN' }])
  })

  test.each([
    ['no profile', { creditProfile: [] }, 'empty', 'This file contains no credit data.'],
    ['an empty profile', { creditProfile: [{}] }, 'empty', 'This file contains no credit data.'],
    [
      'a frozen file',
      { creditProfile: [{ informationalMessage: { messageText: 'FILE FROZEN DUE TO STATE LEGISLATION' } }] },
      'empty',
      'FILE FROZEN',
    ],
    [
      'a frozen file that repeats the person',
      {
        creditProfile: [
          {
            consumerIdentity: { name: [name], dob: '03091984' },
            informationalMessage: [{ messageText: 'SSN MATCHES' }, { messageText: 'FILE LOCKED' }],
          },
        ],
      },
      'empty',
      'FILE LOCKED',
    ],
    [
      'no record',
      { creditProfile: [{ informationalMessage: [{ messageText: 'NO RECORD FOUND' }] }] },
      'empty',
      'NO RECORD FOUND',
    ],
    [
      'an error',
      { success: false, errors: [{ errorType: 'App Error', errorCode: '112', message: 'Invalid subcode' }] },
      'rejected',
      'Invalid subcode',
    ],
    [
      'an error beside a profile that holds no more than its code',
      {
        creditProfile: [{ headerRecordError: [{ code: 'E1' }] }],
        errors: [{ code: 'E1', message: 'Bad order' }],
      },
      'rejected',
      'Bad order',
    ],
    [
      'a freeze among the statements, beside the person asked about',
      {
        creditProfile: [
          {
            consumerIdentity: { name: [name], dob: '03091984' },
            statement: { statementText: 'FILE FROZEN' },
          },
        ],
      },
      'empty',
      'FILE FROZEN',
    ],
  ])('%s is no report', (_, tree, reason, words) => {
    const reading = read(tree)
    expect(reading).toMatchObject({ kind: 'noReport', reason })
    expect(reading.kind === 'noReport' && reading.message).toContain(words)
  })

  test.each([
    ['a party record of TM Forum', { name: 'Rowan', creditProfile: [{ creditScore: 810 }] }],
    ['a file of another bureau', { creditProfile: [profile({ bureau: 'Equifax' })] }],
    ['a file in an envelope of another bureau', { bureau: 'TUC', creditProfile: [profile()] }],
  ])('%s is not an Experian file', (_, tree) => {
    expect(read(tree).kind).toBe('unreadable')
  })

  test('a person without any account is still a file', () => {
    const report = reportOf({ creditProfile: [{ consumerIdentity: { name: [name], dob: '03091984' } }] })
    expect([report.files[0]?.status, report.personal[0]?.dob, report.accounts.length]).toEqual([
      'hit',
      '1984-03-09',
      0,
    ])
  })

  test('a freeze on a returned file is kept with its data', () => {
    const messages = [{ messageText: 'CONSUMER HAS A SECURITY FREEZE' }, { messageText: 'SSN MATCHES' }]
    expect(reportOf({ creditProfile: [profile({ informationalMessage: messages })] }).files).toEqual([
      { bureau: 'Experian', status: 'hit', text: 'CONSUMER HAS A SECURITY FREEZE' },
    ])
  })
})

describe('a joint response', () => {
  const spouse = profile({
    consumerIdentity: { name: { firstName: 'BEN', surname: 'QUILL' } },
    ssn: { number: '666102042' },
    tradeline: [trade({ subscriberName: 'OAK' }), trade()],
  })
  test('is read for the requesting person, and the other’s items are counted', () => {
    const report = reportOf({ creditProfile: [spouse, profile({ ssn: [{ number: '666102041' }] })] })
    expect(report.accounts.map(row => row.creditorName)).toEqual(['ROWAN'])
    expect(report.warnings.map(warning => warning.code)).toEqual(['joint_file'])
    expect(report.warnings[0]?.message).toContain('2 items')
    expect(JSON.stringify(report)).not.toMatch(/OAK|BEN|2042/)
  })

  test('a namesake with another SSN is another person', () => {
    const namesake = profile({ ssn: { number: '666102042' }, tradeline: trade({ subscriberName: 'OAK' }) })
    const report = reportOf({ creditProfile: [namesake, profile({ ssn: { number: '666102041' } })] })
    expect(report.accounts.map(row => row.creditorName)).toEqual(['ROWAN'])
    expect(report.warnings).toMatchObject([{ code: 'joint_file' }])
  })

  test('two files of one person are one report', () => {
    const second = profile({ ssn: { number: '666102041' }, tradeline: trade({ subscriberName: 'OAK' }) })
    const report = reportOf({ creditProfile: [profile({ ssn: { number: '666102041' } }), second] })
    expect(report.accounts.map(row => row.creditorName)).toEqual(['ROWAN', 'OAK'])
    expect(new Set(report.accounts.map(row => row.id)).size).toBe(2)
    expect([report.personal.length, report.warnings.length]).toEqual([1, 0])
  })
})

describe('values', () => {
  test('codes and dates without leading zeros are read from numbers', () => {
    const row = rowOf({
      status: 5,
      accountType: 0,
      openDate: 4122019,
      ecoa: 1,
      amount1: 5000,
      amount1Qualifier: 'L',
    })
    expect(row).toMatchObject({
      accountStatus: 'Transferred',
      accountTypeDetail: 'Auto loan',
      dateOpened: '2019-04-12',
      responsibility: 'Individual',
      creditLimit: '5000.00',
    })
  })

  test('an SSN as a number without its leading zero is removed from all text', () => {
    const tree = profile({ ssn: [{ number: 66102041 }], tradeline: trade({ accountNumber: '066102041' }) })
    const report = reportOf({ creditProfile: [tree] })
    expect([report.subject.ssnLastFour, report.accounts[0]?.accountNumber]).toEqual(['2041', 'XXXXX2041'])
  })

  test('words instead of a payment string are not months, and are counted', () => {
    const row = { balanceDate: '06032015', status: '11', paymentHistory: 'OK x 24 months' }
    const report = reportOf({ creditProfile: [profile({ tradeline: trade(row) })] })
    expect(report.accounts[0]?.paymentHistory).toEqual([])
    expect(report.warnings).toMatchObject([{ code: 'unknown_code' }])
  })

  test.each([
    ['00', 'hard'],
    ['3C', 'soft'],
    ['SOFT', 'soft'],
    ['Account review', 'soft'],
  ])('an inquiry of type %s is %s', (type, kind) => {
    expect(reportOf({ creditProfile: [profile({ inquiry: { type } })] }).inquiries).toMatchObject([{ kind }])
  })

  test('the name of type N is the person’s', () => {
    const other = { ...name, surname: 'QUILLER', type: 'S' }
    const identity = { consumerIdentity: { name: [other, { ...name, type: 'N' }] } }
    expect(reportOf({ creditProfile: [profile(identity)] }).personal).toMatchObject([
      { name: 'ADA QUILL', aliases: ['ADA QUILLER'] },
    ])
  })

  test('an old header with a two-digit year is read', () => {
    expect(
      reportOf({ creditProfile: [profile({ headerRecord: { reportDate: '080619' } })] }).reportDate,
    ).toBe('2019-08-06')
  })
})

describe('status codes', () => {
  test.each([
    ['60', 'Paid', 'VS'],
    ['61', 'Paid', 'COL'],
    ['62', 'Paid', 'REPO'],
    ['63', 'Paid', 'CO'],
    ['64', 'Paid', 'FC'],
  ])('%s is Experian’s own code, one below Metro 2’s: %s %s', (status, condition, worst) => {
    const row = rowOf({ status })
    expect([row.accountStatus, row.worstStatus, row.isDerogatory]).toEqual([condition, worst, true])
  })

  test.each([
    ['71', '30', 'Open'],
    ['78', '60', 'Open'],
    ['84', '180', 'Open'],
    ['79', '30', 'Open'],
    ['93', 'COL', 'Derogatory'],
    ['94', 'FC', 'Derogatory'],
    ['96', 'REPO', 'Derogatory'],
    ['97', 'CO', 'Derogatory'],
    ['88', null, 'Derogatory'],
    ['68', null, 'Paid'],
    ['ZZ', null, 'Open'],
  ])('%s is %s and %s', (status, payStatus, accountStatus) => {
    expect(rowOf({ status })).toMatchObject({ payStatus, accountStatus })
  })

  test('detailed condition and payment status take precedence over the combined code, and severe ones over both', () => {
    const finer = { enhancedAccountCondition: 'A3', enhancedPaymentStatus: '71' }
    expect(rowOf({ status: '11', enhancedPaymentData: finer })).toMatchObject({
      payStatus: '30',
      accountStatus: 'Closed',
    })
    expect(rowOf({ status: '97', enhancedPaymentData: finer })).toMatchObject({
      payStatus: 'CO',
      accountStatus: 'Derogatory',
    })
  })

  test('a charge-off stated as paid that still shows a balance is not paid', () => {
    expect(rowOf({ status: '63', balanceAmount: '00000100' }).accountStatus).toBe('Derogatory')
  })

  test('an unknown code has no meaning', () => {
    expect([readExperianStatus('ZZ'), readExperianStatus('constructor'), readExperianStatus(null)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('account types', () => {
  test.each([
    ['a line of credit by its terms', { enhancedPaymentData: { enhancedTerms: 'LOC' } }, 'Line of credit'],
    ['a home equity line', { accountType: '89', revolvingOrInstallment: 'R' }, 'Line of credit'],
    ['an installment mortgage', { accountType: '26', revolvingOrInstallment: 'I' }, 'Mortgage'],
    ['a collector’s row', { kob: 'YC', accountType: '18' }, 'Collection'],
    ['a row with an original creditor', { originalCreditorName: 'OAK' }, 'Collection'],
    ['nothing said', {}, 'Unknown'],
  ])('%s', (_, more, type) => {
    expect(rowOf(more).accountType).toBe(type)
  })
})

test('a code instead of a score is the reason for having none', () => {
  const riskModel = { modelIndicator: 'V4', score: '0004' }
  const report = reportOf({ creditProfile: [profile({ riskModel })] })
  expect(report.scores).toEqual([])
  expect(report.scoreExclusions).toEqual([
    {
      bureau: 'Experian',
      model: 'VantageScore 4.0',
      reason: 'Experian gave the code 0004 in place of a score.',
    },
  ])
})

import { describe, expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { accountOf, collectionOf, monthsOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { runAllRules, runFinder } from '../find.ts'
import type { OwnDetails } from '../finding.ts'

/** The verdict on an account that was reported differently in October. */
const after = (rule: string, was: Account, is: Account, earlier: Partial<Report> = {}) => {
  const before = reportOf({ reportDate: '2026-10-14', accounts: [was], ...earlier })
  const found = runAllRules(reportOf({ accounts: [is] }), { earlierReports: [before], ownDetails: null })
  return found.find(finding => finding.rule === rule)?.verdict ?? 'nothing'
}

describe('C-16: a first missed payment that moved', () => {
  const debt = (dateFirstDelinquency: string | null, more: Partial<Account> = {}) =>
    collectionOf({ dateFirstDelinquency, ...more })

  test.each<[string, Account, Account, string]>([
    ['years later', debt('2022-03-02'), debt('2025-05-11'), 'contradiction'],
    ['two months later', debt('2022-03'), debt('2022-06'), 'contradiction'],
    ['a few days, as bureaus date', debt('2022-03-02'), debt('2022-03-30'), 'nothing'],
    ['earlier, which is no harm', debt('2025-05-11'), debt('2022-03-02'), 'nothing'],
    ['to a month of the year that was given', debt('2022'), debt('2022-11-11'), 'nothing'],
    ['from not reported', debt(null), debt('2025-05-11'), 'nothing'],
    ['to not reported', debt('2022-03-02'), debt(null), 'nothing'],
    [
      'of a debt that was caught up in between',
      debt('2022-03-02'),
      debt('2025-05-11', { paymentHistory: monthsOf('2025-06', 'OK OK OK 30') }),
      'nothing',
    ],
    [
      'of an account that was only late before',
      debt('2022-03-02', { payStatus: '60', isCollection: false }),
      debt('2025-05-11'),
      'nothing',
    ],
    ['of another account', debt('2022-03-02', { id: 'another' }), debt('2025-05-11'), 'nothing'],
    ['of another bureau', debt('2022-03-02', { bureau: 'Equifax' }), debt('2025-05-11'), 'nothing'],
    [
      'of a row for several bureaus',
      debt('2022-03-02', { valuesShared: true }),
      debt('2025-05-11'),
      'nothing',
    ],
  ])('%s', (_, was, is, verdict) => {
    expect(after('C-16', was, is)).toBe(verdict)
  })

  test('states both dates and their reports', () => {
    const before = [
      reportOf({ reportDate: '2026-08-14', accounts: [debt('2022-03-02')] }),
      reportOf({ reportDate: '2026-10-14', accounts: [debt('2025-05-11')] }),
    ]
    const [found] = runFinder(reportOf({ accounts: [debt('2025-05-11')] }), {
      earlierReports: before,
      ownDetails: null,
    })
    expect(found).toMatchObject({
      rule: 'C-16',
      reason: 'reaged',
      explanation:
        'TransUnion now gives 05/11/2025 as the first missed payment. Your report of 08/14/2026 gave 03/02/2022. These conflict, so at least one may be wrong.',
      evidence: [
        { bureau: 'TransUnion', field: 'dateFirstDelinquency', value: '05/11/2025' },
        {
          bureau: 'TransUnion',
          field: 'dateFirstDelinquency (report of 08/14/2026)',
          value: '03/02/2022',
        },
      ],
    })
  })
})

describe('C-17: an opening date that changed', () => {
  test.each<[string, Partial<Account>, Partial<Account>, string]>([
    ['by years', { dateOpened: '2024-07-18' }, { dateOpened: '2025-06-03' }, 'contradiction'],
    ['backwards', { dateOpened: '2025-06-03' }, { dateOpened: '2024-07-18' }, 'contradiction'],
    ['by a month, as bureaus date', { dateOpened: '2024-07-18' }, { dateOpened: '2024-08-10' }, 'nothing'],
    ['from a month to its day', { dateOpened: '2024-07' }, { dateOpened: '2024-07-18' }, 'nothing'],
    ['from a bare year', { dateOpened: '2023' }, { dateOpened: '2025-06-03' }, 'nothing'],
    ['from nothing', { dateOpened: null }, { dateOpened: '2025-06-03' }, 'nothing'],
    [
      'with the kind of account, which is another account',
      { dateOpened: '2024-07-18', accountType: 'Installment' },
      { dateOpened: '2025-06-03' },
      'nothing',
    ],
  ])('%s', (_, was, is, verdict) => {
    expect(after('C-17', accountOf(was), accountOf(is))).toBe(verdict)
  })

  test('is compared only with reports before this one, and never without their date', () => {
    const [was, is] = [accountOf({ dateOpened: '2024-07-18' }), accountOf({ dateOpened: '2025-06-03' })]
    expect(after('C-17', was, is, { reportDate: '2026-11-14' })).toBe('nothing')
    expect(after('C-17', was, is, { reportDate: '2026-12-14' })).toBe('nothing')
    expect(after('C-17', was, is, { reportDate: null })).toBe('nothing')
  })
})

describe('C-41: a charge-off that grows', () => {
  const chargeOff = (currentBalance: string | null, more: Partial<Account> = {}) =>
    accountOf({ payStatus: 'CO', accountStatus: 'Derogatory', isDerogatory: true, currentBalance, ...more })

  test.each<[string, Account, Account, string]>([
    ['is asked about', chargeOff('1200.00'), chargeOff('1290.00'), 'ask'],
    ['by cents is a correction', chargeOff('1200.00'), chargeOff('1205.00'), 'nothing'],
    ['is not one that is paid down', chargeOff('1200.00'), chargeOff('900.00'), 'nothing'],
    ['is not one that showed nothing owed before', chargeOff('0.00'), chargeOff('900.00'), 'nothing'],
    ['is not one without a balance', chargeOff(null), chargeOff('900.00'), 'nothing'],
    [
      'is not an account that was late and then charged off',
      chargeOff('1200.00', { payStatus: '180' }),
      chargeOff('1290.00'),
      'nothing',
    ],
  ])('%s', (_, was, is, verdict) => {
    expect(after('C-41', was, is)).toBe(verdict)
  })
})

describe('what the user entered at registration', () => {
  const own: OwnDetails = {
    name: 'Maya Brooks',
    birthYear: '1990',
    ssnLastFour: '4417',
    address: { street: '2210 Mission Oak Drive', city: 'Pasadena', state: 'CA', postal: '91106' },
  }
  const home = { ...own.address, reported: null }
  const asked = (personal: Report['personal'], other: Partial<OwnDetails> = {}) =>
    runAllRules(reportOf({ personal }), { earlierReports: [], ownDetails: { ...own, ...other } }).map(
      ({ rule, verdict }) => `${rule} ${verdict}`,
    )

  test.each<[string, Report['personal'], string[], Partial<OwnDetails>?]>([
    ['is what the file says', [personOf()], []],
    ['is nothing that the file says', [personOf({ name: null, dob: null, ssnLastFour: null })], []],
    ['is another name', [personOf({ name: 'Mia Stone' })], ['P-01 ask']],
    [
      'is the generation that one bureau has',
      [personOf({ name: 'Maya Brooks Jr' }), personOf({ bureau: 'Equifax' })],
      [],
      { name: 'Maya Brooks, Jr.' },
    ],
    ['is another year of birth', [personOf({ dob: '1991-04-27' })], ['P-02 ask']],
    ['is another number', [personOf({ ssnLastFour: '9921' })], ['P-03 ask']],
    [
      'matches one of two bureaus: then their difference is the finding',
      [personOf(), personOf({ bureau: 'Equifax', dob: '1991-04-27' })],
      ['P-02 contradiction'],
    ],
    [
      'is the current address: no question about a bureau that lists it',
      [
        personOf({ currentAddress: home }),
        personOf({ bureau: 'Equifax', currentAddress: { ...home, street: '9 Elm St', postal: '60601' } }),
      ],
      ['P-04 ask'],
    ],
  ])('%s', (_, personal, rules, other) => {
    expect(asked(personal, other)).toEqual(rules)
  })

  test('shows only the last digits of a number', () => {
    const personal = [personOf({ ssnLastFour: '9921' })]
    const [found] = runFinder(reportOf({ personal }), { earlierReports: [], ownDetails: own })
    expect(found?.explanation).toBe(
      'TransUnion shows XXX-XX-9921. You gave us XXX-XX-4417. Which one is right?',
    )
  })
})

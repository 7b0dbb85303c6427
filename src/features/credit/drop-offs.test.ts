import { describe, expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  monthsOf,
  recordOf,
  reportOf,
} from '#test/support/reports/report-of.ts'
import type { Bureau } from '#values/bureau.ts'
import { listDropOffs } from './drop-offs.ts'
import { collectFacts } from './facts.ts'
import { describeBureauWord } from './wording.ts'

const dropOffsOf = (given: Partial<Report>) => {
  const { redacted, fullReport } = buildReportView(reportOf(given), 'max')
  return listDropOffs(redacted, collectFacts(fullReport, '2026-11-14'))
}

/** Value, the date counted from, the span of the end, and the source. */
const dropOffLines = (given: Partial<Report>) =>
  dropOffsOf(given).map(({ value, from, earliest, latest, source }) => [
    value,
    from === null ? null : `${from.name} ${from.date}`,
    earliest,
    latest,
    source,
  ])

const chargeOff = (own: Partial<Account> = {}) =>
  accountOf({ accountStatus: 'Derogatory', payStatus: 'CO', isDerogatory: true, ...own })

const first = 'First missed payment'
const bankruptcyLaw = '15 U.S.C. 1681c(a)(1), 11 U.S.C. 301(b), 303(h)'
const practice = 'Practice of the bureaus; no law sets a time'

test('the bureau’s own date is shown with the computed day and does not replace it', () => {
  const dated = chargeOff({ dateFirstDelinquency: '2024-01-01', removalDate: '2030-11' })
  const [own] = dropOffsOf({ accounts: [dated] })
  expect(own).toMatchObject({ latest: '2031-06-29', bureauSays: '2030-11' })
  expect(own && describeBureauWord(own)).toBe('TransUnion itself says until 11/2030')
  const [undated] = dropOffsOf({ accounts: [chargeOff({ removalDate: '2030-11' })] })
  expect(undated).toMatchObject({ from: null, earliest: null, latest: null, bureauSays: '2030-11' })
  expect(dropOffsOf({ accounts: [chargeOff({ removalDate: null })] })[0]).not.toHaveProperty('bureauSays')
  const late = accountOf({ removalDate: '2030-11', paymentHistory: monthsOf('2026-01', '30 OK') })
  expect(dropOffsOf({ accounts: [late] })[0]).not.toHaveProperty('bureauSays')
})

test('a record has the bureau’s own date at the bureaus that state it', () => {
  const stated = recordOf({ removalDate: '2028-11' })
  const items = dropOffsOf({ publicRecords: [stated, recordOf({ id: 'at Experian', bureau: 'Experian' })] })
  expect(items.map(({ bureaus, bureauSays }) => [bureaus, bureauSays])).toEqual([
    [['TransUnion'], '2028-11'],
    [['Experian'], undefined],
  ])
})

describe('a negative account leaves the report', () => {
  test.each<[string, Account, (string | null)[][]]>([
    [
      'seven years and 180 days after the first missed payment of a collection',
      collectionOf({ dateFirstDelinquency: '2024-01-01' }),
      [
        [
          'Collection account',
          `${first} 2024-01-01`,
          '2031-06-29',
          '2031-06-29',
          '15 U.S.C. 1681c(a)(4), (c)(1)',
        ],
      ],
    ],
    [
      'within the month that a date without its day allows',
      chargeOff({ dateFirstDelinquency: '2024-01' }),
      [['Charge-off', `${first} 2024-01`, '2031-06-29', '2031-07-29', '15 U.S.C. 1681c(a)(4), (c)(1)']],
    ],
    [
      'seven years after the first missed payment of an account that is only late',
      accountOf({ payStatus: '90', isDerogatory: true, dateFirstDelinquency: '2024-01-01' }),
      [['Derogatory account', `${first} 2024-01-01`, '2031-01-01', '2031-01-01', '15 U.S.C. 1681c(a)(5)']],
    ],
    [
      'up to 180 days later where a repossession may count like a charge-off',
      accountOf({ payStatus: 'REPO', isDerogatory: true, dateFirstDelinquency: '2024-01-01' }),
      [['Repossession', `${first} 2024-01-01`, '2031-01-01', '2031-06-29', '15 U.S.C. 1681c(a)(5), (c)(1)']],
    ],
    [
      'at the latest by the date of the charge-off, which comes after that payment',
      chargeOff({ dateChargeOff: '2024-08-31' }),
      [['Charge-off', 'Charged off 2024-08-31', null, '2032-02-27', '15 U.S.C. 1681c(a)(4), (c)(1)']],
    ],
    [
      'at the latest by the first of the late months that led to the charge-off',
      chargeOff({ paymentHistory: monthsOf('2024-08', '30 OK 30 60 90 CO CO'), dateChargeOff: '2024-08-31' }),
      [
        [
          'Charge-off',
          'Late without a break since 2024-04',
          null,
          '2031-10-27',
          '15 U.S.C. 1681c(a)(4), (c)(1)',
        ],
      ],
    ],
    [
      'no later than months after a gap tell, in which payments may have been made',
      chargeOff({ paymentHistory: monthsOf('2024-08', '30 60 - 90 CO') }),
      [
        [
          'Charge-off',
          'Late without a break since 2024-07',
          null,
          '2032-01-27',
          '15 U.S.C. 1681c(a)(4), (c)(1)',
        ],
      ],
    ],
    [
      'on a day that is not known without a date',
      chargeOff(),
      [['Charge-off', null, null, null, '15 U.S.C. 1681c(a)(4), (c)(1)']],
    ],
    [
      'on a day that is not known for a student loan that the government may hold',
      chargeOff({
        accountType: 'Installment',
        accountTypeDetail: 'Student loan',
        dateFirstDelinquency: '2024-01-01',
      }),
      [['Charge-off', null, null, null, '20 U.S.C. 1080a(f), 1087cc(c)(3)']],
    ],
  ])('%s', (_, row, expected) => {
    expect(dropOffLines({ accounts: [row] })).toEqual(expected)
  })
})

test('late months of a good account leave one by one, seven years after each', () => {
  expect(
    dropOffLines({ accounts: [accountOf({ paymentHistory: monthsOf('2026-03', '30 OK OK 30 60 OK') })] }),
  ).toEqual([
    ['Late payments', 'Last of 3 late months 2026-02', '2032-10-31', '2033-02-28', '15 U.S.C. 1681c(a)(5)'],
  ])
})

test('late payments known only as a count have no day', () => {
  const [found] = dropOffsOf({ accounts: [accountOf({ late30: 1 })] })
  expect(found).toMatchObject({
    latest: null,
    why: 'The report counts 1 late payment without its month.',
  })
})

test('an account on time, a file without any and a soft inquiry have no drop-off', () => {
  expect(dropOffLines({ accounts: [accountOf()], inquiries: [inquiryOf({ kind: 'soft' })] })).toEqual([])
})

describe('a public record leaves the report', () => {
  test.each<[string, Parameters<typeof recordOf>[0], (string | null)[]]>([
    [
      'ten years after the person filed a bankruptcy',
      { petition: 'voluntary' },
      ['Filed 2019-03-02', '2029-03-02', '2029-03-02', bankruptcyLaw],
    ],
    [
      'ten years after the filing of chapter 13, under which only the person can file',
      { type: 'Bankruptcy chapter 13', disposition: 'Dismissed' },
      ['Filed 2019-03-02', '2029-03-02', '2029-03-02', bankruptcyLaw],
    ],
    [
      'ten years after an order between filing and discharge where creditors may have filed',
      { disposed: '2019-07' },
      ['Filed 2019-03-02', '2029-03-02', '2029-07-31', bankruptcyLaw],
    ],
    [
      'on no last day that is known where creditors filed and nothing dates a discharge',
      { petition: 'involuntary', disposition: 'Dismissed', disposed: '2019-07' },
      ['Filed 2019-03-02', '2029-03-02', null, bankruptcyLaw],
    ],
    [
      'seven years after a lien was paid',
      { type: 'Tax lien', disposed: '2022-05' },
      ['Ended 2022-05', '2029-05-01', '2029-05-31', '15 U.S.C. 1681c(a)(3)'],
    ],
    [
      'on no day that is known while a judgment stands',
      { type: 'Judgment' },
      [null, null, null, '15 U.S.C. 1681c(a)(2)'],
    ],
    [
      'on no day that is known while a judgment stands that the court entered years ago',
      { type: 'Judgment', disposition: 'Unsatisfied', disposed: '2018-05' },
      [null, null, null, '15 U.S.C. 1681c(a)(2)'],
    ],
    [
      'on no day that the law sets for a conviction',
      { type: 'Conviction' },
      [null, null, null, '15 U.S.C. 1681c(a)(5)'],
    ],
    ['on no day without the filing', { filed: null }, [null, null, null, bankruptcyLaw]],
  ])('%s', (_, given, expected) => {
    expect(dropOffLines({ publicRecords: [recordOf(given)] }).map(([, ...rest]) => rest)).toEqual([expected])
  })
})

test.each<[string, Parameters<typeof recordOf>[0], string]>([
  ['the person filed', { petition: 'voluntary' }, 'Ten years from the filing.'],
  [
    'creditors filed',
    { petition: 'involuntary', disposed: '2019-07-02' },
    'Ten years from the order for relief. Creditors filed this case, so the court gave that order after the filing, at the latest by the discharge.',
  ],
  [
    'nobody tells who filed',
    {},
    'Ten years from the order for relief. If you filed the case, that is the filing; if creditors filed it, the court gave that order later.',
  ],
])('a bankruptcy says what it counts from where %s', (_, given, why) => {
  expect(dropOffsOf({ publicRecords: [recordOf(given)] })[0]?.why).toBe(why)
})

test('an inquiry usually leaves after two years, by the practice of the bureaus', () => {
  expect(
    dropOffLines({
      inquiries: [inquiryOf({ kind: 'hard', date: '2024-02-29' }), inquiryOf({ id: 'b', date: null })],
    }),
  ).toEqual([
    ['Hard inquiry', 'Inquiry 2024-02-29', '2026-02-28', '2026-02-28', practice],
    ['Inquiry', null, null, null, practice],
  ])
})

test('bureaus that report the same share an entry, and one that differs has its own', () => {
  const accounts = [
    collectionOf({ dateFirstDelinquency: '2024-01-01' }),
    collectionOf({ bureau: 'Equifax', dateFirstDelinquency: '2024-01-01' }),
    collectionOf({ bureau: 'Experian', dateFirstDelinquency: '2023-01-01' }),
  ]
  const inquiries = [inquiryOf(), inquiryOf({ id: 'inquiry-2', bureau: 'Experian' })]
  expect(dropOffsOf({ accounts, inquiries }).map(({ bureaus, latest }) => [bureaus, latest])).toEqual([
    [['TransUnion', 'Experian'], '2028-08-22'],
    [['Experian'], '2030-06-30'],
    [['TransUnion', 'Equifax'], '2031-06-29'],
  ])
})

test('a bankruptcy at three bureaus is one entry, and two where their dates differ', () => {
  const at = (bureau: Bureau, given: Parameters<typeof recordOf>[0]) =>
    recordOf({ id: bureau, bureau, caseNumber: null, filed: '2020-05-04', petition: 'voluntary', ...given })
  const lines = (equifaxFiled: string) =>
    dropOffsOf({
      publicRecords: [
        at('TransUnion', { type: 'Chapter 7 bankruptcy', disposition: 'Discharged' }),
        at('Experian', { type: 'Bankruptcy', caseNumber: '20-11853' }),
        at('Equifax', { type: 'Chapter 7 bankruptcy', caseNumber: '20-11853', filed: equifaxFiled }),
      ],
    }).map(({ label, bureaus, latest }) => [label, bureaus, latest])
  expect(lines('2020-05-04')).toEqual([
    ['Chapter 7 bankruptcy', ['TransUnion', 'Experian', 'Equifax'], '2030-05-04'],
  ])
  expect(lines('2020-06-04')).toEqual([
    ['Chapter 7 bankruptcy', ['TransUnion', 'Experian'], '2030-05-04'],
    ['Chapter 7 bankruptcy', ['Equifax'], '2030-06-04'],
  ])
})

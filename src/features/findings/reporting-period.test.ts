import { describe, expect, it } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { mayBeTooOld, reportingEndRange } from './reporting-period.ts'

const row = (own: Partial<Account>) => account({ id: 'a', bureau: 'Equifax', ...own })

describe('the reporting of an adverse account ends', () => {
  it.each<[string, Partial<Account>, { earliest: string; latest: string } | null]>([
    [
      'seven years and 180 days after first delinquency for a collection',
      { isCollection: true, dateFirstDelinquency: '2017-11-01' },
      { earliest: '2025-04-30', latest: '2025-04-30' },
    ],
    [
      'seven years and 180 days after first delinquency for a charge-off',
      { payStatus: 'CO', dateFirstDelinquency: '2017-11-01' },
      { earliest: '2025-04-30', latest: '2025-04-30' },
    ],
    [
      'seven years and 180 days after first delinquency for a charge-off that was paid',
      { accountStatus: 'Paid', worstStatus: 'CO', dateFirstDelinquency: '2017-11-01' },
      { earliest: '2025-04-30', latest: '2025-04-30' },
    ],
    [
      'seven years and 180 days after first delinquency for an account with a month in collection',
      { paymentHistory: [{ date: '2018-06', status: 'COL' }], dateFirstDelinquency: '2017-11-01' },
      { earliest: '2025-04-30', latest: '2025-04-30' },
    ],
    [
      'seven years after first delinquency for anything else',
      { payStatus: '90', dateFirstDelinquency: '2017-11-01' },
      { earliest: '2024-11-01', latest: '2024-11-01' },
    ],
    [
      'up to 180 days later where the law may count as for a charge-off',
      { payStatus: 'REPO', dateFirstDelinquency: '2019-08-01' },
      { earliest: '2026-08-01', latest: '2027-01-28' },
    ],
    [
      'within a span when only the month is known',
      { payStatus: '90', dateFirstDelinquency: '2016-02' },
      { earliest: '2023-02-01', latest: '2023-03-01' },
    ],
    [
      'within a span when only the year is known',
      { payStatus: '90', dateFirstDelinquency: '2016' },
      { earliest: '2023-01-01', latest: '2023-12-31' },
    ],
    ['at no day that is known without a date of first delinquency', { isCollection: true }, null],
  ])('%s', (_, own, ends) => {
    expect(reportingEndRange(row(own))).toEqual(ends)
  })
})

describe('an adverse account on 2026-11-20', () => {
  it.each<[boolean, string, Partial<Account>]>([
    [true, 'first delinquent in 2017', { isCollection: true, dateFirstDelinquency: '2017-11' }],
    [false, 'first delinquent in 2021', { isCollection: true, dateFirstDelinquency: '2021-09-01' }],
    [
      true,
      'that may have become delinquent early in 2019',
      { payStatus: '90', dateFirstDelinquency: '2019' },
    ],
    [
      false,
      'first delinquent seven years ago to the day, which is its last day',
      { payStatus: '90', dateFirstDelinquency: '2019-11-20' },
    ],
    [
      true,
      'first delinquent seven years and a day ago',
      { payStatus: '90', dateFirstDelinquency: '2019-11-19' },
    ],
    [false, 'opened in 2022', { payStatus: 'CO', isDerogatory: true, dateOpened: '2022-01' }],
    [
      true,
      'bought by a collector in 2022',
      { isCollection: true, isDerogatory: true, dateOpened: '2022-01' },
    ],
    [
      true,
      'bought as a charge-off in 2022',
      { payStatus: 'CO', isDerogatory: true, originalCreditor: 'ELM CU', dateOpened: '2022-01' },
    ],
    [true, 'without any date', { isDerogatory: true }],
    [
      false,
      'late only in 2026',
      { dateOpened: '2015-01', paymentHistory: [{ date: '2026-03', status: '30' }] },
    ],
    [true, 'late in 2019', { dateOpened: '2015-01', paymentHistory: [{ date: '2019-03', status: '30' }] }],
  ])('can be too old (%j): one %s', (can, _, own) => {
    expect(mayBeTooOld(row(own), '2026-11-20')).toBe(can)
  })
})

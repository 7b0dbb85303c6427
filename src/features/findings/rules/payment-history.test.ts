import { expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { monthsOf } from '#testing/reports/report-of.ts'
import { rowVerdict } from '#testing/reports/verdict-of.ts'

const closed = { accountStatus: 'Closed', openClosed: 'Closed', currentBalance: '0.00' } as const

test.each<[rule: string, verdict: string, sentence: string, row: Partial<Account>]>([
  [
    'C-12',
    'impossible',
    'a late mark before the opening',
    { dateOpened: '2021-08-14', paymentHistory: monthsOf('2021-08', '30 OK') },
  ],
  [
    'C-12',
    'impossible',
    'a charge-off before the opening',
    { dateOpened: '2021-08', paymentHistory: monthsOf('2021-07', 'CO') },
  ],
  [
    'C-12',
    'nothing',
    'a late mark in the month of the opening',
    { dateOpened: '2021-08-14', paymentHistory: monthsOf('2021-08', '30') },
  ],
  [
    'C-12',
    'nothing',
    'a good month before the opening',
    { dateOpened: '2021-08-14', paymentHistory: monthsOf('2021-08', 'OK OK') },
  ],
  [
    'C-12',
    'nothing',
    'an opening of which only the year is known',
    { dateOpened: '2021', paymentHistory: monthsOf('2021-03', '30') },
  ],
  [
    'C-12',
    'nothing',
    'a debt that was bought with its history',
    { originalCreditor: 'Oak Bank', paymentHistory: monthsOf('2021-07', '30') },
  ],
  [
    'C-12',
    'impossible',
    'a late mark after it was paid',
    { ...closed, datePaid: '2023-05-19', paymentHistory: monthsOf('2023-07', '30') },
  ],
  [
    'C-12',
    'impossible',
    'a late mark after the closing, the last payment before it',
    {
      ...closed,
      dateClosed: '2023-05-19',
      dateLastPayment: '2023-05-02',
      paymentHistory: monthsOf('2023-07', '30'),
    },
  ],
  [
    'C-12',
    'ask',
    'a late mark after the closing, the last payment not told',
    { ...closed, dateClosed: '2023-05-19', paymentHistory: monthsOf('2023-07', '30') },
  ],
  [
    'C-12',
    'ask',
    'a late mark after the closing, paid off later',
    {
      ...closed,
      dateClosed: '2023-05-19',
      dateLastPayment: '2023-09-01',
      paymentHistory: monthsOf('2023-07', '30'),
    },
  ],
  [
    'C-12',
    'nothing',
    'a late mark after the closing with a balance left',
    {
      ...closed,
      currentBalance: '80.00',
      dateClosed: '2023-05-19',
      paymentHistory: monthsOf('2023-07', '30'),
    },
  ],
  [
    'C-12',
    'nothing',
    'a late mark in the month of the closing',
    { ...closed, dateClosed: '2023-07-19', paymentHistory: monthsOf('2023-07', '30') },
  ],
  [
    'C-12',
    'contradiction',
    'a late mark after a bankruptcy closed it',
    {
      accountStatus: 'Derogatory',
      isDerogatory: true,
      payStatus: 'BK',
      openClosed: 'Closed',
      dateClosed: '2023-03-14',
      paymentHistory: monthsOf('2023-05', '180'),
    },
  ],

  [
    'C-14',
    'impossible',
    'a first missed payment, and every month on time',
    {
      dateFirstDelinquency: '2026-05-02',
      paymentHistory: monthsOf('2026-11', 'OK OK OK OK OK OK OK OK OK OK OK OK'),
    },
  ],
  [
    'C-14',
    'ask',
    'a first missed payment before the months shown',
    { dateFirstDelinquency: '2019-05-02', paymentHistory: monthsOf('2026-11', 'OK OK OK') },
  ],
  [
    'C-14',
    'ask',
    'a late month',
    { dateFirstDelinquency: '2026-10-02', paymentHistory: monthsOf('2026-11', 'OK 30 OK') },
  ],
  [
    'C-14',
    'ask',
    'a counter of late payments',
    { late30: 1, dateFirstDelinquency: '2026-10-02', paymentHistory: monthsOf('2026-11', 'OK OK OK') },
  ],
  ['C-14', 'ask', 'no history at all', { dateFirstDelinquency: '2026-05-02' }],
  [
    'C-14',
    'nothing',
    'an account that is late now',
    { payStatus: '30', dateFirstDelinquency: '2026-10-02', paymentHistory: monthsOf('2026-11', 'OK 30') },
  ],
  ['C-14', 'nothing', 'an account of a bankruptcy', { payStatus: 'BK', dateFirstDelinquency: '2026-05-02' }],
])('%s is %s for %s', (rule, verdict, _, row) => {
  expect(rowVerdict(rule, row)).toBe(verdict)
})

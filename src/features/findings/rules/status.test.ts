import { expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { accountOf, monthsOf, personOf } from '#test/support/reports/report-of.ts'
import { rowVerdict } from '#test/support/reports/verdict-of.ts'

const derogatory = { accountStatus: 'Derogatory', isDerogatory: true } as const
const closed = { accountStatus: 'Closed', openClosed: 'Closed' } as const
const years = (last: string, status: string, count: number) =>
  monthsOf(last, Array.from({ length: count }, () => status).join(' '))
const remark = (text: string) => ({ remarks: [{ code: null, text }] })
const goingOn = { accounts: [accountOf({ id: 'other', creditorName: 'Other Bank' })] }
const elsewhere = { accounts: [accountOf({ id: 'other', bureau: 'Equifax' })] }

test.each<[rule: string, verdict: string, sentence: string, row: Partial<Account>, beside?: Partial<Report>]>(
  [
    [
      'C-09',
      'contradiction',
      'a derogatory account with two years on time',
      { ...derogatory, payStatus: 'OK', paymentHistory: years('2026-11', 'OK', 24) },
    ],
    [
      'C-09',
      'contradiction',
      'a charge-off with a year on time up to now',
      { ...derogatory, payStatus: 'CO', paymentHistory: years('2026-10', 'OK', 12) },
    ],
    [
      'C-09',
      'nothing',
      'a derogatory account with one late month',
      { ...derogatory, paymentHistory: [...years('2026-10', 'OK', 23), { date: '2026-11', status: '30' }] },
    ],
    [
      'C-09',
      'nothing',
      'a history too short to tell',
      { ...derogatory, paymentHistory: years('2026-11', 'OK', 6) },
    ],
    [
      'C-09',
      'nothing',
      'a history that ended before the mark',
      { ...derogatory, paymentHistory: years('2026-03', 'OK', 24) },
    ],
    [
      'C-09',
      'nothing',
      'a debt included in a bankruptcy after good months',
      { ...derogatory, payStatus: 'BK', paymentHistory: years('2026-11', 'OK', 24) },
    ],
    [
      'C-09',
      'nothing',
      'a car that was given back after good months',
      { ...derogatory, payStatus: 'VS', paymentHistory: years('2026-11', 'OK', 24) },
    ],
    ['C-09', 'nothing', 'an open account on time', { paymentHistory: years('2026-11', 'OK', 24) }],

    [
      'C-10',
      'ask',
      'current, yet late in the month of the report, which may be the month before',
      { payStatus: 'OK', paymentHistory: monthsOf('2026-11', 'OK 30') },
    ],
    [
      'C-10',
      'ask',
      'thirty days late now, and on time in the newest month, which may be the month before',
      { payStatus: '30', paymentHistory: monthsOf('2026-11', 'OK OK') },
    ],
    [
      'C-10',
      'contradiction',
      'sixty days late now, yet on time in the month of the report, whatever month is meant',
      { payStatus: '60', paymentHistory: monthsOf('2026-11', 'OK OK') },
    ],
    [
      'C-10',
      'nothing',
      'late the month before and caught up since',
      { payStatus: 'OK', paymentHistory: monthsOf('2026-10', 'OK 30') },
    ],
    ['C-10', 'nothing', 'late in both', { payStatus: '30', paymentHistory: monthsOf('2026-11', 'OK 30') }],
    [
      'C-10',
      'nothing',
      'a history that does not say',
      { payStatus: 'OK', paymentHistory: monthsOf('2026-11', 'OK U') },
    ],

    [
      'C-39',
      'impossible',
      'a row that says deceased beside accounts that go on',
      { responsibility: 'Deceased' },
      goingOn,
    ],
    ['C-39', 'impossible', 'a remark that says so', remark('Consumer reported as deceased'), goingOn],
    ['C-39', 'ask', 'a row that says deceased and nothing else open', { responsibility: 'Deceased' }],
    [
      'C-39',
      'ask',
      'other accounts that go on only at another bureau',
      { responsibility: 'Deceased' },
      elsewhere,
    ],
    ['C-39', 'nothing', 'another holder who is deceased', remark('Joint account holder deceased'), goingOn],

    [
      'C-40',
      'ask',
      'a derogatory account of which one is an authorized user',
      { ...derogatory, responsibility: 'Authorized user' },
    ],
    ['C-40', 'nothing', 'an authorized user of a good account', { responsibility: 'Authorized user' }],
    ['C-40', 'nothing', 'a derogatory account of one’s own', { ...derogatory, responsibility: 'Individual' }],

    ['C-44', 'contradiction', 'an open account with a closing date', { dateClosed: '2025-02-01' }],
    ['C-44', 'ask', 'a closed account without one', { ...closed, dateClosed: null }],
    ['C-44', 'nothing', 'a closed account with its date', { ...closed, dateClosed: '2025-02-01' }],
    ['C-44', 'nothing', 'an open account without one', {}],

    ['C-45', 'ask', 'an old open account without a payment history', { paymentHistory: [] }],
    ['C-45', 'ask', 'one whose months are all unknown', { paymentHistory: years('2026-11', 'U', 12) }],
    ['C-45', 'nothing', 'a new account', { dateOpened: '2026-09-01', paymentHistory: [] }],
    ['C-45', 'nothing', 'an account with a month on time', { paymentHistory: monthsOf('2026-11', 'OK') }],
    ['C-45', 'nothing', 'a closed account', { ...closed, dateClosed: '2020-01-01', paymentHistory: [] }],
    ['C-45', 'nothing', 'an account whose opening is not reported', { dateOpened: null, paymentHistory: [] }],
  ],
)('%s is %s for %s', (rule, verdict, _, row, beside) => {
  expect(rowVerdict(rule, row, { personal: [personOf()], ...beside })).toBe(verdict)
})

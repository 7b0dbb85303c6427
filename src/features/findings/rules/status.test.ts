import type { Account, Report } from '#features/reports/canonical.ts'
import { accountOf, monthsOf, personOf } from '#test/support/reports/report-of.ts'
import { rowVerdict, ruleCases } from '#test/support/reports/verdict-of.ts'

const derogatory = { accountStatus: 'Derogatory', isDerogatory: true } as const
const closed = { accountStatus: 'Closed', openClosed: 'Closed' } as const
const years = (last: string, status: string, count: number) =>
  monthsOf(last, Array.from({ length: count }, () => status).join(' '))
const remark = (text: string) => ({ remarks: [{ code: null, text }] })
const goingOn = { accounts: [accountOf({ id: 'other', creditorName: 'Other Bank' })] }
const elsewhere = { accounts: [accountOf({ id: 'other', bureau: 'Equifax' })] }

const cases = ruleCases<Partial<Account> | [Partial<Account>, Partial<Report>]>((rule, given) => {
  const [row, beside] = Array.isArray(given) ? given : [given]
  return rowVerdict(rule, row, { personal: [personOf()], ...beside })
})
cases('C-09', {
  contradiction: {
    'a derogatory account with two years on time': {
      ...derogatory,
      payStatus: 'OK',
      paymentHistory: years('2026-11', 'OK', 24),
    },
    'a charge-off with a year on time up to now': {
      ...derogatory,
      payStatus: 'CO',
      paymentHistory: years('2026-10', 'OK', 12),
    },
  },
  nothing: {
    'a derogatory account with one late month': {
      ...derogatory,
      paymentHistory: [...years('2026-10', 'OK', 23), { date: '2026-11', status: '30' }],
    },
    'a history too short to tell': { ...derogatory, paymentHistory: years('2026-11', 'OK', 6) },
    'a history that ended before the mark': { ...derogatory, paymentHistory: years('2026-03', 'OK', 24) },
    'a debt included in a bankruptcy after good months': {
      ...derogatory,
      payStatus: 'BK',
      paymentHistory: years('2026-11', 'OK', 24),
    },
    'a car that was given back after good months': {
      ...derogatory,
      payStatus: 'VS',
      paymentHistory: years('2026-11', 'OK', 24),
    },
    'an open account on time': { paymentHistory: years('2026-11', 'OK', 24) },
  },
})
cases('C-10', {
  ask: {
    'current, yet late in the month of the report, which may be the month before': {
      payStatus: 'OK',
      paymentHistory: monthsOf('2026-11', 'OK 30'),
    },
    'thirty days late now, and on time in the newest month, which may be the month before': {
      payStatus: '30',
      paymentHistory: monthsOf('2026-11', 'OK OK'),
    },
  },
  contradiction: {
    'sixty days late now, yet on time in the month of the report, whatever month is meant': {
      payStatus: '60',
      paymentHistory: monthsOf('2026-11', 'OK OK'),
    },
  },
  nothing: {
    'late the month before and caught up since': {
      payStatus: 'OK',
      paymentHistory: monthsOf('2026-10', 'OK 30'),
    },
    'late in both': { payStatus: '30', paymentHistory: monthsOf('2026-11', 'OK 30') },
    'a history that does not say': { payStatus: 'OK', paymentHistory: monthsOf('2026-11', 'OK U') },
  },
})
cases('C-39', {
  impossible: {
    'a row that says deceased, with accounts that go on': [{ responsibility: 'Deceased' }, goingOn],
    'a remark that says so': [remark('Consumer reported as deceased'), goingOn],
  },
  ask: {
    'a row that says deceased and nothing else open': { responsibility: 'Deceased' },
    'other accounts that go on only at another bureau': [{ responsibility: 'Deceased' }, elsewhere],
  },
  nothing: {
    'another holder who is deceased': [remark('Joint account holder deceased'), goingOn],
  },
})
cases('C-40', {
  ask: {
    'a derogatory account with an authorized user': {
      ...derogatory,
      responsibility: 'Authorized user',
    },
  },
  nothing: {
    'an authorized user of a good account': { responsibility: 'Authorized user' },
    'a derogatory account of one’s own': { ...derogatory, responsibility: 'Individual' },
  },
})
cases('C-44', {
  contradiction: {
    'an open account with a closing date': { dateClosed: '2025-02-01' },
  },
  ask: {
    'a closed account without one': { ...closed, dateClosed: null },
  },
  nothing: {
    'a closed account with its date': { ...closed, dateClosed: '2025-02-01' },
    'an open account without one': {},
  },
})
cases('C-45', {
  ask: {
    'an old open account without a payment history': { paymentHistory: [] },
    'one whose months are all unknown': { paymentHistory: years('2026-11', 'U', 12) },
  },
  nothing: {
    'a new account': { dateOpened: '2026-09-01', paymentHistory: [] },
    'an account with a month on time': { paymentHistory: monthsOf('2026-11', 'OK') },
    'a closed account': { ...closed, dateClosed: '2020-01-01', paymentHistory: [] },
    'an account whose opening is not reported': { dateOpened: null, paymentHistory: [] },
  },
})

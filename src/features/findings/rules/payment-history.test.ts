import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { accountOf, monthsOf, recordOf, reportOf } from '#test/support/reports/report-of.ts'
import { rowVerdict, ruleCases } from '#test/support/reports/verdict-of.ts'
import { runAllRules } from '../find.ts'

const bankrupt = { accountStatus: 'Derogatory', isDerogatory: true, payStatus: 'BK' } as const
const paidLoan = {
  accountType: 'Installment',
  accountStatus: 'Paid',
  openClosed: 'Closed',
  currentBalance: '0.00',
} as const
const closed = { accountStatus: 'Closed', openClosed: 'Closed', currentBalance: '0.00' } as const

const cases = ruleCases(rowVerdict)
cases('C-12', {
  impossible: {
    'a late mark before the opening': {
      dateOpened: '2021-08-14',
      paymentHistory: monthsOf('2021-08', '30 OK'),
    },
    'a charge-off before the opening': { dateOpened: '2021-08', paymentHistory: monthsOf('2021-07', 'CO') },
    'a late mark after it was paid': {
      ...paidLoan,
      datePaid: '2023-05-19',
      paymentHistory: monthsOf('2023-07', '30'),
    },
    'a loan that the bureau lists as paid, late after its last payment and its closing': {
      ...paidLoan,
      dateClosed: '2023-05-31',
      dateLastPayment: '2023-05-19',
      paymentHistory: monthsOf('2023-08', '30'),
    },
  },
  ask: {
    'late among months on time before the opening, as another lender may have told them': {
      dateOpened: '2021-08-14',
      paymentHistory: monthsOf('2021-08', 'OK OK 30 OK OK'),
    },
    'a late mark after the closing, the last payment before it: fees may have been owed and waived': {
      ...closed,
      dateClosed: '2023-05-19',
      dateLastPayment: '2023-05-02',
      paymentHistory: monthsOf('2023-07', '30'),
    },
    'a late mark after the closing, the last payment not told': {
      ...closed,
      dateClosed: '2023-05-19',
      paymentHistory: monthsOf('2023-07', '30'),
    },
    'a late mark after the closing, paid off later': {
      ...closed,
      dateClosed: '2023-05-19',
      dateLastPayment: '2023-09-01',
      paymentHistory: monthsOf('2023-07', '30'),
    },
    'a late mark after a closing that may be older than the bankruptcy': {
      ...bankrupt,
      openClosed: 'Closed',
      dateClosed: '2023-03-14',
      paymentHistory: monthsOf('2023-05', '180'),
    },
    'the rating of the last day, told for the month after': {
      ...paidLoan,
      datePaid: '2023-05-19',
      paymentHistory: monthsOf('2023-06', '30'),
    },
    'a loan paid by somebody else, whose last payment need not be the end': {
      ...paidLoan,
      dateClosed: '2023-05-31',
      dateLastPayment: '2023-05-19',
      remarks: [{ code: null, text: 'Paid by co-maker' }],
      paymentHistory: monthsOf('2023-08', '30'),
    },
    'late months after the first month of a bankruptcy, without a closing': {
      ...bankrupt,
      paymentHistory: monthsOf('2023-05', '60 BK 90 120'),
    },
  },
  nothing: {
    'a late mark in the month of the opening': {
      dateOpened: '2021-08-14',
      paymentHistory: monthsOf('2021-08', '30'),
    },
    'a good month before the opening': {
      dateOpened: '2021-08-14',
      paymentHistory: monthsOf('2021-08', 'OK OK'),
    },
    'an opening dated by year only': {
      dateOpened: '2021',
      paymentHistory: monthsOf('2021-03', '30'),
    },
    'a debt that was bought with its history': {
      originalCreditor: 'Oak Bank',
      paymentHistory: monthsOf('2021-07', '30'),
    },
    'a late mark after the closing with a balance left': {
      ...closed,
      currentBalance: '80.00',
      dateClosed: '2023-05-19',
      paymentHistory: monthsOf('2023-07', '30'),
    },
    'a late mark in the month of the closing': {
      ...closed,
      dateClosed: '2023-07-19',
      paymentHistory: monthsOf('2023-07', '30'),
    },
    'a card that was paid, used again and late before it was closed': {
      ...closed,
      datePaid: '2022-02-10',
      dateClosed: '2024-01-15',
      paymentHistory: monthsOf('2023-05', '30 OK'),
    },
    'an open card that was paid once and late later': {
      currentBalance: '0.00',
      datePaid: '2022-02-10',
      paymentHistory: monthsOf('2023-05', '30 OK'),
    },
    'a closed card without the day of its closing': {
      ...closed,
      datePaid: '2022-02-10',
      paymentHistory: monthsOf('2023-05', '30'),
    },
    'late months before the bankruptcy, paid once before': {
      ...bankrupt,
      datePaid: '2021-01-10',
      paymentHistory: monthsOf('2023-05', '30 60 90 BK'),
    },
  },
})
cases('C-14', {
  impossible: {
    'a first missed payment, and every month on time': {
      dateFirstDelinquency: '2026-05-02',
      paymentHistory: monthsOf('2026-11', 'OK OK OK OK OK OK OK OK OK OK OK OK'),
    },
  },
  ask: {
    'a first missed payment before the months shown': {
      dateFirstDelinquency: '2019-05-02',
      paymentHistory: monthsOf('2026-11', 'OK OK OK'),
    },
    'a late month': { dateFirstDelinquency: '2026-10-02', paymentHistory: monthsOf('2026-11', 'OK 30 OK') },
    'a counter of late payments': {
      late30: 1,
      dateFirstDelinquency: '2026-10-02',
      paymentHistory: monthsOf('2026-11', 'OK OK OK'),
    },
    'no history at all': { dateFirstDelinquency: '2026-05-02' },
  },
  nothing: {
    'an account that is late now': {
      payStatus: '30',
      dateFirstDelinquency: '2026-10-02',
      paymentHistory: monthsOf('2026-11', 'OK 30'),
    },
    'an account of a bankruptcy': { payStatus: 'BK', dateFirstDelinquency: '2026-05-02' },
  },
})

describe('C-12 with the record of a bankruptcy', () => {
  const row = { ...bankrupt, paymentHistory: monthsOf('2023-12', '60 90 120'), dateClosed: null }
  const discharged = { ...row, remarks: [{ code: null, text: 'Discharged in chapter 7' }] }
  const record = recordOf({ filed: '2023-03-02', disposed: '2023-07-05' })

  const besideRecords = ruleCases<[Partial<Account>, (typeof record)[]]>((rule, [own, publicRecords]) =>
    rowVerdict(rule, own, { publicRecords }),
  )
  besideRecords('C-12', {
    ask: {
      'late after the filing': [row, [record]],
      'discharged on a day that is not told': [discharged, [recordOf({ filed: '2023-03-02' })]],
      'one bankruptcy at two bureaus': [row, [record, { ...record, id: 'b', bureau: 'Equifax' }]],
    },
    contradiction: {
      'late after the discharge of this debt': [discharged, [record]],
    },
    nothing: {
      'late before the filing': [row, [recordOf({ filed: '2024-03-02' })]],
      'opened after the bankruptcy': [row, [recordOf({ filed: '2019-03-02' })]],
      'two bankruptcies, and no word which': [row, [record, recordOf({ filed: '2022-09-09' })]],
    },
  })
})

describe('C-11: lateness that jumps', () => {
  cases('C-11', {
    impossible: {
      'on time and then 90 days late': { paymentHistory: monthsOf('2026-11', 'OK 90') },
      '30 and then 120 days late': { paymentHistory: monthsOf('2026-11', 'OK 30 120') },
    },
    contradiction: {
      'on time and then 60 days late, as a returned payment makes it': {
        paymentHistory: monthsOf('2026-11', 'OK 60'),
      },
    },
    nothing: {
      'one step a month': { paymentHistory: monthsOf('2026-11', 'OK 30 60 90 120') },
      'caught up at once': { paymentHistory: monthsOf('2026-11', '120 OK') },
      'a month between that is not reported': { paymentHistory: monthsOf('2026-11', 'OK - 60') },
      'a month between that is unknown': { paymentHistory: monthsOf('2026-11', 'OK U 60') },
      'a charge-off after good months, which fraud or death can bring': {
        paymentHistory: monthsOf('2026-11', 'OK CO'),
      },
    },
  })

  const october = { payStatus: '30', lastReported: '2026-10-10', accountStatus: 'Open' } as const
  const november = { payStatus: '90', lastReported: '2026-11-10', accountStatus: 'Open' } as const
  const found = (was: Partial<Account>, is: Partial<Account>) => {
    const before = [reportOf({ reportDate: '2026-10-14', accounts: [accountOf(was)] })]
    const report = reportOf({ accounts: [accountOf(is)] })
    return runAllRules(report, { earlierReports: before, ownDetails: null }).filter(
      ({ rule }) => rule === 'C-11',
    )
  }

  test.each<[string, Partial<Account>, Partial<Account>, string[]]>([
    ['since the report of the month before', october, november, ['contradiction']],
    ['by one step since then', { ...october, payStatus: '60' }, november, []],
    ['since a report of three months before', { ...october, lastReported: '2026-08-10' }, november, []],
    [
      'within a report and since the one before, told once and as the stricter',
      october,
      { ...november, paymentHistory: monthsOf('2026-06', 'OK 90') },
      ['impossible'],
    ],
  ])('%s', (_, was, is, verdicts) => {
    expect(found(was, is).map(({ verdict }) => verdict)).toEqual(verdicts)
  })
})

import { expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { redactForPlan } from '#features/reports/redact-for-plan.ts'
import { accountOf, collectionOf, recordOf, reportOf } from '#test/support/reports/report-of.ts'
import { atBureaus, ruleCases, verdictOf } from '#test/support/reports/verdict-of.ts'
import { runAllRules } from '../find.ts'

/** Debts listed twice, at collectors and in bankruptcy. */

const loan = {
  creditorName: 'Brightway',
  accountType: 'Installment',
  highBalance: '5000.00',
  currentBalance: '4000.00',
  dateOpened: '2024-03-01',
} as const
const closed = { currentBalance: '0.00', openClosed: 'Closed', dateClosed: '2026-02-01' } as const
const accounts = (...rows: Account[]): Partial<Report> => ({ accounts: rows })
const chargedOff = (given: Partial<Account> = {}) =>
  accountOf({
    id: 'original',
    creditorName: 'Ironbridge Bank',
    accountStatus: 'Derogatory',
    isDerogatory: true,
    payStatus: 'CO',
    currentBalance: '2185.00',
    ...given,
  })
const bought = (given: Partial<Account> = {}) =>
  collectionOf({ originalCreditor: 'IRONBRIDGE BANK', currentBalance: '2310.00', ...given })
const medical = (given: Partial<Account> = {}) =>
  accounts(collectionOf({ accountTypeDetail: 'Medical', originalCreditor: 'City Hospital', ...given }))
const included = (given: Partial<Account> = {}) =>
  accountOf({
    payStatus: 'BK',
    accountStatus: 'Derogatory',
    isDerogatory: true,
    currentBalance: '90.00',
    ...given,
  })
const discharge = { publicRecords: [recordOf()] }
const remark = (text: string) => ({ remarks: [{ code: null, text }] })

const cases = ruleCases(verdictOf)
cases('C-33', {
  contradiction: {
    'a charge-off and who bought it, both owed': accounts(
      chargedOff(),
      bought({ accountTypeDetail: 'Factoring company account' }),
    ),
    'two collectors of one debt': accounts(
      bought({ accountTypeDetail: null }),
      bought({ id: 'second', creditorName: 'Redwood Recovery', accountTypeDetail: null }),
    ),
  },
  ask: {
    'a charge-off and the agency that may collect it': accounts(chargedOff(), bought()),
    'the same with other amounts, for it may be another debt': accounts(
      chargedOff({ currentBalance: '900.00' }),
      bought(),
    ),
  },
  nothing: {
    'one collector with two bills of a hospital': accounts(
      bought(),
      bought({ id: 'second', currentBalance: '120.00' }),
    ),
    'a charge-off that was sold and shows zero': accounts(chargedOff({ currentBalance: '0.00' }), bought()),
    'a good account at the same bank': accounts(
      accountOf({ id: 'good', creditorName: 'Ironbridge Bank', currentBalance: '2310.00' }),
      bought(),
    ),
    'the creditor at one bureau, the collector at another': accounts(
      chargedOff(),
      bought({ bureau: 'Equifax' }),
    ),
    'a collector that names nobody': accounts(chargedOff(), bought({ originalCreditor: null })),
    'two collectors that do not know the creditor': accounts(
      bought({ originalCreditor: 'UNKNOWN' }),
      bought({ id: 'second', creditorName: 'Redwood Recovery', originalCreditor: 'UNKNOWN' }),
    ),
  },
})
cases('C-34', {
  impossible: {
    'an exact copy at one bureau': accounts(accountOf({ ...loan, id: 'a' }), accountOf({ ...loan, id: 'b' })),
    'an exact copy of a card that is paid': accounts(
      ...['a', 'b'].map(id => accountOf({ id, highBalance: '900.00', currentBalance: '0.00' })),
    ),
    'an exact copy of a car loan that was paid and closed': accounts(
      ...['a', 'b'].map(id => accountOf({ ...loan, ...closed, id, accountTypeDetail: 'Auto loan' })),
    ),
    'an exact copy of a mortgage that was paid and closed': accounts(
      ...['a', 'b'].map(id => accountOf({ ...loan, ...closed, id, accountType: 'Mortgage' })),
    ),
  },
  ask: {
    'the same number and day with another balance': accounts(
      accountOf({ ...loan, id: 'a' }),
      accountOf({ ...loan, id: 'b', currentBalance: '3999.00' }),
    ),
    'an exact copy that owes nothing': accounts(
      accountOf({ ...loan, id: 'a', currentBalance: '0.00' }),
      accountOf({ ...loan, id: 'b', currentBalance: '0.00' }),
    ),
    'loans of one day and amount that were closed on two days': accounts(
      accountOf({ ...loan, ...closed, id: 'a', accountTypeDetail: 'Auto loan' }),
      accountOf({ ...loan, ...closed, id: 'b', accountTypeDetail: 'Auto loan', dateClosed: '2026-02-02' }),
    ),
    'an exact copy of a closed car loan without the day': accounts(
      ...['a', 'b'].map(id =>
        accountOf({ ...loan, ...closed, id, accountTypeDetail: 'Auto loan', dateClosed: '2026-02' }),
      ),
    ),
    'equal parts of a loan of unstated kind that were consolidated on one day': accounts(
      ...['a', 'b'].map(id => accountOf({ ...loan, ...closed, id })),
    ),
    'equal loans of a lender of students': accounts(
      ...['a', 'b'].map(id => accountOf({ ...loan, id, creditorNameReported: 'DEPT OF ED/NELNET' })),
    ),
    'equal bills of a hospital': accounts(
      ...['a', 'b'].map(id => accountOf({ ...loan, id, originalCreditor: 'City Hospital' })),
    ),
  },
  nothing: {
    'the same at another bureau': accounts(
      accountOf({ ...loan, id: 'a' }),
      accountOf({ ...loan, id: 'b', bureau: 'Equifax' }),
    ),
    'another loan of the day': accounts(
      accountOf({ ...loan, id: 'a' }),
      accountOf({ ...loan, id: 'b', highBalance: '5500.00' }),
    ),
    'another number': accounts(
      accountOf({ ...loan, id: 'a' }),
      accountOf({ ...loan, id: 'b', accountNumber: '99990000****' }),
    ),
    'rows without a number': accounts(
      accountOf({ ...loan, id: 'a', accountNumber: null }),
      accountOf({ ...loan, id: 'b', accountNumber: null }),
    ),
  },
})
test('C-34 does not call numbers the same that only look the same when masked', () => {
  const twins = ['51784402111111', '51784402222222'].map(accountNumber =>
    accountOf({ ...loan, id: accountNumber, accountNumber }),
  )
  const [found] = runAllRules(redactForPlan(reportOf({ accounts: twins }), 'max')).filter(
    ({ rule }) => rule === 'C-34',
  )
  expect(found?.title).toMatch(/may be listed twice$/)
  expect(found?.explanation).toContain('lists two accounts whose numbers look alike, opened')
})
cases('C-35', {
  ask: {
    'a collector that names no creditor': accounts(collectionOf()),
    'a collector that says unknown': accounts(collectionOf({ originalCreditor: 'UNKNOWN' })),
  },
  nothing: {
    'a collector that names one': accounts(collectionOf({ originalCreditor: 'City Hospital' })),
    'a bank that rates its own account as in collection': accounts(
      accountOf({ isCollection: true, isDerogatory: true, payStatus: 'COL' }),
    ),
  },
})
cases('C-36', {
  contradiction: {
    'a first missed payment on the day of the collector': accounts(
      collectionOf({ dateFirstDelinquency: '2025-02-18' }),
    ),
    'a first missed payment after it': accounts(collectionOf({ dateFirstDelinquency: '2025-08' })),
    'two first missed payments of one debt': atBureaus({
      TransUnion: { isCollection: true, dateFirstDelinquency: '2023-06-20' },
      Equifax: { isCollection: true, dateFirstDelinquency: '2024-04-16' },
    }),
  },
  ask: {
    'a collector three years after the debt': accounts(collectionOf({ dateFirstDelinquency: '2022-01-01' })),
  },
  nothing: {
    'a collector half a year after it': accounts(collectionOf({ dateFirstDelinquency: '2024-08-01' })),
    'a first missed payment in the month of the collector, day unknown': accounts(
      collectionOf({ dateFirstDelinquency: '2025-02' }),
    ),
  },
})
cases('C-37', {
  ask: {
    'a medical collection below $500': medical({ currentBalance: '310.00' }),
    'a paid medical collection': medical({
      accountStatus: 'Paid',
      currentBalance: '0.00',
      highBalance: '1284.00',
    }),
    'a medical collection of half a year': medical({ dateOpened: '2026-06-01' }),
  },
  nothing: {
    'a medical collection of $1,284 and more than a year': medical({ dateOpened: '2024-06-01' }),
    'another collection below $500': accounts(
      collectionOf({
        accountTypeDetail: 'Utility',
        originalCreditor: 'City Power',
        currentBalance: '310.00',
      }),
    ),
  },
})
cases('C-38', {
  impossible: {
    'a discharged debt that is owed': accounts(included(remark('Discharged through bankruptcy chapter 7'))),
    'a debt of a discharged bankruptcy': {
      ...accounts(included({ dateOpened: '2016-01-04' })),
      ...discharge,
    },
  },
  contradiction: {
    'a discharged debt that is late now': accounts(
      included({
        payStatus: '90',
        currentBalance: '0.00',
        ...remark('Discharged through bankruptcy chapter 7'),
      }),
    ),
  },
  ask: {
    'a debt of a bankruptcy that may still run': accounts(included()),
    'a debt in a plan of payments': { ...accounts(included(remark('Chapter 13 bankruptcy'))), ...discharge },
  },
  nothing: {
    'a debt of a bankruptcy at zero': { ...accounts(included({ currentBalance: '0.00' })), ...discharge },
    'a debt that was reaffirmed': {
      ...accounts(included(remark('Reaffirmation of debt, chapter 7 bankruptcy'))),
      ...discharge,
    },
    'a debt that no bankruptcy includes': {
      ...accounts(accountOf({ currentBalance: '90.00' })),
      ...discharge,
    },
  },
})

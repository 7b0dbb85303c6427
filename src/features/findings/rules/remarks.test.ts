import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { loanOf, remark } from '#test/support/reports/fixtures/true-and-odd.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { rowVerdict } from '#test/support/reports/verdict-of.ts'
import { runAllRules, runFinder } from '../find.ts'

const closed = { accountStatus: 'Closed', openClosed: 'Closed', dateClosed: '2026-06-02' } as const
const paid = { ...closed, accountStatus: 'Paid', currentBalance: '0.00' } as const
const mortgageOf = (given: Partial<Account>): Account =>
  accountOf({ accountType: 'Mortgage', accountTypeDetail: 'Conventional mortgage', ...given })
const owing = { currentBalance: '9000.00', amountPastDue: '0.00' } as const

describe('special comments compared with status, balance and amount past due', () => {
  test.each<readonly [what: string, verdict: string, row: Account]>([
    // SCC-APD-2.
    ...[
      'Foreclosure proceedings started',
      'FORECLOSURE PROCEEDINGS STARTED.',
      'Foreclosure initiated',
      'Foreclosure process started',
    ].map(text => [text, 'ask', mortgageOf({ ...owing, ...remark(text) })] as const),
    [
      'full termination, balance owing',
      'ask',
      loanOf({ ...owing, ...remark('Full termination/balance owing') }),
    ],
    [
      'early termination, balance owing',
      'ask',
      loanOf({ ...owing, ...remark('Early termination, balance owing') }),
    ],
    ['repossession', 'ask', loanOf({ ...owing, ...remark('Involuntary repossession') })],
    [
      'repossession, balance owing',
      'ask',
      loanOf({ ...owing, ...remark('Involuntary repossession/balance owing') }),
    ],
    ['recovery', 'ask', accountOf({ ...owing, ...remark('Transferred to recovery') })],
    // SCC-Balance-2.
    ['forbearance at zero', 'ask', loanOf({ currentBalance: '0.00', ...remark('Account in forbearance') })],
    [
      'foreclosure at zero',
      'ask',
      mortgageOf({ currentBalance: '0.00', ...remark('Foreclosure initiated') }),
    ],
    // SCC-Status-2 and -4.
    ['suspended and paid', 'ask', loanOf({ ...paid, ...remark('Credit line suspended') })],
    ['forbearance and paid', 'ask', loanOf({ ...paid, ...remark('Account in forbearance') })],
    ['foreclosure and paid', 'ask', mortgageOf({ ...paid, ...remark('Foreclosure proceedings started') })],
    // Type-Balance-1 and Type-SMPA-1.
    ['prepaid with a balance', 'ask', loanOf({ currentBalance: '900.00', ...remark('PREPAID LEASE') })],
    ['prepaid with a payment', 'ask', loanOf({ monthlyPayment: '90.00', ...remark('Prepaid lease') })],
  ])('%s: %s', (_, verdict, row) => {
    expect(rowVerdict('C-50', row)).toBe(verdict)
  })

  test.each<readonly [what: string, verdict: string, row: Account]>([
    // SCC-Status-3.
    ['a paid account in recovery', 'ask', accountOf({ ...paid, ...remark('Transferred to recovery') })],
    // SCC-Balance-1 and SCC-Status-1.
    [
      'an open card with a balance after it was settled',
      'ask',
      accountOf({ ...owing, ...remark('Settled for less than the full balance') }),
    ],
    [
      'an open card with a balance after a refinance',
      'ask',
      accountOf({ ...owing, ...remark('Account closed due to refinance') }),
    ],
    [
      'an open card that was paid in full once',
      'nothing',
      accountOf({ ...owing, ...remark('Paid in full') }),
    ],
    // SCC-APD-2.
    [
      'a closed card that is late with nothing past due',
      'ask',
      accountOf({ ...closed, ...owing, payStatus: '60', ...remark('Early termination/balance owing') }),
    ],
  ])('%s: %s', (_, verdict, row) => {
    expect(rowVerdict('C-50', row)).toBe(verdict)
  })

  test('a charged-off card is not used again, so it cannot be settled and owed (SCC-Balance-1)', () => {
    const row = { payStatus: 'CO', isDerogatory: true, accountStatus: 'Derogatory', ...owing } as const
    expect(rowVerdict('C-02', accountOf({ ...row, ...remark('Paid through insurance') }))).toBe('impossible')
  })

  test('an account that was sold and owes nothing has a closing date (SCC-DateClosed-3)', () => {
    const row = { currentBalance: '0.00', ...remark('Purchased by another lender') }
    expect(rowVerdict('C-44', accountOf(row))).toBe('ask')
    expect(rowVerdict('C-44', accountOf({ ...row, ...closed }))).toBe('nothing')
  })

  test.each<readonly [what: string, row: Account]>([
    [
      'a mortgage in foreclosure that is late',
      mortgageOf({
        payStatus: '120',
        currentBalance: '9000.00',
        amountPastDue: '900.00',
        ...remark('Foreclosure initiated'),
      }),
    ],
    [
      'a paid mortgage with an earlier foreclosure start',
      mortgageOf({ ...paid, ...remark('Account paid, foreclosure started') }),
    ],
    [
      'the same in the words of the format',
      mortgageOf({ ...paid, ...remark('Paid in full. A foreclosure was started.') }),
    ],
    [
      'payments made after a foreclosure was begun',
      mortgageOf({ ...owing, ...remark('Making payment, foreclosure was initiated') }),
    ],
    ['a loan that sleeps and is owed', loanOf({ ...owing, ...remark('Inactive account') })],
    [
      'a loan with a payment that sleeps',
      loanOf({ currentBalance: '50.00', monthlyPayment: '5.00', ...remark('Inactive account') }),
    ],
    [
      'an account closed as nobody used it',
      accountOf({ ...closed, ...owing, ...remark('Account closed due to inactivity') }),
    ],
    ['a prepaid lease that owes nothing', loanOf({ currentBalance: '0.00', ...remark('Prepaid lease') })],
    [
      'collateral released with a balance owing',
      loanOf({ currentBalance: '0.00', ...remark('Collateral released by creditor/balance owing') }),
    ],
    ['a paid repossession', loanOf({ ...paid, ...remark('Involuntary repossession') })],
  ])('nothing is asked of %s', (_, row) => {
    expect(rowVerdict('C-50', row)).toBe('nothing')
  })

  test('a prepaid lease that owes nothing is not an open loan that should be closed', () => {
    expect(rowVerdict('C-46', loanOf({ currentBalance: '0.00', ...remark('Prepaid lease') }))).toBe('nothing')
  })

  test('“account paid, foreclosure started” belongs to a paid account, not only to an open one', () => {
    const row = mortgageOf({ ...paid, ...remark('Account paid, foreclosure started') })
    expect(rowVerdict('C-44', row)).toBe('nothing')
    expect(rowVerdict('C-44', mortgageOf({ ...closed, ...remark('Foreclosure initiated') }))).toBe('ask')
  })

  test('of the remarks of a closed account only those of an open one are named', () => {
    const remarks = ['Dispute resolved', 'Foreclosure initiated'].flatMap(text => remark(text).remarks)
    const found = runAllRules(reportOf({ accounts: [mortgageOf({ ...closed, remarks })] }))
    expect(found.find(({ rule }) => rule === 'C-44')?.explanation).toMatch(
      /, with a remark that only an open account can have: Foreclosure initiated\b(?!.*Dispute)/,
    )
  })
})

describe('paid according to a remark', () => {
  test('an open card that is late, owes nothing and was paid by a co-maker states a contradiction once', () => {
    const row = accountOf({ payStatus: '30', currentBalance: '0.00', ...remark('Paid by co-maker') })
    expect(rowVerdict('C-49', row)).toBe('contradiction')
    const rules = runFinder(reportOf({ accounts: [row] })).map(({ rule }) => rule)
    expect(rules).toContain('C-49')
    expect(rules).not.toContain('C-06')
  })

  test('an open card that owes again after it was paid is asked about', () => {
    const row = accountOf({ payStatus: '30', currentBalance: '80.00', amountPastDue: '20.00' })
    expect(rowVerdict('C-49', { ...row, ...remark('Paid by co-maker') })).toBe('ask')
    expect(rowVerdict('C-49', row)).toBe('nothing')
  })

  test.each([
    'Paid collection',
    'Paid profit and loss',
    'Paid repossession',
    'Account paid, foreclosure started',
  ])('“%s” with a balance is impossible', text => {
    expect(rowVerdict('C-02', loanOf({ ...closed, currentBalance: '90.00', ...remark(text) }))).toBe(
      'impossible',
    )
  })

  test.each([
    'Consumer says account paid in full',
    'Conversion loss paid by insurance',
    'Paid or being paid by co-signer or guarantor',
    'Balance paid or being paid by insurance company',
  ])('“%s” does not say that the account is paid', text => {
    expect(rowVerdict('C-02', loanOf({ ...closed, currentBalance: '90.00', ...remark(text) }))).toBe(
      'nothing',
    )
  })
})

test.each([
  ['Not included in bankruptcy', 'nothing'],
  ['Consumer says bankruptcy discharged', 'nothing'],
  ['Bankruptcy closed, dismissed or withdrawn without a discharge, or its indicator removed', 'nothing'],
  ['Consumer voluntarily withdrew from bankruptcy', 'nothing'],
  ['Chapter 7 bankruptcy; debt reaffirmed', 'nothing'],
  ['Reaffirmation of debt rescinded, Chapter 7 bankruptcy', 'ask'],
  ['Included in bankruptcy', 'ask'],
])('“%s” with a balance: %s', (text, verdict) => {
  expect(rowVerdict('C-38', accountOf({ currentBalance: '90.00', ...remark(text) }))).toBe(verdict)
})

describe('a card that was paid and closed', () => {
  const was = { ...paid, lastReported: '2026-10-01' }
  const after = (is: Partial<Account>) => {
    const before = reportOf({ reportDate: '2026-10-14', accounts: [accountOf(was)] })
    return runAllRules(reportOf({ accounts: [accountOf(is)] }), {
      earlierReports: [before],
      ownDetails: null,
    }).find(({ rule }) => rule === 'C-53')?.verdict
  }
  test('does not come back as an open charge-off with a balance', () => {
    const chargedOff = { accountStatus: 'Derogatory', isDerogatory: true, payStatus: 'CO' } as const
    expect(after({ ...chargedOff, currentBalance: '900.00' })).toBe('contradiction')
  })
  test('may be opened again, and is asked about when it is late', () => {
    expect(after({ payStatus: '30', currentBalance: '900.00', amountPastDue: '30.00' })).toBe('ask')
    expect(after({ currentBalance: '900.00' })).toBeUndefined()
  })
})

test('a claim on a guarantor and an early termination are derogatory without a late month', () => {
  const months = Array.from({ length: 12 }, (_, index) => ({
    date: `2026-${String(index + 1).padStart(2, '0')}`,
    status: 'OK' as const,
  })).slice(0, 11)
  const year = [{ date: '2025-12', status: 'OK' as const }, ...months]
  const row = { accountStatus: 'Derogatory', isDerogatory: true, paymentHistory: year } as const
  expect(rowVerdict('C-09', accountOf(row))).toBe('contradiction')
  for (const condition of ['Claim filed for the insured part of the balance', 'Terminated early by default'])
    expect(rowVerdict('C-09', accountOf({ ...row, condition }))).toBe('nothing')
})

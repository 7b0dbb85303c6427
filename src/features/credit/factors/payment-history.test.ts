import { describe, expect, test } from 'vitest'
import { factorIn } from '#test/support/reports/factor-in.ts'
import { accountOf, monthsOf, reportOf } from '#test/support/reports/report-of.ts'

describe('payment history', () => {
  test.each([
    ['OK OK OK OK', '100%', 'excellent', 'All 4 reported months were paid on time.'],
    [
      `${'OK '.repeat(299)}30`,
      '99.7%',
      'good',
      '1 of 300 reported months were late or worse. The rest were on time.',
    ],
    ['OK U U 30', '50%', 'poor', '1 of 2 reported months were late or worse. The rest were on time.'],
    ['OK CO', '50%', 'poor', '1 of 2 reported months were late or worse. The rest were on time.'],
  ])('of %s', (statuses, value, rating, description) => {
    const report = reportOf({ accounts: [accountOf({ paymentHistory: monthsOf('2026-11', statuses) })] })
    expect(factorIn('payment_history', report)).toMatchObject({ value, rating, description })
  })

  test('counts the months of another bureau if the newest row has none', () => {
    const rows = [
      accountOf({ lastReported: '2026-10-01', paymentHistory: monthsOf('2026-10', 'OK OK') }),
      accountOf({ bureau: 'Equifax', paymentHistory: monthsOf('2026-11', 'U U') }),
    ]
    expect(factorIn('payment_history', reportOf({ accounts: rows }))?.description).toBe(
      'All 2 reported months were paid on time.',
    )
  })

  test('is omitted if no month is rated', () => {
    const report = reportOf({ accounts: [accountOf({ paymentHistory: monthsOf('2026-11', 'U U') })] })
    expect(factorIn('payment_history', report)).toBeUndefined()
  })

  test('counts an account once, by a bureau that shows it late, else by the most recently reported', () => {
    const report = reportOf({
      accounts: [
        accountOf({ lastReported: '2026-09-01', paymentHistory: monthsOf('2026-09', '30 30') }),
        accountOf({
          bureau: 'Experian',
          lastReported: '2026-10-01',
          paymentHistory: monthsOf('2026-10', 'OK OK'),
        }),
        accountOf({ bureau: 'Equifax', lastReported: '2026-11-01' }),
      ],
    })
    expect(factorIn('payment_history', report)?.value).toBe('0%')
    expect(factorIn('payment_history', report, 'free')?.value).toBe('0%')
  })

  test('states that all months were on time only if no shown bureau reports otherwise', () => {
    const newest = accountOf({
      bureau: 'Experian',
      lastReported: '2026-11-01',
      paymentHistory: monthsOf('2026-10', 'OK OK OK'),
    })
    const older = accountOf({ lastReported: '2026-10-01', paymentHistory: monthsOf('2026-09', 'OK OK') })
    const late = accountOf({
      bureau: 'Equifax',
      lastReported: '2026-10-01',
      paymentHistory: monthsOf('2026-09', '30 OK'),
    })
    expect(factorIn('payment_history', reportOf({ accounts: [older, newest] }))?.description).toBe(
      'All 3 reported months were paid on time.',
    )
    expect(factorIn('payment_history', reportOf({ accounts: [older, newest, late] }))?.description).toBe(
      '1 of 2 reported months were late or worse. The rest were on time.',
    )
  })

  test('names the account and the months, and what is past due now', () => {
    const report = reportOf({
      accounts: [
        accountOf({
          paymentHistory: monthsOf('2026-11', 'OK OK 30 60'),
          payStatus: '60',
          amountPastDue: '145',
        }),
      ],
    })
    const advice = factorIn('payment_history', report)?.alerts ?? []
    expect(advice.map(each => each.recommendation)).toEqual([
      'Pay what is past due on Lakeshore Card Services, or ask for a plan to catch up.',
      'Were the payments on Lakeshore Card Services late in 10/2026 and 11/2026? If you paid on time, dispute them.',
      'Set autopay for at least the minimum on each open account.',
    ])
    expect(advice[0]?.explanation).toBe('It is shown as late 60 days with $145.00 past due at TransUnion.')
  })
})

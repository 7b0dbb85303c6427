import { describe, expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { accountOf, collectionOf, monthsOf, recordOf, reportOf } from '#test/support/reports/report-of.ts'
import { buildAnalytics } from '../analytics.ts'

const meta = { id: 'r', receivedAt: '2026-11-15T00:00:00.000Z', origin: 'sandbox' } as const
const alertOf = (report: Report) => buildAnalytics({ report, meta, plan: 'max' }).mainAlert

/** Six accounts with nothing to say about them. */
const quiet = Array.from({ length: 6 }, (_, index) =>
  accountOf({
    id: `quiet-${index}`,
    creditorName: `Quiet Bank ${index}`,
    currentBalance: '10.00',
    creditLimit: '1000.00',
  }),
)
const withAccount = (given: Partial<Account>) => reportOf({ accounts: [...quiet, accountOf(given)] })
const collection = collectionOf({ dateOpened: '2026-09-02' })

describe('derogatory marks', () => {
  test.each<[string, Report, string]>([
    [
      'a collection of this year half',
      reportOf({ accounts: [...quiet, collection] }),
      'A new collection account is on your report',
    ],
    [
      'an older collection',
      reportOf({ accounts: [...quiet, collectionOf()] }),
      'A collection account is on your report',
    ],
    [
      'a charge-off that began after good months',
      withAccount({
        isDerogatory: true,
        accountStatus: 'Derogatory',
        paymentHistory: monthsOf('2026-11', 'OK 30 60 90 120 150 180 CO CO'),
      }),
      'A new derogatory mark is on your report',
    ],
    [
      'a charge-off whose beginning is not shown',
      withAccount({
        isDerogatory: true,
        accountStatus: 'Derogatory',
        paymentHistory: monthsOf('2026-11', 'CO CO'),
      }),
      'A derogatory mark is on your report',
    ],
    [
      'an old account that its creditor newly rates as in collection',
      withAccount({
        isDerogatory: true,
        isCollection: true,
        accountStatus: 'Derogatory',
        dateOpened: '2014-08-01',
        paymentHistory: monthsOf('2026-11', 'OK 30 60 90 COL COL'),
      }),
      'A new collection account is on your report',
    ],
    [
      'a new public record',
      reportOf({ accounts: quiet, publicRecords: [recordOf({ filed: '2026-08-01' })] }),
      'A new public record is on your report',
    ],
    [
      'an old public record',
      reportOf({ accounts: quiet, publicRecords: [recordOf()] }),
      'A public record is on your report',
    ],
    [
      'an account that is late now',
      withAccount({ payStatus: '30', amountPastDue: '45', currentBalance: '90' }),
      'Lakeshore Card Services is behind',
    ],
  ])('%s', (_, report, title) => {
    expect(alertOf(report)).toMatchObject({ kind: 'derogatory', title })
  })

  test('nobody is told to pay without being told how to say that it is not theirs', () => {
    expect(alertOf(withAccount({ payStatus: '30' })).recommendation).toBe(
      'Pay what is past due on Lakeshore Card Services, or ask for a plan to catch up. If it is not yours or was paid on time, start a dispute.',
    )
  })

  test('an authorized user is not told to pay', () => {
    const report = withAccount({ payStatus: '30', responsibility: 'Authorized user' })
    expect(alertOf(report).recommendation).toBe(
      'Ask the owner of Lakeshore Card Services to pay what is past due, or to take you off the account. If it was paid on time, start a dispute.',
    )
  })

  test('a new one says since when', () => {
    expect(alertOf(reportOf({ accounts: [...quiet, collection] })).explanation).toBe(
      'TransUnion lists it as a collection account with a balance of $1,284.00, opened 09/02/2026.',
    )
  })
})

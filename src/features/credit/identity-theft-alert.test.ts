import { describe, expect, test } from 'vitest'
import { runFinder } from '#features/findings/find.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { accountOf, inquiryOf, personOf, quietAccounts, reportOf } from '#test/support/reports/report-of.ts'
import { buildAnalytics } from './analytics.ts'

const meta = { id: 'r', receivedAt: '2026-11-15T00:00:00.000Z', origin: 'sandbox' } as const
const alertOf = (report: Report, plan: Plan = 'max') =>
  buildAnalytics({ view: buildReportView(report, plan), meta, today: null }).mainAlert

const burst = ['2026-11-01', '2026-11-03', '2026-11-20', '2026-10-25'].map((date, index) =>
  inquiryOf({ company: `Lender ${index}`, date }),
)

describe('possible identity theft', () => {
  test('asks about three companies within thirty days that led to no account', () => {
    const alert = alertOf(reportOf({ accounts: quietAccounts, inquiries: burst.slice(0, 2) }))
    expect(alert.kind).toBe('all_good')
    const three = alertOf(
      reportOf({
        accounts: quietAccounts,
        inquiries: [
          ...burst.slice(0, 2),
          inquiryOf({ company: 'Third', date: '2026-10-25', bureau: 'Equifax' }),
        ],
      }),
    )
    expect(three.title).toBe('Did you make these 3 applications?')
    expect(three.explanation).toMatch(
      /^TransUnion and Equifax list Lender 1 on 11\/03\/2026, Lender 0 on 11\/01\/2026, and Third/,
    )
  })

  test('counts the applications like the finder, including one that led to an account', () => {
    const report = reportOf({
      accounts: [
        ...quietAccounts,
        accountOf({ id: 'led', creditorName: 'Lender 1', dateOpened: '2026-11-10' }),
      ],
      inquiries: burst.map((one, nth) => ({ ...one, date: `2026-11-0${nth + 1}` })),
    })
    const found = runFinder(report, { earlierReports: [], ownDetails: null }).find(
      ({ rule }) => rule === 'I-06',
    )
    expect([found?.title, alertOf(report).title]).toEqual(Array(2).fill('Did you make these 4 applications?'))
  })

  test('asks for half a year, the window of the history', () => {
    const inquiries = ['2026-05-14', '2026-05-20', '2026-06-01'].map((date, nth) =>
      inquiryOf({ company: `Lender ${nth}`, date }),
    )
    expect(alertOf(reportOf({ accounts: quietAccounts, inquiries })).kind).toBe('identity_theft')
  })

  test.each([
    [
      'of two companies that bureaus spell apart',
      [
        inquiryOf({ company: 'Quarry Bank', date: '2026-11-01' }),
        inquiryOf({ company: 'QUARRY BK', date: '2026-11-02', bureau: 'Equifax' }),
        inquiryOf({ company: 'Cedar Auto Finance', date: '2026-11-03' }),
      ],
    ],
    [
      'that led to accounts of another spelling',
      ['2026-11-01', '2026-11-02', '2026-11-03'].map((date, nth) =>
        inquiryOf({ date, company: `QUIET BK ${nth}` }),
      ),
    ],
    [
      'for one home loan, of resellers and a lender',
      ['CREDCO/', 'FACTUAL DATA', 'MERIDIAN L', 'ROCKET MORTGAGE'].map(company =>
        inquiryOf({ company, date: '2026-11-03' }),
      ),
    ],
    [
      'for one car, of dealers and lenders',
      ['HILL MOTORS', 'ALLY FINANCIAL', 'COAF'].map(company => inquiryOf({ company, date: '2026-11-03' })),
    ],
    ['of one company', burst.map(inquiry => ({ ...inquiry, company: 'Lender' }))],
    [
      'spread over more than thirty days',
      ['2026-11-10', '2026-10-10', '2026-09-10'].map(date => inquiryOf({ date, company: date })),
    ],
    ['long ago', ['2026-03-01', '2026-03-02', '2026-03-03'].map(date => inquiryOf({ date, company: date }))],
    [
      'that led to accounts',
      ['2026-11-01', '2026-11-02', '2026-11-03'].map((date, nth) =>
        inquiryOf({ date, company: `QUIET BANK ${nth}` }),
      ),
    ],
    ['that are soft', burst.map(inquiry => ({ ...inquiry, kind: 'soft' as const }))],
  ])('does not ask about applications %s', (_, inquiries) => {
    expect(alertOf(reportOf({ accounts: quietAccounts, inquiries })).kind).not.toBe('identity_theft')
  })

  test('asks when the bureaus show different Social Security numbers', () => {
    const personal = [
      personOf(),
      personOf({ bureau: 'Equifax', ssnLastFour: '9921' }),
      personOf({ bureau: 'Experian', ssnLastFour: null }),
    ]
    const alert = alertOf(reportOf({ accounts: quietAccounts, personal }))
    expect(alert.kind).toBe('identity_theft')
    expect(alert.explanation).toMatch(/^TransUnion shows XXX-XX-4417 and Equifax shows XXX-XX-9921\./)
    expect(alertOf(reportOf({ accounts: quietAccounts, personal }), 'free').kind).toBe('all_good')
  })
})

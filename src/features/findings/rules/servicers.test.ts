import { expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { verdictOf } from '#test/support/reports/verdict-of.ts'
import { runFinder } from '../find.ts'

const homeLoan = (given: Partial<Account>): Account =>
  accountOf({
    accountType: 'Mortgage',
    accountTypeDetail: 'Conventional mortgage',
    originalAmount: '333000.00',
    currentBalance: '301250.00',
    dateOpened: '2021-08-14',
    ...given,
  })
const old = homeLoan({ id: 'old', creditorName: 'Harbor Home Loans', lastReported: '2026-06-30' })
const taken = (given: Partial<Account> = {}) =>
  homeLoan({ id: 'taken', creditorName: 'Summit Servicing', currentBalance: '299870.00', ...given })
const both = (given: Partial<Account> = {}, was: Account = old): Partial<Report> => ({
  accounts: [was, taken(given)],
})

test.each<[verdict: string, sentence: string, given: Partial<Report>]>([
  ['ask', 'a home loan owed at the old and the new servicer', both()],
  ['ask', 'one that the new servicer dates by its own beginning', both({ dateOpened: '2026-07-01' })],
  ['nothing', 'one that the old servicer shows at zero', both({}, { ...old, currentBalance: '0.00' })],
  [
    'nothing',
    'one that the old servicer shows as transferred, which another rule finds',
    both({}, { ...old, accountStatus: 'Transferred', openClosed: 'Closed' }),
  ],
  ['nothing', 'loans of two amounts', both({ originalAmount: '210000.00' })],
  ['nothing', 'loans of one amount, one half paid', both({ currentBalance: '150000.00' })],
  ['nothing', 'two loans of one lender', both({ creditorName: 'Harbor Home Loans' })],
  ['nothing', 'two bureaus, each with one', both({ bureau: 'Equifax' })],
  [
    'nothing',
    'two cards',
    { accounts: both().accounts?.map(row => ({ ...row, accountType: 'Revolving' })) ?? [] },
  ],
])('C-58 is %s for %s', (verdict, _, given) => {
  expect(verdictOf('C-58', given)).toBe(verdict)
})

test('C-58 names both servicers, the older report first, and suggests the user’s own words', () => {
  const found = runFinder(reportOf(both())).find(({ rule }) => rule === 'C-58')
  expect(found).toMatchObject({
    reason: 'other',
    explanation:
      'TransUnion lists two home loans of $333,000.00 as owed: $301,250.00 at Harbor Home Loans, reported 06/30/2026, and $299,870.00 at Summit Servicing, reported 11/01/2026. Is it one loan that another servicer took over, or are they two?',
  })
})

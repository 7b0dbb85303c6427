import { expect, it } from 'vitest'
import { disputeContext, ids, report } from '#test/support/reports/disputed-report.ts'
import { resolveDebt } from './build.ts'

const masked = {
  ...report,
  accounts: report.accounts.map(row =>
    row.id === ids.meridian && row.bureau === 'TransUnion' ? { ...row, accountNumber: '9X2X1X4X****' } : row,
  ),
}
const shownBy = (bureau: 'TransUnion' | 'Experian', own: Parameters<typeof disputeContext>[0] = {}) =>
  resolveDebt({ from: 'report', accountId: ids.meridian, bureau }, disputeContext({ report: masked, ...own }))
    .inLetter.clearerNumber

it('uses the number that another bureau of the plan shows more digits of', () => {
  expect(shownBy('TransUnion')).toEqual({ label: 'Account number at Experian', value: 'MC-90211****' })
  expect(shownBy('Experian')).toBeNull()
  expect(shownBy('TransUnion', { plan: 'free' })).toBeNull()
})

it.each([
  ['OAK BANK', 'OAK BANK'],
  ['UNKNOWN', null],
])('names the original creditor %s to a collector as %s', (originalCreditor, named) => {
  const shown = { ...report, accounts: report.accounts.map(row => ({ ...row, originalCreditor })) }
  const { inLetter } = resolveDebt(
    { from: 'report', accountId: ids.meridian, bureau: 'Experian' },
    disputeContext({ report: shown }),
  )
  expect(inLetter.originalCreditor).toBe(named)
})

it.each([
  [{ currentBalance: '1284.00', amountPastDue: '900.00' }, '1284.00', 'Balance', '1284.00'],
  [{ currentBalance: null, amountPastDue: '900.00' }, '900.00', 'Past due', null],
  [{ currentBalance: '0.00', amountPastDue: '0.00' }, null, null, null],
  [{ currentBalance: '-25.00', amountPastDue: null }, null, null, null],
])('names the amount that the report shows as owed, by its name: %j', (amounts, amount, label, all) => {
  const [row] = report.accounts
  if (row === undefined) throw new Error('no account')
  const shown = { ...report, accounts: [{ ...row, ...amounts }] }
  const { named, inLetter, whole } = resolveDebt(
    { from: 'report', accountId: row.id, bureau: row.bureau },
    disputeContext({ report: shown }),
  )
  expect([named.amount, whole]).toEqual([amount, all])
  expect(inLetter).toMatchObject({ amount, reportedBy: 'MERIDIAN COLLECTIONS' })
  if (label !== null) expect(inLetter.amountLabel).toBe(label)
})

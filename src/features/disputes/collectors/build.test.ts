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

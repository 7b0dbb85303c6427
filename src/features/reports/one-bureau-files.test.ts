import { expect, test } from 'vitest'
import { times } from '#test/support/chance.ts'
import { expectedIn, knownReport } from '#test/support/reports/known-report.ts'
import { bureaus } from '#values/bureau.ts'
import type { Report } from './canonical.ts'
import { joinReports } from './parts.ts'

/** The three free files with different parts of the account numbers: Equifax the last, the others the first digits. */
const formats = {
  TransUnion: 'transunion-pdf',
  Experian: 'experian-pdf',
  Equifax: 'equifax-pdf',
} as const

/** The files of one person as returned by readers, and the real account of each row by its content. */
const filesOf = (seed: number, accounts: number) => {
  const truth = new Map<string, string>()
  const files = bureaus.map((bureau): Report => {
    const report = expectedIn(knownReport(seed, { only: [bureau], accounts }), formats[bureau])
    const rows = report.accounts.map((row, index) => {
      const sourceRowId = `${bureau} ${index}`
      truth.set(sourceRowId, row.id)
      return { ...row, id: `row-${index}`, sourceRowId }
    })
    return { ...report, accounts: rows }
  })
  const [first, second, third] = files
  if (!first || !second || !third) throw new Error('three bureaus')
  return { files: [first, second, third] as const, truth }
}

test('three one-bureau PDFs join without merging different accounts, and most rows of one account are merged', () => {
  let [joined, possible] = [0, 0]
  for (let seed = 1; seed <= times(50); seed += 1) {
    const { files, truth } = filesOf(seed, seed % 10 === 0 ? 60 : 14)
    const { accounts } = joinReports(files)
    expect(accounts).toHaveLength(files.reduce((sum, file) => sum + file.accounts.length, 0))
    const real = (row: (typeof accounts)[number]) => truth.get(row.sourceRowId ?? '')
    for (const group of Map.groupBy(accounts, row => row.id).values()) {
      expect([...new Set(group.map(real))]).toHaveLength(1)
      joined += group.length - 1
    }
    for (const group of Map.groupBy(accounts, real).values()) possible += group.length - 1
  }
  // 1,283 of 1,847 of the first 120 when written.
  expect(joined / possible).toBeGreaterThan(0.65)
})

import { groupRows } from '#features/reports/grouping.ts'
import { labelledAccounts } from '#test/support/reports/labelled-accounts.ts'
import { matchingScore, type PairFilter } from '#test/support/reports/matching-score.ts'
import { median, say } from './measure.ts'

/** How well accounts of three bureaus are matched, on labelled ones, and how the time grows. */

const seed = 2026

const isStudentLoan = (detail: string | null) => detail === 'Student loan'
const showsEnd = (number: string | null) => /\d{4}$/.test(number ?? '')

const shares: readonly (readonly [string, PairFilter])[] = [
  ['all pairs', () => true],
  ['last four digits visible at both', (a, b) => showsEnd(a.accountNumber) && showsEnd(b.accountNumber)],
  ['no student loans', (a, b) => ![a, b].some(row => isStudentLoan(row.accountTypeDetail))],
  ['student loans', (a, b) => [a, b].some(row => isStudentLoan(row.accountTypeDetail))],
]

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8)

export const matcher = async (): Promise<void> => {
  const people = labelledAccounts(seed, 3_000)
  const { accounts, rows } = matchingScore(people)
  say(`Matcher: ${accounts} labelled accounts in ${rows} rows of ${people.length} people, seed ${seed}`)
  for (const [name, counts] of shares) {
    const { truePairs, merged, falseMerges, missed, unsure } = matchingScore(people, counts)
    const precision = 1 - falseMerges.length / Math.max(merged, 1)
    say(
      `  ${name.padEnd(34)} precision ${precision.toFixed(4)} (${falseMerges.length} false of ${merged})` +
        `  recall ${percent(1 - missed.length / truePairs)}  unsure ${percent(unsure / truePairs)}`,
    )
  }
  const all = people.flatMap(({ rows: its }, person) =>
    its.map(row => ({ ...row, id: `${person} ${row.id}` })),
  )
  for (const count of [100, 1_000, 5_000]) {
    const some = all.slice(0, count)
    const took = await median(() => groupRows(some))
    say(
      `  ${`${count} rows in one document`.padEnd(34)} ${took.toFixed(1)} ms, ${((took / count) * 1000).toFixed(0)} µs a row`,
    )
  }
}

import type { Account } from '#features/reports/canonical.ts'
import { furnishedAccounts, halves, isStudentLoan } from '#test/support/reports/furnished-accounts.ts'
import { type LabeledPerson, labeledAccounts } from '#test/support/reports/labeled-accounts.ts'
import { matchingScore, matchPeople } from '#test/support/reports/matching-score.ts'
import { say } from './measure.ts'

/** How many rows of the same account the matcher joins, and whether it ever joins rows of different accounts. */

const isStudentDetail = ({ accountTypeDetail }: Account) => /student|educat/i.test(accountTypeDetail ?? '')

const sets: readonly [string, () => LabeledPerson[], (row: Account) => boolean][] = [
  ['furnished accounts, development', () => furnishedAccounts(halves.development, 3_000), isStudentLoan],
  ['furnished accounts, sealed', () => furnishedAccounts(halves.sealed, 3_000), isStudentLoan],
  [
    'furnished accounts, ten times as many, another seed',
    () => furnishedAccounts({ ...halves.development, seed: 2_027 }, 30_000),
    isStudentLoan,
  ],
  ['labeled accounts', () => labeledAccounts(2_026, 3_000), isStudentDetail],
  [
    'labeled accounts, ten times as many, another seed',
    () => labeledAccounts(2_027, 30_000),
    isStudentDetail,
  ],
]

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`

export const matching = async (): Promise<void> => {
  for (const [name, make, isStudent] of sets) {
    const people = matchPeople(make())
    const all = matchingScore(people)
    const others = matchingScore(people, (a, b) => !isStudent(a) && !isStudent(b))
    const recall = ({ missed, truePairs }: typeof all) => percent(truePairs - missed.length, truePairs)
    say(
      `Matching, ${name}: ${all.accounts} accounts, ${all.falseMerges.length} false of ${all.merged} pairs; recall ${recall(all)}, ` +
        `without student loans ${recall(others)}`,
    )
  }
}

import type { Account } from '#features/reports/canonical.ts'
import { groupRows } from '#features/reports/grouping.ts'
import type { LabeledPerson } from './labeled-accounts.ts'

/** Measures the matcher on labeled accounts. A pair is two rows of one person at two bureaus. */

type Pair = readonly [Account, Account]

export type PairFilter = (a: Account, b: Account) => boolean

export type MatchingScore = {
  accounts: number
  rows: number
  /** Pairs that truly are one account, and pairs the matcher grouped. */
  truePairs: number
  merged: number
  falseMerges: Pair[]
  missed: Pair[]
}

const pairsOf = (rows: readonly Account[]): Pair[] =>
  rows.flatMap((one, index) =>
    rows.slice(index + 1).flatMap((other): Pair[] => (other.bureau === one.bureau ? [] : [[one, other]])),
  )

export type MatchedPerson = LabeledPerson & { groupOf: ReadonlyMap<Account, string | undefined> }

/** Groups all rows like a reader. */
export const matchPeople = (people: readonly LabeledPerson[]): MatchedPerson[] =>
  people.map(person => {
    const grouped = groupRows(person.rows)
    return { ...person, groupOf: new Map(person.rows.map((row, index) => [row, grouped[index]?.id])) }
  })

/** Compares the groups with the truth; `counts` can exclude pairs from the score. */
export const matchingScore = (
  people: readonly MatchedPerson[],
  counts: PairFilter = () => true,
): MatchingScore => {
  const score: MatchingScore = {
    accounts: 0,
    rows: 0,
    truePairs: 0,
    merged: 0,
    falseMerges: [],
    missed: [],
  }
  for (const { rows, labelOf, groupOf } of people) {
    score.accounts += new Set(labelOf.values()).size
    score.rows += rows.length
    for (const pair of pairsOf(rows)) {
      const [a, b] = pair
      if (!counts(a, b)) continue
      const isTrue = labelOf.get(a.id) === labelOf.get(b.id)
      const isMerged = groupOf.get(a) === groupOf.get(b)
      if (isTrue) score.truePairs += 1
      if (isMerged) score.merged += 1
      if (isMerged && !isTrue) score.falseMerges.push(pair)
      if (isTrue && !isMerged) score.missed.push(pair)
    }
  }
  return score
}

import type { AccountFacts, Bankruptcy } from '../facts.ts'
import { joinWithAnd } from './words.ts'

/** Another entry of the same file that is the same debt by what both show, as a sentence names it. */
export type SameDebt = { named: string }

/** Everything that one item of a letter to one bureau may be worded from, frozen from the report it was seen in. */
export type LetterEvidence = {
  /** What this bureau shows, or the merged row that stands for it. */
  facts: AccountFacts
  /** The same account at other bureaus that the person may see, each with values of its own. */
  elsewhere: readonly AccountFacts[]
  /** What the bureau shows that the person says is right; null when none was named. */
  right: AccountFacts | null
  /** The bureaus contradict each other and nobody says which is right. */
  asksToVerify: boolean
  sameDebt: readonly SameDebt[]
  /** Bankruptcies among this bureau's public records that can include the debt. */
  bankruptcies: readonly Bankruptcy[]
}

/** Who is said to show something: the bureau's file, or a report that merges several files. */
export const sourceName = ({ facts }: LetterEvidence): string =>
  facts.merged ? 'My merged report' : 'Your file'

/**
 * A sentence for what other bureaus show otherwise, beginning with their names: those that show the same are said
 * together. `what` gives words that begin with a verb ("shows a balance of $0.00"), or null where a bureau shows no other.
 */
export const describeElsewhere = (
  told: LetterEvidence,
  what: (other: AccountFacts) => string | null,
): string[] => {
  const said = told.elsewhere.flatMap(other => {
    const words = what(other)
    return words === null ? [] : [{ bureau: other.bureau, words }]
  })
  return [...Map.groupBy(said, ({ words }) => words)].map(([words, same]) => {
    const verb = same.length === 1 ? words : words.replace(/^(\w+)s\b/, '$1')
    return `${joinWithAnd(same.map(({ bureau }) => bureau))} ${verb}.`
  })
}

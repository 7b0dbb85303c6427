import type { PublicRecord } from '#features/reports/canonical.ts'
import type { ItemFacts } from '../facts.ts'

/** Another entry of the same file that is the same debt by what both show. */
export type SameDebt = { creditor: string; accountNumber: string | null }

export type Bankruptcy = Pick<PublicRecord, 'type' | 'filed' | 'disposition' | 'disposed'>

/** Everything that one item of a letter to one bureau may be worded from, frozen from the report it was seen in. */
export type Told = {
  /** What this bureau shows, or the merged row that stands for it. */
  facts: ItemFacts
  /** The same account at other bureaus that the person may see, each with values of its own. */
  elsewhere: readonly ItemFacts[]
  sameDebt: readonly SameDebt[]
  /** Bankruptcies among this bureau's public records. */
  bankruptcies: readonly Bankruptcy[]
}

/** Who is said to show something: the bureau's file, or a report that merges several files. */
export const shower = ({ facts }: Told): string => (facts.merged ? 'My merged report' : 'Your file')

/** A sentence for each other bureau that shows otherwise, beginning with its name; `what` gives null where it does not. */
export const sayElsewhere = (told: Told, what: (other: ItemFacts) => string | null): string[] =>
  told.elsewhere.flatMap(other => {
    const words = what(other)
    return words === null ? [] : [`${other.bureau} ${words}.`]
  })

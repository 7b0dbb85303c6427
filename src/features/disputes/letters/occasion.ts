import type { Report } from '#features/reports/canonical.ts'
import type { Enclosure } from './enclosures.ts'
import type { FollowedDispute } from './followed.ts'

/** Who writes. The full name as registered; the birth date in full and of the SSN the last four (decisions section 11). */
export type Sender = {
  name: string
  address: { street: string; city: string; state: string; postal: string }
  /** `YYYY-MM-DD`; null where it is not known, and the letter then leaves it out. */
  birthDate: string | null
  ssnLastFour: string
}

/** What the letters are made from, beside the items. */
export type LetterContext = {
  sender: Sender
  /** The day of the report that the items were seen in; null when it gives none, and for a freeze. */
  reportDate: Report['reportDate']
  /** True when the report was invented by the sandbox. */
  sandbox: boolean
  /** Copies of the person's documents that go with the letter, in order. */
  enclosed: readonly Enclosure[]
  /** Today, `YYYY-MM-DD`. */
  today: string
  /** The answers that this letter follows; absent of a first dispute. */
  followed?: FollowedDispute
}

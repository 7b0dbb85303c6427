import type { Report } from './report.ts'

/** What a drill is asked for, beside the defaults of its options. */
export type Given = {
  seed: number
  /** An option that is a number. */
  count: (name: string) => number
  word: (name: string) => string
  /** Has something ended when the drill is over, however it ends; the last first. */
  later: (end: () => unknown) => void
}

/** A way in which things go wrong, and what must hold all the same. */
export type Drill = {
  /** One line of what is done. */
  what: string
  /** Its options with their defaults; `seed` is every drill's. */
  options: Readonly<Record<string, string>>
  run: (given: Given, report: Report) => Promise<void>
}

/** Why a drill cannot be made on this machine; that is no verdict about the product. */
export class NotHere extends Error {}

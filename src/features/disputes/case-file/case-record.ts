import type { Bureau } from '#values/bureau.ts'
import type { Dispute } from '../dispute-contract.ts'
import type { Outcome } from '../dispute-requests.ts'
import type { CaseRow } from './report-rows.ts'

/** What `case.json` of a case file says; `index.html` says the same to people. Instants are in UTC. */

export type CaseAnswer = {
  /** Who answered. */
  from: string
  outcome: Outcome
  words: string
  /** The day of the answer, and when the person recorded it. */
  on: string
  recordedAt: string
  /** The reply that the person uploaded, in the archive. */
  file: string | null
  /** There was one, and the person deleted it. */
  replyDeleted: boolean
}

export type CaseItem = {
  id: string
  name: string
  /** What the person said of it, and their own words. */
  said: string
  explanation: string | null
  answers: CaseAnswer[]
  /** What reports showed of it, oldest first. */
  shown: Omit<CaseRow, 'itemId'>[]
}

/** One time that a letter was handed to the mail. */
export type CaseMailing = {
  id: string
  service: string
  requestedAt: string
  handedOverAt: string | null
  provider: string
  providerId: string | null
  trackingUrl: string | null
  expectedOn: string | null
  state: string
  /** SHA-256 of the PDF that was handed over; null where it is not known any more. */
  pdfSha256: string | null
  /** The letter in the archive, and whether it is byte for byte what was handed over. */
  file: string
  sameBytes: boolean
  to: string[]
  from: string[]
  events: { event: string; words: string | null; at: string; receivedAt: string }[]
}

export type CaseLetter = {
  id: string
  to: string
  date: string
  /** The line on letters that must not be mailed, because the report is invented. */
  mark: string | null
  files: string[]
  enclosures: string[]
  mailings: CaseMailing[]
}

export type CaseDispute = {
  number: number
  id: string
  type: Dispute['type']
  title: string
  createdAt: string
  /** When the person confirmed that every sentence is true. */
  confirmedAt: string
  /** The number of the dispute whose answer it follows. */
  follows: number | null
  items: CaseItem[]
  letters: CaseLetter[]
}

export type CaseRecord = {
  format: 'case-file-1'
  service: string
  site: string
  /** Of the key that the archive is sealed with. */
  keyId: string
  person: string
  madeAt: string
  timeZone: string
  /** The bureaus whose rows are shown: those of the person's plan. */
  bureaus: readonly Bureau[]
  disputes: CaseDispute[]
  /** What was done with these disputes: `at`, what, and who. */
  acts: { at: string; act: string; words: string; by: string }[]
}

export type ManifestFile = { path: string; bytes: number; sha256: string }

type Linked = Pick<Dispute, 'id' | 'follows'>

/** A dispute with everything that it follows and that follows it, in the order given. */
export const selectRelated = <D extends Linked>(all: readonly D[], disputeId: string): D[] => {
  const related = new Set([disputeId])
  let before = 0
  while (related.size > before) {
    before = related.size
    for (const { id, follows } of all) {
      if (follows === null) continue
      if (related.has(id) || related.has(follows.disputeId)) {
        related.add(id)
        related.add(follows.disputeId)
      }
    }
  }
  return all.filter(({ id }) => related.has(id))
}

/** Names of files that may not be used twice: `equifax.pdf`, `equifax-2.pdf`. */
export const createPaths = (): ((folder: string, name: string, ending: string) => string) => {
  const used = new Set<string>()
  return (folder, name, ending) => {
    const slug =
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '')
        .slice(0, 60) || 'file'
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${slug}${count === 1 ? '' : `-${count}`}.${ending}`
      if (used.has(path)) continue
      used.add(path)
      return path
    }
  }
}

import type { Bureau } from '#values/bureau.ts'
import type { Dispute } from '../dispute-contract.ts'
import type { Outcome } from '../dispute-requests.ts'
import type { CaseRow } from './report-rows.ts'

/** The contents of a case file's `case.json`; `index.html` presents the same for people. Instants are in UTC. */

export type CaseAnswer = {
  /** Who answered. */
  from: string
  outcome: Outcome
  words: string
  /** The day of the answer, and when the user recorded it. */
  on: string
  recordedAt: string
  /** The uploaded reply, in the archive. */
  file: string | null
  /** Whether the user deleted the uploaded reply. */
  replyDeleted: boolean
}

export type CaseItem = {
  id: string
  name: string
  /** The claim about the item, and the user's own words. */
  said: string
  explanation: string | null
  answers: CaseAnswer[]
  /** What reports showed for it, oldest first. */
  shown: Omit<CaseRow, 'itemId'>[]
}

/** One mailing of a letter. */
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
  /** SHA-256 of the PDF sent to the mail provider; null if it is no longer known. */
  pdfSha256: string | null
  /** The letter in the archive, and whether it is byte for byte what was sent to the mail provider. */
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
  /** The mark on letters that must not be mailed, because the report is invented. */
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
  /** When the user confirmed that every sentence is true. */
  confirmedAt: string
  /** The number of the dispute whose answer it follows up. */
  follows: number | null
  items: CaseItem[]
  letters: CaseLetter[]
}

export type CaseRecord = {
  format: 'case-file-1'
  service: string
  site: string
  /** The id of the key that seals the archive. */
  keyId: string
  person: string
  madeAt: string
  timeZone: string
  /** The bureaus whose rows are shown: those of the user's plan. */
  bureaus: readonly Bureau[]
  disputes: CaseDispute[]
  /** The history of these disputes: `at`, what, and by whom. */
  acts: { at: string; act: string; words: string; by: string }[]
}

export type ManifestFile = { path: string; bytes: number; sha256: string }

type Linked = Pick<Dispute, 'id' | 'follows'>

/** A dispute with all disputes it follows and all that follow it, in the given order. */
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

/** Creates unique file names: `equifax.pdf`, `equifax-2.pdf`. */
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

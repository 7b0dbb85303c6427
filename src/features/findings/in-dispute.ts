import type { Bureau } from '#values/bureau.ts'
import type { RawFinding } from './finding.ts'

/** Findings of what is in dispute already: they are shown as such, and not proposed again. */

/** What an item of an open dispute is about; ids of accounts and inquiries last from report to report. */
export type DisputedItem =
  | { kind: 'account'; id: string }
  | { kind: 'inquiry'; ids: readonly string[] }
  | { kind: 'personal'; field: string; value: string }

/** An item of a dispute that is not closed, with the bureaus that have not answered on it. */
export type OpenDispute = {
  id: string
  status: 'NEW' | 'SENT'
  /** The day on which its first letter was mailed, `YYYY-MM-DD`; null while none was. */
  sentOn: string | null
  bureaus: readonly Bureau[]
  item: DisputedItem
}

/** The dispute that a finding's item is in, and the bureaus of the finding whose answer is awaited. */
export type FindingDispute = Pick<OpenDispute, 'id' | 'status' | 'sentOn'> & { bureaus: Bureau[] }

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const isAbout = (item: DisputedItem, { subject, evidence }: RawFinding): boolean => {
  if (item.kind === 'account') return subject.kind === 'account' && subject.id === item.id
  if (item.kind === 'inquiry') return subject.kind === 'inquiry' && item.ids.includes(subject.id)
  return (
    subject.kind === 'personal' &&
    subject.field === item.field &&
    [subject.value, ...evidence.filter(({ field }) => field === item.field).map(({ value }) => value)].some(
      value => plain(value) === plain(item.value),
    )
  )
}

/** The newest open dispute of what a finding is about, at a bureau of the finding; null when there is none. */
export const findOpenDispute = (found: RawFinding, open: readonly OpenDispute[]): FindingDispute | null => {
  const [newest] = open
    .filter(({ item }) => isAbout(item, found))
    .map(({ id, status, sentOn, bureaus }) => ({
      id,
      status,
      sentOn,
      bureaus: found.bureaus.filter(bureau => bureaus.includes(bureau)),
    }))
    .filter(({ bureaus }) => bureaus.length > 0)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return newest ?? null
}

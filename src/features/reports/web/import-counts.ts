import { counted } from './reading-words.ts'
import type { Imported } from './use-report-import.ts'

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** What an import contained, in one sentence: the number of items and the bureaus. */
export const describeCounts = (imported: Imported): string => {
  const { accounts, inquiries, publicRecords, bureaus } = imported
  const things = [
    counted(accounts, 'account entry', 'account entries'),
    counted(inquiries, 'inquiry', 'inquiries'),
    ...(publicRecords > 0 ? [counted(publicRecords, 'public record', 'public records')] : []),
  ]
  const from = bureaus.length > 0 ? ` from ${listed(bureaus)}` : ''
  return `We read ${listed(things)}${from}.`
}

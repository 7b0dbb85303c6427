import { showList } from '#values/list.ts'
import { counted } from './reading-words.ts'
import type { Imported } from './use-report-import.ts'

/** What an import contained, in one sentence: the number of items and the bureaus. */
export const describeCounts = (imported: Imported): string => {
  const { accounts, inquiries, publicRecords, bureaus } = imported
  const things = [
    counted(accounts, 'account entry', 'account entries'),
    counted(inquiries, 'inquiry', 'inquiries'),
    ...(publicRecords > 0 ? [counted(publicRecords, 'public record', 'public records')] : []),
  ]
  const from = bureaus.length > 0 ? ` from ${showList(bureaus)}` : ''
  return `We read ${showList(things)}${from}.`
}

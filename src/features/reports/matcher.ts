import type { Account, Inquiry, PublicRecord, Report } from './canonical.ts'
import { creditorKey } from './creditor.ts'
import { matchFormerIds } from './former-ids.ts'
import { chooseDisplayName, groupById } from './grouping.ts'
import { continuesHistory } from './same-subject.ts'

/** Ids that last: the same account, inquiry or record keeps its id from one report of a person to the next. */

const identifyAccounts = (
  rows: readonly Account[],
  previous: readonly Account[],
  newId: () => string,
): Account[] => {
  const groups = groupById(rows)
  const known = matchFormerIds(groups, groupById(previous))
  const identified = new Map(
    groups.flatMap(group => {
      const id = known.get(group) ?? newId()
      const creditorName = chooseDisplayName(group)
      return group.map(row => [row, { ...row, id, creditorName }] as const)
    }),
  )
  return rows.map(row => identified.get(row) ?? row)
}

/** Gives each item the id of a former item with the same key; of several with one key, each former id once. */
const identifyBy = <T extends { id: string }>(
  items: readonly T[],
  previous: readonly T[],
  keyOf: (item: T) => string,
  newId: () => string,
): T[] => {
  const former = new Map<string, string[]>()
  for (const item of previous) {
    const ids = former.get(keyOf(item))
    if (ids) ids.push(item.id)
    else former.set(keyOf(item), [item.id])
  }
  return items.map(item => ({ ...item, id: former.get(keyOf(item))?.shift() ?? newId() }))
}

const inquiryKey = ({ bureau, company, date }: Inquiry): string =>
  `${bureau} ${creditorKey(company)} ${date ?? ''}`

const recordKey = ({ bureau, type, filed, caseNumber }: PublicRecord): string =>
  `${bureau} ${type.toUpperCase()} ${caseNumber ?? filed ?? ''}`

/**
 * Replaces the document-local ids of a freshly read report by lasting ones. Rows with one local id stay one
 * account and get one display name. What the previous report of the same subject had keeps its id; the rest gets
 * `newId()`. Pure but for `newId`.
 */
export const assignLastingIds = (report: Report, previous: Report | null, newId: () => string): Report => {
  const former = previous !== null && continuesHistory(report, previous) ? previous : null
  return {
    ...report,
    accounts: identifyAccounts(report.accounts, former?.accounts ?? [], newId),
    inquiries: identifyBy(report.inquiries, former?.inquiries ?? [], inquiryKey, newId),
    publicRecords: identifyBy(report.publicRecords, former?.publicRecords ?? [], recordKey, newId),
  }
}

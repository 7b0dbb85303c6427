import type { Plan } from '#features/identity/plan.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import type { FullReport } from '#features/reports/contract.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import { buildReportView, type ReportMeta } from '#features/reports/report-view.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import type { Bureau } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import type { PersonalField } from '../dispute-requests.ts'
import { everyFactLine, type FactLine } from '../letters/evidence.ts'
import { listPersonalEntries, visiblePersonalInfo } from '../personal-entries.ts'
import { isSameEntry } from '../personal-match.ts'

/** What stored reports showed for disputed items, redacted for the plan and masked: rows for a case file. */

/**
 * A disputed item and the bureaus whose rows count; none for an item sent to a company, for which every bureau's rows
 * count.
 */
export type WantedItem = { itemId: string; thing: WantedThing; bureaus: readonly Bureau[] }

/** How items are found in reports; several dispute types have an account. */
type WantedThing =
  | { accountId: string }
  | { ids: Partial<Record<Bureau, string>> }
  | { field: PersonalField; reportedValue: string }
  | object

type ShownRow = FullReport['accountInformation'][number] | FullReport['creditInquiries'][number]

/** An item as shown in one bureau's document. */
export type CaseRow = {
  itemId: string
  bureau: Bureau
  /** The date of the bureau's document, if it has one, and when it was received here. */
  reportDate: PartialDate | null
  receivedAt: string
  /** The import or pull that the document came from. */
  reportId: string
  origin: string
  facts: FactLine[]
  /** The row with the API's fields; null for an entry of personal information, which has only its facts. */
  row: ShownRow | null
}

type Found = { bureau: Bureau; facts: FactLine[]; row: ShownRow | null }

const accountFacts = (account: Account): FactLine[] => [
  { label: 'Name as reported', value: account.creditorNameReported },
  ...everyFactLine({ ...account, merged: isMergedRow(account), distinguishing: [] }),
  ...account.remarks.map(({ text }) => ({ label: 'Remark', value: text })),
]

const findAccounts = (id: string, redacted: RedactedReport, shown: FullReport): Found[] =>
  redacted.accounts.flatMap((account, index) =>
    account.id === id
      ? [
          {
            bureau: account.bureau,
            facts: accountFacts(account),
            row: shown.accountInformation[index] ?? null,
          },
        ]
      : [],
  )

const findInquiries = (ids: readonly string[], shown: FullReport): Found[] =>
  shown.creditInquiries
    .filter(({ id }) => ids.includes(id))
    .map(row => ({
      bureau: row.bureau,
      facts: [
        { label: 'Company', value: row.company },
        { label: 'Date', value: showDate(row.date) ?? 'not reported' },
        { label: 'Kind', value: row.kind },
      ],
      row,
    }))

const findEntries = (
  { field, reportedValue }: { field: PersonalField; reportedValue: string },
  report: Report,
  plan: Plan,
): Found[] =>
  listPersonalEntries(visiblePersonalInfo(report, plan))
    .filter(entry => entry.field === field && isSameEntry(field, entry.value, reportedValue))
    .map(({ bureau, label, value }) => ({ bureau, facts: [{ label, value }], row: null }))

export const listCaseRows = (
  wanted: readonly WantedItem[],
  report: Report,
  meta: ReportMeta,
  plan: Plan,
): CaseRow[] => {
  const { redacted, fullReport } = buildReportView(report, plan)
  const find = (thing: WantedThing): Found[] => {
    if ('accountId' in thing) return findAccounts(thing.accountId, redacted, fullReport)
    if ('ids' in thing) return findInquiries(Object.values(thing.ids), fullReport)
    return 'field' in thing ? findEntries(thing, report, plan) : []
  }
  return wanted.flatMap(({ itemId, thing, bureaus }) =>
    find(thing)
      .filter(
        ({ bureau, row }) =>
          bureaus.length === 0 ||
          bureaus.includes(bureau) ||
          // A merged row represents every bureau of its document.
          (row !== null && 'valuesShared' in row && isMergedRow(row)),
      )
      .map(({ bureau, facts, row }) => {
        const part = redacted.parts.find(one => one.bureau === bureau)
        return {
          itemId,
          bureau,
          reportDate: part?.reportDate ?? null,
          receivedAt: part?.arrival?.receivedAt ?? meta.receivedAt,
          reportId: part?.arrival?.reportId ?? meta.id,
          origin: part?.arrival?.origin ?? meta.origin,
          facts,
          row,
        }
      }),
  )
}

/**
 * The rows of several stored reports, oldest first, each document only once: a stored report also contains the parts that
 * no newer document replaced.
 */
export const uniqueRows = (rows: readonly CaseRow[]): CaseRow[] => {
  const seen = new Set<string>()
  return rows.filter(({ itemId, bureau, reportId, facts }) => {
    const key = JSON.stringify([itemId, bureau, reportId, facts])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

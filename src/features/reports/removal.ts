import type { Bureau } from '#values/bureau.ts'
import type { Report, ReportPart } from './canonical.ts'
import { summarizeChanges } from './changes.ts'
import { withDisplayNames } from './matcher.ts'
import { findPartDate, isAtLeastAsNew, listParts, mergeReports, selectParts } from './parts.ts'
import { continuesHistory } from './person.ts'
import type { ReportMeta } from './report-view.ts'
import { type ReportSummary, summarizeParts } from './summary.ts'

/** Computes stored reports after the removal of an import, or of one of its bureaus. */

/** A stored report with the arrival of all its parts. */
type KeptReport = { meta: ReportMeta; report: Report; summary: ReportSummary }

export type Removal = {
  /** Null for all bureaus of the import. */
  bureau: Bureau | null
  reportId: string
}

type AfterRemoval = {
  deleted: string[]
  /** `isCompared`: it was compared with what is removed, so conclusions from that are deleted as well. */
  changed: (KeptReport & { isCompared: boolean })[]
}

const DAY_MS = 86_400_000

const isSameSubject = (one: ReportPart, other: ReportPart): boolean =>
  one.subject.ssnLastFour !== null && other.subject.ssnLastFour !== null
    ? one.subject.ssnLastFour === other.subject.ssnLastFour
    : one.subject.name === other.subject.name

/** The part of an earlier report that replaces a removed one of the same bureau, if it could be joined. */
const findReplacement = (
  removed: ReportPart,
  earlier: readonly KeptReport[],
  { receivedAt }: ReportMeta,
  joinDays: number,
): Report[] => {
  const since = Date.parse(receivedAt) - joinDays * DAY_MS
  const before = earlier.findLast(({ report }) =>
    listParts(report).some(
      part =>
        part.bureau === removed.bureau &&
        isSameSubject(part, removed) &&
        part.arrival !== null &&
        Date.parse(part.arrival.receivedAt) >= since,
    ),
  )
  const found = before && selectParts(before.report, [removed.bureau])
  return found ? [found] : []
}

/** The newest earlier part of the same bureau and source, which arrived with its own report. */
const findFormer = (part: ReportPart, earlier: readonly KeptReport[]): Report | null =>
  earlier.reduce<Report | null>((best, { meta, report }) => {
    const former = listParts(report).find(
      one =>
        one.bureau === part.bureau &&
        one.arrival?.reportId === meta.id &&
        one.arrival.origin === part.arrival?.origin &&
        continuesHistory(part, one),
    )
    return former !== undefined &&
      (best === null || isAtLeastAsNew(former.reportDate, findPartDate(best, part.bureau)))
      ? report
      : best
  }, null)

/**
 * Removes an import from a user's reports, oldest first: the report that arrived with it is removed, unless another
 * of its bureaus stays; a later report that kept its part shows the previous part, or none. Account ids stay, so
 * disputes and alerts still refer to the same ones.
 */
export const removeImport = (
  reports: readonly KeptReport[],
  { reportId, bureau }: Removal,
  joinDays: number,
): AfterRemoval => {
  const isRemoved = (part: ReportPart) =>
    part.arrival?.reportId === reportId && (bureau === null || part.bureau === bureau)
  const kept: KeptReport[] = []
  const result: AfterRemoval = { deleted: [], changed: [] }
  for (const one of reports) {
    const { meta, report, summary } = one
    const parts = listParts(report)
    const stay = parts.filter(part => !isRemoved(part))
    const own = stay.filter(({ arrival }) => arrival?.reportId === meta.id)
    if (own.length === 0) {
      result.deleted.push(meta.id)
      continue
    }
    const rest = selectParts(
      report,
      stay.map(part => part.bureau),
    )
    const replacements = parts.filter(isRemoved).flatMap(part => findReplacement(part, kept, meta, joinDays))
    const now = stay.length === parts.length || rest === null ? report : mergeReports([rest, ...replacements])
    const changesAt = (part: ReportPart) => {
      const former = findFormer(part, kept)
      return former !== null && isAtLeastAsNew(part.reportDate, findPartDate(former, part.bureau))
        ? summarizeChanges(former, now, part.bureau)
        : []
    }
    const compared = result.deleted.length > 0 || result.changed.length > 0 ? own : []
    const bureaus = Object.fromEntries(
      own.flatMap(part => {
        const was = summary.bureaus[part.bureau]
        if (was === undefined) return []
        const changes = compared.includes(part) ? changesAt(part) : was.changes
        return [[part.bureau, { ...was, changes }] as const]
      }),
    )
    const isCompared = own.some(
      part =>
        JSON.stringify(bureaus[part.bureau]?.changes) !==
        JSON.stringify(summary.bureaus[part.bureau]?.changes),
    )
    if (now === report && !isCompared) {
      kept.push(one)
      continue
    }
    const rebuilt = { ...now, accounts: withDisplayNames(now.accounts) }
    const next = {
      meta,
      report: rebuilt,
      summary: { ...summary, ...summarizeParts(rebuilt), bureaus },
    }
    kept.push(next)
    result.changed.push({ ...next, isCompared })
  }
  return result
}

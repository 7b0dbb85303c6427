import type { Bureau } from '#values/bureau.ts'
import type { Report } from './canonical.ts'
import { carries, commonContent } from './carries.ts'
import { findAccountStatusChanges, findAgedLateMark, findLateChanges } from './changes/account-status.ts'
import { findAmountChanges, findCardUseChanges } from './changes/amounts.ts'
import { type BureauFile, hasFile, selectBureauFile } from './changes/bureau-file.ts'
import {
  findFileStatusChanges,
  findInquiryChanges,
  findPersonalChanges,
  findRecordChanges,
  findStatementChanges,
} from './changes/file-items.ts'
import { findListingChanges } from './changes/listing.ts'
import { changeKinds, compareByWeight, type DetectedChange } from './changes/notable.ts'
import type { ReportFormat } from './formats.ts'
import { keepContent } from './keep-carried.ts'
import { listParts } from './parts.ts'

/** A notable change in plain words. The title has no period; the summary is one or two sentences. */
export type Change = { title: string; summary: string }

/** A longer list would not be read. */
const MOST = 8

const parts: readonly ((before: BureauFile, now: BureauFile) => DetectedChange[])[] = [
  findStatementChanges,
  findRecordChanges,
  findListingChanges,
  findAccountStatusChanges,
  findLateChanges,
  findAmountChanges,
  findCardUseChanges,
  findInquiryChanges,
  findPersonalChanges,
]

const formatAt = (report: Report, bureau: Bureau): ReportFormat =>
  listParts(report).find(part => part.bureau === bureau)?.format ?? report.format

/** Both reports, reduced to what both formats of the bureau's part can contain. */
const comparable = (previous: Report, report: Report, bureau: Bureau): [Report, Report] => {
  const [was, is] = [formatAt(previous, bureau), formatAt(report, bureau)]
  if (was === is) return [previous, report]
  const content = commonContent(carries[was], carries[is])
  return [keepContent(previous, content), keepContent(report, content)]
}

/** Every change in one bureau's file, most important first. */
export const findChanges = (previous: Report, report: Report, bureau: Bureau): DetectedChange[] => {
  const [earlier, later] = comparable(previous, report, bureau)
  const [before, now] = [selectBureauFile(earlier, bureau), selectBureauFile(later, bureau)]
  if (before === null || now === null) return []
  if (!hasFile(before) || !hasFile(now)) return findFileStatusChanges(before, now)
  const noticed = parts.flatMap(part => part(before, now))
  return (noticed.length > 0 ? noticed : findAgedLateMark(before, now)).toSorted(compareByWeight)
}

/**
 * The notable changes at one bureau from one report of a person to the next, at most eight: field by field,
 * with accounts and inquiries matched by their stable ids. A change must be supported by both files: a value
 * that is not reported, or that one of the formats cannot contain, has neither changed nor disappeared. Other
 * bureaus are never mentioned.
 */
export const summarizeChanges = (previous: Report, report: Report, bureau: Bureau): Change[] =>
  findChanges(previous, report, bureau)
    .slice(0, MOST)
    .map(({ kind, summary }) => ({ title: changeKinds[kind][1], summary }))

import type { Bureau } from '#values/bureau.ts'
import type { Report } from './canonical.ts'
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

/** A notable change in plain words. The title has no full stop; the summary is one or two sentences. */
export type Change = { title: string; summary: string }

/** Nobody reads a longer list. */
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

/** Every change in one bureau's file, most important first. */
export const findChanges = (previous: Report, report: Report, bureau: Bureau): DetectedChange[] => {
  const [before, now] = [selectBureauFile(previous, bureau), selectBureauFile(report, bureau)]
  if (before === null || now === null) return []
  if (!hasFile(before) || !hasFile(now)) return findFileStatusChanges(before, now)
  const noticed = parts.flatMap(part => part(before, now))
  return (noticed.length > 0 ? noticed : findAgedLateMark(before, now)).toSorted(compareByWeight)
}

/**
 * The notable changes at one bureau from one report of a person to the next, at most eight: field by field,
 * with accounts and inquiries matched by their stable ids. A change must be supported by both files: a value
 * that is not reported has neither changed nor disappeared. Other bureaus are never mentioned.
 */
export const summarizeChanges = (previous: Report, report: Report, bureau: Bureau): Change[] =>
  findChanges(previous, report, bureau)
    .slice(0, MOST)
    .map(({ kind, summary }) => ({ title: changeKinds[kind][1], summary }))

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

/** One notable change in plain words; the title has no full stop, the summary is one or two sentences. */
export type Change = { title: string; summary: string }

/** More than these few are not read. */
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

/** Everything that changed in one bureau's file, the weightiest first. */
export const findChanges = (previous: Report, report: Report, bureau: Bureau): DetectedChange[] => {
  const [before, now] = [selectBureauFile(previous, bureau), selectBureauFile(report, bureau)]
  if (before === null || now === null) return []
  if (!hasFile(before) || !hasFile(now)) return findFileStatusChanges(before, now)
  const noticed = parts.flatMap(part => part(before, now))
  return (noticed.length > 0 ? noticed : findAgedLateMark(before, now)).toSorted(compareByWeight)
}

/**
 * What changed at one bureau from one report of a person to the next, as far as it is notable (decisions section 5):
 * field by field, accounts and inquiries by their lasting ids, at most eight. Nothing is said that the two files do not
 * both bear out: what is not reported has neither changed nor gone. Of other bureaus nothing is said.
 */
export const summarizeChanges = (previous: Report, report: Report, bureau: Bureau): Change[] =>
  findChanges(previous, report, bureau)
    .slice(0, MOST)
    .map(({ kind, summary }) => ({ title: changeKinds[kind][1], summary }))

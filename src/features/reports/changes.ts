import type { Bureau } from '#values/bureau.ts'
import type { Report } from './canonical.ts'
import { amountChanges, cardUseChanges } from './changes/amounts.ts'
import { type BureauFile, fileOf, gaveFile } from './changes/bureau-file.ts'
import { answerChanges, statementChanges } from './changes/file.ts'
import { agedMark, lateChanges } from './changes/late-months.ts'
import { listingChanges } from './changes/listing.ts'
import { byWeight, kinds, type Noticed } from './changes/notable.ts'
import { inquiryChanges, personalChanges, recordChanges } from './changes/others.ts'
import { standingChanges } from './changes/standing.ts'

/** One notable change in plain words; the title has no full stop, the summary is one or two sentences. */
export type Change = { title: string; summary: string }

/** More than these few are not read. */
const MOST = 8

const parts: readonly ((before: BureauFile, now: BureauFile) => Noticed[])[] = [
  statementChanges,
  recordChanges,
  listingChanges,
  standingChanges,
  lateChanges,
  amountChanges,
  cardUseChanges,
  inquiryChanges,
  personalChanges,
]

/** Everything that changed in one bureau's file, the weightiest first. */
export const noticedBetween = (previous: Report, report: Report, bureau: Bureau): Noticed[] => {
  const [before, now] = [fileOf(previous, bureau), fileOf(report, bureau)]
  if (before === null || now === null) return []
  if (!gaveFile(before) || !gaveFile(now)) return answerChanges(before, now)
  const noticed = parts.flatMap(part => part(before, now))
  return (noticed.length > 0 ? noticed : agedMark(before, now)).toSorted(byWeight)
}

/**
 * What changed at one bureau from one report of a person to the next, as far as it is notable (decisions section 5):
 * field by field, accounts and inquiries by their lasting ids, at most eight. Nothing is said that the two files do not
 * both bear out: what is not reported has neither changed nor gone. Of other bureaus nothing is said.
 */
export const changesBetween = (previous: Report, report: Report, bureau: Bureau): Change[] =>
  noticedBetween(previous, report, bureau)
    .slice(0, MOST)
    .map(({ kind, summary }) => ({ title: kinds[kind][1], summary }))

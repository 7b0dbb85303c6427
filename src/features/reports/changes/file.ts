import { type BureauFile, hasFile, missingFrom, normalizeText } from './bureau-file.ts'
import type { DetectedChange } from './notable.ts'

/** Freezes, alerts and statements, and whether the bureau gave a file (15 U.S.C. 1681c-1: freezes and alerts). */

/** How a bureau's answer changed; empty when it gave a file both times, or nobody knows what it held before. */
export const findFileStatusChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  if (before.status === now.status || before.status === 'error' || (hasFile(before) && hasFile(now)))
    return []
  if (now.status === 'frozen')
    return [{ kind: 'freezePlaced', summary: 'The file is frozen, so this report does not hold it.' }]
  if (now.status === 'noHit')
    return [{ kind: 'fileGone', summary: 'The bureau found no file for these details this time.' }]
  if (now.status === 'error')
    return [
      { kind: 'noAnswer', summary: 'The bureau did not answer this time, so nothing could be compared.' },
    ]
  if (before.status === 'frozen')
    return [{ kind: 'freezeLifted', summary: 'The file is open again, and this report holds it.' }]
  return before.status === 'noHit'
    ? [{ kind: 'fileFound', summary: 'The bureau found a file for these details.' }]
    : []
}

const isAlert = (statement: string) => /fraud|active[\s-]duty|identity theft/i.test(statement)

/** At most as many characters of a statement as a table can hold. */
const cut = (text: string): string => (text.length > 120 ? `${text.slice(0, 117).trimEnd()}...` : text)

/** Statements and alerts that came or went. */
export const findStatementChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  if (!before.person || !now.person) return []
  const [former, current] = [before.person.consumerStatements, now.person.consumerStatements]
  return [
    ...missingFrom(current, former, normalizeText).map(
      (text): DetectedChange => ({
        kind: isAlert(text) ? 'alertPlaced' : 'statementAdded',
        summary: `The file now says: "${cut(now.mask(text))}"`,
      }),
    ),
    ...missingFrom(former, current, normalizeText).map(
      (text): DetectedChange => ({
        kind: isAlert(text) ? 'alertLifted' : 'statementRemoved',
        summary: `The file no longer says: "${cut(before.mask(text))}"`,
      }),
    ),
  ]
}

import { type BureauFile, gaveFile, onlyIn, plain } from './bureau-file.ts'
import type { Noticed } from './notable.ts'

/** Freezes, alerts and statements, and whether the bureau gave a file (15 U.S.C. 1681c-1: freezes and alerts). */

/** How a bureau's answer changed; empty when it gave a file both times, or nobody knows what it held before. */
export const answerChanges = (before: BureauFile, now: BureauFile): Noticed[] => {
  if (before.status === now.status || before.status === 'error' || (gaveFile(before) && gaveFile(now)))
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
export const statementChanges = (before: BureauFile, now: BureauFile): Noticed[] => {
  if (!before.person || !now.person) return []
  const [former, current] = [before.person.consumerStatements, now.person.consumerStatements]
  return [
    ...onlyIn(current, former, plain).map(
      (text): Noticed => ({
        kind: isAlert(text) ? 'alertPlaced' : 'statementAdded',
        summary: `The file now says: "${cut(now.text(text))}"`,
      }),
    ),
    ...onlyIn(former, current, plain).map(
      (text): Noticed => ({
        kind: isAlert(text) ? 'alertLifted' : 'statementRemoved',
        summary: `The file no longer says: "${cut(before.text(text))}"`,
      }),
    ),
  ]
}

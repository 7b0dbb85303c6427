import type { Account } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/whose-row.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { showList } from '#values/list.ts'

/** Sentences of findings: facts first, in plain words, nobody accused. */

/** Who states a row: its bureau; a merged row is stated by the merged report, not by a bureau of it. */
const rowSource = (row: Account): string => (isMergedRow(row) ? 'Your merged report' : row.bureau)

/** What each row states, as one sentence a statement: `TransUnion lists it as paid. Equifax says the same.` */
export const describeStatements = (statements: readonly { row: Account; says: string }[]): string => {
  const bySaying = Map.groupBy(statements, ({ says }) => says)
  return [...bySaying]
    .map(([says, those]) => {
      const [first, ...others] = [...new Set(those.map(({ row }) => rowSource(row)))]
      const same = others.length > 1 ? 'say the same' : 'says the same'
      return `${first} ${says}.${others.length > 0 ? ` ${showList(others)} ${same}.` : ''}`
    })
    .join(' ')
}

/** The bureaus of rows, each once, in order. */
export const distinctBureaus = (rows: readonly { bureau: Bureau }[]): Bureau[] =>
  sortBureaus(rows.map(row => row.bureau))

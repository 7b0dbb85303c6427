import { accountReasons } from '#features/findings/reasons.ts'
import { isMergedRow } from '#features/reports/whose-row.ts'
import type { Bureau } from '#values/bureau.ts'
import type { AccountRow } from '../../facts.ts'
import { joinWithAnd } from '../../letters/words.ts'
import { canBeRight, disputedFields, isContested } from '../../value-differences.ts'
import type { RightAnswer } from './disputable-item.ts'

type Placed = AccountRow & { bureau: Bureau; valuesShared: boolean; bureausKnown: boolean }

/** What a row shows of the fields in which the rows differ, in words. */
const shownBy = (reason: (typeof accountReasons)[number], row: Placed, rows: readonly Placed[]): string =>
  disputedFields(reason)
    .filter(field => rows.some(one => rows.some(other => field.differs(one, other))))
    .flatMap(field => field.describe(row) ?? [])
    .join(' and ')

const plural = (words: string): string => words.replaceAll(/\b(show|give)s\b/g, '$1')

/**
 * Which bureau may be right about what a reason disputes, given the rows of one account and the bureaus chosen: each value
 * once, with the chosen bureaus that it would set right. Empty where nothing differs, so that nothing is to be asked.
 */
export const findRightAnswers = (
  rows: readonly Placed[],
  value: string | null,
  chosen: readonly Bureau[],
): RightAnswer[] => {
  const reason = accountReasons.find(one => one === value)
  if (reason === undefined) return []
  const own = rows.filter(row => !isMergedRow(row))
  const written = chosen.flatMap(bureau => {
    const row = rows.find(one => one.bureau === bureau) ?? rows.find(isMergedRow)
    return row === undefined ? [] : [{ bureau, row, elsewhere: own.filter(other => other.bureau !== bureau) }]
  })
  if (!isContested(reason, written)) return []
  const candidates = own.flatMap(row => {
    const to = written.filter(one => one.bureau !== row.bureau && canBeRight(reason, row, one.row))
    const shows = shownBy(reason, row, own)
    return to.length === 0 ? [] : [{ row, shows, written: to.map(({ bureau }) => bureau) }]
  })
  return [...Map.groupBy(candidates, ({ shows }) => shows)].flatMap(([shows, same]) => {
    const [first] = same
    const from = joinWithAnd(same.map(({ row }) => row.bureau))
    return first === undefined
      ? []
      : [
          {
            bureau: first.row.bureau,
            text: `${from} ${same.length > 1 ? plural(shows) : shows}`,
            written: first.written,
          },
        ]
  })
}

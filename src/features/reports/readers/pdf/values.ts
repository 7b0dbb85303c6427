import type { PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type { CoveredSection, Doubt, DoubtKind } from '../../coverage.ts'
import { parseCount, parseFreeText, parseMoney, parseTermMonths } from '../fields.ts'
import { dropAdverseMarks, isNothingPrinted, parsePrintedDate } from '../printed-words.ts'
import type { Field, Fields } from './fields.ts'
import { dropIcons } from './grids.ts'
import { placeOf, type Row } from './rows.ts'

/** The labeled values of an entry in our model. Unreadable values are null and recorded in `odd`. */
export type Values<Name extends string> = {
  text: (name: Name) => string | null
  money: (name: Name) => Dollars | null
  date: (name: Name) => PartialDate | null
  count: (name: Name) => number | null
  /** A duration in months. */
  months: (name: Name) => number | null
  odd: Field[]
}

export const createValues = <Name extends string>({ values }: Fields<Name>): Values<Name> => {
  const odd: Field[] = []
  const printed = (name: Name): string | null => {
    const text = parseFreeText(dropIcons(dropAdverseMarks(values.get(name)?.value ?? '')))
    return text === null || isNothingPrinted(text) ? null : text
  }
  const as =
    <T>(parse: (text: string) => T | null) =>
    (name: Name): T | null => {
      const text = printed(name)
      if (text === null) return null
      const value = parse(text)
      const field = values.get(name)
      if (value === null && field !== undefined) odd.push(field)
      return value
    }
  return {
    text: printed,
    money: as(parseMoney),
    date: as(parsePrintedDate),
    count: as(parseCount),
    months: as(parseTermMonths),
    odd,
  }
}

/** Creates doubts about one entry; none for a count of zero. */
export const createDoubt = (
  kind: DoubtKind,
  section: CoveredSection,
  about: string | null,
  rows: readonly Row[],
  count = 1,
): Doubt[] => (count === 0 ? [] : [{ kind, section, about, count, place: placeOf(rows) }])

/** Doubts from the labels of one entry. */
export const listFieldDoubts = <Name extends string>(
  { twice, unknown }: Fields<Name>,
  odd: readonly Field[],
  section: CoveredSection,
  about: string | null,
): Doubt[] => {
  const doubt = (kind: DoubtKind, [first, ...others]: readonly Field[]): Doubt[] =>
    first === undefined ? [] : [{ kind, section, about, count: 1 + others.length, place: first.place }]
  return [...doubt('labelTwice', twice), ...doubt('unknownLabel', unknown), ...doubt('unknownWords', odd)]
}

import type { CoveredSection, Doubt } from '../../coverage.ts'
import type { Row } from './rows.ts'
import { createDoubt } from './values.ts'

/** The parts of a print: sections by their headings, entries by their starts. */

/** A section with the rows below its heading; `heading` is null for the rows before the first one. */
export type Section<Name extends string> = { name: Name | null; heading: Row | null; rows: Row[] }

/**
 * Finds a heading: a row that contains only the heading, in any case, with or without a leading number
 * (`8. Inquiries`) and a trailing colon.
 */
export const createHeadings = <Name extends string>(
  headings: Readonly<Record<string, Name>>,
): ((row: Row) => Name | null) => {
  const names = new Map(Object.entries<Name>(headings).map(([text, name]) => [text.toLowerCase(), name]))
  return ({ text }) =>
    text.length > 120
      ? null
      : (names.get(
          text
            .replace(/^\d{1,2}\. /, '')
            .replace(/:$/, '')
            .toLowerCase(),
        ) ?? null)
}

/** Splits rows at their headings. A repeated heading begins several sections. */
export const splitSections = <Name extends string>(
  rows: readonly Row[],
  headingOf: (row: Row) => Name | null,
): Section<Name>[] => {
  const sections: Section<Name>[] = [{ name: null, heading: null, rows: [] }]
  for (const row of rows) {
    const name = headingOf(row)
    if (name === null) sections.at(-1)?.rows.push(row)
    else sections.push({ name, heading: row, rows: [] })
  }
  return sections
}

/** All rows of the sections with a name; empty if there is none. */
export const rowsOf = <Name extends string>(sections: readonly Section<Name>[], name: Name | null): Row[] =>
  sections.flatMap(section => (section.name === name ? section.rows : []))

/** A doubt if a row that only entries of some sections have is in another section: a heading may be lost. */
export const doubtStrays = <Name extends string>(
  sections: readonly Section<Name>[],
  covered: CoveredSection,
  names: readonly Name[],
  ofEntry: RegExp,
): Doubt[] => {
  const strays = sections
    .filter(({ name }) => name === null || !names.includes(name))
    .flatMap(({ rows }) => rows.filter(({ text }) => ofEntry.test(text)))
    .slice(0, 1)
  return createDoubt('entryLost', covered, null, strays, strays.length)
}

/** Splits rows into entries that begin at the given indices, across pages. Rows before the first are in none. */
export const splitBlocks = (rows: readonly Row[], starts: readonly number[]): Row[][] =>
  starts.map((start, index) => rows.slice(start, starts[index + 1]))

import type { CoveredSection, Doubt } from '../../coverage.ts'
import type { Row } from './rows.ts'
import { createDoubt } from './values.ts'

/** The parts of a print: sections by their headings, entries by where each begins. */

/** A section with the rows below its heading; `heading` is null for what stands before the first one. */
export type Section<Name extends string> = { name: Name | null; heading: Row | null; rows: Row[] }

/**
 * Finds a heading: a row that is the heading and nothing else, in any case, with or without a number in front
 * (`8. Inquiries`) and a colon behind.
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

/** Cuts rows at their headings. A heading that stands several times begins several sections. */
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

/** All rows of the sections of one name; empty where there is none. */
export const rowsOf = <Name extends string>(sections: readonly Section<Name>[], name: Name | null): Row[] =>
  sections.flatMap(section => (section.name === name ? section.rows : []))

/** A doubt where a row that only entries of some sections have is in another section: a heading may be lost. */
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

/** Cuts rows into entries that begin at the given indices, across pages. What stands before the first is in none. */
export const splitBlocks = (rows: readonly Row[], starts: readonly number[]): Row[][] =>
  starts.map((start, index) => rows.slice(start, starts[index + 1]))

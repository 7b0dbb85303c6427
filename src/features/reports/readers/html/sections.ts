import { bureaus } from '#values/bureau.ts'
import type { CoveredSection } from '../../coverage.ts'
import type { HtmlElement } from './tree.ts'

/** The sections of a saved three-bureau page, in page order. */

export type Section = { title: string; parts: HtmlElement[] }

const covered: readonly (readonly [title: string, section: CoveredSection])[] = [
  ['personal information', 'personal'],
  ['account history', 'accounts'],
  ['public information', 'publicRecords'],
  ['inquiries', 'inquiries'],
]

/** The sections whose end the file contains. `isWhole`: the file contains the end of the page. */
export const listWholeSections = (sections: readonly Section[], isWhole: boolean): CoveredSection[] =>
  covered.flatMap(([title, section]) => {
    const at = sections.findIndex(one => one.title === title)
    return at !== -1 && (isWhole || at < sections.length - 1) ? [section] : []
  })

/** The last section of a truncated file: its last entry may be incomplete. */
export const listCutOff = (sections: readonly Section[], isWhole: boolean) => {
  const last = covered.find(([title]) => title === sections.at(-1)?.title)
  if (isWhole || last === undefined) return []
  const doubt = { kind: 'entryLost', section: last[1], about: null, count: 1, place: null } as const
  return bureaus.map(bureau => ({ ...doubt, bureau }))
}

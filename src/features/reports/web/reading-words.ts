import type { BureauReading, ReadingDoubt } from '../contract.ts'

/** The texts of the screen that shows what was read of a file. */

export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** One of the totals: what was read, compared with what the file states. */
export type Total = { text: string; note: string | null; isOff: boolean }

type CountedSection = keyof BureauReading['read']

export const describeTotal = (
  { stated, read, sections }: Pick<BureauReading, 'stated' | 'read' | 'sections'>,
  kind: CountedSection,
): Total => {
  const [count, total] = [read[kind], stated[kind]]
  if (total === null && count === 0 && sections?.includes(kind) === false)
    return { text: 'Not in this file', note: null, isOff: false }
  if (total === null) return { text: `${count}`, note: 'the file gives no total', isOff: false }
  const text = `${count} of ${total}`
  if (count < total) return { text, note: `${total - count} not read`, isOff: true }
  return count > total
    ? { text, note: 'more than the file states', isOff: true }
    : { text, note: null, isOff: false }
}

/** The doubt about an entry, in one sentence. */
export const describeDoubt = ({ kind, count }: Pick<ReadingDoubt, 'kind' | 'count'>): string => {
  switch (kind) {
    case 'monthsUnreadable':
      return `We could not read ${counted(count, 'month', 'months')} of its payment history and left ${count === 1 ? 'it' : 'them'} out.`
    case 'unknownLabel':
      return `${counted(count, 'line has', 'lines have')} a label that we do not know. We left ${count === 1 ? 'it' : 'them'} out.`
    case 'labelTwice':
      return 'A label appears twice here. We used the first value.'
    case 'entryLost':
      return count === 1
        ? 'We could not tell part of this entry apart from another one and left that part out.'
        : `We could not tell parts of ${count} entries apart and left those parts out.`
    case 'unknownWords':
      return 'We do not recognize its status. We show it as printed.'
  }
}

const sectionNames = {
  personal: 'Personal information',
  accounts: 'Accounts',
  publicRecords: 'Public records',
  inquiries: 'Inquiries',
} as const satisfies Record<ReadingDoubt['section'], string>

/** Where to look in the report. */
export const describePlace = ({ section, about, place }: Omit<ReadingDoubt, 'kind' | 'count'>): string => {
  const where = place === null ? sectionNames[section] : `${sectionNames[section]}, page ${place.page}`
  return place !== null || about === null ? where : `${where}: look for the heading “${about}”`
}

/** The pages to render, each once, in order; limited, since each is a large image. */
export const listPagesToDraw = (doubts: readonly Pick<ReadingDoubt, 'place'>[], most = 20): number[] =>
  [...new Set(doubts.flatMap(({ place }) => place?.page ?? []))]
    .toSorted((one, other) => one - other)
    .slice(0, most)

import type { Outcome } from '#features/findings/item-state.ts'
import type { Bureau } from '#values/bureau.ts'
import { hasName, isAbout, type NamedItem } from './item-in-letter.ts'
import {
  type Addressee,
  cleanLines,
  findLetterDay,
  findNotice,
  findWriter,
  isAddressedToUser,
  type LetterLine,
  type Notice,
} from './letter-head.ts'
import { findEntries, hasResultWord, type ResultEntry, readResult } from './result-entries.ts'

/**
 * Reads a bureau's answer letter for one dispute. It proposes an outcome for an item only if the letter clearly names the
 * item and states its result in known words; everything else is left to the user, who confirms every proposal.
 */

/** A disputed item, as the letter to each bureau named it. */
export type AskedItem = { id: string; at: readonly { bureau: Bureau; named: NamedItem }[] }

export type AskedDispute = {
  items: readonly AskedItem[]
  /** Other accounts of the user at the bureaus; a result that also matches one of them is assigned to none. */
  others: readonly { bureau: Bureau; named: NamedItem }[]
  person: Addressee
  /** Days, `YYYY-MM-DD`. */
  createdOn: string
  today: string
}

type ItemReading = {
  itemId: string
  /** Null if the letter does not state it in known words. */
  outcome: Outcome | null
  /** The lines that name the item and state its result. */
  quotes: LetterLine[]
}

export type AnswerReading =
  | {
      kind: 'read'
      bureau: Bureau
      /** The day of the letter; null if it prints none, or an impossible one. */
      on: string | null
      notice: Notice['kind'] | null
      items: ItemReading[]
    }
  | { kind: 'other_bureau'; bureau: Bureau }
  | { kind: 'earlier'; on: string }
  | { kind: 'no_bureau' | 'other_person' }

const maxQuotes = 6

const quotesOf = ({ about, printed }: ResultEntry): LetterLine[] => {
  const isAboutIt = ({ page, text }: LetterLine) =>
    about.some(one => one.text !== '' && one.page === page && text.startsWith(one.text))
  return printed.filter(line => isAboutIt(line) || hasResultWord(line.text)).slice(0, maxQuotes)
}

type Disputed = { id: string; named: NamedItem }

type Found = {
  lines: readonly LetterLine[]
  entries: readonly ResultEntry[]
  rivals: readonly Disputed[]
}

/** The item's only entry, provided that it is about no other item. */
const findEntry = ({ id, named }: Disputed, { lines, entries, rivals }: Found): ResultEntry | null => {
  const own = entries.filter(({ about }) => isAbout(about, named))
  const [entry, ...more] = own
  if (entry === undefined || more.length > 0) return null
  // Only the name distinguishes one inquiry of a company from another.
  const namesOf = (some: readonly LetterLine[]) => some.filter(line => hasName(line, named)).length
  if (named.kind !== 'account' && namesOf(lines) > namesOf(entry.about)) return null
  return rivals.some(rival => rival.id !== id && isAbout(entry.about, rival.named)) ? null : entry
}

const readItems = (
  lines: readonly LetterLine[],
  items: readonly Disputed[],
  others: readonly NamedItem[],
): ItemReading[] => {
  const entries = findEntries(lines, line => items.some(({ named }) => hasName(line, named)))
  const rivals = [...items, ...others.map(named => ({ id: '', named }))]
  return items.map(item => {
    const entry = findEntry(item, { lines, entries, rivals })
    return entry === null
      ? { itemId: item.id, outcome: null, quotes: [] }
      : { itemId: item.id, outcome: readResult(entry.result), quotes: quotesOf(entry) }
  })
}

export const readAnswer = (
  printed: readonly LetterLine[],
  { items, others, person, createdOn, today }: AskedDispute,
): AnswerReading => {
  const lines = cleanLines(printed)
  const bureau = findWriter(lines)
  if (bureau === null) return { kind: 'no_bureau' }
  const disputed = items.flatMap(({ id, at }) =>
    at.filter(one => one.bureau === bureau).map(({ named }) => ({ id, named })),
  )
  if (disputed.length === 0) return { kind: 'other_bureau', bureau }
  if (!isAddressedToUser(lines, person)) return { kind: 'other_person' }
  const day = findLetterDay(lines)?.day ?? null
  if (day !== null && day < createdOn) return { kind: 'earlier', on: day }
  const on = day !== null && day > today ? null : day
  const elsewhere = others.filter(one => one.bureau === bureau).map(({ named }) => named)
  const read = readItems(lines, disputed, elsewhere)
  const hasResults =
    read.some(({ quotes }) => quotes.length > 0) || lines.some(line => readResult([line]) !== null)
  const notice = hasResults ? null : findNotice(lines)
  const refused = notice?.lines.slice(0, maxQuotes)
  return {
    kind: 'read',
    bureau,
    on,
    notice: notice?.kind ?? null,
    items:
      refused === undefined
        ? read
        : read.map(({ itemId }) => ({ itemId, outcome: 'frivolous', quotes: refused })),
  }
}

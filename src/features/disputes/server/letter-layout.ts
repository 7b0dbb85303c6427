import type { FactLine } from '../letters/evidence.ts'
import { enclosedLine, type Letter, type LetterPart, letterParts } from '../letters/letter.ts'

/**
 * Positions on US Letter paper, in points (72 per inch). Two blocks show through the windows of a #10 double-window
 * envelope with the sheet folded in thirds: the return address at y 0.79 to 1.29 in, the bureau's address at y 2.21
 * to 3.01 in, both from x 1 in to at most 5.38 in (sources: docs/decisions/0006-letter-pdf.md). Nothing else may show
 * there, so the date is to the right of the windows and the text begins below them, at the fold (3.67 in).
 */
export const sheet = {
  width: 612,
  height: 792,
  left: 72,
  right: 540,
  returnAddress: { top: 58, width: 193 },
  recipient: { top: 180, width: 252 },
  date: { left: 400, top: 180 },
  firstTop: 266,
  nextTop: 72,
  bottom: 736,
  footer: 750,
  mark: 30,
  /** Top of an enclosure's picture, below its name. */
  pictureTop: 110,
} as const

type Setting = {
  text: string
  /** Space above it, dropped at the top of a page. */
  gap: number
  /** Keep on the same page as the next piece, so that no heading or signature is left alone. */
  keep: boolean
}

export type Fact = Setting & { style: 'fact'; label: string }

/** A block of text that is never split across pages unless it is taller than one. */
export type Piece =
  | Fact
  | (Setting & { style: 'heading' | 'subheading' | 'paragraph' | 'strong' | 'signature' })

export type Style = Piece['style']

export type Placed = { piece: Piece; y: number }

const factPieces = (facts: readonly FactLine[]): Piece[] =>
  facts.map(({ label, value }, index) => {
    return { style: 'fact', label, text: value, gap: index === 0 ? 3 : 0, keep: true }
  })

/** Keeps "15 U.S.C. 1681" and the like on one line. */
const unbroken = (text: string): string =>
  text.replaceAll(/\b(15) (U\.S\.C\.) (?=\d)|\b(sections?) (?=\d)/gi, (_, title, code, section) =>
    section ? `${section}\u00a0` : `${title}\u00a0${code}\u00a0`,
  )

const partPieces = (part: LetterPart, index: number, all: readonly LetterPart[]): Piece[] => {
  if (part.kind === 'item')
    return [{ style: 'subheading', text: part.title, gap: 10, keep: true }, ...factPieces(part.facts)]
  const gap = index === 0 || part.apart ? 10 : 6
  return [{ style: 'paragraph', text: unbroken(part.text), gap, keep: index === all.length - 1 }]
}

/**
 * Everything below the address blocks, in reading order, with the user's wording of the middle if there is one. The last
 * paragraph and the signature stay together, so no page contains only a signature.
 */
export const listLetterPieces = (letter: Letter, reworded: string | null = null): Piece[] => {
  const enclosed = enclosedLine(letter)
  return [
    { style: 'heading', text: `Re: ${letter.subject}`, gap: 0, keep: true },
    ...letterParts(letter, reworded).flatMap(partPieces),
    { style: 'subheading', text: 'About me', gap: 10, keep: true },
    ...factPieces(letter.identification),
    ...(enclosed === null
      ? []
      : [{ style: 'paragraph', text: enclosed, gap: 8, keep: true } satisfies Piece]),
    { style: 'paragraph', text: 'Sincerely,', gap: 10, keep: true },
    { style: 'signature', text: letter.signature, gap: 26, keep: false },
  ]
}

/** Runs of pieces that must share a page. */
const groupsOf = (pieces: readonly Piece[]): Piece[][] => {
  const groups: Piece[][] = []
  let open: Piece[] = []
  for (const piece of pieces) {
    open.push(piece)
    if (piece.keep) continue
    groups.push(open)
    open = []
  }
  return open.length === 0 ? groups : [...groups, open]
}

/** Maximum height, in points, of each part of a paragraph that is taller than the first page. */
const partHeight = 150

const partLength = 2_000

/** The longest prefix of the text that fits in one part, ending at a word boundary if possible. */
const firstPart = (piece: Piece, heightOf: (piece: Piece) => number): string => {
  let [fits, tooLong] = [1, Math.min(piece.text.length, partLength) + 1]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (heightOf({ ...piece, text: piece.text.slice(0, middle) }) <= partHeight) fits = middle
    else tooLong = middle
  }
  const begun = piece.text.slice(0, fits)
  return fits === piece.text.length ? begun : (/^.*\s/su.exec(begun)?.[0] ?? begun)
}

/** Splits a piece that is taller than a page into parts with no gap between them. */
const inParts = (piece: Piece, heightOf: (piece: Piece) => number): Piece[] => {
  if (heightOf(piece) <= sheet.bottom - sheet.firstTop) return [piece]
  const parts: Piece[] = []
  for (let rest = piece.text; rest !== ''; ) {
    const begun = firstPart({ ...piece, text: rest }, heightOf)
    parts.push({ ...piece, text: begun.trimEnd(), gap: parts.length === 0 ? piece.gap : 0 })
    rest = rest.slice(begun.length)
  }
  return parts
}

/** Measures each piece once: breaking a paragraph into lines takes as long as drawing it. */
const measuredOnce = (heightOf: (piece: Piece) => number): ((piece: Piece) => number) => {
  const measured = new Map<Piece, number>()
  return piece => {
    const height = measured.get(piece) ?? heightOf(piece)
    measured.set(piece, height)
    return height
  }
}

/**
 * Places pieces on pages. A group that does not fit starts a new page; a group taller than a page is broken between
 * its pieces. `firstTop`: where the first page begins, below a letter's addresses unless given.
 */
export const paginate = (
  pieces: readonly Piece[],
  measure: (piece: Piece) => number,
  firstTop: number = sheet.firstTop,
): Placed[][] => {
  const heightOf = measuredOnce(measure)
  let page: Placed[] = []
  const pages = [page]
  let y = firstTop
  const turn = () => {
    page = []
    pages.push(page)
    y = sheet.nextTop
  }
  for (const group of groupsOf(pieces.flatMap(piece => inParts(piece, heightOf)))) {
    const height = group.reduce((sum, piece) => sum + piece.gap + heightOf(piece), 0)
    if (y + height > sheet.bottom && page.length > 0) turn()
    for (const piece of group) {
      if (y + piece.gap + heightOf(piece) > sheet.bottom && page.length > 0) turn()
      if (page.length > 0) y += piece.gap
      page.push({ piece, y })
      y += heightOf(piece)
    }
  }
  return pages
}

/** Conservative characters per line: the fonts fit about twice as many. */
const narrow = { fact: 24, other: 40 } as const

/** An upper bound of a piece's height, in points, without measuring fonts. */
const maxHeightOf = ({ style, text }: Piece): number =>
  text
    .split('\n')
    .reduce(
      (sum, { length }) =>
        sum + 16 * Math.max(1, Math.ceil(length / narrow[style === 'fact' ? style : 'other'])),
      0,
    )

/**
 * The provider prints 60 single-sided pages, including its address page or its sheet for certified mail; one stays free.
 */
const MAX_PAGES = 58

/** Whether a letter with this many one-page enclosures is certain to fit the provider's page limit. */
export const fitsPageLimit = (letter: Letter, reworded: string | null, enclosures: number): boolean =>
  paginate(listLetterPieces(letter, reworded), maxHeightOf).length + enclosures <= MAX_PAGES

import type { FactLine } from '../letters/fact-lines.ts'
import { enclosedLine, type Letter, type LetterPart, letterParts } from '../letters/letter.ts'

/**
 * Where a letter's parts stand on US Letter paper, in points (72 to the inch). Two blocks show through the windows
 * of a #10 double-window envelope, the sheet folded in thirds: the return address in y 0.79 to 1.29 in, the
 * bureau's in y 2.21 to 3.01 in, both from x 1 in to at most 5.38 in; the numbers and their sources:
 * docs/decisions/0006-letter-pdf.md. Nothing else may show there: the date stands to the right of the windows and
 * the letter begins below them, at the fold (3.67 in).
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
  /** Where the picture of an enclosure begins, below its name. */
  pictureTop: 110,
} as const

type Setting = {
  text: string
  /** Space above it, left out at the top of a page. */
  gap: number
  /** Stands on the same page as the next piece: no heading, table or signature alone. */
  keep: boolean
}

/** A named value: one line of what a bureau shows or of who writes. */
export type Fact = Setting & { style: 'fact'; label: string }

/** A piece of text that stays in one piece. */
export type Piece = Fact | (Setting & { style: 'heading' | 'subheading' | 'paragraph' | 'signature' })

export type Style = Piece['style']

export type Placed = { piece: Piece; y: number }

const factPieces = (facts: readonly FactLine[]): Piece[] =>
  facts.map(({ label, value }, index) => {
    return { style: 'fact', label, text: value, gap: index === 0 ? 3 : 0, keep: true }
  })

/** A section of the Act stays on one line with what it is a section of. */
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
 * Everything below the address blocks, in reading order, with the middle that the person worded, if she did. The last
 * paragraph, who writes and the signature stay together: no page of a letter holds a signature without a word of it.
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

/** Pieces that must stand on one page, in a row. */
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

/** Of a paragraph that is taller than the first page has room for, each part is at most so high, in points. */
const partHeight = 150

/** More characters than a part can hold. */
const partLength = 2_000

/** The longest beginning of a text that is no higher than a part, whole words if it has any. */
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

/** A piece in parts that fit on pages, one below the other without a gap; the piece itself when it is not too tall. */
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

/**
 * Sets pieces on pages: what belongs together begins a new page when it does not fit. A group longer than a page
 * is broken between its pieces.
 */
export const paginate = (pieces: readonly Piece[], heightOf: (piece: Piece) => number): Placed[][] => {
  let page: Placed[] = []
  const pages = [page]
  let y: number = sheet.firstTop
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

/** Characters in a line: the fonts set twice as many of written English. */
const narrow = { fact: 24, other: 40 } as const

/** A height, in points, that is more than a piece needs. */
const amplyFor = ({ style, text }: Piece): number =>
  text
    .split('\n')
    .reduce(
      (sum, { length }) =>
        sum + 16 * Math.max(1, Math.ceil(length / narrow[style === 'fact' ? style : 'other'])),
      0,
    )

/** The print-and-mail provider takes 60 pages printed on one side, and may add two: for the address, and for certified mail. */
const MOST_PAGES = 58

/** Whether a letter with so many enclosures, a page each, is surely not too long to be mailed. */
export const fitsPageLimit = (letter: Letter, reworded: string | null, enclosures: number): boolean =>
  paginate(listLetterPieces(letter, reworded), amplyFor).length + enclosures <= MOST_PAGES

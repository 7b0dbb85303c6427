import type { FactLine } from '../letters/fact-lines.ts'
import { enclosedLine, itemTitle, type Letter, type LetterItem, quoted } from '../letters/letter.ts'

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

const itemPieces = (letter: Letter, item: LetterItem, place: number): Piece[] => [
  { style: 'subheading', text: itemTitle(letter, place), gap: 12, keep: true },
  ...factPieces(item.facts),
  { style: 'paragraph', text: item.wrong.join(' '), gap: 6, keep: false },
  ...(item.ownWords === null
    ? []
    : [{ style: 'paragraph', text: quoted(item.ownWords), gap: 6, keep: false } satisfies Piece]),
  { style: 'paragraph', text: item.ask, gap: 6, keep: false },
]

const factPieces = (facts: readonly FactLine[]): Piece[] =>
  facts.map(({ label, value }, index) => {
    return { style: 'fact', label, text: value, gap: index === 0 ? 3 : 0, keep: true }
  })

/** Everything below the address blocks, in reading order. Who writes and the signature stay together. */
export const piecesOf = (letter: Letter): Piece[] => {
  const enclosed = enclosedLine(letter)
  return [
    { style: 'heading', text: `Re: ${letter.subject}`, gap: 0, keep: true },
    { style: 'paragraph', text: letter.opening, gap: 10, keep: false },
    ...letter.items.flatMap((item, place) => itemPieces(letter, item, place)),
    ...letter.closing.map(
      (text, index): Piece => ({ style: 'paragraph', text, gap: index === 0 ? 12 : 6, keep: false }),
    ),
    { style: 'subheading', text: 'About me', gap: 12, keep: true },
    ...factPieces(letter.identification),
    ...(enclosed === null
      ? []
      : [{ style: 'paragraph', text: enclosed, gap: 12, keep: true } satisfies Piece]),
    { style: 'paragraph', text: 'Sincerely,', gap: 12, keep: true },
    { style: 'signature', text: letter.signature, gap: 30, keep: false },
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

/**
 * Sets pieces on pages: what belongs together begins a new page when it does not fit. A group longer than a page
 * is broken between its pieces.
 */
export const pagesOf = (pieces: readonly Piece[], heightOf: (piece: Piece) => number): Placed[][] => {
  let page: Placed[] = []
  const pages = [page]
  let y: number = sheet.firstTop
  const turn = () => {
    page = []
    pages.push(page)
    y = sheet.nextTop
  }
  for (const group of groupsOf(pieces)) {
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

import { showLongDay } from '#values/dates.ts'
import type { Letter } from '../letters/letter.ts'
import { listLetterPieces, paginate, sheet } from './letter-layout.ts'
import {
  black,
  type Doc,
  drawArtifact,
  drawEnclosure,
  drawMark,
  drawPieces,
  type Element,
  heightIn,
  type Picture,
  type PrintedEnclosure,
  pictureOf,
  regular,
  setIn,
  writePdf,
} from './pdf-drawing.ts'

/** `reworded` is the user's wording of the middle, or null. */
export type PrintedLetter = { letter: Letter; reworded: string | null }

/** One letter, or all letters of a dispute, each starting on a new page and followed by its enclosures. */
export type PrintJob = {
  title: string
  /**
   * When the letters were created. It is the only timestamp in the file, so the same letters always produce the same
   * bytes.
   */
  createdAt: Date
  letters: readonly PrintedLetter[]
  enclosures: readonly PrintedEnclosure[]
}

const LARGEST_FONT = 9.5

/** The largest font size at which the longest line fits the window. */
const fittingSize = (doc: Doc, lines: readonly string[], width: number): number => {
  const widest = Math.max(...lines.map(line => doc.font(regular).fontSize(LARGEST_FONT).widthOfString(line)))
  return widest <= width ? LARGEST_FONT : (LARGEST_FONT * width) / widest
}

const drawAddress = (
  doc: Doc,
  section: Element,
  lines: readonly string[],
  at: { top: number; width: number },
): void => {
  section.add(
    doc.struct('P', {}, () => {
      doc
        .font(regular)
        .fontSize(fittingSize(doc, lines, at.width))
        .fillColor(black)
      lines.forEach((line, index) => {
        doc.text(line, sheet.left, at.top + index * 11.5, { lineBreak: false })
      })
    }),
  )
}

const drawDate = (doc: Doc, section: Element, date: string): void => {
  const { left, top } = sheet.date
  section.add(
    doc.struct('P', {}, () => {
      setIn(doc, 'paragraph')
        .fillColor(black)
        .text(date, left, top, { width: sheet.right - left, align: 'right' })
    }),
  )
}

/** `label` is printed at the top of every page; screen readers skip it. */
export const drawLetter = (
  doc: Doc,
  root: Element,
  { letter, reworded }: PrintedLetter,
  pictures: readonly Picture[],
  label: string | null = null,
): void => {
  const section = doc.struct('Sect', { title: `Letter to ${letter.to.name}` })
  root.add(section)
  const pages = paginate(listLetterPieces(letter, reworded), heightIn(doc))
  const count = pages.length + pictures.length
  const footer = `${letter.signature}, letter to ${letter.to.name}, ${showLongDay(letter.date)}`
  const page = (index: number, draw: () => void) => {
    doc.addPage()
    if (label !== null) drawArtifact(doc, label, sheet.mark, 'left')
    if (letter.mark !== null) drawMark(doc, section, letter.mark, index === 0)
    draw()
    drawArtifact(doc, footer, sheet.footer, 'left')
    drawArtifact(doc, `Page ${index + 1} of ${count}`, sheet.footer, 'right')
  }
  pages.forEach((placed, index) => {
    page(index, () => {
      if (index === 0) {
        drawAddress(doc, section, letter.sender, sheet.returnAddress)
        drawAddress(doc, section, letter.recipient, sheet.recipient)
        drawDate(doc, section, showLongDay(letter.date))
      }
      drawPieces(doc, section, placed)
    })
  })
  pictures.forEach((picture, index) => {
    page(pages.length + index, () =>
      drawEnclosure(doc, section, picture, `Enclosure ${index + 1} of ${pictures.length}`),
    )
  })
  section.end()
}

/** Renders letters as PDF. The same job always produces the same bytes. */
export const renderLetterPdf = ({ title, createdAt, letters, enclosures }: PrintJob): Promise<Uint8Array> =>
  writePdf({ title, author: letters[0]?.letter.signature ?? '', createdAt }, (doc, root) => {
    const pictures = enclosures.map(pictureOf)
    for (const letter of letters) drawLetter(doc, root, letter, pictures)
  })

import type { FactLine } from '../letters/evidence.ts'
import { type Piece, paginate, sheet } from './letter-layout.ts'
import { drawLetter, type PrintedLetter } from './letter-pdf.ts'
import {
  type Doc,
  drawArtifact,
  drawEnclosure,
  drawMark,
  drawPieces,
  type Element,
  heightIn,
  type PrintedEnclosure,
  pictureOf,
  writePdf,
} from './pdf-drawing.ts'

/** One enclosure of a complaint, with its name in the index. */
export type ComplaintEnclosure = { name: string } & (
  | { kind: 'letter'; printed: PrintedLetter; pictures: readonly PrintedEnclosure[] }
  | { kind: 'facts'; facts: readonly FactLine[] }
  | { kind: 'picture'; picture: PrintedEnclosure }
)

export type ComplaintJob = {
  title: string
  author: string
  /** The only timestamp in the file, so the same complaint always produces the same bytes. */
  createdAt: Date
  /** Printed on every page of a complaint from an invented report; null for others. */
  mark: string | null
  summary: string
  resolution: string
  enclosures: readonly ComplaintEnclosure[]
}

const paragraph = (text: string): Piece => ({ style: 'paragraph', text, gap: 8, keep: false })
const subheading = (text: string): Piece => ({ style: 'subheading', text, gap: 14, keep: true })
const listOf = (facts: readonly FactLine[]): Piece[] =>
  facts.map(({ label, value }, index) => {
    return { style: 'fact', label, text: value, gap: index === 0 ? 3 : 2, keep: index < facts.length - 1 }
  })

/** Not "Enclosure": the letters have enclosures of their own. */
const numberOf = (index: number): string => `Attachment ${index + 1}`

const frontPieces = ({ title, summary, resolution, enclosures }: ComplaintJob): Piece[] => [
  { style: 'heading', text: title, gap: 0, keep: true },
  subheading('What happened'),
  ...summary.split('\n\n').map(text => paragraph(text.replaceAll(/^- /gmu, '•\u00a0'))),
  subheading('What I ask'),
  paragraph(resolution),
  subheading('Attachments'),
  ...listOf(enclosures.map(({ name }, index) => ({ label: numberOf(index), value: name }))),
]

type Pages = { mark: string | null; label: string | null; footer: string; first: boolean }

/** Pages of text under one heading of the document. */
const drawText = (doc: Doc, root: Element, pieces: readonly Piece[], pages: Pages): void => {
  const section = doc.struct('Sect', { title: pages.footer })
  root.add(section)
  const placed = paginate(pieces, heightIn(doc), sheet.nextTop)
  placed.forEach((page, index) => {
    doc.addPage()
    if (pages.label !== null) drawArtifact(doc, pages.label, sheet.mark, 'left')
    if (pages.mark !== null) drawMark(doc, section, pages.mark, pages.first && index === 0)
    drawPieces(doc, section, page)
    drawArtifact(doc, pages.footer, sheet.footer, 'left')
    drawArtifact(doc, `Page ${index + 1} of ${placed.length}`, sheet.footer, 'right')
  })
  section.end()
}

const drawPicturePage = (
  doc: Doc,
  root: Element,
  picture: PrintedEnclosure,
  { mark, label, footer }: Pages,
): void => {
  const section = doc.struct('Sect', { title: footer })
  root.add(section)
  doc.addPage()
  if (mark !== null) drawMark(doc, section, mark, false)
  drawEnclosure(doc, section, pictureOf(picture), label ?? footer)
  drawArtifact(doc, footer, sheet.footer, 'left')
  section.end()
}

/**
 * Renders a complaint: what happened and the requested resolution, an index, followed by the letters as printed, the
 * records of their mailing and the answers. The same job always produces the same bytes.
 */
export const renderComplaintPdf = (job: ComplaintJob): Promise<Uint8Array> =>
  writePdf(job, (doc, root) => {
    const { mark, title } = job
    drawText(doc, root, frontPieces(job), { mark, label: null, footer: title, first: true })
    job.enclosures.forEach((enclosure, index) => {
      const pages: Pages = { mark, label: numberOf(index), footer: enclosure.name, first: false }
      switch (enclosure.kind) {
        case 'letter':
          return drawLetter(doc, root, enclosure.printed, enclosure.pictures.map(pictureOf), numberOf(index))
        case 'facts':
          return drawText(
            doc,
            root,
            [{ style: 'heading', text: enclosure.name, gap: 0, keep: true }, ...listOf(enclosure.facts)],
            pages,
          )
        case 'picture':
          return drawPicturePage(doc, root, enclosure.picture, pages)
      }
    })
  })

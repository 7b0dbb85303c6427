import { type Piece, paginate, sheet } from '#features/disputes/server/letter-layout.ts'
import { drawArtifact, drawPieces, heightIn, writePdf } from '#features/disputes/server/pdf-drawing.ts'

export type PaperPart =
  | { kind: 'heading' | 'text' | 'item' | 'bold' | 'signature' | 'blank'; text: string }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }

/** Papers in one file, each starting on a new page. */
export type PaperJob = {
  title: string
  author: string
  /** The only timestamp in the file, so that the same paper always produces the same bytes. */
  createdAt: Date
  papers: readonly { title: string; parts: readonly PaperPart[] }[]
}

const piecesOf = (part: PaperPart): Piece[] => {
  switch (part.kind) {
    case 'facts':
      return part.facts.map(({ label, value }, index) => ({
        style: 'fact',
        label,
        text: value,
        gap: index === 0 ? 10 : 2,
        keep: index < part.facts.length - 1,
      }))
    case 'heading':
      return [{ style: 'subheading', text: part.text, gap: 14, keep: true }]
    case 'text':
      return [{ style: 'paragraph', text: part.text, gap: 8, keep: false }]
    case 'item':
      return [{ style: 'paragraph', text: `•  ${part.text}`, gap: 4, keep: false }]
    case 'bold':
      // Kept with the next part: the statement must be next to the signature (15 U.S.C. 1679d(b)(4)).
      return [{ style: 'strong', text: part.text, gap: 10, keep: true }]
    case 'signature':
      return [{ style: 'signature', text: part.text, gap: 20, keep: true }]
    case 'blank':
      return [{ style: 'strong', text: `${'_'.repeat(40)}\n${part.text}`, gap: 40, keep: false }]
  }
}

/** Renders signed papers as a tagged PDF. */
export const renderPaper = (job: PaperJob): Promise<Uint8Array> =>
  writePdf(job, (doc, root) => {
    for (const { title, parts } of job.papers) {
      const section = doc.struct('Sect', { title })
      root.add(section)
      const pieces: Piece[] = [
        { style: 'heading', text: title, gap: 0, keep: true },
        ...parts.flatMap(piecesOf),
      ]
      const pages = paginate(pieces, heightIn(doc), sheet.nextTop)
      pages.forEach((placed, index) => {
        doc.addPage()
        drawPieces(doc, section, placed)
        drawArtifact(doc, title, sheet.footer, 'left')
        drawArtifact(doc, `Page ${index + 1} of ${pages.length}`, sheet.footer, 'right')
      })
      section.end()
    }
  })

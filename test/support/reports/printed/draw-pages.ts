import type { PagesText } from '#features/reports/readers/pdf/pages-text.ts'
import { dot, drawPdf } from '../../files/drawn-pdf.ts'

/** The same words and shapes in a real PDF: strokes as ticks, fills as boxes, images as one pixel. */
export const drawPages = ({ pages, words, shapes }: PagesText): Promise<Buffer> =>
  drawPdf(
    doc => {
      pages.forEach(({ width, height }, index) => {
        doc.addPage({ size: [width, height], margin: 0 })
        for (const { page, text, x, x2, y, size } of words) {
          if (page !== index + 1) continue
          doc.font('Helvetica').fontSize(size)
          // The words were placed without a font, so its letters are scaled to fit.
          doc.save().scale((x2 - x) / doc.widthOfString(text), 1, { origin: [x, y] })
          doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' }).restore()
        }
        for (const { page, x, y, width: w, height: h, kind, color } of shapes) {
          if (page !== index + 1) continue
          if (kind === 'image') doc.image(dot, x, y, { width: w, height: h })
          else if (kind === 'fill') doc.rect(x, y, w, h).fill(color ?? '#000000')
          else
            doc
              .moveTo(x, y + h / 2)
              .lineTo(x + w / 3, y + h)
              .lineTo(x + w, y)
              .stroke(color ?? '#000000')
          doc.fillColor('#000000')
        }
      })
    },
    { autoFirstPage: false },
  )

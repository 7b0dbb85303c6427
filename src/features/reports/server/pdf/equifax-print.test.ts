import { afterAll, expect, it } from 'vitest'
import { dot, drawPdf } from '#test/support/files/drawn-pdf.ts'
import { equifaxPages } from '#test/support/reports/printed/equifax.ts'
import { usualEquifax } from '#test/support/reports/printed/equifax-accounts.ts'
import {
  content,
  coverageOf,
  expectedOf,
  known,
  readReportIn,
} from '#test/support/reports/printed/equifax-known.ts'
import type { PagesText } from '../../readers/pdf/pages-text.ts'
import { PdfAnswer } from './pdf-answer.ts'
import { createPdfPages } from './pdf-pages.ts'

const pdfPages = createPdfPages({ timeoutMs: 120_000 })
afterAll(() => pdfPages.close())

/** The same words and drawings in a real PDF: ticks as strokes or images, boxes filled. */
const draw = ({ pages, words, shapes }: PagesText): Promise<Buffer> =>
  drawPdf(
    doc => {
      pages.forEach(({ width, height }, index) => {
        doc.addPage({ size: [width, height], margin: 0 })
        for (const { page, text, x, x2, y, size } of words) {
          if (page !== index + 1) continue
          doc.font('Helvetica').fontSize(size)
          // The words were placed without a font: its letters become narrower or wider to fit.
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

const read = async (pages: PagesText): Promise<PagesText> => {
  const answer = await pdfPages.open(await draw(pages))
  const parsed = answer && PdfAnswer.parse(JSON.parse(Buffer.from(answer).toString('utf8')))
  if (parsed?.kind !== 'pages') throw new Error(parsed?.reason ?? 'the process died')
  return parsed.pages
}

it.each(['stroke', 'image'] as const)('reads a PDF of Equifax whose ticks are drawn as %s', async marks => {
  const quirks = { ...usualEquifax, marks }
  const report = known(3)
  const reading = readReportIn(await read(equifaxPages(report, quirks)))
  expect(content(reading)).toEqual(content(expectedOf(report, quirks)))
  expect(coverageOf(reading)).toMatchObject({ monthsUnreadable: 0, doubts: [], pagesMissing: [] })
})

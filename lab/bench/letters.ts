import { once } from 'node:events'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { type Letter, letterText } from '#features/disputes/letters/letter.ts'
import { renderLetterPdf } from '#features/disputes/server/letter-pdf.ts'
import { createPdfRenderer } from '#features/disputes/server/pdf-renderer.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { accountLettersFor, ids } from '#test/support/reports/disputed-report.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { median, paired, row, say } from './measure.ts'

/** Letters as PDF, compared with the same library drawing only the lines, and with printing from a browser. */

const today = '2026-11-20'
const batch = 20

const letterOf = (): Letter => {
  const items = [
    { accountId: ids.meridian, bureaus: ['TransUnion' as const], reason: 'not_mine' as const },
    { accountId: ids.lakeshore, bureaus: ['TransUnion' as const], reason: 'never_late' as const },
  ]
  const [letter] = accountLettersFor(items)
  if (!letter) throw new Error('there is no letter')
  return letter
}

const regular = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf',
)

/** The same lines on as many pages, in one font: no layout, no structure, no tags. */
const drawLines = async (pages: readonly (readonly string[])[]): Promise<void> => {
  const doc = new PDFDocument({ autoFirstPage: false, size: 'LETTER', margin: 0 })
  for (const lines of pages) {
    doc.addPage().font(regular).fontSize(10)
    lines.forEach((line, index) => doc.text(line, 72, 58 + index * 13, { lineBreak: false }))
  }
  doc.resume()
  doc.end()
  await once(doc, 'end')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const htmlOf = (letter: Letter) =>
  `<!doctype html><html lang="en"><title>Letter</title><style>body { font: 10pt sans-serif }</style><body>${letterText(
    letter,
  )
    .split('\n\n')
    .map(paragraph => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')}</body></html>`

const each = async (count: number, act: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await act()
}

export const letters = async (): Promise<void> => {
  const letter = letterOf()
  const job = {
    title: 'Meridian Collections',
    createdAt: new Date(`${today}T12:00:00Z`),
    letters: [{ letter, reworded: null }],
    enclosures: [],
  }
  const pages = pdfLines(await renderLetterPdf(job))
  const press = createPdfRenderer()
  const browser = await launchChromium()
  try {
    const sheet = await browser.newPage()
    const html = htmlOf(letter)
    const drawn = await paired(
      () => each(batch, () => renderLetterPdf(job)),
      () => each(batch, () => drawLines(pages)),
      7,
    )
    const own = await median(() => each(batch, () => renderLetterPdf(job)), 5)
    const pressed = await median(() => Promise.all(Array.from({ length: batch }, () => press.render(job))), 5)
    const printed = await median(
      () =>
        each(batch, async () => {
          await sheet.setContent(html)
          await sheet.pdf({ format: 'Letter', tagged: true })
        }),
      5,
    )
    say(`Letters of ${pages.length} pages with two accounts, ${batch} one after the other`)
    say(
      `  tagged letters ${drawn.took.toFixed(0)} ms of processor time, ${drawn.ratio.toFixed(2)} x the library drawing the same lines (${drawn.peerTook.toFixed(0)} ms)`,
    )
    row('  tagged letters', own, 'Chromium printing the same text', printed)
    say(`  ${(batch / (pressed / 1_000)).toFixed(0)} letters a second through the two renderers`)
  } finally {
    await browser.close()
    await press.close()
  }
}

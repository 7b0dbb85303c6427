/**
 * `npm run probe -- report.pdf`: writes the shape of a report, a PDF or a saved web page, to `layout-shape.txt`
 * (docs/guides/layout-probe.md). Nothing leaves this machine.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { shapeOfPage, shapeOfPdf } from '#features/reports/probe/shape-of-file.ts'
import { readWebPage } from '#features/reports/readers/html/detect.ts'
import { readPages } from '#features/reports/readers/pdf/detect.ts'
import type { Reading } from '#features/reports/readers/reading.ts'
import { decodeDocument, fileKindOf } from '#features/reports/server/document-text.ts'
import { PdfAnswer } from '#features/reports/server/pdf/pdf-answer.ts'
import { createPdfPages } from '#features/reports/server/pdf/pdf-pages.ts'

const shapeFile = 'layout-shape.txt'
const nobody = { firstName: '', lastName: '', ssnLastFour: '' }

/** Which reader recognizes the report, and what it could not read, in numbers. */
const describeReading = (reading: Reading): string[] => {
  if (reading.kind !== 'report') return ['Read as: not a report that we can read']
  const doubts = (reading.report.coverage ?? []).flatMap(one =>
    one.doubts.map(({ kind, count }) => `${kind} ${count}`),
  )
  return [`Read as: ${reading.report.format}`, `Doubts: ${doubts.join(', ') || 'none'}`]
}

const openPdf = async (bytes: Uint8Array): Promise<string[]> => {
  const pdfPages = createPdfPages()
  try {
    const answer = await pdfPages.open(bytes)
    if (answer === null) return ['This PDF took too much time or memory to open.']
    const opened = PdfAnswer.parse(JSON.parse(Buffer.from(answer).toString('utf8')))
    if (opened.kind === 'refused') return [`This PDF cannot be opened: ${opened.reason}`]
    return [...describeReading(readPages(opened.pages, nobody)), ...shapeOfPdf(opened.pages)]
  } finally {
    pdfPages.close()
  }
}

const openPage = (bytes: Uint8Array): string[] => {
  const text = decodeDocument(bytes)
  if (text === null) return ['This web page has an encoding that we do not know.']
  return [...describeReading(readWebPage(text, nobody)), ...shapeOfPage(text)]
}

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Name the file: npm run probe -- report.pdf')
  process.exit(2)
}
const bytes = await readFile(file)
const kind = fileKindOf(bytes)
if (kind === 'data') {
  console.error('This is neither a PDF nor a saved web page.')
  process.exit(1)
}
const lines = kind === 'pdf' ? await openPdf(bytes) : openPage(bytes)
await writeFile(shapeFile, `${['Shape of a credit report', ...lines].join('\n')}\n`)
console.log(
  `Wrote ${shapeFile}. Read it before you send it to anybody: it should hold no word or number of your report.`,
)

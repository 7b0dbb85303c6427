import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Report as CreditReport } from '#features/reports/canonical.ts'
import { judge } from '#features/reports/coverage.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { readPages } from '#features/reports/readers/pdf/detect.ts'
import { type Reading, unreadable } from '#features/reports/readers/reading.ts'
import { decodeDocument } from '#features/reports/server/document-text.ts'
import { PdfAnswer } from '#features/reports/server/pdf/pdf-answer.ts'
import { createPdfPages, type PdfPages } from '#features/reports/server/pdf/pdf-pages.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { expectedIn, knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { equifaxRows } from '#test/support/reports/printed/equifax.ts'
import { box, tick, usualEquifax } from '#test/support/reports/printed/equifax-accounts.ts'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { asMhtml } from '#test/support/reports/printed/mhtml.ts'
import { line, toHtml } from '#test/support/reports/printed/page-rows.ts'
import { printPage } from '#test/support/reports/printed/print.ts'
import { prints } from '#test/support/reports/printed/prints.ts'
import { printSmartCredit } from '#test/support/reports/printed/smartcredit.ts'
import { printThreeBureaus } from '#test/support/reports/printed/three-bureaus.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import type { Options, Report, Scenario } from '../scenario.ts'
import { amount, tryAll } from './trial.ts'

/** A file of each format that people save, as it is before anything is changed. */
type Saved = { name: string; isPdf: boolean; bytes: Buffer }

const printed = path.join(import.meta.dirname, '..', '..', 'test', 'support', 'reports', 'printed')

const savedPages = (): Saved[] => {
  const known = knownReport(3, { accounts: 5 })
  const pages = { 'identityiq-html': printIdentityIq(known), 'smartcredit-html': printSmartCredit(known) }
  return Object.entries(pages).flatMap(([name, page]) => [
    { name, isPdf: false, bytes: Buffer.from(page) },
    { name: `${name} in MHTML`, isPdf: false, bytes: Buffer.from(asMhtml(page), 'latin1') },
  ])
}

const savedPdfs = async (): Promise<Saved[]> => {
  const equifax = expectedIn(knownReport(3, { only: ['Equifax'], accounts: 4 }), 'equifax-pdf')
  const first = line('Prepared for: INVENTED PERSON Confirmation # 1234567890')
  const threeBureaus = ['identityiq-pdf', 'smartcredit-pdf', 'myfreescorenow-pdf'] as const
  const pages: [name: string, html: string][] = [
    [
      'equifax-pdf',
      toHtml([first, ...equifaxRows(equifax, { ...usualEquifax, marks: 'character' })])
        .replaceAll(tick, '\u{2713}')
        .replaceAll(box, '\u{25a0}'),
    ],
    ...threeBureaus.map((format): [string, string] => [
      format,
      toHtml(printThreeBureaus(expectedIn(knownReport(3, { accounts: 4 }), format), format)),
    ]),
  ]
  const browser = await launchChromium()
  try {
    const files: Saved[] = []
    for (const [name, html] of pages) {
      const print = {
        file: '',
        address: 'https://report.example',
        title: 'Credit Report',
        html,
        tagged: false,
      }
      files.push({ name, isPdf: true, bytes: await printPage(browser, print) })
    }
    const kept = prints.map(({ file }) => ({
      name: file,
      isPdf: true,
      bytes: readFileSync(path.join(printed, file)),
    }))
    return [...kept, ...files]
  } finally {
    await browser.close()
  }
}

const readPdf = async (pdfPages: PdfPages, bytes: Buffer): Promise<Reading> => {
  const opened = await pdfPages.open(bytes)
  if (opened === null) return unreadable.pdf('tooCostly')
  const answer = PdfAnswer.parse(JSON.parse(Buffer.from(opened).toString('utf8')))
  return answer.kind === 'pages' ? readPages(answer.pages, knownOwner) : unreadable.pdf(answer.reason)
}

const readPage = (bytes: Buffer): Reading => {
  const text = decodeDocument(bytes)
  return text === null ? unreadable.notText() : readReport(text, knownOwner)
}

const kinds = ['accounts', 'inquiries', 'publicRecords'] as const

const rowsOf = (report: CreditReport): string =>
  JSON.stringify(
    kinds.map(kind => report[kind].map(({ sourceRowId: _, ...row }: { sourceRowId?: unknown }) => row)),
  )

/** What became of a changed file. A report that is complete must hold every row of the unchanged one. */
const judgeBeside = (truth: CreditReport, reading: Reading): string => {
  if (reading.kind !== 'report') {
    if (reading.message.length < 10 || reading.message.length > 500) throw new Error(reading.message)
    return 'refused'
  }
  const { report } = reading
  if (judge(report.coverage ?? []) !== 'complete') return 'partial'
  for (const kind of kinds)
    if (report[kind].length < truth[kind].length)
      throw new Error(`complete with ${report[kind].length} of ${truth[kind].length} ${kind}`)
  return rowsOf(report) === rowsOf(truth) ? 'complete and the same' : 'complete with other values'
}

const tryOne = async (saved: Saved, pdfPages: PdfPages, given: Options, report: Report): Promise<void> => {
  const read = async (bytes: Buffer): Promise<Reading> => {
    if (saved.isPdf) return readPdf(pdfPages, bytes)
    // The tokenizer is a stream, which lets go of a page only when the event loop turns.
    await setImmediate()
    return readPage(bytes)
  }
  const whole = await read(saved.bytes)
  if (whole.kind !== 'report') throw new Error(`${saved.name} is not read: ${whole.message}`)
  report.did(
    `${saved.name}, ${Math.ceil(saved.bytes.length / 1024)} KB, read ${judge(whole.report.coverage ?? [])}`,
  )
  await tryAll(given, report, {
    inputs: mutateBytes(saved.bytes),
    act: read,
    judge: reading => judgeBeside(whole.report, reading),
    sizeOf: ({ length }) => length,
    shown: bytes => bytes.toString('base64'),
    bounded: !saved.isPdf,
  })
}

/** Files that people save, changed at random, through to the verdict on what was read. */
export const savedFilesFuzz: Scenario = {
  what: 'saved pages and PDFs changed at random: no crash, and never complete when shorter than the truth',
  options: { ...amount, only: 'all' },
  run: async (given, report) => {
    const only = given.word('only')
    // Many files in one process, for a start costs more than a small file.
    const pdfPages = createPdfPages({ filesEach: 200, processorSeconds: 60 })
    given.later(pdfPages.close)
    for (const saved of [...savedPages(), ...(await savedPdfs())])
      if (only === 'all' || saved.name.includes(only)) await tryOne(saved, pdfPages, given, report)
  },
}

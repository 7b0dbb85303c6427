import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { judge } from '#features/reports/coverage.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { readPages } from '#features/reports/readers/pdf/detect.ts'
import { type Reading, unreadable } from '#features/reports/readers/reading.ts'
import { decodeDocument } from '#features/reports/server/document-text.ts'
import { PdfAnswer } from '#features/reports/server/pdf/pdf-answer.ts'
import { createPdfPages, type PdfPages } from '#features/reports/server/pdf/pdf-pages.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { asMhtml } from '#test/support/reports/printed/mhtml.ts'
import { printSmartCredit } from '#test/support/reports/printed/smartcredit.ts'
import type { Options, Report, Scenario } from '../scenario.ts'
import { judgeBeside, type SavedFile, savedPdfs } from './saved-readings.ts'
import { amount, tryAll } from './trial.ts'

type Saved = SavedFile & { isPdf: boolean }

const savedPages = (): Saved[] => {
  const known = knownReport(3, { accounts: 5 })
  const pages = { 'identityiq-html': printIdentityIq(known), 'smartcredit-html': printSmartCredit(known) }
  return Object.entries(pages).flatMap(([name, page]) => [
    { name, isPdf: false, bytes: Buffer.from(page) },
    { name: `${name} in MHTML`, isPdf: false, bytes: Buffer.from(asMhtml(page), 'latin1') },
  ])
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

/** A file after small changes, or with a part of any length removed. */
const damagedCopies = (whole: Buffer): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 3, arbitrary: mutateBytes(whole) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(whole.length), fc.nat(whole.length))
        .map(([one, other]) =>
          Buffer.concat([whole.subarray(0, Math.min(one, other)), whole.subarray(Math.max(one, other))]),
        ),
    },
  )

const tryOne = async (saved: Saved, pdfPages: PdfPages, given: Options, report: Report): Promise<void> => {
  const read = async (bytes: Buffer): Promise<Reading> => {
    if (saved.isPdf) return readPdf(pdfPages, bytes)
    // The tokenizer is a stream, which frees a page only on the next turn of the event loop.
    await setImmediate()
    return readPage(bytes)
  }
  const whole = await read(saved.bytes)
  if (whole.kind !== 'report') throw new Error(`${saved.name} is not read: ${whole.message}`)
  report.did(
    `${saved.name}, ${Math.ceil(saved.bytes.length / 1024)} KB, read ${judge(whole.report.coverage ?? [])}`,
  )
  await tryAll(given, report, {
    inputs: damagedCopies(saved.bytes),
    act: read,
    judge: reading => judgeBeside(whole.report, reading, { ...saved, lessOnly: saved.isPdf }),
    sizeOf: ({ length }) => length,
    shown: bytes => bytes.toString('base64'),
    bounded: !saved.isPdf,
  })
}

/** Randomly changed files as people save them, read up to the verdict. */
export const savedFilesFuzz: Scenario = {
  what: 'randomly changed saved pages and PDFs: no crash, and none with lost rows is called complete',
  options: { ...amount, only: 'all' },
  run: async (given, report) => {
    const only = given.word('only').split(',')
    // Many files in one process, because a start costs more than a small file; no time limit, because the machine may be busy.
    const pdfPages = createPdfPages({ filesEach: 1_000, processorSeconds: 120, timeoutMs: 300_000 })
    given.later(pdfPages.close)
    const pdfs = (await savedPdfs()).map(file => ({ ...file, isPdf: true }))
    for (const saved of [...savedPages(), ...pdfs])
      if (only.some(name => name === 'all' || saved.name.includes(name)))
        await tryOne(saved, pdfPages, given, report)
  },
}

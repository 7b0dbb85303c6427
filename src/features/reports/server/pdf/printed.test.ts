import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { knownOwner } from '#test/support/reports/known-report.ts'
import { expectedOfExperian, plainRows } from '#test/support/reports/printed/experian-expected.ts'
import {
  printedForExperian,
  printedForThreeBureaus,
  printedForTransUnion,
} from '#test/support/reports/printed/prints.ts'
import {
  contentOfThreeBureaus,
  expectedOfThreeBureaus,
} from '#test/support/reports/printed/three-bureaus-expected.ts'
import { contentOf, expectedOfTransUnion } from '#test/support/reports/printed/transunion-expected.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import { readPages } from '../../readers/pdf/detect.ts'
import { PdfAnswer } from './pdf-answer.ts'
import { createPdfPages } from './pdf-pages.ts'

/** What Chromium printed (`npm run prints`), opened by the process and read. */

const pdfPages = createPdfPages()
afterAll(() => pdfPages.close())

const folder = new URL('../../../../../test/support/reports/printed/', import.meta.url)

const readPrint = async (file: string) => {
  const answer = await pdfPages.open(await readFile(new URL(file, folder)))
  const read = PdfAnswer.parse(JSON.parse(Buffer.from(answer ?? []).toString('utf8')))
  if (read.kind === 'refused') throw new Error(read.reason)
  return requireReport(readPages(read.pages, knownOwner))
}

it.each([
  ['experian-tagged.pdf', printedForExperian.tagged],
  ['experian-small.pdf', printedForExperian.small],
])('%s', async (file, known) => {
  const report = await readPrint(file)
  expect(plainRows(report)).toEqual(expectedOfExperian(known))
  expect(report.coverage?.[0]).toMatchObject({
    monthsUnreadable: 0,
    pagesMissing: [],
    pagesDamaged: [],
    doubts: [],
  })
})

/** A space at the end of a full line is not drawn. */
const withoutBlanks = (content: unknown): unknown => JSON.parse(JSON.stringify(content).replaceAll(' ', ''))

it.each([
  ['transunion-tagged.pdf', printedForTransUnion.tagged],
  ['transunion-narrow.pdf', printedForTransUnion.narrow],
])('%s', async (file, known) => {
  const report = await readPrint(file)
  expect(withoutBlanks(contentOf(report))).toEqual(withoutBlanks(expectedOfTransUnion(known)))
  expect(report.coverage?.[0]).toMatchObject({ monthsUnreadable: 0, pagesMissing: [], doubts: [] })
})

it.each([
  ['identityiq.pdf', 'identityiq-pdf'],
  ['smartcredit.pdf', 'smartcredit-pdf'],
  ['myfreescorenow.pdf', 'myfreescorenow-pdf'],
] as const)('%s', async (file, format) => {
  const report = await readPrint(file)
  expect(contentOfThreeBureaus(report)).toEqual(
    expectedOfThreeBureaus(printedForThreeBureaus[format], format),
  )
  expect(
    report.coverage?.flatMap(({ pagesMissing, pagesDamaged }) => [...pagesMissing, ...pagesDamaged]),
  ).toEqual([])
})

import { afterAll, expect, it } from 'vitest'
import { drawPages } from '#test/support/reports/printed/draw-pages.ts'
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

const read = async (pages: PagesText): Promise<PagesText> => {
  const answer = await pdfPages.open(await drawPages(pages))
  const parsed = answer && PdfAnswer.parse(JSON.parse(Buffer.from(answer).toString('utf8')))
  if (parsed?.kind !== 'pages') throw new Error(parsed?.reason ?? 'the process died')
  return parsed.pages
}

it.each(['stroke', 'image'] as const)('reads a PDF of Equifax with ticks drawn as %s', async marks => {
  const quirks = { ...usualEquifax, marks }
  const report = known(3)
  const reading = readReportIn(await read(equifaxPages(report, quirks)))
  expect(content(reading)).toEqual(content(expectedOf(report, quirks)))
  expect(coverageOf(reading)).toMatchObject({ monthsUnreadable: 0, doubts: [], pagesMissing: [] })
})

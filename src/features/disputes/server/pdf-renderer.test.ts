import { expect, it } from 'vitest'
import { ids, maya, report } from '#test/support/reports/disputed-report.ts'
import { resolveAccountItems } from '../account-rules.ts'
import { accountLetters } from '../letters/account.ts'
import { type PrintJob, renderLetterPdf } from './letter-pdf.ts'
import { createPdfRenderer } from './pdf-renderer.ts'

const job: PrintJob = {
  title: 'Meridian Collections',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  letters: accountLetters(
    resolveAccountItems([{ accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'not_mine' }], {
      report,
      plan: 'max',
      ssnLastFour: '4417',
      today: '2026-11-20',
    }),
    { sender: maya, reportDate: report.reportDate, sandbox: false, enclosed: [], today: '2026-11-20' },
  ).map(letter => ({ letter, reworded: null })),
  enclosures: [],
}

it('gives the same bytes from its thread as from this one, job after job', async () => {
  const renderer = createPdfRenderer()
  const here = await renderLetterPdf(job)
  const there = await Promise.all([renderer.render(job), renderer.render(job), renderer.render(job)])
  for (const bytes of there) expect(Buffer.compare(here, bytes)).toBe(0)
  await renderer.close()
})

import { expect, it } from 'vitest'
import { accountLettersFor, ids } from '#test/support/reports/disputed-report.ts'
import { type PrintJob, renderLetterPdf } from './letter-pdf.ts'
import { createPdfRenderer } from './pdf-renderer.ts'

const job: PrintJob = {
  title: 'Meridian Collections',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  letters: accountLettersFor([{ accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'not_mine' }]).map(
    letter => ({ letter, reworded: null }),
  ),
  enclosures: [],
}

it('gives the same bytes from its thread as from this one, job after job', async () => {
  const renderer = createPdfRenderer()
  const here = await renderLetterPdf(job)
  const there = await Promise.all([renderer.render(job), renderer.render(job), renderer.render(job)])
  for (const bytes of there) expect(Buffer.compare(here, bytes)).toBe(0)
  await renderer.close()
})

import { expect, it } from 'vitest'
import { inRealThreads } from '#test/support/in-process-threads.ts'
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

it('renders the same bytes in its threads as in this one, regardless of earlier documents with the same fonts', async () => {
  const renderer = createPdfRenderer()
  const here = await renderLetterPdf(job)
  const other = {
    ...job,
    letters: job.letters.map(one => ({ ...one, reworded: 'Ünlike aﬃliates, 1/2 of £9.' })),
  }
  await renderLetterPdf(other)
  const again = await renderLetterPdf(job)
  const jobs = [job, other, other, job, other, job]
  const rendered = await inRealThreads(() => Promise.all(jobs.map(renderer.render)))
  const same = rendered.filter((_bytes, index) => jobs[index] === job)
  for (const bytes of [again, ...same]) expect(Buffer.compare(here, bytes)).toBe(0)
  await renderer.close()
})

import { createThreads, isBytes } from '#platform/threads.ts'
import type { PrintJob, renderLetterPdf } from './letter-pdf.ts'

/** Renders letters as PDF in a worker thread, one job at a time: layout takes tens of milliseconds of CPU. */
export type PdfRenderer = {
  /** Refuses `unavailable` when the queue is full, the job takes too long, or the thread ends. */
  render: (job: PrintJob) => Promise<Uint8Array>
  close: () => Promise<void>
}

export const createPdfRenderer = (): PdfRenderer => {
  const threads = createThreads({ threads: 1, waiting: 100, timeoutMs: 15_000 })
  const module = new URL('./letter-pdf.ts', import.meta.url)
  return {
    render: threads.define<typeof renderLetterPdf>(module, 'renderLetterPdf', isBytes),
    close: threads.close,
  }
}

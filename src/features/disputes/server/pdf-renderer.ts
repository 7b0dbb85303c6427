import { AppError } from '#api/errors.ts'
import { readDocumentImage } from '#features/documents/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { createThreads, isBytes } from '#platform/threads.ts'
import type { Storage } from '#providers/storage/port.ts'
import { toPrintable } from '../letters/printable.ts'
import { joinWithAnd } from '../letters/words.ts'
import type { PrintedEnclosure, PrintJob, renderLetterPdf } from './letter-pdf.ts'
import type { PrintableLetters } from './store.ts'

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

export type PrintDeps = { db: Database; keyring: Keyring; storage: Storage; log: Log; renderer: PdfRenderer }

/**
 * Renders letters, each followed by its enclosures, as PDF. Refuses `attestation_needed` for letters that the user
 * has not confirmed, because a printed letter can be mailed, and `unavailable` while rendering or storage fails.
 */
export const renderLetters = async (
  deps: PrintDeps,
  userId: string,
  { title, createdAt, attestedAt, letters, enclosed }: Omit<PrintableLetters, 'disputeId'>,
): Promise<Uint8Array> => {
  if (attestedAt === null) throw new AppError('attestation_needed')
  const enclosures: PrintedEnclosure[] = []
  for (const one of enclosed) {
    enclosures.push({ name: toPrintable(one.name), picture: await readDocumentImage(deps, userId, one) })
  }
  const to = joinWithAnd(letters.map(({ letter }) => letter.bureau))
  return deps.renderer.render({
    title: `${title}, ${letters.length === 1 ? 'letter' : 'letters'} to ${to}`,
    createdAt,
    letters: letters.map(({ letter, reworded }) => ({ letter, reworded })),
    enclosures,
  })
}

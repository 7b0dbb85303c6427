import { AppError } from '#api/errors.ts'
import { type DocumentImage, readDocumentImage } from '#features/documents/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { createThreads, isBytes } from '#platform/threads.ts'
import type { Storage } from '#providers/storage/port.ts'
import { toPrintable } from '../letters/printable.ts'
import { joinWithAnd } from '../letters/words.ts'
import type { ComplaintJob, renderComplaintPdf } from './complaint-pdf.ts'
import type { PrintJob, renderLetterPdf } from './letter-pdf.ts'
import type { PrintedEnclosure } from './pdf-drawing.ts'
import type { PrintableLetters } from './store.ts'

/** Renders letters as PDF in worker threads, two jobs at a time: layout takes tens of milliseconds of CPU. */
export type PdfRenderer = {
  /** Throws `unavailable` if the queue is full, the job takes too long, or the thread ends. */
  render: (job: PrintJob) => Promise<Uint8Array>
  renderComplaint: (job: ComplaintJob) => Promise<Uint8Array>
  close: () => Promise<void>
}

export const createPdfRenderer = (): PdfRenderer => {
  const threads = createThreads({ threads: 2, waiting: 100, timeoutMs: 15_000 })
  const [letters, complaints] = [
    new URL('./letter-pdf.ts', import.meta.url),
    new URL('./complaint-pdf.ts', import.meta.url),
  ]
  return {
    render: threads.define<typeof renderLetterPdf>(letters, 'renderLetterPdf', isBytes),
    renderComplaint: threads.define<typeof renderComplaintPdf>(complaints, 'renderComplaintPdf', isBytes),
    close: threads.close,
  }
}

type StorageDeps = Pick<PrintDeps, 'db' | 'keyring' | 'storage' | 'log'>

/** The pictures of a user's documents, in order, for printing. Throws `unavailable` if the storage fails. */
export const readPictures = async (
  deps: StorageDeps,
  userId: string,
  images: readonly Pick<DocumentImage, 'documentId' | 'fileKey' | 'name'>[],
): Promise<PrintedEnclosure[]> => {
  const pictures: PrintedEnclosure[] = []
  for (const one of images) {
    pictures.push({ name: toPrintable(one.name), picture: await readDocumentImage(deps, userId, one) })
  }
  return pictures
}

export type PrintDeps = { db: Database; keyring: Keyring; storage: Storage; log: Log; renderer: PdfRenderer }

/**
 * Renders letters, each followed by its enclosures, as PDF. Throws `attestation_needed` for letters that the user has not
 * confirmed, because a printed letter can be mailed, and `unavailable` if rendering or storage fails.
 */
export const renderLetters = async (
  deps: PrintDeps,
  userId: string,
  { title, createdAt, attestedAt, letters, enclosed }: Omit<PrintableLetters, 'disputeId'>,
): Promise<Uint8Array> => {
  if (attestedAt === null) throw new AppError('attestation_needed')
  const to = joinWithAnd(letters.map(({ letter }) => letter.to.name))
  return deps.renderer.render({
    title: `${title}, ${letters.length === 1 ? 'letter' : 'letters'} to ${to}`,
    createdAt,
    letters: letters.map(({ letter, reworded }) => ({ letter, reworded })),
    enclosures: await readPictures(deps, userId, enclosed),
  })
}

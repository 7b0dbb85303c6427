import { parentPort } from 'node:worker_threads'
import { type PrintJob, renderLetterPdf } from './letter-pdf.ts'

/** Renders in a worker thread: layout takes tens of milliseconds of CPU that must not block requests. */

const isJob = (value: unknown): value is PrintJob =>
  typeof value === 'object' &&
  value !== null &&
  'letters' in value &&
  'enclosures' in value &&
  'createdAt' in value &&
  'title' in value

const port = parentPort
port?.on('message', (message: unknown) => {
  if (!isJob(message)) throw new Error('the press was given something else than letters')
  renderLetterPdf(message).then(
    bytes => port.postMessage(bytes),
    (error: unknown) => port.postMessage(error instanceof Error ? error.message : 'printing failed'),
  )
})

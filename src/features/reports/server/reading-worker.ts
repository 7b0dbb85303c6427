import { parentPort, workerData } from 'node:worker_threads'
import { readReport } from '../readers/detect.ts'
import type { Person } from '../readers/reading.ts'
import { textOf } from './document-text.ts'

/** Reads one document in a thread of its own, so that a hostile one costs nobody else anything. */

type Task = { bytes: Uint8Array; person: Person }

const isTask = (value: unknown): value is Task =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  'person' in value

if (!isTask(workerData)) throw new Error('the reading worker was started without a document')
const text = textOf(workerData.bytes)
parentPort?.postMessage(
  text === null
    ? { kind: 'unreadable', words: 'The bytes of this file are not text in the encoding it names.' }
    : readReport(text, workerData.person),
)

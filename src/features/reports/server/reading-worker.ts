import { parentPort, workerData } from 'node:worker_threads'
import { beyondPermitted, type Permitted } from '../permitted.ts'
import { isOtherPerson } from '../person.ts'
import { readReport } from '../readers/detect.ts'
import type { Person, Reading } from '../readers/reading.ts'
import type { Source } from '../same-subject.ts'
import { warningOf } from '../warnings.ts'
import { textOf } from './document-text.ts'
import { packed } from './packed-report.ts'

/** Reads one document in a thread of its own, so that a hostile one costs nobody else anything. */

export type Task = { bytes: Uint8Array; person: Person; permitted: Permitted }

/** What was read: a report, packed, with whose it is; or why there is none. */
export type Read =
  | { kind: 'report'; content: Uint8Array; source: Source }
  | { kind: 'tooLong'; words: string }
  | Exclude<Reading, { kind: 'report' }>

const isTask = (value: unknown): value is Task =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  'person' in value &&
  'permitted' in value

const readIn = ({ bytes, person, permitted }: Task): Read => {
  const text = textOf(bytes)
  if (text === null)
    return { kind: 'unreadable', words: 'The bytes of this file are not text in the encoding it names.' }
  const reading = readReport(text, person)
  if (reading.kind !== 'report') return reading
  const { report } = reading
  const words = beyondPermitted(report, permitted)
  if (words !== null) return { kind: 'tooLong', words }
  const { format, subject } = report
  // Whether the subject is someone else is a warning.
  const warnings = isOtherPerson(report, person) ? [warningOf('other_person')] : []
  const content = packed({ ...report, warnings: [...report.warnings, ...warnings] })
  return { kind: 'report', content, source: { format, subject } }
}

if (!isTask(workerData)) throw new Error('the reading worker was started without a document')
parentPort?.postMessage(readIn(workerData))

import { buildFileAt } from './file-at.ts'
import type { Day, Subject } from './life.ts'
import { mismoDocument } from './mismo.ts'
import { findPersona } from './personas.ts'
import { truelinkDocument } from './truelink.ts'

const writers = { 'truelink-json': truelinkDocument, 'mismo-3': mismoDocument } as const

/**
 * The document that the sandbox bureau gives for a person on a day, `YYYY-MM-DD`. What it holds depends on the month
 * alone; the day is the date on it. The same arguments give the same bytes.
 */
export const bureauDocument = (subject: Subject, day: Day): Uint8Array => {
  const { format, life, errors } = findPersona(subject.ssn)
  const files = buildFileAt(life, errors, subject, day.slice(0, 7))
  return new TextEncoder().encode(writers[format](files, subject, day))
}

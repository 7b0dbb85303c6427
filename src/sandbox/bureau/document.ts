import { buildFileAt } from './file-at.ts'
import type { Day, Subject } from './life.ts'
import { mismoDocument } from './mismo.ts'
import { findPersona } from './personas.ts'
import { truelinkDocument } from './truelink.ts'

const writers = { 'truelink-json': truelinkDocument, 'mismo-3': mismoDocument } as const

/**
 * The sandbox bureau's document for a person on a day, `YYYY-MM-DD`. The content depends only on the month;
 * the day is the report date. Deterministic.
 */
export const bureauDocument = (subject: Subject, day: Day): Uint8Array => {
  const { format, life, errors } = findPersona(subject.ssn)
  const files = buildFileAt(life, errors, subject, day.slice(0, 7))
  return new TextEncoder().encode(writers[format](files, subject, day))
}

import type { Report } from '#features/reports/canonical.ts'
import { assignLastingIds } from '#features/reports/matcher.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { bureauDocument } from '#sandbox/bureau/document.ts'
import type { Subject } from '#sandbox/bureau/life.ts'
import type { Persona } from '#sandbox/bureau/persona.ts'
import { findPersona, personaSsnDigits } from '#sandbox/bureau/personas.ts'
import { requireReport } from '#test/support/reports/require-report.ts'

/** Reports of the sandbox's people, read and matched like in the product. */

const maya: Subject = {
  names: { firstName: 'Maya', middleName: null, lastName: 'Brooks' },
  birthDate: '1990-04-27',
  address: { street: '2210 Mission Oak Drive, Apt 4', city: 'Pasadena', state: 'CA', postal: '91106' },
  ssn: '666344417',
}
const daniel: Subject = {
  names: { firstName: 'Daniel', middleName: null, lastName: 'Ortiz' },
  birthDate: '2001-09-12',
  address: { street: '118 Harbor Street, Apt 2B', city: 'Baltimore', state: 'MD', postal: '21230' },
  ssn: '666527730',
}

/** A subject with a persona: the demo people themselves, otherwise an invented person. */
const subjectOf = (persona: Persona): Subject => {
  const [digit] = personaSsnDigits(persona)
  if (digit === undefined) return findPersona(maya.ssn) === persona ? maya : daniel
  return {
    names: { firstName: 'Ruth', middleName: null, lastName: 'Lindqvist' },
    birthDate: '1982-02-28',
    address: { street: '12 Oak Street, Apt 3', city: 'Springfield', state: 'IL', postal: '62701' },
    ssn: `51234567${digit}`,
  }
}

const readingOf = (persona: Persona, month: string): Report => {
  const { names, ssn, ...rest } = subjectOf(persona)
  const text = new TextDecoder().decode(bureauDocument({ names, ssn, ...rest }, `${month}-14`))
  return requireReport(
    readReport(text, {
      firstName: names.firstName,
      lastName: names.lastName,
      ssnLastFour: ssn.slice(-4),
    }),
  )
}

/** The sandbox's report for a persona on the 14th of a month, `YYYY-MM`. */
export const bureauReport = (persona: Persona, month: string): Report => {
  let next = 0
  return assignLastingIds(readingOf(persona, month), null, () => `id-${next++}`)
}

/** Reports of consecutive months, oldest first, with stable ids. */
export const bureauReports = (persona: Persona, months: readonly string[]): Report[] => {
  let next = 0
  const reports: Report[] = []
  for (const month of months)
    reports.push(assignLastingIds(readingOf(persona, month), reports.at(-1) ?? null, () => `id-${next++}`))
  return reports
}

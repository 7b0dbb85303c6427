import type { PersonalInfo, ReportedAddress } from '../../canonical.ts'
import { distinct } from '../distinct.ts'
import { parseDate, parseFreeText, parseLastFour, parsePostal, parseText } from '../fields.ts'
import { addressOrNull } from '../filled-address.ts'
import { formatStreet } from '../street.ts'
import { readPhone } from './tu4r-rows.ts'
import type { Segment } from './tu4r-segments.ts'

/** TU4R: who the person is (NM names, PI SSN and birth, AD addresses, EM employers, PN phones, TX statements). */

/** The name of an NM segment; in layouts that we do not know, its words are parted by runs of blanks. */
const nameOf = ({ text, field }: Segment): string | null => {
  const parts = ['prefix', 'first', 'middle', 'last', 'suffix'].map(name => field(name) ?? '')
  const known = parseFreeText(parts.join(' '))
  if (known !== null) return known
  const [last = '', ...first] = text
    .slice(9)
    .split(/ {2,}/)
    .map(part => part.trim())
  return parseFreeText([...first, last].join(' '))
}

const addressOf = (segment: Segment): ReportedAddress[] => {
  const { field } = segment
  const address = addressOrNull({
    street: formatStreet({
      number: field('number'),
      before: field('before'),
      name: field('name'),
      type: field('type'),
      after: field('after'),
      unit: field('unit'),
    }),
    city: parseText(field('city')),
    state: parseText(field('state')),
    postal: parsePostal(field('zip')),
  })
  return address === null ? [] : [{ ...address, reported: parseDate(field('reported')) }]
}

/**
 * An employer. Type 01 names it first and its source (F file, I input) behind it; the longer type has the source in front,
 * as NM11 and AD11 have.
 */
const employerOf = ({ text, field }: Segment): string | null => {
  const isSourceBehind = /[FI]/.test(text.charAt(42)) && !/^[FI]/.test(text.slice(7))
  return parseFreeText(isSourceBehind ? text.slice(7, 42) : field('employer'))
}

/** The person as TransUnion has her. `segments`: of one subject, before any add-on product. */
export const readPerson = (segments: readonly Segment[]): PersonalInfo => {
  const of = (kind: string) => segments.filter(segment => segment.kind === kind)
  const [name = null, ...aliases] = distinct(of('NM').map(nameOf))
  const [current = null, ...previousAddresses] = of('AD').flatMap(addressOf)
  const identity = of('PI').map(({ text }) => ({ ssn: text.slice(8, 17), born: text.slice(17, 25) }))
  const hasStatement = of('SH').some(({ field }) => field('statement') === 'Y')
  return {
    bureau: 'TransUnion',
    name,
    aliases,
    dob: identity.map(({ born }) => parseDate(born)).find(Boolean) ?? null,
    ssnLastFour: identity.map(({ ssn }) => parseLastFour(ssn)).find(Boolean) ?? null,
    currentAddress: current,
    previousAddresses,
    employers: distinct(of('EM').map(employerOf)),
    phones: distinct(of('PN').map(readPhone)),
    consumerStatements: hasStatement
      ? distinct(of('TX').map(({ text }) => parseFreeText(text.slice(7))))
      : [],
  }
}

import { showDate } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import type { FullReport } from '../../contract.ts'

export type ShownPersonalInfo = FullReport['personalInformation'][number]

/** One value of a file; `only`: no other bureau's file of this report has it. */
export type PersonalValue = { text: string; only: boolean }

/** One line of a bureau's card. `missing` is what stands there without a value; null leaves the line out. */
export type PersonalLine = { label: string; values: PersonalValue[]; missing: string | null }

type Line = {
  label: string
  missing: string | null
  values: (person: ShownPersonalInfo) => readonly (string | null)[]
  agree?: (one: string, other: string) => boolean
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const sameText = (one: string, other: string): boolean => plain(one) === plain(other)

/** Birth dates agree as far as both are known: `1990` with `04/27/1990`. */
const sameDate = (one: string, other: string): boolean => one.endsWith(other) || other.endsWith(one)

/** The lines in the order of design/ui analytics-more.html, then what some files add (credit-formats section 14). */
const lines: readonly Line[] = [
  { label: 'Name', missing: '-', values: person => [person.name] },
  { label: 'Also known as', missing: null, values: person => person.aliases },
  { label: 'Birth date', missing: '-', values: person => [showDate(person.dob)], agree: sameDate },
  { label: 'Social Security number', missing: '-', values: person => [person.ssn] },
  { label: 'Current address', missing: 'No address', values: person => [person.currentAddress] },
  { label: 'Previous addresses', missing: 'No address', values: person => person.previousAddresses },
  { label: 'Employers', missing: null, values: person => person.employers },
  { label: 'Phones', missing: null, values: person => person.phones.map(showPhone) },
  { label: 'Statements', missing: null, values: person => person.consumerStatements },
]

const given = (line: Line, person: ShownPersonalInfo): string[] => [
  ...new Set(line.values(person).filter((text): text is string => text !== null && text.trim() !== '')),
]

/** What a bureau's file says of the person, each value marked when the files of the other bureaus do not have it. */
export const buildPersonalLines = (
  person: ShownPersonalInfo,
  others: readonly ShownPersonalInfo[],
): PersonalLine[] =>
  lines.map(line => {
    const { label, missing, agree = sameText } = line
    const elsewhere = others.flatMap(other => given(line, other))
    return {
      label,
      missing,
      values: given(line, person).map(text => ({
        text,
        only: elsewhere.length > 0 && !elsewhere.some(other => agree(text, other)),
      })),
    }
  })

import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { createMasks, formatMaskedAddress } from '#features/reports/masks.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import { showPhone } from '#values/phone.ts'
import type { PersonalField } from './dispute-requests.ts'

/** One bureau's personal information as the plan shows it: numbers masked, addresses on one line. */
type PersonalRow = {
  bureau: Bureau
  name: string | null
  aliases: readonly string[]
  dob: string | null
  ssn: string | null
  currentAddress: string | null
  previousAddresses: readonly string[]
  employers: readonly string[]
  phones: readonly string[]
}

/** The labels of entries. */
export const entryLabels = [
  'Name',
  'Also known as',
  'Date of birth',
  'Social Security number',
  'Current address',
  'Previous address',
  'Phone number',
  'Employer',
] as const
export type EntryLabel = (typeof entryLabels)[number]

/** One entry of one bureau's file, as shown on screens. `place` is its position in the row: "aliases.1". */
export type PersonalEntry = {
  bureau: Bureau
  field: PersonalField
  label: EntryLabel
  value: string
  place: string
}

/** The personal information of a report that a plan shows. */
export const visiblePersonalInfo = (report: Report, plan: Plan): PersonalRow[] => {
  const [allowed, mask] = [bureausInPlan(plan), createMasks(report)]
  return report.personal
    .filter(({ bureau }) => allowed.includes(bureau))
    .map(person => ({
      bureau: person.bureau,
      name: person.name === null ? null : mask.text(person.name),
      aliases: person.aliases.map(mask.text),
      dob: person.dob,
      ssn: person.ssnLastFour === null ? null : maskSsn(person.ssnLastFour.slice(-4)),
      currentAddress:
        person.currentAddress === null ? null : formatMaskedAddress(person.currentAddress, mask),
      previousAddresses: person.previousAddresses.flatMap(
        address => formatMaskedAddress(address, mask) ?? [],
      ),
      employers: person.employers.map(mask.text),
      phones: person.phones.map(mask.ssnOnly),
    }))
}

const entriesOf = (row: PersonalRow): PersonalEntry[] => {
  const entry =
    (field: PersonalField, label: EntryLabel, part: keyof PersonalRow) =>
    (value: string | null, at = 0): PersonalEntry[] =>
      value === null || value.trim() === ''
        ? []
        : [{ bureau: row.bureau, field, label, value, place: `${part}.${at}` }]
  return [
    ...entry('name', 'Name', 'name')(row.name),
    ...row.aliases.flatMap(entry('name', 'Also known as', 'aliases')),
    ...entry('dob', 'Date of birth', 'dob')(showDate(row.dob)),
    ...entry('ssn', 'Social Security number', 'ssn')(row.ssn),
    ...entry('address', 'Current address', 'currentAddress')(row.currentAddress),
    ...row.previousAddresses.flatMap(entry('address', 'Previous address', 'previousAddresses')),
    ...row.phones.map(showPhone).flatMap(entry('phone', 'Phone number', 'phones')),
    ...row.employers.flatMap(entry('employer', 'Employer', 'employers')),
  ]
}

/** The maximum length of an entry in a title. */
const longestTitle = 80

const shortened = (text: string): string =>
  text.length > longestTitle ? `${text.slice(0, longestTitle - 3).trimEnd()}...` : text

/**
 * The default title of a dispute of an entry: "MAYA BROOKES", "418 Alder Street address". A title is used in file names
 * too, so dates of birth and numbers are left out.
 */
export const personalTitle = (field: PersonalField, value: string): string => {
  switch (field) {
    case 'name':
    case 'employer':
      return shortened(value)
    case 'address':
      return `${shortened(value.split(',')[0] ?? value)} address`
    case 'phone':
      return 'Phone number'
    case 'dob':
      return 'Date of birth'
    case 'ssn':
      return 'Social Security number'
  }
}

/** Every entry that may be disputed, bureau by bureau in the given order. */
export const listPersonalEntries = (rows: readonly PersonalRow[]): PersonalEntry[] => rows.flatMap(entriesOf)

/** The user's details according to the profile: the default answer to "what should it be?". */
export type ProfileDetails = Readonly<Record<PersonalField, string | null>>

/** The user's own details in the format of entries; the employer is unknown. */
export const profileDetails = (own: {
  name: string
  address: { street: string; city: string; state: string; postal: string }
  /** `YYYY-MM-DD`. */
  birthDate: string | null
  ssnLastFour: string
  /** E.164. */
  phoneNumber: string
}): ProfileDetails => {
  const { street, city, state, postal } = own.address
  return {
    name: own.name,
    dob: showDate(own.birthDate),
    ssn: maskSsn(own.ssnLastFour),
    address: `${street}, ${city}, ${state} ${postal}`,
    phone: showPhone(own.phoneNumber),
    employer: null,
  }
}

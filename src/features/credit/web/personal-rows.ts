import { plainText } from '#features/findings/item-state.ts'
import type { FullReport } from '#features/reports/contract.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { streetKey } from '#values/street.ts'
import type { DisputePlace } from './RowActions.tsx'

/** The bureaus' data about the user, side by side: one row per field, or per value of a list. */

export type ShownPersonalInfo = FullReport['personalInformation'][number]

type WireField = Exclude<keyof ShownPersonalInfo, 'bureau'>

/** One value at one bureau; `index` is its position in a list, `reported` when the bureau reports an address. */
type PersonalEntry = { bureau: Bureau; text: string; index: number; reported: string | null }

export type PersonalRow = {
  key: string
  label: string
  field: WireField
  entries: PersonalEntry[]
  /** The bureaus disagree about a single value. */
  differs: boolean
  /** The only bureau that lists the value, if others list other values of the field. */
  only: Bureau | null
  /** Shown for a bureau without an entry. */
  missing: (bureau: Bureau) => string
}

type Line = {
  label: string
  field: WireField
  /** Whether a bureau may have several values. */
  list?: true
  /** The text to show if no bureau reports it; without it there is no row. */
  missing?: string
  values: (person: ShownPersonalInfo) => readonly (string | null)[]
  agree?: (one: string, other: string) => boolean
}

const sameText = (one: string, other: string): boolean => plainText(one) === plainText(other)

/** `1990` agrees with `04/27/1990`. */
const sameDate = (one: string, other: string): boolean => one.endsWith(other) || other.endsWith(one)

const lines: readonly Line[] = [
  { label: 'Name', field: 'name', missing: '-', values: person => [person.name] },
  { label: 'Also known as', field: 'aliases', list: true, values: person => person.aliases },
  {
    label: 'Birth date',
    field: 'dob',
    missing: '-',
    values: person => [showDate(person.dob)],
    agree: sameDate,
  },
  { label: 'Social Security number', field: 'ssn', missing: '-', values: person => [person.ssn] },
  {
    label: 'Current address',
    field: 'currentAddress',
    missing: 'No address',
    values: person => [person.currentAddress],
  },
  {
    label: 'Previous address',
    field: 'previousAddresses',
    list: true,
    missing: 'No address',
    values: person => person.previousAddresses,
  },
  { label: 'Employer', field: 'employers', list: true, values: person => person.employers },
  { label: 'Phone', field: 'phones', list: true, values: person => person.phones.map(showPhone) },
  {
    label: 'Statement',
    field: 'consumerStatements',
    list: true,
    values: person => person.consumerStatements,
  },
]

const reportedOn = ({ field }: Line, { addressDates }: ShownPersonalInfo, text: string): string | null =>
  field === 'currentAddress' || field === 'previousAddresses'
    ? showDate(addressDates.find(({ address }) => address === text)?.reported ?? null)
    : null

const entriesOf = (line: Line, people: readonly ShownPersonalInfo[]): PersonalEntry[] =>
  people.flatMap(person => {
    const given = line.values(person)
    return given.flatMap((text, index) =>
      text === null || text.trim() === '' || given.indexOf(text) < index
        ? []
        : [{ bureau: person.bureau, text, index, reported: reportedOn(line, person, text) }],
    )
  })

/** Groups equal values of several bureaus into one row. */
const alike = (entries: readonly PersonalEntry[]): PersonalEntry[][] => {
  const groups: PersonalEntry[][] = []
  for (const entry of entries) {
    const same = groups.find(([first]) => first !== undefined && sameText(first.text, entry.text))
    if (same === undefined) groups.push([entry])
    else if (same.every(({ bureau }) => bureau !== entry.bureau)) same.push(entry)
  }
  return groups
}

export const bureausOf = (people: readonly ShownPersonalInfo[]): Bureau[] =>
  sortBureaus(people.map(({ bureau }) => bureau))

export const buildPersonalRows = (people: readonly ShownPersonalInfo[]): PersonalRow[] =>
  lines.flatMap(line => {
    const { label, field, list, missing = null, agree = sameText } = line
    const entries = entriesOf(line, people)
    const giving = bureausOf(people.filter(({ bureau }) => entries.some(entry => entry.bureau === bureau)))
    if (entries.length === 0 && missing === null) return []
    const groups = list && entries.length > 0 ? alike(entries) : [entries]
    return groups.map((group, nth) => ({
      key: `${field} ${nth}`,
      label,
      field,
      entries: group,
      differs: !list && group.some(one => group.some(other => !agree(one.text, other.text))),
      only: list && group.length === 1 && giving.length > 1 ? (group[0]?.bureau ?? null) : null,
      missing: bureau => (giving.includes(bureau) ? '-' : (missing ?? '-')),
    }))
  })

type Own = {
  firstName: string
  lastName: string
  birthDate: string | null
  ssn: string
  phoneNumber: string
  address: { street: string; postal: string }
}

/** The field's name in disputes, and whether a text equals the user's profile. */
type Disputed = { field: string; isOwn: (text: string, own: Own) => boolean }

const nameField: Disputed = {
  field: 'name',
  isOwn: (text, { firstName, lastName }) => sameText(text, `${firstName} ${lastName}`),
}

const disputed: Readonly<Partial<Record<WireField, Disputed>>> = {
  name: nameField,
  aliases: nameField,
  dob: { field: 'dob', isOwn: (text, { birthDate }) => sameDate(text, showDate(birthDate) ?? '-') },
  ssn: { field: 'ssn', isOwn: (text, { ssn }) => text === ssn },
  currentAddress: {
    field: 'address',
    isOwn: (text, { address }) =>
      text.includes(address.postal) &&
      plainText(streetKey(text)).startsWith(plainText(streetKey(address.street))),
  },
  previousAddresses: { field: 'address', isOwn: () => false },
  phones: { field: 'phone', isOwn: (text, { phoneNumber }) => text === showPhone(phoneNumber) },
  employers: { field: 'employer', isOwn: () => false },
}

/** The disputable entries of a row: all that differ from the profile. A consumer statement is the user's own. */
export const disputablePlaces = ({ field, entries }: PersonalRow, own: Own): DisputePlace[] => {
  const known = disputed[field]
  return known === undefined
    ? []
    : entries
        .filter(({ text }) => !known.isOwn(text, own))
        .map(({ bureau, text, index }) => ({
          item: { kind: 'personal', field: known.field, value: text },
          bureau,
          link: `${bureau}.${field}.${index}`,
        }))
}

import type { ShownFinding } from '#features/findings/contract.ts'
import { sortBureaus } from '#values/bureau.ts'
import type { PersonalAction, PersonalField } from '../../dispute-requests.ts'
import { maxCorrectionLength } from '../../limits.ts'
import {
  type EntryLabel,
  entryLabels,
  listPersonalEntries,
  type PersonalEntry,
  type ProfileDetails,
} from '../../personal-entries.ts'
import { isSameEntry, matchProfile } from '../../personal-match.ts'
import { personalWords } from '../../reason-words.ts'
import { type DisputableItem, type FullReport, type Option, sortByFindings } from './disputable-item.ts'

/** The possible actions, in the contract's terms. */
export const personalActions = ['correct', 'remove'] as const satisfies readonly PersonalAction[]

const fieldOf: Readonly<Record<EntryLabel, PersonalField>> = {
  Name: 'name',
  'Also known as': 'name',
  'Date of birth': 'dob',
  'Social Security number': 'ssn',
  'Current address': 'address',
  'Previous address': 'address',
  'Phone number': 'phone',
  Employer: 'employer',
}

const keyOf = ({ label, value }: Pick<PersonalEntry, 'label' | 'value'>): string => `${label}|${value}`

/** The field and the entry in a key (label and entry); null for any other text. */
export const parseEntryKey = (key: string): { field: PersonalField; reportedValue: string } | null => {
  const at = key.indexOf('|')
  const label = entryLabels.find(one => one === key.slice(0, at))
  return label === undefined ? null : { field: fieldOf[label], reportedValue: key.slice(at + 1) }
}

/**
 * The bureaus' personal information as choices, each entry once with every bureau that shows it: an entry that is current
 * at one bureau and earlier at another is listed twice, because the right values differ. Entries that equal the profile
 * are right, and are omitted.
 */
export const disputableDetails = (
  report: FullReport,
  findings: readonly ShownFinding[],
  own: ProfileDetails,
): DisputableItem[] => {
  const groups: PersonalEntry[][] = []
  for (const entry of listPersonalEntries(report.personalInformation)) {
    if (matchProfile(entry.field, entry.value, own[entry.field]) === 'same') continue
    const alike = groups.filter(([first]) => first !== undefined && isSame(first, entry))
    const same =
      alike.find(group => group.some(({ bureau }) => bureau === entry.bureau)) ??
      alike.find(([first]) => first?.label === entry.label)
    if (same === undefined) groups.push([entry])
    else same.push(entry)
  }
  const all = groups
    .flatMap(([first, ...more]) => (first === undefined ? [] : [pickable([first, ...more], findings, own)]))
    .toSorted((one, other) => places.indexOf(one.group) - places.indexOf(other.group))
  return sortByFindings(all, findings)
}

const isSame = (one: PersonalEntry, other: PersonalEntry): boolean =>
  one.field === other.field && isSameEntry(one.field, one.value, other.value)

const groupNames: Readonly<Record<PersonalField, string>> = {
  name: 'Names',
  address: 'Addresses',
  dob: 'Dates of birth',
  ssn: 'Social Security numbers',
  phone: 'Phone numbers',
  employer: 'Employers',
}

const places: readonly (string | null)[] = Object.values(groupNames)

const pickable = (
  entries: readonly [PersonalEntry, ...PersonalEntry[]],
  findings: readonly ShownFinding[],
  own: ProfileDetails,
): DisputableItem => {
  const [first] = entries
  const options = optionsOf(first, own)
  return {
    key: keyOf(first),
    name: first.value,
    spellings: entries.map(({ value }) => value),
    amount: first.label,
    fact: facts[first.field],
    number: null,
    group: groupNames[first.field],
    rows: entries.map(({ bureau, place }) => ({ id: `${bureau}.${place}`, bureau })),
    offered: sortBureaus(entries.map(({ bureau }) => bureau)).map(bureau => ({
      bureau,
      shows: entries
        .filter(entry => entry.bureau === bureau)
        .map(({ label }) => label)
        .join(', '),
    })),
    findings: findings.filter(finding => isAbout(finding, entries)),
    listOptions: () => options,
    listRightAnswers: () => [],
    isReasonAllowed: value => options.some(option => option.value === value),
  }
}

/**
 * Whether a finding is about an entry: one of its bureaus shows it. In a finding about a name the unusual one is first
 * and the usual one, which is not disputed, second.
 */
const isAbout = (finding: ShownFinding, entries: readonly PersonalEntry[]): boolean => {
  const { personalField, evidence, bureaus } = finding
  const shown = evidence.filter(({ field, bureau }) => field === personalField && bureaus.includes(bureau))
  const strange = personalField === 'name' ? shown.slice(0, 1) : shown
  return entries.some(
    entry =>
      entry.field === personalField &&
      strange.some(
        ({ bureau, value }) => bureau === entry.bureau && isSameEntry(entry.field, value, entry.value),
      ),
  )
}

const facts: Readonly<Record<PersonalField, string>> = {
  name: 'Is this how your name is, or was, written?',
  address: 'Do you live here, or did you ever?',
  dob: 'Is this your birth date?',
  ssn: 'Are these the last four digits of your number?',
  phone: 'Is this number yours, or was it ever?',
  employer: 'Do you work here, or did you ever?',
}

/** The usual action for such an entry: a former name or address is removed, a current one corrected. */
const removedFirst: readonly EntryLabel[] = ['Also known as', 'Previous address', 'Phone number', 'Employer']

/** The user's own detail in another spelling can be corrected; denying that it is the user's would be untrue. */
const optionsOf = ({ field, label, value: reported }: PersonalEntry, own: ProfileDetails): Option[] => {
  const isOwn = matchProfile(field, reported, own[field]) === 'variant'
  const actions = removedFirst.includes(label) ? personalActions.toReversed() : personalActions
  return actions
    .filter(action => action === 'correct' || !isOwn)
    .map(value => {
      const { label: actionLabel, hint, details } = personalWords[field][value]
      const words = {
        label: 'What is right',
        needed: true,
        missing: 'Say what is right.',
        most: maxCorrectionLength,
      }
      return {
        value,
        label: actionLabel,
        hint,
        words: details === null ? null : { ...words, hint: details },
        days: false,
      }
    })
}

import { findPartDate } from '#features/reports/parts.ts'
import type { Bureau } from '#values/bureau.ts'
import type { PersonalAction, PersonalField } from '../dispute-requests.ts'
import type { EntryLabel } from '../personal-entries.ts'
import { disputePhrase, followUpSentences, isSuperseded } from './follow-up.ts'
import {
  type AtBureaus,
  askForResult,
  askToCorrect,
  composeItemLetters,
  datedReport,
} from './item-letters.ts'
import type { Letter, LetterContext, LetterItem } from './letter.ts'
import { joinWithAnd } from './words.ts'

/** Everything that a letter to one bureau may state about an entry of its file. */
type PersonalEvidence = {
  label: EntryLabel
  /** The entry as this bureau shows it. */
  value: string
  /** Other bureaus of the plan that show the right value. */
  rightAt: readonly Bureau[]
}

/** One disputed entry, with what a letter to each chosen bureau may state about it. */
export type DisputedPersonal = AtBureaus<PersonalEvidence> & {
  field: PersonalField
  reportedValue: string
  action: PersonalAction
  /** The right value; for an SSN the last four digits. Null if the entry is to be removed. */
  correctValue: string | null
}

type Entry = DisputedPersonal & { evidence: PersonalEvidence }

/** What is wrong, which the user claims by choosing the action. */
const removal: Readonly<Record<PersonalField, string>> = {
  name: 'This name is not mine.',
  dob: 'This is not my date of birth.',
  ssn: 'This Social Security number is not mine.',
  address: 'This address is not mine.',
  phone: 'This phone number is not mine.',
  employer: 'I never worked for this employer.',
}

const correction: Readonly<Record<PersonalField, (right: string, evidence: PersonalEvidence) => string>> = {
  name: (right, { value }) => `My name is ${right}, not ${value}.`,
  dob: (right, { value }) => `My date of birth is ${right}, not ${value}.`,
  ssn: (right, { value }) =>
    `My Social Security number ends in ${right.slice(-4)}, not in ${value.slice(-4)}.`,
  // What is listed as a previous address may be the current one, misspelled.
  address: (right, { value, label }) =>
    `${label === 'Current address' ? 'My current address' : 'The right address'} is ${right}, not ${value}.`,
  phone: (right, { value }) => `My phone number is ${right}, not ${value}.`,
  employer: (right, { value }) => `The name of the employer is ${right}, not ${value}.`,
}

const wrongOf = ({ field, correctValue, evidence }: Entry): string =>
  correctValue === null ? removal[field] : correction[field](correctValue, evidence)

const itemOf = (entry: Entry, bureau: Bureau, context: LetterContext): LetterItem => {
  const { field, reportedValue, correctValue, evidence } = entry
  const [first, ...more] = evidence.rightAt
  // What a bureau answered that it changed since is cited from the report, not as its file.
  const isChanged = isSuperseded({ type: 'personal-info', field, reportedValue }, bureau, context)
  return {
    title: evidence.label,
    facts: [
      { label: isChanged ? 'In my credit report' : 'In your file', value: evidence.value },
      ...(correctValue === null ? [] : [{ label: 'Correct', value: correctValue }]),
    ],
    says: [
      ...followUpSentences(context, bureau, 'entry'),
      wrongOf(entry),
      ...(first === undefined
        ? []
        : [`${joinWithAnd([first, ...more])} ${more.length === 0 ? 'shows' : 'show'} it correctly.`]),
    ],
    ownWords: null,
    ask: correctValue === null ? 'Please remove it from my file.' : 'Please correct it in my file.',
  }
}

/** Identifiers of a person: a wrong one may mean that more of another person's file is mixed in. */
const hasWrongIdentity = (entries: readonly Entry[]): boolean =>
  entries.some(({ field, action }) => action === 'remove' && ['name', 'dob', 'ssn'].includes(field))

/**
 * The requests of every dispute (section 611(a)(2), (a)(5)(A) and (a)(6) of the Act, 15 USC 1681i), and that a mixed file
 * be separated (section 607(b), 15 USC 1681e(b)).
 */
const closing = (entries: readonly Entry[]): string[] => [
  ...(hasWrongIdentity(entries)
    ? [
        'Please also check whether anything else in my file belongs to another person, and take it out. Section 607(b) of the Act, 15 U.S.C. 1681e(b), requires reasonable procedures to assure maximum possible accuracy.',
      ]
    : []),
  `Please tell the company that reported this to you what I say here. ${askToCorrect}`,
  askForResult,
]

const opening = (entries: readonly Entry[], bureau: Bureau, context: LetterContext): string => {
  const [what, it] = entries.length === 1 ? ['the entry', 'it'] : ['the entries', 'them']
  return `My ${datedReport('credit report', findPartDate(context, bureau))} shows ${what} below in my ${bureau} file. ${disputePhrase(context, bureau)} ${it}. Please reinvestigate ${it} under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).`
}

export const personalLetters = (disputed: readonly DisputedPersonal[], context: LetterContext): Letter[] =>
  composeItemLetters(
    disputed,
    (entries, bureau) => ({
      subject: `Dispute of personal information in my ${bureau} file`,
      opening: opening(entries, bureau, context),
      items: entries.map(entry => itemOf(entry, bureau, context)),
      closing: closing(entries),
    }),
    context,
  )

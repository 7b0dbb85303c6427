import type { PersonalAction, PersonalField } from './dispute-contract.ts'
import type { ReasonWords } from './reason-words.ts'

/**
 * The wizard's words for what may be said of each kind of entry (reasons: product paper section 4.7). The label is what
 * the letter says, `details` what to write as the right value; null where nothing is written.
 */
export const personalWords: Readonly<
  Record<PersonalField, Record<PersonalAction, Omit<ReasonWords, 'details'> & { details: string | null }>>
> = {
  name: {
    correct: {
      label: 'My name is different',
      hint: 'A misspelling, or a name that you no longer use.',
      details:
        'Your full legal name, with Jr. or Sr. if you use it. If it is not the name in your profile, enclose a document that shows it: a court order, a marriage or divorce certificate, or a government ID.',
    },
    remove: {
      label: 'This name is not mine',
      hint: 'A name that you have never used. It can be a sign that two files are mixed.',
      details: null,
    },
  },
  dob: {
    correct: {
      label: 'My date of birth is different',
      hint: null,
      details: 'Your date of birth, as in your profile.',
    },
    remove: { label: 'This is not my date of birth', hint: null, details: null },
  },
  ssn: {
    correct: {
      label: 'My Social Security number is different',
      hint: 'The letter gives the last four digits of yours. Never write the whole number.',
      details: null,
    },
    remove: {
      label: 'This Social Security number is not mine',
      hint: 'It can be a sign that two files are mixed, or of identity theft.',
      details: null,
    },
  },
  address: {
    correct: {
      label: 'The right address is different',
      hint: 'For example an old address that is shown as your current one.',
      details: 'Your address with street, city, state and ZIP code.',
    },
    remove: {
      label: 'This address is not mine',
      hint: 'You never lived there and never got mail there.',
      details: null,
    },
  },
  phone: {
    correct: { label: 'My phone number is different', hint: null, details: 'Your phone number.' },
    remove: { label: 'This phone number is not mine', hint: null, details: null },
  },
  employer: {
    correct: {
      label: 'The employer’s name is different',
      hint: null,
      details: 'The name of the employer.',
    },
    remove: { label: 'I never worked for this employer', hint: null, details: null },
  },
}

import { type FieldSentences, Refusal } from '#api/errors.ts'
import type { Registration } from './contract.ts'
import { birthSentence, ssnDigitsOf } from './personal-details.ts'

/** What is known of a person beside the SSN; sealed as a whole. */
export type Profile = {
  firstName: string
  lastName: string
  middleName: string | null
  email: string
  phoneNumber: string
  /** `YYYY-MM-DD` */
  birthDate: string
  ssnLastFour: string
  address: { street: string; city: string; state: string; postal: string }
  goal: string
  goalTargetPeriod: string
}

/** `MM/DD/YYYY` as `YYYY-MM-DD`. */
const isoOf = (american: string) => `${american.slice(6)}-${american.slice(0, 2)}-${american.slice(3, 5)}`

/** The profile and SSN of a registration, or a refusal that names every field that is wrong. `today` is `YYYY-MM-DD`. */
export const profileOf = (
  given: Registration,
  phoneNumber: string,
  today: string,
): { profile: Profile; ssn: string } => {
  const birthDate = isoOf(given.birthDate)
  const ssn = ssnDigitsOf(given.ssn)
  const sentences: FieldSentences = {}
  const birth = birthSentence(birthDate, today)
  if (birth) sentences['birthDate'] = birth
  if (ssn === null) sentences['ssn'] = 'Enter all 9 digits of your Social Security number'
  if (given.firstName.length + given.lastName.length > 40) {
    sentences['lastName'] = 'First and last name together can have at most 40 characters'
  }
  if (ssn === null || Object.keys(sentences).length > 0)
    throw new Refusal('invalid_request', { fields: sentences })
  return {
    ssn,
    profile: {
      firstName: given.firstName,
      lastName: given.lastName,
      middleName: given.middleName || null,
      email: given.email,
      phoneNumber,
      birthDate,
      ssnLastFour: ssn.slice(-4),
      address: { street: given.streetAddress, city: given.city, state: given.state, postal: given.zip },
      goal: given.goal,
      goalTargetPeriod: given.goalTargetPeriod,
    },
  }
}

import { AppError, type FieldErrors } from '#api/errors.ts'
import type { Registration } from './contract.ts'
import { birthDateProblem, fullNameProblem, parseSsn } from './personal-details.ts'

/** What is known of a person beside the SSN; sealed as a whole. */
export type Profile = {
  firstName: string
  lastName: string
  middleName: string | null
  email: string
  phoneNumber: string
  /** `YYYY-MM-DD`; null where it is not known. */
  birthDate: string | null
  ssnLastFour: string
  address: { street: string; city: string; state: string; postal: string }
  goal: string
  goalTargetPeriod: string
}

/** `MM/DD/YYYY` as `YYYY-MM-DD`. */
const isoOf = (american: string) => `${american.slice(6)}-${american.slice(0, 2)}-${american.slice(3, 5)}`

/** The profile and SSN of a registration, or a refusal that names every field that is wrong. `today` is `YYYY-MM-DD`. */
export const parseRegistration = (
  given: Registration,
  phoneNumber: string,
  today: string,
): { profile: Profile; ssn: string } => {
  const birthDate = isoOf(given.birthDate)
  const ssn = parseSsn(given.ssn)
  const sentences: FieldErrors = {}
  const birth = birthDateProblem(birthDate, today)
  if (birth) sentences['birthDate'] = birth
  if ('problem' in ssn) sentences['ssn'] = ssn.problem
  const name = fullNameProblem(given.firstName, given.lastName)
  if (name) sentences['lastName'] = name
  if ('problem' in ssn || Object.keys(sentences).length > 0)
    throw new AppError('invalid_request', { fields: sentences })
  return {
    ssn: ssn.digits,
    profile: {
      firstName: given.firstName,
      lastName: given.lastName,
      middleName: given.middleName || null,
      email: given.email,
      phoneNumber,
      birthDate,
      ssnLastFour: ssn.digits.slice(-4),
      address: { street: given.streetAddress, city: given.city, state: given.state, postal: given.zip },
      goal: given.goal,
      goalTargetPeriod: given.goalTargetPeriod,
    },
  }
}

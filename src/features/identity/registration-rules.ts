import { z } from 'zod'
import { AppError, type FieldErrors } from '#api/errors.ts'
import { Address, type Registration } from './contract.ts'
import { birthDateProblem, fullNameProblem, parseSsn } from './personal-details.ts'

/** A user's details except the SSN, encrypted as a whole. */
export const Profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  middleName: z.string().nullable(),
  email: z.string(),
  phoneNumber: z.string(),
  /** `YYYY-MM-DD`; null if unknown, which the first release stored as an empty string. */
  birthDate: z
    .string()
    .nullable()
    .transform(date => date || null),
  ssnLastFour: z.string(),
  address: Address,
  goal: z.string(),
  goalTargetPeriod: z.string(),
  /** The day from which the period counts; absent if the goal is still the one from registration. */
  goalSetOn: z.string().optional(),
})
export type Profile = z.output<typeof Profile>

/** Converts `MM/DD/YYYY` to `YYYY-MM-DD`. */
const isoOf = (american: string) => `${american.slice(6)}-${american.slice(0, 2)}-${american.slice(3, 5)}`

/** The profile and SSN of a registration; otherwise an error with every wrong field. `today` is `YYYY-MM-DD`. */
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

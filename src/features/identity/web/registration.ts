import type { EndpointInput } from '#api/endpoint.ts'
import { dayIn } from '#values/dates.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'
import type { identity } from '../contract.ts'
import { birthDateProblem, fullNameProblem, MAX_FULL_NAME, parseSsn } from '../personal-details.ts'
import { goalPeriods, goals, states } from '../profile-choices.ts'
import { onlyErrors } from './form-checks.ts'
import type { PhoneProof } from './phone-code.tsx'

/** The checks of registration beyond the phone, like those of signing in. */

const text = (values: FormValues, name: string, max: number): string | false => {
  const length = (values[name] ?? '').trim().length
  return length === 0 ? 'Fill in this field' : length > max && `Use at most ${max} characters`
}

/** The three parts of a day as `MM/DD/YYYY`. */
export const readBirthDate = ({ birthMonth = '', birthDay = '', birthYear = '' }: FormValues): string =>
  `${birthMonth.trim().padStart(2, '0')}/${birthDay.trim().padStart(2, '0')}/${birthYear.trim()}`

const birthError = (values: FormValues, now: Date): string | null => {
  const date = readBirthDate(values)
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(date)) return 'Enter month, day and year'
  return birthDateProblem(
    `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`,
    dayIn('America/New_York', now),
  )
}

/** Name, birth date and Social Security number. */
export const identityChecks = (values: FormValues, now: Date): FieldErrors => {
  const { firstName = '', lastName = '' } = values
  const ssn = parseSsn(values.ssn ?? '')
  return onlyErrors({
    firstName: text(values, 'firstName', MAX_FULL_NAME),
    middleName: (values.middleName ?? '').trim().length > 40 && 'Use at most 40 characters',
    lastName: text(values, 'lastName', MAX_FULL_NAME) || fullNameProblem(firstName, lastName),
    birthDate: birthError(values, now),
    ssn: 'problem' in ssn && ssn.problem,
  })
}

/** The return address of letters. */
export const addressChecks = (values: FormValues): FieldErrors =>
  onlyErrors({
    streetAddress: text(values, 'streetAddress', 50),
    city: text(values, 'city', 40),
    state: !values.state && 'Choose a state',
    zip: !/^\d{5}(-\d{4})?$/.test((values.zip ?? '').trim()) && 'Enter a ZIP code, like 12345 or 12345-6789',
  })

/** The user's goal, and by when. */
export const goalChecks = (values: FormValues): FieldErrors =>
  onlyErrors({
    goal: !values.goal && 'Choose a goal',
    goalTargetPeriod: !values.goalTargetPeriod && 'Choose a time',
  })

/** The steps of registration, in order. */
export const stepNames = ['Contact', 'Identity', 'Address', 'Goal'] as const

/** The fields of each step, by the names that the server uses. */
const fieldsOfStep = [
  ['phoneNumber', 'smsCode', 'email'],
  ['firstName', 'middleName', 'lastName', 'birthDate', 'ssn'],
  ['streetAddress', 'city', 'state', 'zip'],
  ['goal', 'goalTargetPeriod', 'consents'],
] as const

/** The names of fields, for messages that do not make clear which field they are about. */
export const fieldNames: FormValues = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  streetAddress: 'Street address',
  city: 'City',
}

/** Error messages of the registration by step; messages about none of its fields are dropped. */
export const errorsByStep = (sentences: FieldErrors): readonly FieldErrors[] =>
  fieldsOfStep.map(fields =>
    Object.fromEntries(
      Object.entries(sentences).filter(([path]) => fields.some(field => field === path.split('.')[0])),
    ),
  )

type RegistrationBody = EndpointInput<(typeof identity)['register']>

const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  chosen: string | undefined,
): Choice | undefined => choices.find(choice => choice === chosen)

/**
 * The request body from the answers of all steps; null while a choice is missing. An unchecked consent is not given; one
 * that was not asked for is not answered.
 */
export const toRegistrationBody = (answers: FormValues, proof: PhoneProof): RegistrationBody | null => {
  const of = (name: string) => (answers[name] ?? '').trim()
  const state = oneOf(states, answers.state)
  const goal = oneOf(goals, answers.goal)
  const goalTargetPeriod = oneOf(goalPeriods, answers.goalTargetPeriod)
  if (!state || !goal || !goalTargetPeriod) return null
  return {
    phoneNumber: proof.phoneNumber,
    smsCode: proof.code,
    email: of('email'),
    firstName: of('firstName'),
    lastName: of('lastName'),
    ...(of('middleName') === '' ? {} : { middleName: of('middleName') }),
    birthDate: readBirthDate(answers),
    ssn: of('ssn'),
    streetAddress: of('streetAddress'),
    city: of('city'),
    state,
    zip: of('zip'),
    ...(answers.invitation !== undefined && { invitation: answers.invitation }),
    goal,
    goalTargetPeriod,
    consents: {
      ...(answers.reportAccess !== undefined && { reportAccess: answers.reportAccess === 'on' }),
      terms: answers.terms === 'on',
    },
  }
}

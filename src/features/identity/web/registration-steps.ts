import type { EndpointInput } from '#api/endpoint.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'
import type { identity } from '../contract.ts'
import { goalPeriods, goals, states } from '../profile-choices.ts'
import type { PhoneProof } from './proof.ts'
import { readBirthDate } from './registration-checks.ts'

/** The steps of registering, in order. */
export const stepNames = ['Contact', 'Identity', 'Address', 'Goal'] as const

/** The fields of each step, by the names that the server uses. */
const fieldsOfStep = [
  ['phoneNumber', 'smsCode', 'email'],
  ['firstName', 'middleName', 'lastName', 'birthDate', 'ssn'],
  ['streetAddress', 'city', 'state', 'zip'],
  ['goal', 'goalTargetPeriod', 'consents'],
] as const

/** What fields are called where a sentence alone would not say which one is meant. */
export const fieldNames: FormValues = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  streetAddress: 'Street address',
  city: 'City',
}

/** Sentences about the registration, sorted into its steps; those about none of its fields are left out. */
export const errorsByStep = (sentences: FieldErrors): readonly FieldErrors[] =>
  fieldsOfStep.map(fields =>
    Object.fromEntries(
      Object.entries(sentences).filter(([path]) => fields.some(field => field === path.split('.')[0])),
    ),
  )

export type RegistrationBody = EndpointInput<(typeof identity)['register']>

const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  chosen: string | undefined,
): Choice | undefined => choices.find(choice => choice === chosen)

/** What is sent, from the answers of all steps; null while a choice is missing. An unticked consent is not given. */
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
    goal,
    goalTargetPeriod,
    consents: {
      reportAccess: answers.reportAccess === 'on',
      terms: answers.terms === 'on',
    },
  }
}

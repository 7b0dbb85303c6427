import { dayIn } from '#values/dates.ts'
import type { Sentences, Values } from '#web/form.ts'
import { birthSentence, fullNameSentence, LONGEST_NAME, parseSsn } from '../personal-details.ts'
import { said } from './sign-in-checks.ts'

/** What registering asks beyond the phone, checked as the checks of signing in are. */

const text = (values: Values, name: string, max: number): string | false => {
  const length = (values[name] ?? '').trim().length
  return length === 0 ? 'Fill in this field' : length > max && `Use at most ${max} characters`
}

/** The three parts of a day as `MM/DD/YYYY`. */
export const birthDateOf = ({ birthMonth = '', birthDay = '', birthYear = '' }: Values): string =>
  `${birthMonth.trim().padStart(2, '0')}/${birthDay.trim().padStart(2, '0')}/${birthYear.trim()}`

const birthError = (values: Values, now: Date): string | null => {
  const date = birthDateOf(values)
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(date)) return 'Enter your birth date as MM/DD/YYYY'
  return birthSentence(
    `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`,
    dayIn('America/New_York', now),
  )
}

/** Name, birth date and Social Security number. */
export const identityChecks = (values: Values, now: Date): Sentences => {
  const { firstName = '', lastName = '' } = values
  const ssn = parseSsn(values.ssn ?? '')
  return said({
    firstName: text(values, 'firstName', LONGEST_NAME),
    middleName: (values.middleName ?? '').trim().length > 40 && 'Use at most 40 characters',
    lastName: text(values, 'lastName', LONGEST_NAME) || fullNameSentence(firstName, lastName),
    birthDate: birthError(values, now),
    ssn: 'problem' in ssn && ssn.problem,
  })
}

/** The address that letters are answered to. */
export const addressChecks = (values: Values): Sentences =>
  said({
    streetAddress: text(values, 'streetAddress', 50),
    city: text(values, 'city', 40),
    state: !values.state && 'Choose a state',
    zip: !/^\d{5}(-\d{4})?$/.test((values.zip ?? '').trim()) && 'Enter a ZIP code, like 12345 or 12345-6789',
  })

/** What the person works towards, and by when. */
export const goalChecks = (values: Values): Sentences =>
  said({
    goal: !values.goal && 'Choose a goal',
    goalTargetPeriod: !values.goalTargetPeriod && 'Choose a time',
  })

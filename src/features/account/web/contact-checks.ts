import type { InputOf } from '#api/endpoint.ts'
import { states } from '#features/identity/profile-choices.ts'
import type { Sentences, Values } from '#web/form.ts'
import type { account } from '../contract.ts'

/**
 * What the page can see is not right with contact details before it asks the server, in the server's own words, and how
 * the fields of the forms meet those of the call.
 */

const codeChecks =
  (name: string) =>
  (values: Values): Sentences =>
    /^\d{6}$/.test(digitsOf(values, name)) ? {} : { [name]: 'Enter the 6 digits of your code' }

/** The code that was typed or pasted, which a message may show as `123 456` or `123-456`. */
const digitsOf = (values: Values, name: string): string => (values[name] ?? '').replaceAll(/[\s-]/g, '')

/** Each code on the page has a field of its own name, since a field is found by it. */
export const smsCodeChecks = codeChecks('smsCode')
export const smsCodeOf = (values: Values): string => digitsOf(values, 'smsCode')
export const emailCodeChecks = codeChecks('emailCode')
export const emailCodeOf = (values: Values): string => digitsOf(values, 'emailCode')
export const appCodeChecks = codeChecks('appCode')
export const appCodeOf = (values: Values): string => digitsOf(values, 'appCode')

type Address = NonNullable<InputOf<typeof account.change>['address']>

/** The address as the call takes it; null while no state is chosen. */
export const addressOf = (values: Values): Address | null => {
  const of = (name: string) => (values[name] ?? '').trim()
  const state = states.find(one => one === values.state)
  if (!state) return null
  return { street: of('streetAddress'), city: of('city'), state, postal: of('zip') }
}

const fieldOfPath: Readonly<Record<string, string>> = {
  'address.street': 'streetAddress',
  'address.city': 'city',
  'address.state': 'state',
  'address.postal': 'zip',
}

/** Sentences about the call's paths under the form's field names. */
export const addressSentences = (fields: Sentences): Sentences =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, sentence]) => {
      const field = fieldOfPath[path]
      return field ? [[field, sentence]] : []
    }),
  )

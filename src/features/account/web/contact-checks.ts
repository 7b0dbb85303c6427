import type { EndpointInput } from '#api/endpoint.ts'
import { states } from '#features/identity/profile-choices.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'
import type { account } from '../contract.ts'

/**
 * What the page can see is not right with contact details before it asks the server, in the server's own words, and how
 * the fields of the forms meet those of the call.
 */

const codeChecks =
  (name: string) =>
  (values: FormValues): FieldErrors =>
    /^\d{6}$/.test(digitsOf(values, name)) ? {} : { [name]: 'Enter the 6 digits of your code' }

/** The code that was typed or pasted, which a message may show as `123 456` or `123-456`. */
const digitsOf = (values: FormValues, name: string): string => (values[name] ?? '').replaceAll(/[\s-]/g, '')

/** Each code on the page has a field of its own name, since a field is found by it. */
export const smsCodeChecks = codeChecks('smsCode')
export const readSmsCode = (values: FormValues): string => digitsOf(values, 'smsCode')
export const emailCodeChecks = codeChecks('emailCode')
export const readEmailCode = (values: FormValues): string => digitsOf(values, 'emailCode')
export const appCodeChecks = codeChecks('appCode')
export const readAppCode = (values: FormValues): string => digitsOf(values, 'appCode')

type Address = NonNullable<EndpointInput<typeof account.change>['address']>

/** The address as the call takes it; null while no state is chosen. */
export const readAddress = (values: FormValues): Address | null => {
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
export const addressErrors = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, sentence]) => {
      const field = fieldOfPath[path]
      return field ? [[field, sentence]] : []
    }),
  )

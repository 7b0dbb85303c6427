import { showPhone } from '#values/phone.ts'
import { ApiError } from '#web/api-error.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'

/**
 * Problems that the page can detect before calling the server, with the server's messages. The server checks all of it
 * again and more.
 */

/** Only the fields with an error message. */
export const onlyErrors = (found: Record<string, string | false | null>): FieldErrors =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** At least ten digits; the server checks whether the number exists. */
export const phoneChecks = ({ phoneNumber = '' }: FormValues): FieldErrors =>
  onlyErrors({
    phoneNumber:
      phoneNumber.trim() === ''
        ? 'Enter your mobile number'
        : phoneNumber.replaceAll(/\D/g, '').length < 10 && 'Enter a US mobile number',
  })

/** The code typed or pasted into a field; messages may show it as `123 456` or `123-456`. */
export const readCode = (values: FormValues, field = 'code'): string =>
  (values[field] ?? '').replaceAll(/[\s-]/g, '')

/** Six digits, in any grouping. */
export const codeChecks =
  (field = 'code') =>
  (values: FormValues): FieldErrors =>
    onlyErrors({ [field]: !/^\d{6}$/.test(readCode(values, field)) && 'Enter the 6 digits of your code' })

/** Something like an email address. */
export const emailChecks = ({ email = '' }: FormValues): FieldErrors =>
  onlyErrors({
    email:
      !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email.trim()) &&
      'Enter an email address, like name@example.com',
  })

const none: FieldErrors = {}
const read = new WeakMap<ApiError, FieldErrors>()

/**
 * The messages of a failed call that belong to fields: those the server named, otherwise the message at the field that
 * the error code is about. The same error returns the same object.
 */
export const fieldErrors = (
  error: unknown,
  fieldOfCode: Readonly<Record<string, string>> = {},
): FieldErrors => {
  if (!(error instanceof ApiError)) return none
  const field = fieldOfCode[error.code]
  const found =
    Object.keys(error.fields).length > 0 || field === undefined ? error.fields : { [field]: error.message }
  const known = read.get(error) ?? found
  read.set(error, known)
  return known
}

/** The messages of a failed call for the fields of its form, and the error itself if it is about none of them. */
export const splitFormError = (
  error: ApiError | null,
  fieldOfCode?: Readonly<Record<string, string>>,
): { refused: FieldErrors; otherError: ApiError | null } => {
  const refused = fieldErrors(error, fieldOfCode)
  return { refused, otherError: Object.keys(refused).length === 0 ? error : null }
}

/** A typed phone number, formatted as `(202) 555-0143` if it has ten digits. */
export const showTypedPhone = (typed: string): string => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? showPhone(`+1${digits}`) : typed.trim()
}

/** The error codes that request a second proof: of the authenticator app, or an emailed code. */
export type SecondProofDemand = 'totp_required' | 'second_proof_required'

/** Whether an error code requests a second proof. */
export const isSecondProofDemand = (code: string): code is SecondProofDemand =>
  code === 'totp_required' || code === 'second_proof_required'

import { showPhone } from '#values/phone.ts'
import { ApiError } from '#web/api-error.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'

/**
 * What the page can see is not right before it asks the server, in the server's own words. The server checks all of it
 * again and more.
 */

/** The sentences that were found, by field. */
export const onlyErrors = (found: Record<string, string | false | null>): FieldErrors =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Ten digits at least; whether the number exists the server says. */
export const phoneChecks = ({ phoneNumber = '' }: FormValues): FieldErrors =>
  onlyErrors({
    phoneNumber:
      phoneNumber.trim() === ''
        ? 'Enter your mobile number'
        : phoneNumber.replaceAll(/\D/g, '').length < 10 && 'Enter a US mobile number',
  })

/** The code typed or pasted into a field, which a message may show as `123 456` or `123-456`. */
export const readCode = (values: FormValues, field = 'code'): string =>
  (values[field] ?? '').replaceAll(/[\s-]/g, '')

/** Six digits, however they are grouped. */
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
 * The sentences of a failed call that belong to fields: those the server named, else the message under the field that
 * the error code is about. The same error gives the same object.
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

/** The sentences of a failed call for the fields of its form, and the error itself when it is about none of them. */
export const splitFormError = (
  error: ApiError | null,
  fieldOfCode?: Readonly<Record<string, string>>,
): { refused: FieldErrors; otherError: ApiError | null } => {
  const refused = fieldErrors(error, fieldOfCode)
  return { refused, otherError: Object.keys(refused).length === 0 ? error : null }
}

/** A phone number as typed, shown as `(202) 555-0143` when it has the digits of one. */
export const showTypedPhone = (typed: string): string => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? showPhone(`+1${digits}`) : typed.trim()
}

/** The refusals that ask for a second proof beside the code: of the authenticator app, or from the mailbox. */
export type SecondProofDemand = 'totp_required' | 'second_proof_required'

/** Whether a refusal asks for a second proof. */
export const isSecondProofDemand = (code: string): code is SecondProofDemand =>
  code === 'totp_required' || code === 'second_proof_required'

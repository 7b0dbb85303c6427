import { ApiError } from '#web/api-error.ts'
import type { FieldErrors } from '#web/form.ts'

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

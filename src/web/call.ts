import { ApiError } from './api-error.ts'
import type { ManifestEntry } from './endpoint-manifest.ts'
import { send } from './send.ts'

type Fields = Record<string, unknown>

/** Everything a call is given, in one object. */
export type CallInput = Fields & { onProgress?: (share: number) => void }

/** Puts the path's parameters in and takes them out of the fields. */
const fillPathParams = (path: string, fields: Fields): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })

const queryString = (fields: Fields): string => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? '' : `?${query}`
}

const formData = ({ file, ...fields }: Fields, uploadField: string): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (file instanceof File) form.append(uploadField, file)
  return form
}

/**
 * Keys of acts that have no answer, by what was asked: the same act asked again is recognised by the server and not done
 * twice. A second click comes before the screen can show that the first was heard, and an answer can be lost.
 */
const pendingIdempotencyKeys = new Map<string, string>()

/** What tells one act from another; a file is known by its name, size and last change. */
const requestFingerprint = (method: string, where: string, fields: Fields): string =>
  JSON.stringify([method, where, fields], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )

/**
 * Calls an endpoint. Parameters go into the path; the rest is the query of a GET or DELETE, else the JSON body, or
 * form fields beside an uploaded `file`, where one is given. Throws `ApiError`.
 */
export const call = async (
  [method, path, session, fallback = null, uploadField]: ManifestEntry,
  input: CallInput,
): Promise<unknown> => {
  const { onProgress, ...fields } = input
  const target = fillPathParams(path, fields)
  if (method === 'GET')
    return send(
      { method, headers: {}, body: undefined, fallbackMessage: fallback },
      target + queryString(fields),
      session,
    )

  const inQuery = method === 'DELETE'
  const asUpload = uploadField !== undefined && fields['file'] instanceof File
  const json = inQuery || asUpload ? undefined : JSON.stringify(fields)
  const body = asUpload ? formData(fields, uploadField) : json
  const where = inQuery ? target + queryString(fields) : target
  const act = requestFingerprint(method, where, fields)
  const key = pendingIdempotencyKeys.get(act) ?? crypto.randomUUID()
  pendingIdempotencyKeys.set(act, key)
  const headers: Record<string, string> = { 'Idempotency-Key': key }
  if (json !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const answer = await send(
      { method, headers, body, fallbackMessage: fallback, onProgress },
      where,
      session,
    )
    pendingIdempotencyKeys.delete(act)
    return answer
  } catch (error) {
    // Of what was not refused in so many words, nobody knows whether it was done.
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    if (refused) pendingIdempotencyKeys.delete(act)
    throw error
  }
}

import { ApiError } from './api-error.ts'
import type { ManifestEntry } from './endpoint-manifest.ts'
import { send } from './send.ts'

type Fields = Record<string, unknown>

export type CallInput = Fields & { onProgress?: (share: number) => void }

/** Moves the path's parameters out of the fields. */
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
 * Idempotency keys of calls without a response yet, by fingerprint. A second click or a retry after a lost response
 * sends the same key, so that the server does not act twice.
 */
const pendingIdempotencyKeys = new Map<string, string>()

/** Files are told apart by name, size and last change. */
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
    // Unless the server refused it, the action may have happened.
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    if (refused) pendingIdempotencyKeys.delete(act)
    throw error
  }
}

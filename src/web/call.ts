import type { Endpoint, EndpointInput, EndpointReply, Schema, Upload } from '#api/endpoint.ts'
import type { EndpointTable } from '#app/api/table.ts'
import { ApiError } from './api-error.ts'
import type { EndpointManifest, ManifestEntry, SignInManifest } from './endpoint-manifest.ts'
import { type StartedFetch, send } from './send.ts'

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
    // As in JSON.
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (file instanceof File) form.append(uploadField, file)
  return form
}

/**
 * Idempotency keys of calls without a response yet, by fingerprint. A second click or a retry after a lost response
 * sends the same key, so that the server does not act twice.
 */
const pendingIdempotencyKeys = new Map<string, string>()

/** Files are distinguished by name, size and modification time. */
const requestFingerprint = (method: string, where: string, fields: Fields): string =>
  JSON.stringify([method, where, fields], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )

/**
 * Calls an endpoint. Parameters go into the path; the rest is the query of a GET or DELETE, otherwise the JSON body, or
 * form fields with an uploaded `file`, if there is one. A GET may already have been `started`. Throws `ApiError`.
 */
export const call = async (
  [method, path, session, fallback = null, uploadField]: ManifestEntry,
  input: CallInput,
  started?: StartedFetch,
): Promise<unknown> => {
  const { onProgress, ...fields } = input
  const target = fillPathParams(path, fields)
  if (method === 'GET')
    return send(
      { method, headers: {}, body: undefined, fallbackMessage: fallback, started },
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

type Nothing = Record<never, never>

/** `onProgress` receives the uploaded fraction, 0 to 1. */
type UploadInput<E extends Endpoint> = E extends { upload: { fileOptional: true } }
  ? { file?: File }
  : E extends { upload: Upload }
    ? { file: File; onProgress?: (share: number) => void }
    : Nothing

/** Path parameters, query, body and file in one object; optional when none is required. */
type InputFor<E extends Endpoint> = Optional<EndpointInput<E> & UploadInput<E>>
type Optional<Input> = Nothing extends Input ? Input | void : Input

type ReplyFor<E extends Endpoint> = E['reply'] extends Schema ? EndpointReply<E> : Blob

/** One endpoint as a function. `key` names it in the cache. Throws `ApiError`. */
export type Call<Input, Reply> = {
  (input: Input): Promise<Reply>
  readonly key: readonly [area: string, name: string]
}

type CallOf<E> = E extends Endpoint ? Call<InputFor<E>, ReplyFor<E>> : never

type ClientOf<Manifest> = {
  readonly [A in keyof Manifest & keyof EndpointTable]: {
    readonly [N in keyof Manifest[A] & keyof EndpointTable[A]]: CallOf<EndpointTable[A][N]>
  }
}

/** Adds the types of the endpoint table to the build's data. The server checks its responses against them. */
export function createClient<Manifest extends EndpointManifest | SignInManifest>(
  table: Manifest,
): ClientOf<Manifest>
export function createClient(
  table: Record<string, Record<string, ManifestEntry>>,
): Record<string, Record<string, unknown>> {
  const areas = Object.entries(table).map(([area, calls]) => {
    const functions = Object.entries(calls).map(([name, wire]) => {
      const named = Object.assign((input: CallInput = {}) => call(wire, input), {
        key: [area, name] as const,
      })
      return [name, named] as const
    })
    return [area, Object.fromEntries(functions)] as const
  })
  return Object.fromEntries(areas)
}

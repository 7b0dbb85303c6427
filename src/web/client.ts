import { endpoints } from 'virtual:endpoints'
import type { Endpoint, InputOf, ReplyOf, Shape, Upload } from '#api/endpoint.ts'
import type { Table } from '#api/table.ts'
import { ApiError } from './api-error.ts'
import { send } from './send.ts'
import type { Endpoints, Wire } from './wire.ts'

type Nothing = Record<never, never>

/** A file to send; `onProgress` hears how much of it has gone, 0 to 1. */
type FileOf<E extends Endpoint> = E extends { upload: Upload }
  ? { file: File; onProgress?: (share: number) => void }
  : Nothing

/** What a call takes: path parameters, query, body and file in one object; left away when none of it is required. */
type Given<E extends Endpoint> = Optional<InputOf<E> & FileOf<E>>
type Optional<Input> = Nothing extends Input ? Input | void : Input

/** What a call gives: the reply's shape, or the file. */
type Gives<E extends Endpoint> = E['reply'] extends Shape ? ReplyOf<E> : Blob

/** One endpoint as a function. `key` names it in the cache. Throws `ApiError`. */
export type Call<Input, Reply> = {
  (input: Input): Promise<Reply>
  readonly key: readonly [area: string, name: string]
}

type CallOf<E> = E extends Endpoint ? Call<Given<E>, Gives<E>> : never

export type Client = {
  readonly [A in keyof Table]: { readonly [N in keyof Table[A]]: CallOf<Table[A][N]> }
}

type Fields = Record<string, unknown>

const withParams = (path: string, fields: Fields): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })

const asQuery = (fields: Fields): string => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? '' : `?${query}`
}

const asForm = (fields: Fields, uploadField: string): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) continue
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (fields.file instanceof File) form.append(uploadField, fields.file)
  return form
}

/**
 * Keys of acts whose answer was lost, by what was asked: the same act asked again is recognised by the server and not
 * done twice.
 */
const unansweredKeys = new Map<string, string>()

const call = async ([method, path, fallback, uploadField]: Wire, input: object): Promise<unknown> => {
  const { onProgress, ...fields }: Fields = { ...input }
  const target = withParams(path, fields)
  if (method === 'GET') {
    return send({ method, headers: {}, body: undefined, fallback }, target + asQuery(fields))
  }
  const body = uploadField === null ? JSON.stringify(fields) : asForm(fields, uploadField)
  const act = typeof body === 'string' ? `${method} ${target} ${body}` : ''
  const key = unansweredKeys.get(act) ?? crypto.randomUUID()
  unansweredKeys.delete(act)
  const headers: Record<string, string> = { 'Idempotency-Key': key }
  if (typeof body === 'string') headers['Content-Type'] = 'application/json'
  try {
    return await send(
      {
        method,
        headers,
        body,
        fallback,
        ...(typeof onProgress === 'function'
          ? { onProgress: (share: number) => void onProgress(share) }
          : {}),
      },
      target,
    )
  } catch (error) {
    if (act !== '' && error instanceof ApiError && error.status === 0) unansweredKeys.set(act, key)
    throw error
  }
}

/** The table's types meet the build's data here; what the server answers was checked against them on its way out. */
function clientOf(table: Endpoints): Client
function clientOf(table: Record<string, Record<string, Wire>>): Record<string, Record<string, unknown>> {
  const areas = Object.entries(table).map(([area, calls]) => {
    const functions = Object.entries(calls).map(([name, wire]) => {
      const named = Object.assign((input: object = {}) => call(wire, input), { key: [area, name] as const })
      return [name, named] as const
    })
    return [area, Object.fromEntries(functions)] as const
  })
  return Object.fromEntries(areas)
}

/** Every endpoint of the product: `client.<area>.<endpoint>(input)`. */
export const client = clientOf(endpoints)

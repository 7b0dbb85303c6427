import { endpoints } from 'virtual:endpoints'
import type { Endpoint, InputOf, ReplyOf, Shape, Upload } from '#api/endpoint.ts'
import type { Table } from '#app/api/table.ts'
import { type CallInput, call } from './call.ts'
import type { CalledByPage, Endpoints, Wire } from './wire.ts'

type Nothing = Record<never, never>

/** A file to send; `onProgress` hears how much of it has gone, 0 to 1. */
type FileOf<E extends Endpoint> = E extends { upload: { orBody: true } }
  ? { file?: File }
  : E extends { upload: Upload }
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
  readonly [A in keyof Table]: { readonly [N in CalledByPage<A>]: CallOf<Table[A][N]> }
}

/** The table's types meet the build's data here; what the server answers was checked against them on its way out. */
function clientOf(table: Endpoints): Client
function clientOf(table: Record<string, Record<string, Wire>>): Record<string, Record<string, unknown>> {
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

/** Every endpoint of the product: `client.<area>.<endpoint>(input)`. */
export const client = clientOf(endpoints)

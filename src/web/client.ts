import { endpoints } from 'virtual:endpoints'
import type { Endpoint, EndpointInput, EndpointReply, Schema, Upload } from '#api/endpoint.ts'
import type { EndpointTable } from '#app/api/table.ts'
import { type CallInput, call } from './call.ts'
import type { EndpointManifest, ManifestEntry, PageEndpointName } from './endpoint-manifest.ts'

type Nothing = Record<never, never>

/** `onProgress` gets the part that was uploaded, 0 to 1. */
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

export type Client = {
  readonly [A in keyof EndpointTable]: { readonly [N in PageEndpointName<A>]: CallOf<EndpointTable[A][N]> }
}

/** Gives the build's data the types of the endpoint table. The server checks its responses against them. */
function createClient(table: EndpointManifest): Client
function createClient(
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

/** Every endpoint of the product: `client.<area>.<endpoint>(input)`. */
export const client = createClient(endpoints)

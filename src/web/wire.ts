import type { Endpoint, Method } from '#api/endpoint.ts'
import type { Table } from '#app/api/table.ts'

/** The two sessions that one browser can hold: the user's, own or opened by a manager, and the manager's. */
export type Who = 'u' | 'm'

/**
 * Whose credential a call brings, `-` for none, then whose proof its answer may carry where that differs: signing in
 * brings none and gives the user's, opening a client account brings the manager's and gives the user's.
 */
export type Sides = Who | 'mu' | `-${Who}`

/**
 * What the page must know of one endpoint to call it: method, path, whose it is, words for an unexplained failure,
 * upload field.
 */
export type Wire = readonly [
  method: Method,
  path: string,
  sides: Sides,
  fallback?: string | null,
  uploadField?: string,
]

/** What others call and the page never does: webhooks, mail programs, documents that are no JSON. */
type OfOthers = { form: object } | { reply: 'raw' }

/** The names of an area that the page may call. */
export type CalledByPage<A extends keyof Table> = {
  [N in keyof Table[A]]: Table[A][N] extends OfOthers ? never : N
}[keyof Table[A]]

export type Endpoints = { readonly [A in keyof Table]: { readonly [N in CalledByPage<A>]: Wire } }

/** Whether the page may call an endpoint; the others would only make it larger. */
export const isCalledByPage = ({ form, reply }: Endpoint): boolean => form === undefined && reply !== 'raw'

/** Its answer holds a user's tokens. */
const beginsUserSession = ({ reply }: Endpoint) =>
  typeof reply === 'object' &&
  'shape' in reply &&
  reply.shape instanceof Object &&
  'accessToken' in reply.shape &&
  'user' in reply.shape

const sidesOf = (endpoint: Endpoint): Sides => {
  if (endpoint.who === 'user') return 'u'
  if (endpoint.who !== 'anyone') return beginsUserSession(endpoint) ? 'mu' : 'm'
  return endpoint.path.startsWith('/manager/') ? '-m' : '-u'
}

/** An endpoint's line as the page gets it; made at build, where the shapes are at hand. */
export const wireOf = (endpoint: Endpoint): Wire => {
  const { method, path, fallback, upload } = endpoint
  const sides = sidesOf(endpoint)
  if (upload) return [method, path, sides, fallback ?? null, upload.field]
  return fallback === undefined ? [method, path, sides] : [method, path, sides, fallback]
}

import type { Endpoint, Method } from '#api/endpoint.ts'
import type { EndpointTable } from '#app/api/table.ts'

/** The two sessions that one browser can hold: the user's, own or opened by a manager, and the manager's. */
export type SessionName = 'u' | 'm'

/**
 * Whose credential a call brings, `-` for none, then whose proof its answer may carry where that differs: signing in
 * brings none and gives the user's, opening a client account brings the manager's and gives the user's.
 */
export type SessionSides = SessionName | 'mu' | `-${SessionName}`

/**
 * What the page must know of one endpoint to call it: method, path, whose it is, words for an unexplained failure,
 * upload field.
 */
export type ManifestEntry = readonly [
  method: Method,
  path: string,
  sides: SessionSides,
  fallback?: string | null,
  uploadField?: string,
]

/** What others call and the page never does: webhooks, mail programs, documents that are no JSON. */
type NotForPage = { form: object } | { reply: 'raw' }

/** The names of an area that the page may call. */
export type PageEndpointName<A extends keyof EndpointTable> = {
  [N in keyof EndpointTable[A]]: EndpointTable[A][N] extends NotForPage ? never : N
}[keyof EndpointTable[A]]

export type EndpointManifest = {
  readonly [A in keyof EndpointTable]: { readonly [N in PageEndpointName<A>]: ManifestEntry }
}

/** Whether the page may call an endpoint; the others would only make it larger. */
export const isCalledByPage = ({ form, reply }: Endpoint): boolean => form === undefined && reply !== 'raw'

/** Its answer holds a user's tokens. */
const startsUserSession = ({ reply }: Endpoint) =>
  typeof reply === 'object' &&
  'shape' in reply &&
  reply.shape instanceof Object &&
  'accessToken' in reply.shape &&
  'user' in reply.shape

const sessionSides = (endpoint: Endpoint): SessionSides => {
  if (endpoint.auth === 'user') return 'u'
  if (endpoint.auth !== 'anyone') return startsUserSession(endpoint) ? 'mu' : 'm'
  return endpoint.path.startsWith('/manager/') ? '-m' : '-u'
}

/** An endpoint's line as the page gets it; made at build, where the shapes are at hand. */
export const manifestEntry = (endpoint: Endpoint): ManifestEntry => {
  const { method, path, fallback, upload } = endpoint
  const sides = sessionSides(endpoint)
  if (upload) return [method, path, sides, fallback ?? null, upload.field]
  return fallback === undefined ? [method, path, sides] : [method, path, sides, fallback]
}

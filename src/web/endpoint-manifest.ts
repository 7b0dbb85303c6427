import type { Endpoint, Method } from '#api/endpoint.ts'
import type { EndpointTable } from '#app/api/table.ts'

/** One browser can have both: a user's session, own or opened by a manager, and a manager's. */
export type SessionName = 'user' | 'manager'

/**
 * Which session's cookie a call sends (`u` user, `m` manager, `-` none) and, if it differs, whose CSRF token the response
 * may carry: signing in sends none and starts the user's, opening a client account sends the manager's and starts the
 * user's. Short, because the manifest is loaded before sign-in.
 */
export type SessionCode = 'u' | 'm' | 'mu' | '-' | '-u' | '-m'

/** What the page needs to know to call an endpoint. */
export type ManifestEntry = readonly [
  method: Method,
  path: string,
  session: SessionCode,
  fallbackMessage?: string | null,
  uploadField?: string,
]

/** Called by others only: mail programs, downloads that are not JSON, and webhooks, which have no message for people. */
type NotForPage = { form: object } | { reply: 'raw' }

export type PageEndpointName<A extends keyof EndpointTable> = {
  [N in keyof EndpointTable[A]]: EndpointTable[A][N] extends NotForPage
    ? never
    : EndpointTable[A][N] extends { fallback: string }
      ? N
      : never
}[keyof EndpointTable[A]]

export type EndpointManifest = {
  readonly [A in keyof EndpointTable]: { readonly [N in PageEndpointName<A>]: ManifestEntry }
}

/** The endpoints called by signing in, registering, signing out and the frame of every page. */
export const signInEndpoints = {
  identity: ['consentTexts', 'register', 'sendCode', 'signIn', 'signOut'],
  staff: ['signOut'],
  sandbox: ['state'],
} as const satisfies { readonly [A in keyof EndpointTable]?: readonly PageEndpointName<A>[] }

type SignInNames = typeof signInEndpoints
export type SignInManifest = {
  readonly [A in keyof SignInNames]: { readonly [N in SignInNames[A][number]]: ManifestEntry }
}

/** Endpoints that the page never calls are left out of its manifest. */
export const isCalledByPage = ({ auth, form, reply, fallback }: Endpoint): boolean =>
  // Without a role it is only for API keys.
  auth.length > 0 && form === undefined && reply !== 'raw' && fallback !== undefined

const sessionCode = ({ auth, session }: Endpoint): SessionCode => {
  const started = session && (session === 'user' ? 'u' : 'm')
  if (auth === 'anyone') return started ? `-${started}` : '-'
  if (auth === 'user') return 'u'
  return started === 'u' ? 'mu' : 'm'
}

/** Created at build time; the schemas stay on the server. */
export const manifestEntry = (endpoint: Endpoint): ManifestEntry => {
  const { method, path, fallback, upload } = endpoint
  const session = sessionCode(endpoint)
  if (upload) return [method, path, session, fallback ?? null, upload.field]
  return fallback === undefined ? [method, path, session] : [method, path, session, fallback]
}

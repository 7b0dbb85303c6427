import type { z } from 'zod'
import type { AuditEvent } from './audit-events.ts'
import type { ErrorCode } from './errors.ts'

/**
 * An endpoint as data. Input parsing, access checks, response validation, OpenAPI 3.1, the typed client,
 * query keys and the fallback error text all derive from it.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Staff roles. An auditor has read access only. */
export const managerRoles = ['agent', 'lead', 'admin', 'auditor'] as const
export type ManagerRole = (typeof managerRoles)[number]

/**
 * What an API key of the operator's own systems may do. A key may call only endpoints that name one of its scopes: none
 * of them opens a client's account, a report, a Social Security number or the text of a letter or note.
 */
export const apiScopes = [
  'clients:read',
  'clients:invite',
  'letters:read',
  'queue:read',
  'costs:read',
  'events:read',
  'events:resend',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** How long an API key may be valid, in days; null for a key that does not expire. */
export const keyLives = [30, 90, 365, null] as const

/** Who may call. It also determines which credential is read: the user's, the manager's or none. */
type EndpointAuth = 'anyone' | 'user' | 'manager' | readonly ManagerRole[]

/** Whether a manager impersonating a client may call: to read, to assist with a stated reason, or never. */
export type ImpersonationAccess = 'read' | 'assist' | 'never'

/** The named rate limits; their numbers are configuration (`platform/http/rate-limits.ts`). */
export type RateLimitName =
  | 'codes'
  | 'clientList'
  | 'signIn'
  | 'registration'
  | 'refresh'
  | 'planSwitch'
  | 'import'
  | 'dispute'
  | 'draft'
  | 'mail'
  | 'pdf'
  | 'caseFile'
  | 'upload'
  | 'question'
  | 'recording'
  | 'download'
  | 'thumbnail'
  | 'read'
  | 'report'
  | 'sensitive'
  | 'export'
  | 'managerSignIn'
  | 'clientOpening'
  | 'staffWrite'
  | 'refreshReports'
  | 'refreshReport'
  | 'advice'
  | 'tradelineRequest'
  | 'unsubscribe'

export type ObjectSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>
export type Schema = z.ZodType

/**
 * A multipart upload of one file together with the fields of `body`. `fileOptional`: the fields may also be sent without
 * a file, as JSON. `maxConcurrent`: uploads one person may have in progress; more are refused as `rate_limited` before
 * they are read.
 */
export type Upload = {
  field: string
  maxBytes: number
  accepts: string
  tooLarge: string
  fileOptional?: true
  maxConcurrent?: number
}

/** A URL-encoded form (`application/x-www-form-urlencoded`), parsed into the fields of `body`. */
export type Form = {
  maxBytes: number
  /** Also accepts `multipart/form-data`, whose content is ignored: only the POST itself matters. */
  acceptsMultipart?: true
}

/** A body passed on as raw bytes, because a signature covers the bytes. */
type RawBody = { maxBytes: number }

export type FileReply = { file: 'application/pdf' | 'image/jpeg' | 'application/zip' | 'text/csv' }

export type Endpoint = {
  method: Method
  path: `/${string}`
  auth: EndpointAuth
  /** An API key with this scope may also call it. */
  scope?: ApiScope
  /** The session a successful call starts or renews; the response carries its tokens and CSRF token. */
  session?: 'user' | 'manager'
  /**
   * Requires a sign-in within the last five minutes, and no sign-in by emailed code within the last day. For
   * changes of ownership and exports of the whole account.
   */
  requiresRecentLogin?: true
  /** Access while impersonating a client. GET defaults to 'read', everything else to 'never'. */
  impersonation?: ImpersonationAccess
  /**
   * Staff may call it for a client whose agreement on services is not in force: it is not a service of a credit repair
   * organization (15 U.S.C. 1679a(3)(A)).
   */
  beforeAgreement?: true
  params?: ObjectSchema
  query?: ObjectSchema
  body?: ObjectSchema
  upload?: Upload
  /** The body must be a form; all other endpoints refuse forms. */
  form?: Form
  /** The body is a provider's webhook, passed to the handler as bytes; there is no `body`. */
  rawBody?: RawBody
  /** 'raw': the handler writes the response itself (webhooks, cached bodies). */
  reply: Schema | FileReply | 'raw'
  /** Status of a successful response. Default 200, or 204 for a raw one. */
  status?: 200 | 201
  /** Errors of this endpoint's own rules; access, parsing and rate-limit errors are added automatically. */
  errors?: readonly ErrorCode[]
  /** Shown if an error has no message. */
  fallback?: string
  rateLimit?: RateLimitName
  /** Honors `Idempotency-Key`: the same key returns the first response again. */
  idempotent?: true
  /**
   * The audit event. A read is recorded before the response is sent; a change is recorded by its handler in
   * the same transaction.
   */
  audit?: AuditEvent
  /** Also served at the site root, not only below `/api/v1`. */
  atRoot?: true
  summary: string
}

/**
 * Whether our page or an API client calls this endpoint. Forms, signed webhooks and raw responses are for
 * mail programs, providers and browsers, which cannot send our headers.
 */
export const isClientEndpoint = ({ form, rawBody, reply }: Endpoint): boolean =>
  form === undefined && rawBody === undefined && reply !== 'raw'

export type EndpointGroup = Readonly<Record<string, Endpoint>>

/** Names the endpoints of one feature while keeping each one's exact type. */
export const defineEndpoints = <const A extends EndpointGroup>(endpoints: A): A => endpoints

type ParsedOutput<S> = S extends Schema ? z.output<S> : Record<never, never>
type ParsedInput<S> = S extends Schema ? z.input<S> : Record<never, never>

export type EndpointParams<E extends Endpoint> = ParsedOutput<E['params']>
export type EndpointQuery<E extends Endpoint> = ParsedOutput<E['query']>
export type EndpointBody<E extends Endpoint> = ParsedOutput<E['body']>

/** What a client passes: path parameters, query and body in one object. */
export type EndpointInput<E extends Endpoint> = ParsedInput<E['params']> &
  ParsedInput<E['query']> &
  ParsedInput<E['body']>

export type EndpointReply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : Uint8Array

/** Whether a manager impersonating a client may call this endpoint, and in which scope. */
export const impersonationAccess = (endpoint: Endpoint): ImpersonationAccess =>
  endpoint.impersonation ?? (endpoint.method === 'GET' ? 'read' : 'never')

/** Whether the call is a service that an impersonating manager may perform only under the client's agreement. */
export const needsAgreement = (endpoint: Endpoint): boolean =>
  endpoint.auth === 'user' && impersonationAccess(endpoint) === 'assist' && endpoint.beforeAgreement !== true

export const isFileReply = (reply: Endpoint['reply']): reply is FileReply =>
  typeof reply === 'object' && 'file' in reply

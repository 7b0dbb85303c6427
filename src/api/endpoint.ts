import type { z } from 'zod'
import type { AuditEvent } from './audit-events.ts'
import type { ErrorCode } from './errors.ts'

/**
 * How an endpoint is written down. From one line of this shape derive: input parsing, access, reply checking,
 * OpenAPI 3.1, the typed client, query keys and the words shown when a call fails without an explanation.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What staff may be. An auditor reads only. */
export const managerRoles = ['agent', 'lead', 'admin', 'auditor'] as const
export type ManagerRole = (typeof managerRoles)[number]

/** Who may call. It also says which credential is read: the user's, the manager's or none. */
export type EndpointAuth = 'anyone' | 'user' | 'manager' | readonly ManagerRole[]

/** Whether a client session opened by a manager may call: to read, with a reason given, or never. */
export type ImpersonationAccess = 'read' | 'assist' | 'never'

/** The named rate limits; their numbers are configuration (`server/requests/limits.ts`). */
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
 * A multipart upload of one file, with the fields of `body` beside it. `fileOptional`: the fields of `body` are also taken alone,
 * as JSON without a file. `atOnce`: how many of one person are taken in at the same moment; further ones are refused
 * `rate_limited` before they are read.
 */
export type Upload = {
  field: string
  maxBytes: number
  accepts: string
  tooLarge: string
  fileOptional?: true
  maxConcurrent?: number
}

/** A body in a form's own encoding (`application/x-www-form-urlencoded`), read into the fields of `body`. */
export type Form = {
  maxBytes: number
  /** `multipart/form-data` is taken too, with nothing read of it: what matters is that somebody posted. */
  acceptsMultipart?: true
}

/** A body that is handed over as its bytes came, of any type: a signature is over bytes, not over what is read of them. */
export type RawBody = { maxBytes: number }

export type FileReply = { file: 'application/pdf' | 'image/jpeg' | 'application/zip' }

export type Endpoint = {
  method: Method
  path: `/${string}`
  auth: EndpointAuth
  /** The session that a successful call starts or renews: its answer carries that session's tokens and CSRF proof. */
  session?: 'user' | 'manager'
  /**
   * Only within five minutes of signing in, and by a person not within a day of a sign-in that a mailed code proved: what
   * changes who the account belongs to, or carries it away.
   */
  requiresRecentLogin?: true
  /** In an opened client session; a GET defaults to 'read', all else to 'never'. */
  impersonation?: ImpersonationAccess
  params?: ObjectSchema
  query?: ObjectSchema
  body?: ObjectSchema
  upload?: Upload
  /** The body is a form and nothing else; every other endpoint refuses forms. */
  form?: Form
  /** The body is a provider's call, of which the handler receives the bytes; it has no `body`. */
  rawBody?: RawBody
  /** 'raw': the handler writes the answer itself (webhooks, bodies served ready-made from a cache). */
  reply: Schema | FileReply | 'raw'
  /** The status of a good answer; 200 unless said, 204 of a raw one. */
  status?: 200 | 201
  /** Refusals of this endpoint's own rules; those of access, parsing and limits are added by derivation. */
  errors: readonly ErrorCode[]
  /** Words for a failure that explains nothing itself (specification section 8). */
  fallback?: string
  rateLimit?: RateLimitName
  /** `Idempotency-Key` is honoured: the same key gives the first answer again. */
  idempotent?: true
  /**
   * What the audit trail calls this. A reading is noted before its answer goes out; a change by its handler, in the
   * change's own transaction (`call.note`).
   */
  audit?: AuditEvent
  /** Served at the site's root as well as below `/api/v1`. */
  atRoot?: true
  summary: string
}

/**
 * Whether our page or a client's program calls it. Forms, signed calls and raw answers are those of mail programs, providers
 * and browsers, which bring no header of ours.
 */
export const isClientEndpoint = ({ form, rawBody, reply }: Endpoint): boolean =>
  form === undefined && rawBody === undefined && reply !== 'raw'

export type EndpointGroup = Readonly<Record<string, Endpoint>>

/** Names the endpoints of one feature; keeps each line's own type. */
export const defineEndpoints = <const A extends EndpointGroup>(endpoints: A): A => endpoints

type ParsedOutput<S> = S extends Schema ? z.output<S> : Record<never, never>
type ParsedInput<S> = S extends Schema ? z.input<S> : Record<never, never>

/** What a handler receives of each part. */
export type EndpointParams<E extends Endpoint> = ParsedOutput<E['params']>
export type EndpointQuery<E extends Endpoint> = ParsedOutput<E['query']>
export type EndpointBody<E extends Endpoint> = ParsedOutput<E['body']>

/** What a caller gives: path parameters, query and body in one object. */
export type EndpointInput<E extends Endpoint> = ParsedInput<E['params']> &
  ParsedInput<E['query']> &
  ParsedInput<E['body']>

/** What a good answer holds, as the caller receives it. */
export type EndpointReply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : Uint8Array

/** Whether a manager in an opened client session may call this endpoint, and in which scope. */
export const impersonationAccess = (endpoint: Endpoint): ImpersonationAccess =>
  endpoint.impersonation ?? (endpoint.method === 'GET' ? 'read' : 'never')

/** Whether an endpoint answers with bytes and not with JSON. */
export const isFileReply = (reply: Endpoint['reply']): reply is FileReply =>
  typeof reply === 'object' && 'file' in reply

import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type {
  Endpoint,
  EndpointBody,
  EndpointGroup,
  EndpointParams,
  EndpointQuery,
  FileReply,
  Schema,
} from '#api/endpoint.ts'
import { AppError, type FieldErrors } from '#api/errors.ts'
import type { OutgoingEvent } from '#api/outgoing-events.ts'
import type { AuditDetails } from '../audit/audit-log.ts'
import type { Database } from '../db/database.ts'
import type { EndpointPrincipal, Principal } from './access.ts'

/** A file of an upload, whole in memory, within the endpoint's size. */
export type UploadedFile = { bytes: Buffer; name: string /** As declared by the sender. */; type: string }

/** The parts of the HTTP request and response that a few handlers need in addition to their input. */
export type HttpContext = {
  /** True for the web app, whose secrets travel in cookies. */
  web: boolean
  /** The caller's User-Agent; '' if absent. */
  userAgent: string
  /** The origin of the request: the caller's address as seen by the trusted proxies, the requested host, and more. */
  origin: () => { address: string; host: string; key: string | null; forwarded: boolean }
  /** A header of the request. */
  requestHeader: (header: string) => string | null
  cookie: (name: string) => string | null
  setCookie: (name: string, value: string, maxAgeSeconds: number | null) => void
  clearCookie: (name: string) => void
  header: (name: string, value: string) => void
}

/** What a handler receives: everything already parsed, the caller already authorized. */
export type RequestContext<E extends Endpoint> = {
  params: EndpointParams<E>
  query: EndpointQuery<E>
  body: EndpointBody<E>
  /** Null if the fields were sent as JSON without a file (`fileOptional`). */
  file: E['upload'] extends { fileOptional: true }
    ? UploadedFile | null
    : E['upload'] extends object
      ? UploadedFile
      : null
  /** The raw body, for an endpoint with `rawBody`. */
  rawBody: E['rawBody'] extends object ? Uint8Array : null
  principal: EndpointPrincipal<E>
  /**
   * Records the endpoint's audit event in the transaction of the change. For an unauthenticated caller, `about` names the
   * user or manager.
   */
  audit: (tx: Database, about?: AuditDetails) => Promise<void>
  idempotencyKey: string | null
  requestId: string
  now: Date
  http: HttpContext
}

/** A download with a file name. */
export type FileResponse = { name: string; bytes: Uint8Array | Readable }

/** A response that is already serialized, checked and gzipped. */
export class PreparedJson {
  readonly gzipped: Buffer
  constructor(gzipped: Buffer) {
    this.gzipped = gzipped
  }
}

/** A response that the handler writes completely (`reply: 'raw'`). */
export type RawResponse = { status: number; type: string; body: string }

type EndpointResponse<E extends Endpoint> = E['reply'] extends Schema
  ? z.input<E['reply']> | PreparedJson
  : E['reply'] extends FileReply
    ? FileResponse
    : RawResponse

/** Declared as a method, whose parameters are bivariant, so that every typed handler is assignable to the untyped one. */
type Handler<C, R> = { answer(call: C): Promise<R> }['answer']

/** One function per endpoint of an area; a missing one does not compile. */
export type Handlers<A extends EndpointGroup> = {
  readonly [K in keyof A]: Handler<RequestContext<A[K]>, EndpointResponse<A[K]>>
}

/** A request context before the types of its endpoint are known. */
type AnyRequestContext = Pick<
  RequestContext<Endpoint>,
  'audit' | 'idempotencyKey' | 'requestId' | 'now' | 'http'
> & {
  params: unknown
  query: unknown
  body: unknown
  file: UploadedFile | null
  rawBody: Uint8Array | null
  principal: Principal
}
export type AnyHandlers = Readonly<Record<string, Handler<AnyRequestContext, unknown>>>

/** The message for a field that is not in the contract. */
export const UNKNOWN_FIELD_MESSAGE = 'This field is not known here'

/** Zod's issues as messages by path, `items.0.bureaus`; one message per field. */
export const fieldErrors = (error: z.ZodError): FieldErrors => {
  const sentences: FieldErrors = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) sentences[[...issue.path, key].join('.')] ??= UNKNOWN_FIELD_MESSAGE
      continue
    }
    const path = issue.path.join('.')
    const plain = /^(Invalid|Too) /.test(issue.message) ? issueMessage(issue) : issue.message
    sentences[path === '' ? 'body' : path] ??= plain
  }
  return sentences
}

/** Readable names of JSON types. */
const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
}

/** Types that are "large" or "small"; all others are "long" or "short". */
const numeric: ReadonlySet<string> = new Set(['number', 'int'])

/** Messages for problems without a message in the contract. */
const issueMessage = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is missing'
  if (issue.code === 'invalid_type') return `This must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `This must be one of: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `This is too ${numeric.has(issue.origin) ? 'small' : 'short'}`
  if (issue.code === 'too_big') return `This is too ${numeric.has(issue.origin) ? 'large' : 'long'}`
  return 'This is not right'
}

/**
 * Parses one part of a request with the contract's schema, or refuses with messages by field. `first`: the first of them
 * is the message of the refusal.
 */
export const parseOrRefuse = <S extends Schema>(
  shape: S,
  value: unknown,
  { first = false }: { first?: boolean } = {},
): z.output<S> => {
  const parsed = shape.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const fields = fieldErrors(parsed.error)
  const [message] = Object.values(fields)
  throw new AppError('invalid_request', { fields, ...(first && message !== undefined ? { message } : {}) })
}

/** Queues an event for the operator's own systems, in the transaction of the change. */
export type EmitEvent = (tx: Database, event: OutgoingEvent) => Promise<void>

import { z } from 'zod'
import {
  apiScopes,
  type Endpoint,
  type EndpointGroup,
  impersonationAccess,
  isClientEndpoint,
  isFileReply,
  needsAgreement,
  type ObjectSchema,
} from './endpoint.ts'
import { agreementRefusals, defaultMessage, type ErrorCode, errorCodes, httpStatus } from './errors.ts'

/** OpenAPI 3.1, generated from the endpoint table. */

type Json = Record<string, unknown>

const toJsonSchema = (shape: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _version, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

const openApiPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

const openApiParameters = (shape: ObjectSchema | undefined, where: 'path' | 'query'): Json[] =>
  Object.entries(shape?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !field.safeParse(undefined).success,
    schema: toJsonSchema(field, 'input'),
  }))

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const entriesOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

const openApiRequestBody = ({ body, upload, form, rawBody }: Endpoint): Json => {
  if (rawBody) {
    const schema = { type: 'object', description: 'As the provider documents it' }
    return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  }
  if (upload) {
    const file = { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes` }
    const fields: Json = body ? toJsonSchema(body, 'input') : { type: 'object' }
    const schema = {
      ...fields,
      required: [upload.field, ...listOf(fields['required'])],
      properties: { ...entriesOf(fields['properties']), [upload.field]: file },
    }
    const alone =
      upload.fileOptional && body ? { 'application/json': { schema: toJsonSchema(body, 'input') } } : {}
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema }, ...alone } } }
  }
  return body
    ? {
        requestBody: {
          required: true,
          content: {
            [form ? 'application/x-www-form-urlencoded' : 'application/json']: {
              schema: toJsonSchema(body, 'input'),
            },
          },
        },
      }
    : {}
}

/** Every error an endpoint can return: its own and those of access checks, parsing and rate limits. */
export const endpointErrors = (endpoint: Endpoint): ErrorCode[] => {
  const unsafe = endpoint.method !== 'GET'
  const codes: (ErrorCode | false)[] = [
    ...(endpoint.errors ?? []),
    'invalid_request',
    endpoint.auth !== 'anyone' && 'no_session',
    endpoint.auth !== 'anyone' && 'not_allowed',
    endpoint.auth === 'user' && impersonationAccess(endpoint) === 'assist' && 'read_only',
    ...(needsAgreement(endpoint) ? agreementRefusals : []),
    endpoint.requiresRecentLogin === true && 'sign_in_again',
    endpoint.requiresRecentLogin === true && endpoint.auth === 'user' && 'account_cooldown',
    isClientEndpoint(endpoint) && 'shared_secret',
    unsafe && 'csrf',
    endpoint.params !== undefined && 'not_found',
    unsafe && 'too_large',
    unsafe && 'unsupported_type',
    endpoint.idempotent === true && 'idempotency_mismatch',
    endpoint.idempotent === true && 'conflict',
    'rate_limited',
    'unavailable',
    'internal',
  ]
  return errorCodes.filter(code => codes.includes(code))
}

const errorResponses = (endpoint: Endpoint): Json => {
  const byStatus = Map.groupBy(endpointErrors(endpoint), httpStatus)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map(code => `\`${code}\`: ${defaultMessage(code)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const successResponse = ({ reply, status }: Endpoint): Json => {
  const code = String(status ?? (reply === 'raw' ? 204 : 200))
  if (reply === 'raw') return { [code]: { description: 'Taken' } }
  const content = isFileReply(reply)
    ? { [reply.file]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: toJsonSchema(reply, 'output') } }
  return { [code]: { description: 'Good', content } }
}

const sharedSecretParameter: Json = {
  name: 'X-Shared-Secret',
  in: 'header',
  required: false,
  description: 'Required if the operator set API_SHARED_SECRET',
  schema: { type: 'string' },
}

/**
 * For schemes other than OAuth2 and OpenID Connect the list contains the required roles (OpenAPI 3.1, Security
 * Requirement).
 */
const openApiSecurity = ({ auth, scope }: Endpoint): Json[] => {
  if (auth === 'anyone') return []
  const sessions = auth.length === 0 ? [] : [{ bearer: [] }, { cookie: [] }]
  return scope === undefined ? sessions : [...sessions, { apiKey: [scope] }]
}

const openApiOperation = (areaName: string, name: string, endpoint: Endpoint): Json => ({
  operationId: `${areaName}.${name}`,
  tags: [areaName],
  summary: endpoint.summary,
  security: openApiSecurity(endpoint),
  parameters: [
    ...openApiParameters(endpoint.params, 'path'),
    ...openApiParameters(endpoint.query, 'query'),
    ...(isClientEndpoint(endpoint) ? [sharedSecretParameter] : []),
    ...(endpoint.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', maxLength: 256 },
          },
        ]
      : []),
  ],
  ...openApiRequestBody(endpoint),
  responses: { ...successResponse(endpoint), ...errorResponses(endpoint) },
  'x-opened-client-session': endpoint.auth === 'user' ? impersonationAccess(endpoint) : undefined,
})

const errorSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A message for people' },
    code: { type: 'string', enum: errorCodes },
    requestId: { type: 'string' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Messages by path in the body',
    },
  },
}

/**
 * zod writes each named schema (`.meta({ id })`) in `$defs` below every use; the document defines it once, in its
 * components. The input of a schema can differ from its output because of defaults; such a schema needs a separate name
 * for each.
 */
const shareNamedSchemas = (paths: Json) => {
  const schemas = new Map<string, unknown>([['Error', errorSchema]])
  const shared: unknown = JSON.parse(JSON.stringify(paths), (key, value: unknown) => {
    if (key === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/')
    if (key !== '$defs') return value
    for (const [name, schema] of Object.entries(entriesOf(value))) {
      if (schemas.has(name) && JSON.stringify(schemas.get(name)) !== JSON.stringify(schema))
        throw new Error(`Two different schemas are named ${name}`)
      schemas.set(name, schema)
    }
    return undefined
  })
  const byName = [...schemas].toSorted(([one], [other]) => one.localeCompare(other))
  return { paths: shared, schemas: Object.fromEntries(byName) }
}

/** `name` is the operator's name, as on every page. */
export const buildOpenApi = (
  table: Readonly<Record<string, EndpointGroup>>,
  { version, name }: { version: string; name: string },
) => {
  const paths: Record<string, Json> = {}
  for (const [areaName, area] of Object.entries(table)) {
    for (const [endpointName, endpoint] of Object.entries(area)) {
      const path = openApiPath(endpoint.path)
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: openApiOperation(areaName, endpointName, endpoint),
      }
    }
  }
  const { paths: sharedPaths, schemas } = shareNamedSchemas(paths)
  return {
    openapi: '3.1.1',
    info: { title: name, version, description: 'Watch and repair your credit.' },
    servers: [{ url: '/api/v1' }],
    paths: sharedPaths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key of the operator's own systems, made at /manager/integrations. Scopes: ${apiScopes.join(', ')}`,
        },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-cr_ua' },
      },
    },
  }
}

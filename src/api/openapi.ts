import { z } from 'zod'
import {
  type Area,
  type Endpoint,
  isCalledByClients,
  isFileReply,
  type ObjectShape,
  openedOf,
} from './endpoint.ts'
import { type ErrorCode, errorCodes, statusOf, wordsOf } from './errors.ts'

/** OpenAPI 3.1 from the endpoint table; nothing in it is written twice. */

type Json = Record<string, unknown>

const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _version, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

const pathOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

const parametersOf = (shape: ObjectShape | undefined, where: 'path' | 'query'): Json[] =>
  Object.entries(shape?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }))

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const entriesOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

const requestOf = ({ body, upload, form, signed }: Endpoint): Json => {
  if (signed) {
    const schema = { type: 'object', description: 'As the provider documents it' }
    return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  }
  if (upload) {
    const file = { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes` }
    const fields: Json = body ? schemaOf(body, 'input') : { type: 'object' }
    const schema = {
      ...fields,
      required: [upload.field, ...listOf(fields['required'])],
      properties: { ...entriesOf(fields['properties']), [upload.field]: file },
    }
    const alone = upload.orBody && body ? { 'application/json': { schema: schemaOf(body, 'input') } } : {}
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema }, ...alone } } }
  }
  return body
    ? {
        requestBody: {
          required: true,
          content: {
            [form ? 'application/x-www-form-urlencoded' : 'application/json']: {
              schema: schemaOf(body, 'input'),
            },
          },
        },
      }
    : {}
}

/** Every refusal an endpoint can give: its own, and those of access, parsing and limits. */
export const refusalsOf = (endpoint: Endpoint): ErrorCode[] => {
  const unsafe = endpoint.method !== 'GET'
  const codes: (ErrorCode | false)[] = [
    ...endpoint.refuses,
    (unsafe || endpoint.query !== undefined || endpoint.who !== 'anyone') && 'invalid_request',
    endpoint.who !== 'anyone' && 'no_session',
    endpoint.who !== 'anyone' && 'not_allowed',
    endpoint.who === 'user' && openedOf(endpoint) === 'assist' && 'read_only',
    endpoint.fresh === true && 'sign_in_again',
    endpoint.fresh === true && endpoint.who === 'user' && 'not_yet',
    isCalledByClients(endpoint) && 'shared_secret',
    unsafe && 'csrf',
    endpoint.params !== undefined && 'not_found',
    unsafe && 'too_large',
    unsafe && 'unsupported_type',
    endpoint.once === true && 'idempotency_mismatch',
    endpoint.once === true && 'conflict',
    'rate_limited',
    'unavailable',
    'internal',
  ]
  return errorCodes.filter(code => codes.includes(code))
}

const errorResponses = (endpoint: Endpoint): Json => {
  const byStatus = Map.groupBy(refusalsOf(endpoint), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map(code => `\`${code}\`: ${wordsOf(code)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const goodResponse = ({ reply, status }: Endpoint): Json => {
  const code = String(status ?? (reply === 'raw' ? 204 : 200))
  if (reply === 'raw') return { [code]: { description: 'Taken' } }
  const content = isFileReply(reply)
    ? { [reply.file]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(reply, 'output') } }
  return { [code]: { description: 'Good', content } }
}

const sharedSecretParameter: Json = {
  name: 'X-Shared-Secret',
  in: 'header',
  required: false,
  description: 'Asked for where the operator set API_SHARED_SECRET',
  schema: { type: 'string' },
}

const operationOf = (areaName: string, name: string, endpoint: Endpoint): Json => ({
  operationId: `${areaName}.${name}`,
  tags: [areaName],
  summary: endpoint.summary,
  security: endpoint.who === 'anyone' ? [] : [{ bearer: [] }, { cookie: [] }],
  parameters: [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(isCalledByClients(endpoint) ? [sharedSecretParameter] : []),
    ...(endpoint.once
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
  ...requestOf(endpoint),
  responses: { ...goodResponse(endpoint), ...errorResponses(endpoint) },
  'x-opened-client-session': endpoint.who === 'user' ? openedOf(endpoint) : undefined,
})

const errorSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A sentence for a person' },
    code: { type: 'string', enum: errorCodes },
    requestId: { type: 'string' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Sentences by path as in the body',
    },
  },
}

/** The document of a table of areas, as plain JSON. */
export const openApiOf = (table: Readonly<Record<string, Area>>, version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const [areaName, area] of Object.entries(table)) {
    for (const [name, endpoint] of Object.entries(area)) {
      const path = pathOf(endpoint.path)
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(areaName, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Fairfile', version, description: 'Watch and repair your credit.' },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-cr_ua' },
      },
    },
  }
}

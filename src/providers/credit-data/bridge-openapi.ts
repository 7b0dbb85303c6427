import { z } from 'zod'
import {
  BridgeNeeds,
  BridgeNoFile,
  BridgeParts,
  BridgePassed,
  BridgeRequest,
  BridgeStepFailed,
} from './bridge-contract.ts'

/** OpenAPI 3.1 of what a credit data bridge answers, generated from its contract. */

const schemas = { BridgeRequest, BridgeParts, BridgePassed, BridgeNoFile, BridgeNeeds, BridgeStepFailed }

/** As the sender may write it: unknown fields of a request are to be ignored, so that it can grow. */
const toJsonSchema = (shape: z.ZodType) => {
  const { $schema: _version, ...schema } = z.toJSONSchema(shape, { io: 'input' })
  return schema
}

const ref = (name: keyof typeof schemas) => ({ schema: { $ref: `#/components/schemas/${name}` } })
const json = (name: keyof typeof schemas) => ({ 'application/json': ref(name) })

const document = { schema: { type: 'string', description: 'The document as the data provider gave it' } }

const responses = {
  200: {
    description:
      'To a pull: the document of at most 10 MB, or one document per bureau as parts, no bureau twice. To an answer of an identity step: that it was right',
    content: {
      'application/xml': document,
      'text/plain': document,
      'application/json': {
        schema: {
          anyOf: [
            ref('BridgeParts').schema,
            ref('BridgePassed').schema,
            { description: 'The document, where it is JSON' },
          ],
        },
      },
    },
  },
  202: { description: 'Not ready; the same request comes again later' },
  400: { description: 'The request is no JSON, or not of this shape' },
  401: { description: 'The token is missing or wrong; never about one person' },
  403: { description: 'As 401' },
  404: { description: 'No bureau has a file for this person', content: json('BridgeNoFile') },
  409: { description: 'The user must pass this identity step first', content: json('BridgeNeeds') },
  422: { description: 'The user cannot pass the identity step now', content: json('BridgeStepFailed') },
  429: { description: 'Too many requests; comes again later' },
  '5XX': { description: 'A failure at the bridge or behind it; comes again later' },
}

export const buildBridgeOpenApi = () => ({
  openapi: '3.1.1',
  info: {
    title: 'Credit data bridge',
    version: '1',
    description:
      'What a bridge from Fairfile to a credit data provider answers. The guide is docs/guides/credit-data.md; `npm run credit-data:check` tests a bridge.',
  },
  servers: [{ url: 'https://bridge.example.com', description: 'With the path: CREDIT_DATA_URL' }],
  paths: {
    '/pull': {
      post: {
        operationId: 'pull',
        summary: 'Pulls a report, or asks or judges an identity step',
        description:
          'Answer within 45 seconds. The same request may come twice and must be safe. Redirects are not followed.',
        security: [{ bearer: [] }],
        requestBody: { required: true, content: json('BridgeRequest') },
        responses,
      },
    },
  },
  components: {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, shape]) => [name, toJsonSchema(shape)])),
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'CREDIT_DATA_TOKEN' } },
  },
})

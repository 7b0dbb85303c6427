import { z } from 'zod'
import { bureaus } from '#values/bureau.ts'
import { storageClasses } from './port.ts'

/**
 * The contract of a credit data bridge: the adapter parses responses with it, and credit-data-bridge.openapi.json is
 * generated from it. `npm run credit-data:check` tests a bridge through the adapter (docs/guides/credit-data.md).
 */

const Text = z.string().min(1).max(500)
const Id = z.string().min(1).max(200)

const Person = z.object({
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  birthDate: z.iso.date(),
  ssn: z.string().regex(/^\d{9}$/),
  address: z.object({
    street: z.string(),
    city: z.string(),
    state: z.string().regex(/^[A-Z]{2}$/),
    postal: z.string().regex(/^\d{5}(-\d{4})?$/),
  }),
})

const StepAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('code'), code: z.string() }),
  z.object({ type: z.literal('quiz'), choices: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('redirect') }),
])

/** `step` absent: a pull. `{}`: requests an identity step. With `ref`: the user's answer. */
export const BridgeRequest = z.object({
  requestedAt: z.iso.datetime(),
  userId: z.uuid(),
  bureaus: z.array(z.enum(bureaus)),
  person: Person,
  passedStep: Id.optional().meta({ description: 'The ref of the identity step that the user last passed' }),
  step: z.object({ ref: Id.optional(), answer: StepAnswer.optional() }).optional().meta({
    description:
      'Absent: pull the report. Empty: begin an identity step, and pull nothing. With ref and answer: judge the answer',
  }),
})

export const BridgeParts = z.strictObject({
  parts: z
    .array(
      z.strictObject({
        bureau: z.enum(bureaus),
        document: z.string().min(1).meta({ description: 'The bureau’s document, in any supported format' }),
        keep: z
          .enum(storageClasses)
          .optional()
          .meta({ description: 'What may be stored; document if absent' }),
      }),
    )
    .min(1)
    .max(bureaus.length)
    .refine(
      parts => new Set(parts.map(({ bureau }) => bureau)).size === parts.length,
      'names a bureau twice',
    ),
})

const Question = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('code'),
    sentTo: Text.meta({ description: 'Where the code was sent, masked: “the phone ending in 43”' }),
  }),
  z.object({
    type: z.literal('quiz'),
    questions: z
      .array(
        z.object({
          id: Id,
          text: Text,
          choices: z
            .array(z.object({ id: Id, text: Text }))
            .min(2)
            .max(10),
        }),
      )
      .min(1)
      .max(10),
  }),
  z.object({
    type: z.literal('redirect'),
    url: z
      .url({ protocol: /^https$/ })
      .meta({ description: 'The page that the user visits; they come back by themselves' }),
  }),
])

export const BridgeNeeds = z.object({
  code: z.literal('needs'),
  needs: z.object({ ref: Id, expiresAt: z.iso.datetime(), question: Question }),
})

export const BridgePassed = z.object({ code: z.literal('passed') })

export const BridgeStepFailed = z.object({
  code: z.literal('step_failed'),
  message: Text.meta({ description: 'Shown to the user; names no personal data' }),
})

export const BridgeNoFile = z.object({ code: z.literal('no_file') })

/** OpenAPI 3.1 of a credit data bridge, generated from its contract. */

const schemas = { BridgeRequest, BridgeParts, BridgePassed, BridgeNoFile, BridgeNeeds, BridgeStepFailed }

/** As input: unknown fields of a request must be ignored, so that it can be extended. */
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

import { z } from 'zod'
import { bureaus } from '#values/bureau.ts'
import { storageClasses } from './port.ts'

/**
 * The wire of a credit data bridge, once: the adapter reads answers by it, and credit-data-bridge.openapi.json is generated
 * from it. `npm run credit-data:check` tests a bridge through the adapter (docs/guides/credit-data.md).
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

/** `step` absent: a pull. `{}`: asks for an identity step. With `ref`: the user's answer. */
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

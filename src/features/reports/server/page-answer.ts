import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { formatNames, type ReportFormat } from '../formats.ts'

/**
 * The JSON parameters of the process that reads web pages, in addition to the file, and its JSON result, in addition to the
 * packed report. The result is validated like that of any process that reads untrusted files.
 */

const Limit = z.int().min(0)
const Words = z.string().max(2_000)

export const PageQuestion = z.strictObject({
  person: z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    ssnLastFour: z.string(),
    birthYear: z.string().exactOptional(),
    choice: z.int().exactOptional(),
  }),
  permitted: z.strictObject({ accounts: Limit, inquiries: Limit, publicRecords: Limit }),
})

const Format = z.custom<ReportFormat>(value => typeof value === 'string' && Object.hasOwn(formatNames, value))

const Subject = z.strictObject({
  name: Words.nullable(),
  ssnLastFour: Words.nullable(),
  chosen: z.literal(true).exactOptional(),
})

export const PageAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('report'),
    source: z.strictObject({
      format: Format,
      subject: Subject,
      parts: z
        .array(
          z.strictObject({
            bureau: Bureau,
            format: Format,
            subject: Subject,
            reportDate: Words.nullable(),
          }),
        )
        .max(10),
    }),
    partial: z.array(Bureau).max(10),
  }),
  z.strictObject({
    kind: z.literal('whichPerson'),
    people: z.array(z.strictObject({ name: Words, birthYear: Words.nullable() })).max(100),
  }),
  z.strictObject({ kind: z.enum(['tooLong', 'unreadable']), message: Words }),
  z.strictObject({
    kind: z.literal('noReport'),
    reason: z.enum(['pending', 'rejected', 'empty']),
    message: Words,
  }),
])

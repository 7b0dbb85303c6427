import { createHash } from 'node:crypto'
import type { LetterRequest, PostalAddress } from './port.ts'

const addressFields = (side: 'to' | 'from', address: PostalAddress): (readonly [string, string])[] => {
  const { name, line1, line2, city, state, zip } = address
  return [
    [`${side}[name]`, name],
    [`${side}[address_line1]`, line1],
    ...(line2 === null ? [] : [[`${side}[address_line2]`, line2] as const]),
    [`${side}[address_city]`, city],
    [`${side}[address_state]`, state],
    [`${side}[address_zip]`, zip],
    [`${side}[address_country]`, 'US'],
  ]
}

/**
 * Single-sided black and white, first class, with Lob's address page before ours, so that one PDF serves window
 * envelopes and Lob alike (lob-openapi 1.22.0, letters). `use_type` has no default, and `double_sided` defaults to
 * true. Metadata holds ids and nothing personal.
 */
const fieldsOf = ({
  to,
  from,
  mailJobId,
  generation,
  env,
  certified,
}: LetterRequest): (readonly [string, string])[] => [
  ...addressFields('to', to),
  ...addressFields('from', from),
  ['use_type', 'operational'],
  ['color', 'false'],
  ['double_sided', 'false'],
  ['address_placement', 'insert_blank_page'],
  ['mail_type', 'usps_first_class'],
  ...(certified ? [['extra_service', 'certified'] as const] : []),
  ['metadata[mail_job_id]', mailJobId],
  ['metadata[generation]', String(generation)],
  ['metadata[env]', env],
]

/**
 * A form whose boundary is a hash of its content: the same letter gives the same bytes on every attempt, as an
 * idempotency key demands, and the content cannot contain the boundary.
 */
export const encodeLetterForm = (request: LetterRequest): { body: Buffer<ArrayBuffer>; type: string } => {
  const fields = fieldsOf(request)
  const hash = createHash('sha256').update(JSON.stringify(fields)).update(request.pdf).digest('hex')
  const boundary = `fairfile-${hash}`
  const body = Buffer.concat([
    ...fields.map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="letter.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    request.pdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

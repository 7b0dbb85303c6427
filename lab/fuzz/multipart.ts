import fc from 'fast-check'
import { z } from 'zod'
import type { Upload } from '#api/endpoint.ts'
import { readUpload, requireFile } from '#platform/http/request-body.ts'
import { encodeMultipart, type FormPart } from '#test/support/files/multipart.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import type { Scenario } from '../scenario.ts'
import { openReadingServer } from './reading-server.ts'
import { amount, tryAll } from './trial.ts'

const upload: Upload = { field: 'file', maxBytes: 300, accepts: '.jpg', tooLarge: 'Too large.' }

const file = (bytes: number): FormPart => ({
  name: 'file',
  file: Buffer.alloc(bytes, 0x2d),
  type: 'image/jpeg',
  filename: 'IMG "1".jpg',
})
const field = (name: string, value: string): FormPart => ({ name, value })

const forms: readonly (readonly FormPart[])[] = [
  [field('documentName', 'Licence'), file(120)],
  [file(40), field('kind', 'government_id'), field('documentName', 'Rechnung für Strom 😀')],
  [field('documentName', 'Bill'), file(320)],
  [field('text', '--\r\n'.repeat(40)), file(0)],
  [field('only', 'a field')],
]

const Taken = z.strictObject({
  fields: z.record(z.string(), z.string().max(4_096)),
  bytes: z.number().max(upload.maxBytes),
})

type Sent = { payload: Buffer; type: string }

/** A form after some changes to its body, and sometimes to the header with its boundary. */
const changed: fc.Arbitrary<Sent> = fc.constantFrom(...forms).chain(parts => {
  const { payload, type } = encodeMultipart(parts, 'fuzz-7d1')
  const types = fc.oneof(
    { weight: 9, arbitrary: fc.constant(type) },
    { weight: 1, arbitrary: mutateBytes(Buffer.from(type)).map(bytes => bytes.toString('latin1')) },
  )
  return fc.record({
    payload: fc.oneof(
      { weight: 1, arbitrary: fc.constant(payload) },
      { weight: 19, arbitrary: mutateBytes(payload) },
    ),
    type: types,
  })
})

/** Reads uploads on a separate server, with all common request handling. */
export const multipart: Scenario = {
  what: 'the server cleanly accepts or refuses randomly changed forms with a file',
  options: amount,
  run: async (given, report) => {
    const http = await openReadingServer(given)
    http.post('/upload', request =>
      readUpload(request, upload).then(({ fields, file: came }) => ({
        fields,
        bytes: requireFile(came, upload).bytes.length,
      })),
    )
    const act = ({ payload, type }: Sent) =>
      http.inject({ method: 'POST', url: '/upload', payload, headers: { 'content-type': type } })
    await tryAll(given, report, {
      inputs: changed,
      act,
      judge: ({ statusCode, body }) => {
        if (statusCode === 200) Taken.parse(JSON.parse(body))
        else if (![400, 413, 415].includes(statusCode)) throw new Error(`answered ${statusCode}: ${body}`)
        return `answered ${statusCode}`
      },
      shown: ({ payload, type }) => `${type}\n${payload.toString('latin1')}`,
    })
  },
}

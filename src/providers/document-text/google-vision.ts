import { z } from 'zod'
import { ProviderFailure } from '../failure.ts'
import { type FetchBytes, httpCall, tryParseJson } from '../http-call.ts'
import { isConfidential } from '../public-address.ts'
import type { DocumentText } from './port.ts'

/**
 * Google Cloud Vision, `POST /v1/images:annotate` with `DOCUMENT_TEXT_DETECTION` (cloud.google.com/vision/docs/request,
 * cloud.google.com/vision/docs/ocr). The key is sent in a header, which URL logs do not contain. `baseUrl` ends before `/v1`.
 */
type VisionAccount = { baseUrl: URL; apiKey: string; call?: FetchBytes }

const READ_MS = 30_000
/** Every word has its position, so a response is far longer than its text. */
const MAX_BYTES = 16 * 1024 * 1024

const Answer = z.object({
  responses: z
    .array(
      z.object({
        fullTextAnnotation: z.object({ text: z.string().max(200_000) }).optional(),
        error: z.object({ code: z.number().optional() }).optional(),
      }),
    )
    .length(1),
})

const failure = (words: string, retryable: boolean, code: string): ProviderFailure =>
  new ProviderFailure('document-text', words, retryable, { code: `document_text_${code}` })

/** Calls the service over https, or http on this machine. Throws for any other URL. */
export const googleVision = ({ baseUrl, apiKey, call = httpCall }: VisionAccount): DocumentText => {
  if (!isConfidential(baseUrl)) throw new Error('pictures are sent over https only')
  return {
    readLines: async jpeg => {
      const image = { content: Buffer.from(jpeg).toString('base64') }
      const outcome = await call({
        method: 'POST',
        url: new URL(`${baseUrl.href.replace(/\/$/, '')}/v1/images:annotate`),
        headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ requests: [{ image, features: [{ type: 'DOCUMENT_TEXT_DETECTION' }] }] }),
        timeoutMs: READ_MS,
        maxBytes: MAX_BYTES,
      })
      if (outcome.kind !== 'answer') throw failure('The service could not be reached.', true, outcome.kind)
      const { status, text } = outcome
      if (status === 429) throw failure('The service is too busy to answer.', true, '429')
      if (status === 408 || status >= 500)
        throw failure('The service could not answer.', true, String(status))
      if (status !== 200) throw failure('The service refused the request.', false, String(status))
      const [answer] = Answer.safeParse(tryParseJson(text)).data?.responses ?? []
      if (answer === undefined)
        throw failure('The service answered something unreadable.', true, 'unreadable')
      // The service's own error text is not passed on.
      if (answer.error !== undefined)
        throw failure('The service could not read the picture.', false, 'picture')
      return (answer.fullTextAnnotation?.text ?? '').split('\n').filter(line => line.trim() !== '')
    },
  }
}

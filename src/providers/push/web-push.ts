import webPush from 'web-push'
import { ProviderFailure } from '../failure.ts'
import type { FetchBytes } from '../http-call.ts'
import { isPushAddress, type Push } from './port.ts'

export type VapidSettings = {
  publicKey: string
  privateKey: string
  /** The contact for push services: `mailto:` or https. */
  subject: string
  hosts: readonly string[]
}

/** After this a push service drops undelivered messages. */
const LIFE_SECONDS = 3 * 24 * 60 * 60
const TIMEOUT_MS = 10_000
const MAX_BYTES = 16 * 1024

/** Web push with VAPID (RFC 8292) and an encrypted text (RFC 8291). */
export const vapidPush = ({ hosts, call, ...vapidDetails }: VapidSettings & { call: FetchBytes }): Push => {
  // Throws at startup if the keys are not a pair.
  webPush.setVapidDetails(vapidDetails.subject, vapidDetails.publicKey, vapidDetails.privateKey)
  return {
    publicKey: vapidDetails.publicKey,
    hosts,
    send: async ({ endpoint, ...keys }, text) => {
      if (!isPushAddress(endpoint, hosts)) return 'gone'
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
        vapidDetails,
        TTL: LIFE_SECONDS,
        // Undelivered messages are replaced, because all have the same text.
        topic: 'news',
        contentEncoding: 'aes128gcm',
      })
      const { 'Content-Length': _counted, ...sent } = headers
      const answer = await call({
        method: 'POST',
        url: new URL(endpoint),
        headers: sent,
        body: Buffer.from(body),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      })
      if (answer.kind !== 'answer')
        throw new ProviderFailure('push', 'The push service did not answer.', true, {
          outcomeUnknown: answer.kind === 'lost',
        })
      const { status } = answer
      if (status === 404 || status === 410) return 'gone'
      if (status >= 200 && status < 300) return 'sent'
      const retryable = status === 429 || status >= 500
      throw new ProviderFailure('push', 'The push service refused the notice.', retryable, {
        code: `push_${status}`,
      })
    },
  }
}

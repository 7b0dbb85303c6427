import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReadIncomingText } from './port.ts'

/**
 * What Twilio signs: the address it calls, then every field's name and value in the order of the names, with HMAC-SHA1
 * and the account's auth token (twilio.com/docs/usage/webhooks/webhooks-security). The protocol fixes the SHA-1.
 */
export const twilioSignature = (
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string => {
  const named = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha1', authToken)
    .update(url + named.map(([name, value]) => name + value).join(''))
    .digest('base64')
}

const same = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Reads Twilio's calls to `url`, the public address of our webhook. `OptOutType` is there when Twilio replied itself. */
export const twilioTexts =
  ({ authToken, url }: { authToken: string; url: string }): ReadIncomingText =>
  (fields, signature) => {
    if (signature === null || !same(signature, twilioSignature(authToken, url, fields))) return null
    return { from: fields.From ?? '', body: fields.Body ?? '', answered: fields.OptOutType !== undefined }
  }

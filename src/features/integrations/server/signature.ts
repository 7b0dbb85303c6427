import { createHmac, randomBytes } from 'node:crypto'

/** Signatures of outgoing events by Standard Webhooks 1.0.0, symmetric scheme (standardwebhooks.com). */

const PREFIX = 'whsec_'

/** 32 random bytes in the standard's encoding (it allows 24 to 64). */
export const createSigningSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

type Message = { id: string; at: Date; body: string }

const signatureOf = (secret: string, { id, at, body }: Message): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signed = `${id}.${Math.floor(at.getTime() / 1_000)}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

/** The headers of a message. `at` is the time of the attempt; each secret adds one signature. */
export const signatureHeaders = (secrets: readonly string[], message: Message): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(Math.floor(message.at.getTime() / 1_000)),
  'webhook-signature': secrets.map(secret => signatureOf(secret, message)).join(' '),
})

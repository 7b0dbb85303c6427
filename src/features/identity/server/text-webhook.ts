import type { Endpoint } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { RawResponse, RequestContext } from '#platform/http/handler.ts'
import type { ReadIncomingText } from '#providers/sms/port.ts'
import { helpText, parseKeyword } from '../text-replies.ts'
import { withdrawConsent } from './consents.ts'
import { findUserIdByPhone } from './store.ts'

export type TextWebhookDeps = {
  db: Database
  keyring: Keyring
  /** Null while no provider takes texts for us. */
  readText: ReadIncomingText | null
  support: { email: string; phone: string | null }
}

type Taken = Pick<RequestContext<Endpoint>, 'now' | 'audit'> & {
  fields: Readonly<Record<string, string>>
  signature: string | null
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A reply in TwiML; without a text no message is sent. */
const twiml = (text: string | null): RawResponse => {
  const message =
    text === null ? '' : `<Message>${text.replaceAll(/[&<>]/g, sign => escapes[sign] ?? '')}</Message>`
  const body = `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
  return { status: 200, type: 'text/xml; charset=utf-8', body }
}

/**
 * Handles a text to our number. STOP withdraws the consent to texts; HELP is answered, unless the provider did so. Refuses `unavailable` without a provider and `not_allowed` when the call is not the provider's.
 */
export const receiveText = async (
  { db, keyring, readText, support }: TextWebhookDeps,
  { fields, signature, now, audit }: Taken,
): Promise<RawResponse> => {
  if (readText === null) throw new AppError('unavailable')
  const text = readText(fields, signature)
  if (text === null) throw new AppError('not_allowed')
  const keyword = parseKeyword(text.body)
  if (keyword === 'stop') {
    const userId = await findUserIdByPhone(db, keyring, text.from)
    if (userId !== null)
      await db.transaction(async tx => {
        if (await withdrawConsent(tx, userId, 'sms', now)) await audit(tx, { userId })
      })
  }
  return twiml(keyword === 'help' && !text.answered ? helpText(support) : null)
}

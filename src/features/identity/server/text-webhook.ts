import type { Endpoint } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Call, RawAnswer } from '#platform/http/answer.ts'
import type { ReadIncomingText } from '#providers/sms/port.ts'
import { helpText, wishOf } from '../text-replies.ts'
import { withdrawConsent } from './consents.ts'
import { userIdByPhone } from './store.ts'

export type TextWebhookDeps = {
  db: Database
  vault: Vault
  /** Null while no provider takes texts for us. */
  readText: ReadIncomingText | null
  support: { email: string; phone: string | null }
}

type Taken = Pick<Call<Endpoint>, 'now' | 'note'> & {
  fields: Readonly<Record<string, string>>
  signature: string | null
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** An answer in TwiML; without a text nobody is texted. */
const twiml = (text: string | null): RawAnswer => {
  const message =
    text === null ? '' : `<Message>${text.replaceAll(/[&<>]/g, sign => escapes[sign] ?? '')}</Message>`
  const body = `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
  return { status: 200, type: 'text/xml; charset=utf-8', body }
}

/**
 * Takes what a person texted to our number. STOP withdraws the consent to texts; HELP is answered, unless the provider did
 * so itself. Refuses `unavailable` without a provider and `not_allowed` when the call is not the provider's.
 */
export const takeText = async (
  { db, vault, readText, support }: TextWebhookDeps,
  { fields, signature, now, note }: Taken,
): Promise<RawAnswer> => {
  if (readText === null) throw new Refusal('unavailable')
  const text = readText(fields, signature)
  if (text === null) throw new Refusal('not_allowed')
  const wish = wishOf(text.body)
  if (wish === 'stop') {
    const userId = await userIdByPhone(db, vault, text.from)
    if (userId !== null)
      await db.transaction(async tx => {
        if (await withdrawConsent(tx, userId, 'sms', now)) await note(tx, { userId })
      })
  }
  return twiml(wish === 'help' && !text.answered ? helpText(support) : null)
}

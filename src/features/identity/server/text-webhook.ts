import { eq } from 'drizzle-orm'
import type { Endpoint } from '#api/endpoint.ts'
import { AppError, NotOffered } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { RawResponse, RequestContext } from '#platform/http/handler.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { ProviderFailure } from '#providers/failure.ts'
import type { ReadIncomingText, ReadTextDelivery } from '#providers/sms/port.ts'
import type { AgreementTexts } from './agreements.ts'
import { withdrawConsent } from './consents.ts'
import { findUserIdByPhone } from './store.ts'
import { codeChallenges } from './tables.ts'

/**
 * Replies to our texts. The stop words are those of 47 CFR 64.1200(a)(10) and those that carriers recognize (CTIA
 * Messaging Principles and Best Practices, section 5.1.3).
 */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const helpWords = ['HELP', 'INFO']

/** Recognizes a text that consists of one keyword, ignoring case, spacing and punctuation; null if it is neither. */
export const parseKeyword = (text: string): 'stop' | 'help' | null => {
  const word = text.toUpperCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
  if (stopWords.includes(word)) return 'stop'
  return helpWords.includes(word) ? 'help' : null
}

/** The answer to HELP: who sends texts, how to get help, and how to stop. */
export const helpText = (support: { name: string; email: string; phone: string | null }): string => {
  const contact = support.phone === null ? support.email : `${support.email} or ${support.phone}`
  return `${support.name} sign-in codes and notices. Help: ${contact}. Message and data rates may apply. Reply STOP to stop.`
}

/** Reads a report on a text, and explains its stored error number to the user. */
export type TextDeliveries = { read: ReadTextDelivery; explain: (code: number) => ProviderFailure }

export type TextWebhookDeps = {
  db: Database
  keyring: Keyring
  agreementTexts: AgreementTexts
  /** Null if no provider receives texts for us. */
  readText: ReadIncomingText | null
  /** Null if no provider reports whether its texts arrive. */
  deliveries: TextDeliveries | null
  log: Log
  support: { name: string; email: string; phone: string | null }
}

type Taken = Pick<RequestContext<Endpoint>, 'now' | 'audit'> & {
  fields: Readonly<Record<string, string>>
  signature: string | null
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A TwiML response; without a text no message is sent. */
const twiml = (text: string | null): RawResponse => {
  const message =
    text === null ? '' : `<Message>${text.replaceAll(/[&<>]/g, sign => escapes[sign] ?? '')}</Message>`
  const body = `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
  return { status: 200, type: 'text/xml; charset=utf-8', body }
}

/**
 * Handles a text to our number. STOP withdraws the consents to texts; HELP is answered, unless the provider has done so.
 * Throws `unavailable` without a provider and `not_allowed` if the call is not the provider's.
 */
export const receiveText = async (
  { db, keyring, readText, support, agreementTexts }: TextWebhookDeps,
  { fields, signature, now, audit }: Taken,
): Promise<RawResponse> => {
  if (readText === null) throw new NotOffered()
  const text = readText(fields, signature)
  if (text === null) throw new AppError('not_allowed')
  const keyword = parseKeyword(text.body)
  if (keyword === 'stop') {
    const userId = await findUserIdByPhone(db, keyring, text.from)
    if (userId !== null)
      await db.transaction(async tx => {
        let withdrawn = false
        for (const kind of ['sms', 'letterTexts'] as const)
          if (await withdrawConsent(tx, agreementTexts, userId, kind, now)) withdrawn = true
        if (withdrawn) await audit(tx, { userId })
      })
  }
  return twiml(keyword === 'help' && !text.answered ? helpText(support) : null)
}

/**
 * Handles a report on a text: a code that did not arrive is marked, so that the next request for one can say so. Throws
 * `unavailable` and `not_allowed` like `receiveText`.
 */
export const receiveDelivery = async (
  { db, deliveries, log }: TextWebhookDeps,
  {
    reference,
    fields,
    signature,
  }: { reference: string | null; fields: Readonly<Record<string, string>>; signature: string | null },
): Promise<RawResponse> => {
  if (deliveries === null) throw new NotOffered()
  const delivery = deliveries.read(reference, fields, signature)
  if (delivery.kind === 'not_proven') throw new AppError('not_allowed')
  if (delivery.kind === 'refused' || delivery.kind === 'failed') {
    const { code } = delivery
    log.warn('a text did not arrive', { error: deliveries.explain(code) })
    if (reference !== null)
      await db.update(codeChallenges).set({ undelivered: code }).where(eq(codeChallenges.id, reference))
  }
  return { status: 204, type: 'text/plain', body: '' }
}

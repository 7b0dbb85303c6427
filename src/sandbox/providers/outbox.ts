import { type Email, wouldBreakHeader } from '#providers/email/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { optedOutMessage, type Sms, unconfirmedMessage } from '#providers/sms/port.ts'

/** Where sandbox adapters store what would have been sent. */
export type Outbox = {
  put: (item: {
    channel: 'sms' | 'email' | 'letter'
    to: string
    /** Empty for a text. */
    subject: string
    body: string
    /** Whom it concerns: it is erased with that user, no matter who received it. */
    userId?: string | null
  }) => Promise<void>
}

/** Email that stays on this machine. An address that begins with `bounce` is permanently refused. */
export const sandboxEmail = (outbox: Outbox): Email => ({
  sandbox: true,
  send: async ({ to, subject, text, messageId, unsubscribeUrl = '', userId = null }) => {
    if ([to, subject, messageId, unsubscribeUrl].some(wouldBreakHeader))
      throw new ProviderFailure('email', 'The email has a line break where none may be.', false)
    if (to.startsWith('bounce'))
      throw new ProviderFailure('email', 'The mail server does not know this address.', false)
    await outbox.put({ channel: 'email', to, subject, body: text, userId })
  },
})

/**
 * Texts that stay on this machine. So that failures can be seen, a number ending in 0199 is refused, one ending in
 * 0198 receives its text while the confirmation is lost, and one ending in 0197 has asked not to be texted.
 */
export const sandboxSms = (outbox: Outbox): Sms => ({
  sandbox: true,
  send: async ({ to, body, userId = null }) => {
    if (to.endsWith('0199')) throw new ProviderFailure('sms', 'The carrier did not take the message.', true)
    if (to.endsWith('0197')) throw new ProviderFailure('sms', optedOutMessage, false, { reason: 'recipient' })
    await outbox.put({ channel: 'sms', to, subject: '', body, userId })
    if (to.endsWith('0198'))
      throw new ProviderFailure('sms', unconfirmedMessage, true, { outcomeUnknown: true })
  },
})

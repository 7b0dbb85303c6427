import { type Email, wouldBreakHeader } from '#providers/email/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Outbox } from './outbox.ts'

/** E-mail that stays on this machine. An address that begins with `bounce` is refused for good. */
export const sandboxEmail = (outbox: Outbox): Email => ({
  sandbox: true,
  send: async ({ to, subject, text, messageId, unsubscribeUrl = '', userId = null }) => {
    if ([to, subject, messageId, unsubscribeUrl].some(wouldBreakHeader))
      throw new ProviderFailure('email', 'The e-mail has a line break where none may be.', false)
    if (to.startsWith('bounce'))
      throw new ProviderFailure('email', 'The mail server does not know this address.', false)
    await outbox.put({ channel: 'email', to, subject, body: text, userId })
  },
})

import { ProviderFailure } from '#providers/failure.ts'
import { optedOutMessage, type Sms, unconfirmedMessage } from '#providers/sms/port.ts'

import type { Outbox } from './outbox.ts'

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

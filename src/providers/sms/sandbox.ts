import { ProviderFailure } from '../failure.ts'
import type { Outbox } from '../outbox.ts'
import type { Sms } from './port.ts'

/** Texts that stay on this machine. A number ending in 0199 fails, so that the failure can be seen. */
export const sandboxSms = (outbox: Outbox): Sms => ({
  sandbox: true,
  send: async ({ to, body }) => {
    if (to.endsWith('0199')) throw new ProviderFailure('sms', 'The carrier did not take the message.', true)
    await outbox.put({ channel: 'sms', to, subject: 'Text message', body })
  },
})

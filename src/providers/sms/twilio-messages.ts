import { z } from 'zod'
import type { Sms } from './port.ts'
import { postToTwilio, type TwilioAccount, twilioUrl } from './twilio-call.ts'
import { toSendFailure } from './twilio-translate.ts'

/** Seconds after which a text that still waits is not delivered any more: a code is over by then. */
const VALID_SECONDS = '300'

const Message = z.object({
  sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/i),
  status: z.string(),
  error_code: z.number().int().nullish(),
})

const notGoingOut = ['failed', 'undelivered', 'canceled']

/** Texts by Twilio's Messages resource. It has no way to say "once", so nothing is ever sent again by itself. */
export const twilioMessages = (account: TwilioAccount & { from: string; baseUrl: URL }): Sms => {
  const url = twilioUrl(account.baseUrl, `/2010-04-01/Accounts/${account.accountSid}/Messages.json`)
  return {
    sandbox: false,
    send: async ({ to, body }) => {
      const form = { To: to, From: account.from, Body: body, ValidityPeriod: VALID_SECONDS }
      const outcome = await postToTwilio(account, url, form, Message)
      if (outcome.kind !== 'done') throw toSendFailure(outcome)
      const { status, error_code: code } = outcome.answer
      if (notGoingOut.includes(status))
        throw toSendFailure({ kind: 'refused', status: 400, code: code ?? null })
    },
  }
}

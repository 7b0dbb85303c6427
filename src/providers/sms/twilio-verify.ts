import { z } from 'zod'
import type { CodeService } from './port.ts'
import { postToTwilio, type TwilioAccount, twilioUrl } from './twilio-call.ts'
import { toCheckFailure, toSendFailure } from './twilio-translate.ts'

const Verification = z.object({ sid: z.string().regex(/^VE[0-9a-f]{32}$/i), status: z.literal('pending') })

/** Of the two fields that tell, `status` is the one that Twilio documents as the outcome; `valid` is not read. */
const VerificationCheck = z.object({
  status: z.enum(['pending', 'approved', 'canceled', 'max_attempts_reached', 'deleted', 'failed', 'expired']),
})

/** Codes by Twilio Verify: made, texted and checked there. */
export const twilioVerify = (account: TwilioAccount & { serviceSid: string; baseUrl: URL }): CodeService => {
  const service = `/v2/Services/${account.serviceSid}`
  const sending = twilioUrl(account.baseUrl, `${service}/Verifications`)
  const checking = twilioUrl(account.baseUrl, `${service}/VerificationCheck`)
  return {
    send: async phone => {
      const outcome = await postToTwilio(account, sending, { To: phone, Channel: 'sms' }, Verification)
      if (outcome.kind !== 'done') throw toSendFailure(outcome)
    },
    check: async (phone, code) => {
      const outcome = await postToTwilio(account, checking, { To: phone, Code: code }, VerificationCheck)
      if (outcome.kind === 'done') return outcome.answer.status === 'approved'
      const failure = toCheckFailure(outcome)
      if (failure) throw failure
      return false
    },
  }
}

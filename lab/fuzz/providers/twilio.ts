import type { HttpOutcome } from '#providers/http-call.ts'
import { twilioMessages, twilioVerify } from '#providers/sms/twilio.ts'

import { type Conversation, callGiving, endOf, goodOf, must, outcomesLike, valueIn } from './answers.ts'

const account = {
  accountSid: `AC${'0a'.repeat(16)}`,
  authToken: 'f'.repeat(32),
  serviceSid: `VA${'1b'.repeat(16)}`,
  from: '+12025550100',
  baseUrl: new URL('https://api.twilio.com'),
}

/** Bodies of Twilio's Messages and Verify (twilio-oai 2.6.7). */
const message = {
  sid: `SM${'2c'.repeat(16)}`,
  status: 'queued',
  error_code: null,
  error_message: null,
  to: '+12135550142',
}
const verification = { sid: `VE${'3d'.repeat(16)}`, status: 'pending', valid: false, to: '+12135550142' }
const check = { ...verification, status: 'approved', valid: true }
const refusal = {
  code: 21610,
  message: 'no',
  more_info: 'https://www.twilio.com/docs/errors/21610',
  status: 400,
}

/** Whether the text may have been sent: no response, or an ambiguous one. */
const leavesOpen = (outcome: HttpOutcome | undefined): boolean =>
  outcome?.kind === 'lost' ||
  (outcome?.kind === 'answer' && (outcome.status === 408 || outcome.status >= 500))

const judgeSend = (end: Awaited<ReturnType<typeof endOf>>, outcome: HttpOutcome | undefined): string => {
  if ('gave' in end) {
    must(goodOf(outcome) !== null, 'a text counts as sent')
    return 'sent'
  }
  if (leavesOpen(outcome)) must(end.failed.outcomeUnknown, 'a text that may be out counts as not sent')
  return end.failed.outcomeUnknown ? 'perhaps sent' : 'not sent'
}

const withCall = (outcomes: readonly HttpOutcome[]) => ({ ...account, call: callGiving(outcomes) })

export const twilio: Readonly<Record<string, Conversation>> = {
  'Twilio, a text': {
    outcomes: outcomesLike([
      { status: 201, body: message },
      { status: 400, body: refusal },
    ]),
    hold: async outcomes => {
      const sms = twilioMessages({ ...withCall(outcomes), sender: account, statusUrl: null })
      return judgeSend(await endOf(() => sms.send({ to: '+12135550142', body: 'a text' })), outcomes[0])
    },
  },
  'Twilio, a code': {
    outcomes: outcomesLike([
      { status: 201, body: verification },
      { status: 429, body: { ...refusal, code: 60203 } },
    ]),
    hold: async outcomes => {
      const service = twilioVerify(withCall(outcomes))
      return judgeSend(await endOf(() => service.send('+12135550142')), outcomes[0])
    },
  },
  'Twilio, whether a code is right': {
    outcomes: outcomesLike([
      { status: 200, body: check },
      { status: 404, body: { ...refusal, code: 20404 } },
    ]),
    hold: async outcomes => {
      const service = twilioVerify(withCall(outcomes))
      const end = await endOf(() => service.check('+12135550142', '123456'))
      if ('failed' in end) return 'not known'
      if (end.gave)
        must(valueIn(goodOf(outcomes[0])?.text ?? '', 'status') === 'approved', 'a code counts as right')
      return end.gave ? 'right' : 'wrong'
    },
  },
}

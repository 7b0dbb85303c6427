import { describe } from 'vitest'
import { sandboxSms } from '#sandbox/providers/sms.ts'
import { openFakeTwilio, refusalBy, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { type Sender, testSmsPort } from './port.suite.ts'
import { twilioMessages } from './twilio-messages.ts'
import { twilioVerify } from './twilio-verify.ts'

/** The sandbox as a sender. */
const bySandbox = async (): Promise<Sender> => {
  const out: string[] = []
  const sms = sandboxSms({
    put: async ({ to }) => {
      out.push(to)
    },
  })
  return {
    send: to => sms.send({ to, body: 'Fairfile code: 012345.' }),
    wentOut: to => out.filter(one => one === to).length,
    refused: '+12135550199',
    stopped: '+12135550197',
    lost: '+12135550198',
    close: async () => undefined,
  }
}

/** A sender by way of the fake of Twilio. */
const byTwilio = async (sending: (baseUrl: URL) => Sender['send']): Promise<Sender> => {
  const fake = await openFakeTwilio()
  const [refused, lost, stopped] = ['+12135550111', '+12135550112', '+12135550113']
  fake.fail(refused, refusalBy(400, 21211))
  fake.fail(stopped, refusalBy(400, 21610))
  fake.fail(lost, { breaks: 'before the answer', done: true })
  return {
    send: sending(new URL(fake.url)),
    wentOut: to => fake.texts.filter(text => text.to === to).length,
    refused,
    stopped,
    lost,
    close: fake.close,
  }
}

describe('the sandbox', () => {
  testSmsPort(bySandbox)
})

describe('Twilio Messages', () => {
  testSmsPort(() =>
    byTwilio(baseUrl => {
      const sms = twilioMessages({ ...twilioAccount, baseUrl })
      return to => sms.send({ to, body: 'Fairfile code: 012345.' })
    }),
  )
})

describe('Twilio Verify', () => {
  testSmsPort(() => byTwilio(baseUrl => twilioVerify({ ...twilioAccount, baseUrl }).send))
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxSms } from '#sandbox/providers/outbox.ts'
import { openFakeTwilio, refusalBy, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { catchProviderFailure } from '#test/support/provider-failure.ts'
import { twilioMessages, twilioVerify } from './twilio.ts'

/** A sender of texts, with a number that it refuses, one that opted out, and one whose confirmation is lost after sending. */
type Sender = {
  send: (to: string) => Promise<void>
  /** How many texts were really sent to a number. */
  wentOut: (to: string) => number
  refused: string
  stopped: string
  lost: string
  close: () => Promise<void>
}

/** What every sender of texts guarantees, the sandbox as well as the real ones. */
const testSmsPort = (open: () => Promise<Sender>): void => {
  let sender: Sender
  beforeAll(async () => {
    sender = await open()
  })
  afterAll(() => sender.close())

  it('sends one text for one call', async () => {
    await sender.send('+12135550101')
    expect(sender.wentOut('+12135550101')).toBe(1)
  })

  it('reports for a refusal that nothing was sent, with a message for the user', async () => {
    const failure = await catchProviderFailure(sender.send(sender.refused))
    expect(failure).toMatchObject({ provider: 'sms', outcomeUnknown: false })
    expect(failure.userMessage).toMatch(/^[A-Z].*\.$/)
    expect(sender.wentOut(sender.refused)).toBe(0)
  })

  it('reports for a number that replied STOP that its owner can change that', async () => {
    const failure = await catchProviderFailure(sender.send(sender.stopped))
    expect(failure).toMatchObject({ reason: 'recipient', retryable: false, outcomeUnknown: false })
    expect(failure.userMessage).toMatch(/START/)
    expect(sender.wentOut(sender.stopped)).toBe(0)
  })

  it('reports for a lost confirmation that the text may have been sent, and does not resend it', async () => {
    const failure = await catchProviderFailure(sender.send(sender.lost))
    expect(failure).toMatchObject({ provider: 'sms', outcomeUnknown: true, retryable: true })
    expect(sender.wentOut(sender.lost)).toBe(1)
  })
}

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

/** A sender that uses the fake of Twilio. */
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

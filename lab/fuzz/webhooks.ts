import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { z } from 'zod'
import { acceptOnlyForms } from '#platform/http/request-body.ts'
import { lobWebhookParser } from '#providers/letters/lob-webhook.ts'
import type { LetterWebhook } from '#providers/letters/port.ts'
import { twilioSignature, twilioTexts } from '#providers/sms/twilio.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import type { Scenario } from '../scenario.ts'
import { keepableInstant, keepableText } from './keepable.ts'
import { openReadingServer } from './reading-server.ts'
import { changesOf } from './tree-changes.ts'
import { amount, tryAll } from './trial.ts'

const now = new Date('2026-03-02T15:00:00Z')
const stamp = String(now.getTime())
const secret = 'the secret of this webhook'
const readNotice = lobWebhookParser(['the one before', secret])

const authToken = 'f'.repeat(32)
const url = 'https://app.fairfile.test/api/v1/webhooks/twilio'
const readText = twilioTexts({ authToken, url })

/** Lob's call about a letter, in the shape of its published specification (lob-openapi 1.22.0). */
const event = {
  id: 'evt_d95ff8ffd2b5cfb4',
  event_type: { id: 'letter.certified.delivered', resource: 'letters', object: 'event_type' },
  reference_id: 'ltr_4868c3b754655f90',
  date_created: '2026-03-02T14:59:00.000Z',
  body: {
    id: 'ltr_4868c3b754655f90',
    metadata: { mail_job_id: '0192f1c4-7e5a-7b1c-9d2e-3f4a5b6c7d8e', generation: '1' },
    tracking_events: [{ id: 'evnt_9e84094c9368cfb', name: 'Delivered', time: '2026-03-02T14:00:00Z' }],
  },
}
const text = new URLSearchParams({
  From: '+12135550142',
  To: '+12025550100',
  Body: 'Stop, please',
  MessageSid: 'SM1',
})

const signed = (raw: Buffer) => createHmac('sha256', secret).update(`${stamp}.`).update(raw).digest('hex')

type Call = { by: 'lob' | 'twilio'; raw: Buffer; signature: string; proven: boolean }

/** A call whose signature is correct four times in five, so that its content is often read. */
const called = (by: Call['by'], bodies: fc.Arbitrary<Buffer>, right: (raw: Buffer) => string) =>
  bodies.chain(raw => {
    const own = right(raw)
    // Lob's signature is hexadecimal, so its capitalized form is the same signature.
    const asWritten = (given: string) => (by === 'lob' ? given.toLowerCase() : given)
    const others = mutateBytes(Buffer.from(own)).map(bytes => bytes.toString('latin1'))
    const signature = fc.oneof({ weight: 4, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: others })
    return signature.map((given): Call => ({ by, raw, signature: given, proven: asWritten(given) === own }))
  })

const fieldsIn = (raw: Buffer) => Object.fromEntries(new URLSearchParams(raw.toString()))

const calls: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 3,
    arbitrary: called(
      'lob',
      changesOf(event).map(tree => Buffer.from(JSON.stringify(tree))),
      signed,
    ),
  },
  { weight: 1, arbitrary: called('lob', mutateBytes(Buffer.from(JSON.stringify(event))), signed) },
  {
    weight: 2,
    arbitrary: called('twilio', mutateBytes(Buffer.from(text.toString())), raw =>
      twilioSignature(authToken, url, fieldsIn(raw)),
    ),
  },
)

const ReceivedText = z.object({ from: z.string(), body: z.string(), answered: z.boolean() }).nullable()

const judgeNotice = (notice: LetterWebhook | string, { proven }: Call): string => {
  if (typeof notice === 'string') {
    if (proven === (notice === 'not_proven')) throw new Error(`a call was ${notice}`)
    return `Lob: ${notice}`
  }
  if (!proven) throw new Error('an unsigned call was accepted')
  keepableText('the id of an event', notice.id)
  keepableText('a letter', notice.providerId)
  keepableText('a mail job', notice.mailJobId)
  keepableInstant('when it happened', notice.at)
  return 'Lob: a notice'
}

/** Webhook calls from providers, signed or not, are read or refused. */
export const webhooks: Scenario = {
  what: 'randomly changed webhook calls from the mail and text providers are read, or refused if their signature is wrong',
  options: amount,
  run: async (given, report) => {
    const http = await openReadingServer(given)
    await http.register(async scope => {
      acceptOnlyForms(scope, { maxBytes: 64 * 1024 })
      scope.post('/text', (request, reply) => {
        const fields = z.record(z.string(), z.string()).parse(request.body)
        return reply.send({ text: readText(fields, String(request.headers['signature'])) })
      })
    })
    const post = ({ raw, signature }: Call) =>
      http.inject({
        method: 'POST',
        url: '/text',
        payload: raw,
        headers: { 'content-type': 'application/x-www-form-urlencoded', signature },
      })
    const act = async (call: Call) => {
      if (call.by === 'lob') return readNotice(call.raw, { signature: call.signature, timestamp: stamp }, now)
      const { statusCode, body } = await post(call)
      return { statusCode, body }
    }
    await tryAll(given, report, {
      inputs: calls,
      act,
      judge: (outcome, call) => {
        if (typeof outcome === 'string' || !('statusCode' in outcome)) return judgeNotice(outcome, call)
        const { statusCode, body } = outcome
        if (statusCode === 400) return 'Twilio: refused'
        if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${body}`)
        const { text: received } = z.object({ text: ReceivedText }).parse(JSON.parse(body))
        if (call.proven !== (received !== null))
          throw new Error(`proven is ${call.proven}, and taken was ${body}`)
        return received === null ? 'Twilio: not_proven' : 'Twilio: a text'
      },
      shown: ({ by, raw, signature }) => `${by} ${signature}\n${raw.toString('latin1')}`,
    })
  },
}

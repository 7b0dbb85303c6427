import type { HttpOutcome } from '#providers/http-call.ts'
import { lobMailProvider } from '#providers/letters/lob.ts'
import type { LetterRequest, ProviderLetter, SendResult } from '#providers/letters/port.ts'
import { keepableInstant, keepableText, realDay } from '../keepable.ts'
import { type Conversation, callGiving, endOf, goodOf, must, outcomesLike, valueIn } from './answers.ts'

const now = new Date('2026-03-02T15:00:00Z')
const mailJobId = '0192f1c4-7e5a-7b1c-9d2e-3f4a5b6c7d8e'
const place = { line2: null, city: 'Allen', state: 'TX', zip: '75013' }

const request: LetterRequest = {
  mailJobId,
  generation: 1,
  env: 'fuzz',
  to: { ...place, name: 'Experian', line1: 'P.O. Box 4500' },
  from: { ...place, name: 'Maya Brooks', line1: '418 Alder Street' },
  pdf: Buffer.from('%PDF-1.7\n%%EOF\n'),
  certified: true,
  returnReceipt: true,
  ours: { userId: mailJobId, letterId: mailJobId },
}

/** A letter as Lob returns it (lob-openapi 1.22.0). */
const letter = {
  id: 'ltr_4868c3b754655f90',
  object: 'letter',
  metadata: { mail_job_id: mailJobId, generation: '1', env: 'fuzz' },
  status: 'processed',
  tracking_number: '92071902358909000011275538',
  tracking_events: [
    {
      id: 'evnt_9e84094c9368cfb',
      name: 'Mailed',
      time: '2026-03-03T02:00:00.000Z',
      object: 'tracking_event',
    },
  ],
  expected_delivery_date: '2026-03-07',
  date_created: '2026-03-02T15:00:00.000Z',
  date_modified: '2026-03-02T15:00:00.000Z',
  deleted: false,
}
const other = { ...letter, id: 'ltr_0000c3b754655f91', metadata: {}, tracking_number: null }
const page = {
  data: [letter, other],
  object: 'list',
  count: 2,
  next_url: 'https://api.lob.com/v1/letters?limit=100&after=abc',
}
const refused = { error: { message: 'no', status_code: 422, code: 'address_length_exceeds_limit' } }

const lobAnswering = (outcomes: readonly HttpOutcome[]) =>
  lobMailProvider({
    apiKey: 'live_0',
    baseUrl: new URL('https://api.lob.com'),
    clock: () => now,
    call: callGiving(outcomes),
  })

const keepable = ({
  providerId,
  expectedDelivery,
}: Pick<ProviderLetter, 'providerId' | 'expectedDelivery'>) => {
  keepableText('the id of a letter', providerId)
  realDay('a day of delivery', expectedDelivery)
}

const keepableFound = (found: ProviderLetter) => {
  keepable(found)
  for (const text of [found.mailJobId, found.env]) keepableText('metadata', text)
  must(found.generation === null || Number.isSafeInteger(found.generation), 'a generation is no number')
  keepableInstant('when a letter was made', found.createdAt)
  for (const { id, at } of found.events) {
    keepableText('the id of an event', id)
    keepableInstant('an event', at)
  }
}

/** The possible meanings of each status; with any other status it is unknown whether the letter was created. */
const certain: Readonly<
  Record<Exclude<SendResult['answer'], 'accepted' | 'not_sent' | 'unknown'>, readonly number[]>
> = {
  refused: [400, 413, 415, 422],
  hold: [401, 402, 403, 404, 405],
  busy: [429],
}

const judgeSent = (sent: SendResult, outcome: HttpOutcome | undefined): string => {
  const good = goodOf(outcome)
  const status = outcome?.kind === 'answer' ? outcome.status : 0
  switch (sent.answer) {
    case 'accepted':
      must(
        valueIn(good?.text ?? '', 'metadata', 'mail_job_id') === mailJobId,
        'a letter that is not ours was taken for it',
      )
      must(valueIn(good?.text ?? '', 'id') === sent.providerId, 'the letter has another id')
      keepable(sent)
      break
    case 'not_sent':
      must(outcome?.kind === 'unsent', 'a call that was made counts as none')
      break
    case 'unknown':
      must(outcome?.kind !== 'unsent', 'a call that was not made counts as one')
      break
    default:
      must(certain[sent.answer].includes(status), `${sent.answer} after ${status}`)
      if (sent.answer === 'busy') {
        const wait = sent.retryAt.getTime() - now.getTime()
        must(wait > 0 && wait <= 5 * 60_000, `a wait of ${wait} ms`)
      } else keepableText('a code', sent.code)
  }
  return sent.answer
}

const from = new Date('2026-03-01T05:00:00Z')
const until = new Date('2026-03-03T05:00:00Z')

export const lob: Readonly<Record<string, Conversation>> = {
  'Lob, a letter': {
    outcomes: outcomesLike([
      { status: 200, body: letter },
      { status: 200, body: letter },
      { status: 422, body: refused },
    ]),
    hold: async outcomes => judgeSent(await lobAnswering(outcomes).send(request, 'key'), outcomes[0]),
  },
  'Lob, letters': {
    outcomes: outcomesLike([{ status: 200, body: page }]),
    hold: async outcomes => {
      const provider = lobAnswering(outcomes)
      const end = await endOf(() => provider.list(from, until))
      const own = await endOf(() => lobAnswering(outcomes).find(mailJobId, from))
      if ('gave' in own)
        must(
          own.gave.every(found => found.mailJobId === mailJobId),
          'a letter was found that is not ours',
        )
      if ('failed' in end) return 'failed'
      for (const found of end.gave) keepableFound(found)
      must(
        end.gave.every(({ createdAt }) => createdAt >= from && createdAt < until),
        'a letter of another day',
      )
      must(goodOf(outcomes[0]) !== null, 'letters without an answer')
      return 'listed'
    },
  },
  'Lob, one letter': {
    outcomes: outcomesLike([
      { status: 200, body: letter },
      { status: 404, body: refused },
    ]),
    hold: async ([outcome]) => {
      const end = await endOf(() => lobAnswering(outcome ? [outcome] : []).get('ltr_4868c3b754655f90'))
      if ('failed' in end) return 'failed'
      if (end.gave === null) {
        must(
          outcome?.kind === 'answer' && outcome.status === 404,
          'a letter counts as gone without a response that states it',
        )
        return 'not there'
      }
      keepableFound(end.gave)
      return 'there'
    },
  },
  'Lob, taking back': {
    outcomes: outcomesLike([
      { status: 200, body: { id: letter.id, deleted: true } },
      { status: 422, body: refused },
    ]),
    hold: async ([outcome]) => {
      const end = await endOf(() => lobAnswering(outcome ? [outcome] : []).cancel('ltr_4868c3b754655f90'))
      const said = outcome?.kind === 'answer' ? outcome : null
      if ('failed' in end) {
        must(
          outcome?.kind === 'unsent' || end.failed.outcomeUnknown,
          'a letter that may be gone counts as there',
        )
        return 'failed'
      }
      if (end.gave === 'cancelled')
        must(valueIn(said?.text ?? '', 'deleted') === true, 'a letter counts as gone')
      else must(said?.status === (end.gave === 'not_found' ? 404 : 422), `${end.gave} after ${said?.status}`)
      return end.gave
    },
  },
  'Lob, an address': {
    outcomes: outcomesLike([{ status: 200, body: { id: 'us_ver_1', deliverability: 'undeliverable' } }]),
    hold: async ([outcome]) => {
      const end = await endOf(() => lobAnswering(outcome ? [outcome] : []).checkAddress(request.from))
      if ('failed' in end) return 'failed'
      const said = valueIn(goodOf(outcome)?.text ?? '', 'deliverability')
      if (end.gave.deliverable === 'no') must(said === 'undeliverable', 'an address counts as wrong')
      return `delivered to: ${end.gave.deliverable}`
    },
  },
}

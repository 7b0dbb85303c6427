import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProviderLetter, SendResult } from '#providers/letters/port.ts'
import {
  admitMailJob,
  applyFailedLookup,
  applyLookup,
  applySendResult,
  applyWebhookReport,
  beginCall,
  createMailJob,
  holdForOperator,
  idempotencyKeyFor,
  isFinished,
  type MailJob,
  type MailSwitch,
  markSubmitted,
  nextStep,
  resetAfterRestore,
} from './state-machine.ts'
import { defaultMailTimes as times } from './times.ts'

const start = new Date('2026-03-02T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds)
const open: MailSwitch = { holdUntil: null, probeAt: null, watchful: false }
const ready = admitMailJob(createMailJob(start), start)
const sending = beginCall(ready, { do: 'send' }, start, times)
const unknown: SendResult = { answer: 'unknown', code: 'reset' }
const ambiguous = applySendResult(sending, unknown, later(1_000), times, 0.5)
const letter = (providerId: string, more: Partial<ProviderLetter> = {}): ProviderLetter => ({
  providerId,
  expectedDelivery: null,
  trackingNumber: null,
  mailJobId: 'job',
  generation: 1,
  env: 'here',
  createdAt: start,
  cancelled: false,
  events: [],
  ...more,
})
const step = (mailing: MailJob, now = start, gate = open) => nextStep(mailing, now, gate, times)

describe('the next step', () => {
  it('of a requested letter is admission under the daily cap, then sending', () => {
    expect(step(createMailJob(start))).toEqual({ do: 'admit' })
    expect(step(ready)).toMatchObject({ do: 'send' })
  })

  it('is reserved while a worker has the lease', () => {
    expect(step(sending)).toEqual({ do: 'wait', until: later(times.lease) })
  })

  it('waits while mailing is on hold', () => {
    const gate = { ...open, holdUntil: later(HOUR) }
    for (const mailing of [createMailJob(start), ready, { ...ambiguous, dueAt: start }])
      expect(step(mailing, later(MINUTE), gate)).toEqual({ do: 'wait', until: later(HOUR) })
  })

  it('after a worker disappeared is a lookup, once a slow call has surely ended', () => {
    const end = later(times.lease)
    expect(step(sending, end)).toEqual({ do: 'wait', until: later(times.lease + times.settleLost) })
    expect(step(sending, later(times.lease + times.settleLost))).toEqual({ do: 'look_up' })
  })

  it('after an ambiguous attempt is to wait a minute and look the letter up before sending it again', () => {
    expect(step(ambiguous, later(MINUTE))).toEqual({ do: 'wait', until: later(MINUTE + 1_000) })
    expect(step(ambiguous, later(MINUTE + 1_000))).toEqual({ do: 'look_up' })
  })

  it('after a restore is a lookup before the very first call', () => {
    expect(step(ready, start, { ...open, watchful: true })).toEqual({ do: 'look_up' })
    const { mailing } = applyLookup(beginCall(ready, { do: 'look_up' }, start, times), [], start, times)
    expect(step(mailing, start, { ...open, watchful: true })).toMatchObject({ do: 'send' })
    expect(idempotencyKeyFor('x', mailing)).toBe('mj_x_g1')
  })

  it('while sending is paused is to wait, except for one probe; ambiguous letters are still looked up', () => {
    const paused = { ...open, probeAt: later(MINUTE) }
    expect(step(ready, start, paused)).toEqual({ do: 'wait', until: later(MINUTE) })
    expect(step(ready, later(MINUTE), paused)).toEqual({ do: 'send', probe: true })
    expect(step(createMailJob(start), start, paused)).toEqual({ do: 'admit' })
    expect(step({ ...ambiguous, dueAt: start }, start, paused)).toEqual({ do: 'look_up' })
  })

  it('is left to an operator after three days or twelve ambiguous attempts', () => {
    expect(step(ready, later(times.patience + 1))).toMatchObject({ do: 'give_up' })
    expect(step({ ...ready, ambiguousAttempts: 12 })).toMatchObject({ do: 'give_up' })
    expect(step({ ...createMailJob(start) }, later(times.patience + 1))).toEqual({ do: 'admit' })
  })
})

describe('a response', () => {
  const after = (sent: SendResult, mailing = sending) => applySendResult(mailing, sent, start, times, 0.5)
  const accepted: SendResult = {
    answer: 'accepted',
    providerId: 'l',
    expectedDelivery: null,
    trackingNumber: null,
  }

  it('that accepts the letter clears an earlier refusal, which belonged to another call', () => {
    const refused = after(
      { answer: 'refused', code: 'invalid', message: 'No.' },
      { ...sending, ambiguous: true },
    )
    expect(refused.refusal).not.toBeNull()
    expect(after(accepted, refused).refusal).toBeNull()
    expect(applyLookup(refused, [letter('a')], start, times).mailing.refusal).toBeNull()
  })

  it('that accepts the letter ends sending', () => {
    expect(after(accepted)).toMatchObject({ phase: 'submitted', leaseUntil: null })
  })

  it('that refuses the letter ends sending, unless an earlier call is ambiguous: then that is resolved first', () => {
    const refused: SendResult = { answer: 'refused', code: 'bad_address', message: 'No.' }
    expect(after(refused)).toMatchObject({ phase: 'rejected', refusal: { message: 'No.' } })
    const second = beginCall({ ...ambiguous, phase: 'ready' }, { do: 'send' }, start, times)
    const unsure = after(refused, second)
    expect(unsure.phase).toBe('unknown')
    expect(applyLookup(unsure, [letter('a')], later(HOUR), times).mailing.phase).toBe('submitted')
    expect(applyLookup(unsure, [], later(HOUR), times).mailing.phase).toBe('rejected')
  })

  it.each<[string, SendResult]>([
    ['busy', { answer: 'busy', retryAt: later(5_000) }],
    ['not sent', { answer: 'not_sent', code: 'refused' }],
    ['on hold', { answer: 'hold', code: '401' }],
  ])('without effect (%s) leaves a job ready, and an ambiguous one ambiguous', (_, sent) => {
    expect(after(sent).phase).toBe('ready')
    expect(after(sent).dueAt.getTime()).toBeGreaterThan(start.getTime())
    const second = beginCall({ ...ambiguous, phase: 'ready' }, { do: 'send' }, start, times)
    expect(after(sent, second)).toMatchObject({ phase: 'unknown', ambiguous: true })
  })

  it('with a retry time is respected', () => {
    expect(after({ answer: 'busy', retryAt: later(HOUR) }).dueAt).toEqual(later(HOUR))
  })

  it('without effect increases the wait each time, up to an hour', () => {
    let mailing = sending
    const waits = Array.from({ length: 20 }, () => {
      mailing = after({ answer: 'not_sent', code: 'refused' }, mailing)
      return mailing.dueAt.getTime() - start.getTime()
    })
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBeLessThanOrEqual(HOUR)
  })
})

describe('a lookup', () => {
  const at = (mailing: MailJob, found: readonly ProviderLetter[], now: Date) =>
    applyLookup(beginCall({ ...mailing, dueAt: now }, { do: 'look_up' }, now, times), found, now, times)

  it('adopts the only letter found', () => {
    const { mailing, ours, extra } = at(ambiguous, [letter('a')], later(2 * MINUTE))
    expect([mailing.phase, ours?.providerId, extra]).toEqual(['submitted', 'a', []])
  })

  it('adopts the oldest of several and cancels the others', () => {
    const found = [letter('b', { createdAt: later(5) }), letter('a'), letter('x', { cancelled: true })]
    const { ours, extra } = at(ambiguous, found, later(2 * MINUTE))
    expect([ours?.providerId, extra.map(({ providerId }) => providerId)]).toEqual(['a', ['b']])
  })

  it('treats a cancelled letter as cancelled when there is no other', () => {
    expect(at(ambiguous, [letter('x', { cancelled: true })], later(HOUR)).ours?.providerId).toBe('x')
  })

  it('that finds nothing leads to a resend under the same key while the key is young', () => {
    const { mailing } = at(ambiguous, [], later(19 * HOUR))
    expect(mailing).toMatchObject({ phase: 'ready', keyGeneration: 1, ambiguous: true })
    expect(step(mailing, later(19.5 * HOUR))).toMatchObject({ do: 'send' })
    expect(step(mailing, later(20 * HOUR))).toEqual({ do: 'look_up' })
  })

  it('leads to a new key only after a second one found nothing half an hour later', () => {
    const first = at(ambiguous, [], later(20 * HOUR)).mailing
    expect(first).toMatchObject({ phase: 'unknown', keyGeneration: 1, dueAt: later(20.5 * HOUR) })
    const tooSoon = at(first, [], later(20 * HOUR + MINUTE)).mailing
    expect(tooSoon).toMatchObject({ keyGeneration: 1, dueAt: later(20.5 * HOUR) })
    const second = at(first, [], later(20.5 * HOUR)).mailing
    expect(second).toMatchObject({ phase: 'ready', keyGeneration: 2, ambiguous: false, firstAttemptAt: null })
  })

  it('that failed proves nothing and is repeated', () => {
    expect(applyFailedLookup(ambiguous, start, times, 1)).toMatchObject({ phase: 'unknown', emptyLookups: 0 })
  })

  it('that keeps failing is repeated soon at first, and later at most every five minutes', () => {
    const waits = (chance: number) => {
      let mailing: MailJob = ambiguous
      return Array.from({ length: 11 }, () => {
        mailing = applyFailedLookup(mailing, start, times, chance)
        return (mailing.dueAt.getTime() - start.getTime()) / 1_000
      })
    }
    expect(waits(1)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect(waits(0)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 150, 150])
  })
})

describe('a restored job', () => {
  it('treats nothing in progress as settled and trusts no old key', () => {
    for (const mailing of [createMailJob(start), ready, sending, ambiguous]) {
      const again = resetAfterRestore(mailing, later(HOUR))
      expect(step(again, later(HOUR))).toEqual({ do: 'look_up' })
      expect(applyLookup(again, [], later(HOUR), times).mailing.keyGeneration).toBe(1)
    }
  })

  it('stays unchanged if it was finished', () => {
    const done = applySendResult(
      sending,
      { answer: 'accepted', providerId: 'l', expectedDelivery: null, trackingNumber: null },
      start,
      times,
      0,
    )
    expect(resetAfterRestore(done, later(HOUR))).toBe(done)
  })
})

describe('in every sequence of events', () => {
  const happening = fc.oneof(
    fc.constant<SendResult>({ answer: 'not_sent', code: 'x' }),
    fc.constant<SendResult>({ answer: 'hold', code: 'x' }),
    fc.constant<SendResult>({ answer: 'refused', code: 'x', message: 'No.' }),
    fc.constant<SendResult>(unknown),
    fc.constant('dies' as const),
  )

  it('no new key is used before two lookups half an hour apart found nothing, and each mailing finishes', () => {
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 60 }),
        fc.infiniteStream(fc.nat(3)),
        (happenings, chances) => {
          let [mailing, now] = [createMailJob(start), start]
          const empties: number[] = []
          const coming = [...happenings]
          for (let turn = 0; turn < 2_000 && !isFinished(mailing); turn++) {
            const next = step(mailing, now)
            if (next.do === 'wait') now = next.until
            else if (next.do === 'admit') mailing = admitMailJob(mailing, now)
            else if (next.do === 'give_up') return
            else if (next.do === 'look_up') {
              mailing = beginCall(mailing, next, now, times)
              const before = mailing.keyGeneration
              mailing = applyLookup(mailing, [], now, times).mailing
              empties.push(now.getTime())
              if (mailing.keyGeneration > before) {
                const [first = 0] = empties.slice(-2)
                expect(now.getTime() - first).toBeGreaterThanOrEqual(times.lookupsApart)
              }
            } else if (next.do === 'send') {
              mailing = beginCall(mailing, next, now, times)
              const sent = coming.shift() ?? unknown
              if (sent === 'dies') now = new Date(now.getTime() + times.lease)
              else mailing = applySendResult(mailing, sent, now, times, (chances.next().value ?? 0) / 4)
              if (mailing.ambiguous && sent !== 'dies' && sent.answer !== 'unknown')
                expect(mailing.phase).toBe('unknown')
            }
          }
          expect(isFinished(mailing)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a job whose letter a webhook names', () => {
  const lost = {
    ...ready,
    phase: 'unknown' as const,
    ambiguous: true,
    firstAttemptAt: start,
    ambiguousAttempts: 1,
  }

  it.each([
    ['was never tried', ready],
    ['waits for its turn of the day', createMailJob(start)],
    ['is about to go out under a new key', { ...ready, keyGeneration: 2 }],
    ['is about to go out again', { ...lost, phase: 'ready' as const }],
    ['is being looked for', { ...lost, leaseUntil: new Date(start.getTime() + times.lease) }],
  ])('is looked up immediately when it %s', (_name, mailing) => {
    expect(nextStep(applyWebhookReport(mailing, start), start, open, times)).toEqual({ do: 'look_up' })
  })

  it.each([
    ['is being sent', sending],
    ['is kstartn to be mailed', markSubmitted(ready)],
    ['waits for an operator', holdForOperator(lost, 'never_cleared_up')],
  ])('stays unchanged when it %s', (_name, mailing) => {
    expect(applyWebhookReport(mailing, start)).toBe(mailing)
  })
})

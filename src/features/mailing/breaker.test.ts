import { describe, expect, it } from 'vitest'
import type { SendResult } from '#providers/letters/post-words.ts'
import { addRecentCall, isFailingSteadily, isProviderFailure, type RecentCalls } from './breaker.ts'

const start = Date.parse('2026-03-02T12:00:00Z')

/** Results of calls one second apart: `x` failed, `.` did not. */
const endsOf = (calls: string, everyMs = 1_000): RecentCalls =>
  [...calls].reduce<RecentCalls>(
    (ends, call, place) =>
      addRecentCall(ends, { at: new Date(start + place * everyMs), failed: call === 'x' }),
    [],
  )

describe('a provider', () => {
  it.each<[string, string, boolean]>([
    ['that never failed', '....................', false],
    ['nine of whose last twenty letters failed', 'xxxxxxxxx...........', false],
    ['half of whose last twenty letters failed', 'x.x.x.x.x.x.x.x.x.x.', true],
    ['that fails from the first letter on', 'xxxxxxxxxx', true],
    ['that failed long ago by number', `xxxxxxxxxx${'.'.repeat(20)}`, false],
    ['that fails after many good letters', `${'.'.repeat(100)}xxxxxxxxxx`, true],
  ])('%s', (_name, calls, steadily) => {
    expect(isFailingSteadily(endsOf(calls))).toBe(steadily)
  })

  it('is not judged by what is more than ten minutes old', () => {
    expect(isFailingSteadily(endsOf('xxxxxxxxxx', 60_000))).toBe(true)
    expect(isFailingSteadily(endsOf('xxxxxxxxxx', 70_000))).toBe(false)
  })

  it.each<[SendResult['answer'], SendResult, boolean | null]>([
    [
      'accepted',
      { answer: 'accepted', providerId: 'l', expectedDelivery: null, trackingNumber: null },
      false,
    ],
    ['refused', { answer: 'refused', code: 'x', words: 'No.' }, false],
    ['unknown', { answer: 'unknown', code: 'x' }, true],
    ['not_sent', { answer: 'not_sent', code: 'x' }, true],
    ['hold', { answer: 'hold', code: 'x' }, null],
    ['busy', { answer: 'busy', retryAt: new Date(start) }, null],
  ])('that answers %s', (_name, sent, failed) => {
    expect(isProviderFailure(sent)).toBe(failed)
  })
})

import { describe, expect, it } from 'vitest'
import {
  failureMessages,
  fetchingMessage,
  isDue,
  type LastPull,
  mayTryAgain,
  missingForPull,
  nextAttemptDelay,
  type PullState,
  refreshMessage,
  selectPullToShow,
} from './refresh-rules.ts'

const requestedAt = new Date('2026-11-20T12:00:00Z')
const after = (minutes: number) => new Date(requestedAt.getTime() + minutes * 60_000)

describe('the next attempt', () => {
  it('is after one, two, five and ten minutes, then less often, within a day', () => {
    const minutes: number[] = []
    let [tries, at] = [0, 0]
    for (let wait: number | null = 0; wait !== null; at += wait ?? 0) {
      tries += 1
      const seconds = nextAttemptDelay({ tries, requestedAt }, after(at))
      wait = seconds === null ? null : seconds / 60
      if (wait !== null) minutes.push(wait)
    }
    expect(minutes.slice(0, 8)).toEqual([1, 2, 5, 10, 20, 30, 60, 60])
    expect(at).toBeLessThanOrEqual(24 * 60)
    expect(at).toBeGreaterThan(22 * 60)
  })
})

describe('a person', () => {
  it.each<[string, { state: PullState; askedOn: string } | null, string, boolean]>([
    ['never asked for is due', null, '2026-11-20', true],
    ['is due a month later', { state: 'received', askedOn: '2026-10-20' }, '2026-11-20', true],
    ['is not due a day before', { state: 'received', askedOn: '2026-10-21' }, '2026-11-20', false],
    ['of a 31st is due on the last day', { state: 'received', askedOn: '2027-01-31' }, '2027-02-28', true],
    ['without a file is asked for monthly', { state: 'no_file', askedOn: '2026-11-01' }, '2026-11-20', false],
    ['whose pull failed is due after a week', { state: 'failed', askedOn: '2026-11-13' }, '2026-11-20', true],
    ['whose pull failed is not due before', { state: 'failed', askedOn: '2026-11-14' }, '2026-11-20', false],
    [
      'who withdrew and agreed again is due',
      { state: 'withdrawn', askedOn: '2026-11-19' },
      '2026-11-20',
      true,
    ],
    ['whose pull is open is not due', { state: 'processing', askedOn: '2026-01-01' }, '2026-11-20', false],
    ['whose pull is held is not due twice', { state: 'held', askedOn: '2026-01-01' }, '2026-11-20', false],
    ['just asked for is not due', { state: 'asked', askedOn: '2026-01-01' }, '2026-11-20', false],
  ])('%s', (_name, last, today, due) => {
    expect(isDue(last, today)).toBe(due)
  })
})

describe('the message', () => {
  const pull = (state: PullState): LastPull => ({
    id: 'p',
    state,
    message: 'The bureaus do not answer. We will retry in a week.',
    endedAt: state === 'asked' || state === 'processing' ? null : after(0),
  })

  it.each<[string, LastPull | null, Date | null, string | null]>([
    ['nothing without a pull', null, null, null],
    ['nothing of one that brought a report', pull('received'), after(0), null],
    ['that one is held', { ...pull('held'), endedAt: null }, after(-60), 'held'],
    ['that one is open', pull('processing'), after(-60), 'processing'],
    ['that one failed', pull('failed'), after(-60), 'failed'],
    ['nothing of a failure since which a report came', pull('failed'), after(1), null],
  ])('%s', (_name, last, receivedAt, expected) => {
    expect(selectPullToShow(last, receivedAt)?.state ?? null).toBe(expected)
  })

  it('of an open pull is the server’s', () => {
    expect(refreshMessage(pull('asked'), '2026-10-14')).toEqual({
      isProcessing: true,
      message: fetchingMessage,
    })
  })

  it('of a held pull states that the report follows, not that it takes minutes', () => {
    const held = { ...pull('held'), message: failureMessages.held, endedAt: null }
    expect(refreshMessage(held)).toEqual({ isProcessing: false, message: failureMessages.held })
  })

  it('of a failure states why, and which report stays', () => {
    expect(refreshMessage(pull('failed'))).toEqual({
      isProcessing: false,
      message: 'The bureaus do not answer. We will retry in a week.',
    })
    expect(refreshMessage(pull('failed'), '2026-10-14').message).toBe(
      'The bureaus do not answer. We will retry in a week. This is your report of 10/14/2026.',
    )
  })
})

describe('retrying now', () => {
  const ended = (state: PullState, day: number, orderUnknown = false) => ({
    state,
    requestedAt: new Date(Date.UTC(2026, 9, day, 12)),
    orderUnknown,
  })
  it.each([
    ['never pulled', [], false],
    ['received', [ended('received', 1)], false],
    ['no file at any bureau', [ended('no_file', 1)], false],
    ['open', [ended('processing', 1)], false],
    ['failed', [ended('failed', 1)], true],
    ['failed with an order that may be open', [ended('failed', 1, true)], false],
    ['failed after a report', [ended('failed', 2), ended('received', 1)], true],
    ['failed when it was tried again', [ended('failed', 5), ended('failed', 1)], false],
    ['failed at the retry of a week later', [ended('failed', 8), ended('failed', 1)], true],
  ] as const)('%s: %j', (_name, pulls, may) => {
    expect(mayTryAgain(pulls)).toBe(may)
  })
})

describe('requirements for a pull', () => {
  const identity = { source: 'lookup', confirmedAt: '2026-11-23T12:00:00Z' } as const
  const ready = { terms: 'accepted', enrolled: true, identity } as const

  it.each([
    [ready, true, null],
    [{ ...ready, enrolled: false }, true, 'agreement'],
    [{ ...ready, enrolled: false, identity: null }, true, 'agreement'],
    [{ ...ready, terms: 'required', identity: null }, true, 'terms'],
    [{ ...ready, terms: 'changed' }, true, null],
    [{ ...ready, identity: null }, true, 'identity'],
    [{ ...ready, enrolled: false }, false, null],
  ] as const)('%j, pulls offered %s: %s is missing', (user, offered, missing) => {
    expect(missingForPull(user, offered)).toBe(missing)
  })
})

import { describe, expect, it } from 'vitest'
import { begun, givenUp, nextStep, requested, submitted } from './state.ts'
import { usualTimes as times } from './times.ts'
import { told } from './told.ts'

const now = new Date('2026-11-22T12:00:00Z')
const open = { holdUntil: null, probeAt: null, watchful: false }
const asked = { ...requested(now), phase: 'ready' as const }
const unclear = { ...asked, phase: 'unknown' as const, unclear: true, firstAttemptAt: now, unclearEnds: 1 }

describe('a mailing of which the provider names a letter', () => {
  it.each([
    ['was never tried', asked],
    ['waits for its turn of the day', requested(now)],
    ['is about to go out under a new key', { ...asked, keyGeneration: 2 }],
    ['is about to go out again', { ...unclear, phase: 'ready' as const }],
    ['is being looked for', { ...unclear, leaseUntil: new Date(now.getTime() + times.lease) }],
  ])('is looked for at once when it %s', (_name, mailing) => {
    expect(nextStep(told(mailing, now), now, open, times)).toEqual({ do: 'look_up' })
  })

  it.each([
    ['is being handed over', begun(asked, { do: 'send' }, now, times)],
    ['is known to be mailed', submitted(asked)],
    ['waits for an operator', givenUp(unclear, 'never_cleared_up')],
  ])('stays as it is when it %s', (_name, mailing) => {
    expect(told(mailing, now)).toBe(mailing)
  })
})

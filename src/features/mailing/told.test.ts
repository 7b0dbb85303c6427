import { describe, expect, it } from 'vitest'
import { beginCall, createMailJob, holdForOperator, markSubmitted, nextStep } from './state-machine.ts'
import { defaultMailTimes as times } from './times.ts'
import { applyWebhookReport } from './told.ts'

const now = new Date('2026-11-22T12:00:00Z')
const open = { holdUntil: null, probeAt: null, watchful: false }
const asked = { ...createMailJob(now), phase: 'ready' as const }
const unclear = { ...asked, phase: 'unknown' as const, unclear: true, firstAttemptAt: now, unclearEnds: 1 }

describe('a mailing of which the provider names a letter', () => {
  it.each([
    ['was never tried', asked],
    ['waits for its turn of the day', createMailJob(now)],
    ['is about to go out under a new key', { ...asked, keyGeneration: 2 }],
    ['is about to go out again', { ...unclear, phase: 'ready' as const }],
    ['is being looked for', { ...unclear, leaseUntil: new Date(now.getTime() + times.lease) }],
  ])('is looked for at once when it %s', (_name, mailing) => {
    expect(nextStep(applyWebhookReport(mailing, now), now, open, times)).toEqual({ do: 'look_up' })
  })

  it.each([
    ['is being handed over', beginCall(asked, { do: 'send' }, now, times)],
    ['is known to be mailed', markSubmitted(asked)],
    ['waits for an operator', holdForOperator(unclear, 'never_cleared_up')],
  ])('stays as it is when it %s', (_name, mailing) => {
    expect(applyWebhookReport(mailing, now)).toBe(mailing)
  })
})

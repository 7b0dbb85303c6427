import { describe, expect, it } from 'vitest'
import { type AccountRelation, providerKind, transferToProvider } from './accounts.ts'
import type { MailJob } from './standing.ts'
import { admitMailJob, applySendResult, beginCall, createMailJob, nextStep } from './state-machine.ts'
import { defaultMailTimes as times } from './times.ts'

const now = new Date('2026-03-02T12:00:00Z')
const later = new Date(now.getTime() + 60 * 60_000)
const open = { holdUntil: null, probeAt: null, watchful: false }

const asked = createMailJob(now)
const ready = admitMailJob(asked, now)
const sending = beginCall(ready, { do: 'send' }, now, times)
const busy = applySendResult(sending, { answer: 'busy', retryAt: now }, now, times, 1)
const unclear = applySendResult(sending, { answer: 'unknown', code: 'reset' }, now, times, 1)
const repeated: MailJob = { ...unclear, phase: 'ready' }

describe('a mailing that was asked of another post', () => {
  it.each<[string, MailJob, Exclude<AccountRelation, 'not_known'>, string | null]>([
    ['that nobody tried, in another account', asked, 'other_account', 'admit'],
    ['that waits to be tried, in another account', ready, 'other_account', 'send'],
    ['whose call surely did nothing, in another account', busy, 'other_account', 'send'],
    ['that is unclear, in another account', unclear, 'other_account', null],
    ['that is about to be repeated, in another account', repeated, 'other_account', null],
    ['whose worker is silent, in another account', sending, 'other_account', null],
    ['that is unclear, under another key of the account', unclear, 'same_account', 'look_up'],
    ['that is about to be repeated, under another key of the account', repeated, 'same_account', 'look_up'],
    ['whose worker is silent, under another key of the account', sending, 'same_account', 'look_up'],
    ['that nobody tried, under another key of the account', asked, 'same_account', 'admit'],
    ['that nobody tried, of another kind', asked, 'other_kind', null],
    ['that is unclear, of another kind', unclear, 'other_kind', null],
  ])('%s', (_name, mailing, kinship, step) => {
    const taken = transferToProvider(mailing, kinship, later)
    expect(taken && nextStep(taken, later, open, times).do).toBe(step)
  })

  it('is not sent under the old idempotency key of another API key', () => {
    const taken = transferToProvider(repeated, 'same_account', later)
    expect(taken).toMatchObject({ phase: 'unknown', unclear: true, firstAttemptAt: new Date(0) })
  })
})

it('a post names its kind before its key', () => {
  expect(['sandbox', 'lob:5f2a', 'lob_test:5f2a'].map(providerKind)).toEqual(['sandbox', 'lob', 'lob_test'])
})

import { describe, expect, it } from 'vitest'
import { type Ask, findExtension, listDeadlines, type Receipt } from '../deadlines/deadlines.ts'
import { findNextStep } from '../deadlines/next-step.ts'
import type { Outcome } from '../dispute-requests.ts'

const delivered: Receipt = { on: '2026-06-01', estimated: false }
const expected: Receipt = { on: '2026-06-01', estimated: true }

const deadlines = (kind: Ask['kind'], receipt: Receipt | null, moreSentOn: string[] = []) =>
  kind === 'direct' || kind === 'goodwill' || kind === 'settlement' || kind === 'theft-notice'
    ? listDeadlines(
        [{ kind }],
        receipt,
        receipt && findExtension({ freeAnnualReport: false, moreSentOn }, receipt.on),
      )
    : []

describe('the deadline of a direct dispute', () => {
  it('is a bureau’s: 30 days from receipt, without extra days for the notice', () => {
    expect(deadlines('direct', delivered)).toEqual([
      {
        kind: 'direct_result',
        dueOn: '2026-07-01',
        basis:
          '12 CFR 1022.43(e)(3): the result within the time of 15 U.S.C. 1681i(a)(1)(A): 30 days from receipt. Counted from the delivery on Jun 1, 2026.',
      },
    ])
  })

  it('is 15 days longer if the user sent more within the 30 days', () => {
    expect(deadlines('direct', delivered, ['2026-06-20'])[0]?.dueOn).toBe('2026-07-16')
    expect(deadlines('direct', delivered, ['2026-07-02'])[0]?.dueOn).toBe('2026-07-01')
  })

  it.each(['goodwill', 'settlement', 'theft-notice'] as const)('does not exist for a request: %s', kind => {
    expect(deadlines(kind, delivered)).toEqual([])
  })
})

const step = (
  kind: 'direct' | 'goodwill' | 'settlement' | 'theft-notice',
  today: string,
  { receipt = delivered, outcome }: { receipt?: Receipt; outcome?: Outcome } = {},
) =>
  findNextStep(
    {
      recipient: 'Oak Bank',
      receipt,
      asks: [{ kind }],
      deadlines: deadlines(kind, receipt),
      answers: [outcome === undefined ? null : { outcome, on: '2026-06-20' }],
    },
    today,
  )

describe('the next step', () => {
  it.each([
    ['2026-06-01', expected, 'On its way to Oak Bank'],
    ['2026-06-12', expected, 'No delivery reported for the letter to Oak Bank'],
    ['2026-07-01', delivered, 'Oak Bank has until Jul 1, 2026'],
    ['2026-07-02', delivered, 'Oak Bank has not answered in 30 days'],
    ['2026-07-16', delivered, 'Oak Bank has not answered in 30 days'],
    ['2026-07-17', delivered, 'Oak Bank has not answered in time'],
  ])('of a direct dispute on %s', (today, receipt, title) => {
    expect(step('direct', today, { receipt })?.title).toBe(title)
  })

  it.each([
    ['corrected', /each bureau to which it reported.*\(e\)\(4\)/],
    ['deleted', /each bureau to which it reported.*\(e\)\(4\)/],
    ['verified', /with the bureaus as well.*1681s-2\(b\) and \(c\)/],
    ['frivolous', /within five business days of deciding \(12 CFR 1022\.43\(f\)\)/],
    ['no_answer', /with the bureaus as well/],
  ] as const)('after a direct dispute was answered: %s', (outcome, text) => {
    expect(step('direct', '2026-06-21', { outcome })?.text).toMatch(text)
  })

  it('for a request names no deadline, and for an accepted offer says to read before paying', () => {
    expect(step('goodwill', '2026-09-01')?.text).toMatch(/^No law sets a time for the answer/)
    expect(step('settlement', '2026-09-01')?.text).toMatch(/Pay nothing before/)
    expect(step('settlement', '2026-06-21', { outcome: 'corrected' })?.title).toBe(
      'Read the agreement before you pay',
    )
    expect(step('goodwill', '2026-06-21', { outcome: 'corrected' })).toBeNull()
  })
  it('after a notice of identity theft calls no one late, and leads to a block after any answer', () => {
    expect(step('theft-notice', '2027-06-01')).toEqual({
      title: 'Oak Bank has your letter',
      text: 'No day is counted for an answer to this letter. Record it here when it comes.',
    })
    for (const outcome of ['corrected', 'frivolous', 'no_answer'] as const)
      expect(step('theft-notice', '2026-06-21', { outcome })?.text).toContain('asks for a block')
  })
})

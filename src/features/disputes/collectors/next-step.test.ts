import { describe, expect, it } from 'vitest'
import type { Receipt } from '../deadlines/deadlines.ts'
import { collectorNextStep } from './next-step.ts'
import type { KnownNotice } from './validation-period.ts'

const collector = 'Meridian Collections'
const delivered: Receipt = { on: '2026-11-20', estimated: false }
const expected: Receipt = { on: '2026-11-20', estimated: true }
const came = (own: Partial<KnownNotice>): KnownNotice => ({ state: 'came', on: null, endsOn: null, ...own })

const dispute = (receipt: Receipt | null, notice: KnownNotice, today = '2026-11-25', isAnswered = false) =>
  collectorNextStep([{ type: 'validation', notice }], { collector, receipt, isAnswered }, today)
const cease = (receipt: Receipt | null, stopsAll = true, today = '2026-11-25', isAnswered = false) =>
  collectorNextStep(
    [{ type: 'cease', reason: stopsAll ? 'all' : 'limited' }],
    { collector, receipt, isAnswered },
    today,
  )

describe('a dispute that a collector has received', () => {
  it.each<[string, KnownNotice, string]>([
    [
      'arrived on the last day',
      came({ on: '2026-10-21' }),
      'It arrived within the validation period, so it must not collect',
    ],
    [
      'arrived a day late',
      came({ on: '2026-10-20' }),
      'It arrived after Nov 19, 2026, when the validation period ended, so by federal law Meridian Collections may go on collecting.',
    ],
    [
      'arrived between the two last days',
      came({ on: '2026-10-25', endsOn: '2026-11-18' }),
      'Meridian Collections may say that it came too late.',
    ],
    [
      'arrived after 30 days and by the day that the notice names',
      came({ on: '2026-10-15', endsOn: '2026-11-25' }),
      'It arrived by the day that the notice names, which the collector must keep (12 CFR 1006.34(c)(3)), so it must not collect',
    ],
    ['followed no notice', { state: 'not_come', on: null, endsOn: null }, 'If it arrived within the 30 days'],
    [
      'followed nobody knows what',
      { state: 'unknown', on: null, endsOn: null },
      'If it arrived within the 30 days',
    ],
  ])('%s', (_, notice, says) => {
    const step = dispute(delivered, notice)
    expect(step?.title).toBe('Meridian Collections has your dispute since Nov 20, 2026')
    expect(step?.text).toContain(says)
    expect(step?.text).toContain(
      'Federal law sets no day by which a debt collector must answer; the law of your state may.',
    )
  })

  it('is never late, however long there is no answer', () => {
    for (const today of ['2026-11-20', '2026-12-21', '2027-11-20'])
      expect(dispute(delivered, came({ on: '2026-11-10' }), today)).toEqual(
        dispute(delivered, came({ on: '2026-11-10' })),
      )
  })
})

describe('a letter to a collector on its way', () => {
  it.each([
    ['2026-11-18', 'On its way to Meridian Collections'],
    ['2026-11-30', 'On its way to Meridian Collections'],
    ['2026-12-01', 'No delivery reported for the letter to Meridian Collections'],
  ])('on %s: %s', (today, title) => {
    expect(dispute(expected, came({ on: '2026-11-10' }), today)?.title).toBe(title)
    expect(cease(expected, true, today)?.title).toBe(title)
  })

  it('that was returned, or that the collector reacted to, has no step here', () => {
    expect(dispute(null, came({ on: '2026-11-10' }))).toBeNull()
    expect(dispute(delivered, came({ on: '2026-11-10' }), '2026-11-25', true)).toBeNull()
    expect(cease(null)).toBeNull()
    expect(cease(delivered, true, '2026-11-25', true)).toBeNull()
  })
})

it('a request to stop contact takes effect on receipt, and states what contact may still follow', () => {
  expect(cease(expected, true, '2026-11-18')?.text).toContain(
    'It takes effect when Meridian Collections receives it.',
  )
  expect(cease(delivered)?.text).toContain(
    'only to say that it ends its efforts, or to notify you of a specific remedy',
  )
  expect(cease(delivered, false)?.text).toContain('the limits that you named')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isBusinessDay } from '#values/business-days.ts'
import {
  type Ask,
  type Extension,
  findExtension,
  findReceipt,
  type LetterProgress,
  listDeadlines,
} from './deadlines.ts'

const timeZone = 'America/New_York'
const way = (own: Partial<LetterProgress>): LetterProgress => ({
  mailState: 'delivered',
  events: [{ event: 'delivered', at: '2026-11-20T18:00:00Z' }],
  expectedOn: '2026-11-24',
  ...own,
})

describe('the receipt of a letter', () => {
  it('is the day of delivery, in the time zone in which days are counted', () => {
    expect(findReceipt(way({}), timeZone)).toEqual({ on: '2026-11-20', estimated: false })
    const lateEvening = way({ events: [{ event: 'delivered', at: '2026-11-21T03:30:00Z' }] })
    expect(findReceipt(lateEvening, timeZone)).toEqual({ on: '2026-11-20', estimated: false })
    expect(findReceipt(lateEvening, 'UTC')).toEqual({ on: '2026-11-21', estimated: false })
  })

  it('is the first delivery if several were reported', () => {
    const twice = way({
      events: [
        { event: 'delivered', at: '2026-11-23T18:00:00Z' },
        { event: 'delivered', at: '2026-11-20T18:00:00Z' },
      ],
    })
    expect(findReceipt(twice, timeZone)?.on).toBe('2026-11-20')
  })

  it.each(['submitted', 'processed', 'sent'] as const)('is expected while the letter is %s', mailState => {
    expect(findReceipt(way({ mailState, events: [] }), timeZone)).toEqual({
      on: '2026-11-24',
      estimated: true,
    })
    expect(findReceipt(way({ mailState, events: [], expectedOn: null }), timeZone)).toBeNull()
  })

  it.each(['not_mailed', 'requested', 'returned', 'rejected', 'failed', 'held', 'untraceable'] as const)(
    'does not exist for a letter that is %s, regardless of earlier events',
    mailState => {
      expect(findReceipt(way({ mailState }), timeZone)).toBeNull()
    },
  )
})

const due = (asks: readonly Ask[], on: string, extension: Extension | null = null) =>
  listDeadlines(asks, { on, estimated: false }, extension).map(({ kind, dueOn }) => [kind, dueOn])

describe('the deadlines', () => {
  it.each<[string, readonly Ask[], string, (readonly [string, string])[]]>([
    [
      'a dispute',
      [{ kind: 'dispute' }],
      '2026-11-20',
      [
        ['furnisher_notice', '2026-11-30'],
        ['investigation', '2026-12-20'],
        ['result_notice', '2026-12-28'],
      ],
    ],
    [
      'a dispute with a block',
      [{ kind: 'dispute' }, { kind: 'block' }],
      '2026-03-02',
      [
        ['block', '2026-03-06'],
        ['furnisher_notice', '2026-03-09'],
        ['investigation', '2026-04-01'],
        ['result_notice', '2026-04-08'],
      ],
    ],
    [
      'a freeze, over a holiday',
      [{ kind: 'freeze_place' }],
      '2026-11-24',
      [
        ['freeze_placed', '2026-11-30'],
        ['freeze_confirmed', '2026-12-07'],
      ],
    ],
    ['a lift now', [{ kind: 'freeze_lift', from: null }], '2026-03-06', [['freeze_lifted', '2026-03-11']]],
    [
      'a lift later',
      [{ kind: 'freeze_lift', from: '2026-04-01' }],
      '2026-03-06',
      [['freeze_lifted', '2026-04-01']],
    ],
    [
      'a lift sooner than can be',
      [{ kind: 'freeze_lift', from: '2026-03-07' }],
      '2026-03-06',
      [['freeze_lifted', '2026-03-11']],
    ],
    ['a removal', [{ kind: 'freeze_remove' }], '2026-03-06', [['freeze_removed', '2026-03-11']]],
    [
      'a question how',
      [{ kind: 'method_of_verification' }],
      '2026-02-20',
      [['method_of_verification', '2026-03-07']],
    ],
  ])('of %s', (_name, asks, on, expected) => {
    expect(due(asks, on)).toEqual(expected)
  })

  it.each(['more_information', 'free_annual_report'] as const)('give 45 days with %s', extension => {
    expect(due([{ kind: 'dispute' }], '2026-11-20', extension)).toContainEqual([
      'investigation',
      '2027-01-04',
    ])
  })

  it('state their source, and what they are counted from', () => {
    const [delivered] = listDeadlines([{ kind: 'block' }], { on: '2026-03-02', estimated: false }, null)
    expect(delivered?.basis).toBe(
      '15 U.S.C. 1681c-2(a): within 4 business days of an identity theft report. Counted from the delivery on Mar 2, 2026.',
    )
    const [expected] = listDeadlines([{ kind: 'block' }], { on: '2026-03-02', estimated: true }, null)
    expect(expected?.basis).toMatch(/Estimated: counted from Mar 2, 2026, when the letter should arrive\.$/)
  })

  it('do not exist without a receipt', () => {
    expect(listDeadlines([{ kind: 'dispute' }], null, null)).toEqual([])
  })
})

describe('45 days', () => {
  const received = '2026-11-20'
  it.each<[string, { freeAnnualReport: boolean; moreSentOn: string[] }, Extension | null]>([
    ['nothing more was sent', { freeAnnualReport: false, moreSentOn: [] }, null],
    [
      'more was sent on the first day',
      { freeAnnualReport: false, moreSentOn: ['2026-11-20'] },
      'more_information',
    ],
    [
      'more was sent on the last day',
      { freeAnnualReport: false, moreSentOn: ['2026-12-20'] },
      'more_information',
    ],
    ['more was sent too late', { freeAnnualReport: false, moreSentOn: ['2026-12-21'] }, null],
    ['more was sent before', { freeAnnualReport: false, moreSentOn: ['2026-11-19'] }, null],
    [
      'the report was the free yearly one',
      { freeAnnualReport: true, moreSentOn: ['2026-11-25'] },
      'free_annual_report',
    ],
  ])('when %s', (_name, events, extension) => {
    expect(findExtension(events, received)).toBe(extension)
  })
})

const days = fc.integer({ min: 0, max: 20_000 }).map(number => addDays('2021-01-01', number))
const asks = fc.constantFrom<Ask>(
  { kind: 'dispute' },
  { kind: 'block' },
  { kind: 'method_of_verification' },
  { kind: 'freeze_place' },
  { kind: 'freeze_lift', from: null },
  { kind: 'freeze_remove' },
)

it('every deadline is after the receipt and moves with it, and those counted in business days end on one', () => {
  fc.assert(
    fc.property(days, asks, (on, ask) => {
      const now = listDeadlines([ask], { on, estimated: false }, null)
      const later = listDeadlines([ask], { on: addDays(on, 1), estimated: false }, null)
      for (const [place, { kind, dueOn }] of now.entries()) {
        expect(dueOn > on).toBe(true)
        expect((later[place]?.dueOn ?? '') >= dueOn).toBe(true)
        if (kind !== 'investigation' && kind !== 'method_of_verification')
          expect(isBusinessDay(dueOn)).toBe(true)
      }
    }),
  )
})

it('the deadlines of a dispute are in order', () => {
  const extensions = fc.constantFrom<Extension | null>(null, 'more_information', 'free_annual_report')
  fc.assert(
    fc.property(days, extensions, (on, extension) => {
      const found = new Map(due([{ kind: 'dispute' }], on, extension).map(([kind, day]) => [kind, day ?? '']))
      const day = (kind: string) => found.get(kind) ?? ''
      expect(day('furnisher_notice') < day('investigation')).toBe(true)
      expect(day('investigation') < day('result_notice')).toBe(true)
      expect(day('investigation')).toBe(addDays(on, extension === null ? 30 : 45))
    }),
  )
})

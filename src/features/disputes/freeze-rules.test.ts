import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { freezeDayProblems } from './freeze-rules.ts'
import { createFreezeRequest } from './letters/freeze.ts'

const today = '2026-11-20'

describe('a freeze request', () => {
  it.each<[string, Parameters<typeof freezeDayProblems>[0], Record<string, string>]>([
    ['to place it', { action: 'place' }, {}],
    ['to lift it until it is placed again', { action: 'lift' }, {}],
    ['to lift it for some days', { action: 'lift', from: '2026-12-01', until: '2026-12-14' }, {}],
    [
      'to lift it until tomorrow, which a letter can reach',
      { action: 'lift', from: today, until: '2026-11-21' },
      {},
    ],
    [
      'to lift it today alone',
      { action: 'lift', from: today, until: today },
      { until: 'No letter arrives today. Choose a later day, or lift it online or by phone' },
    ],
    [
      'to place it for some days',
      { action: 'place', from: '2026-12-01', until: '2026-12-14' },
      {
        from: 'Only a temporary lift of a freeze takes days',
        until: 'Only a temporary lift of a freeze takes days',
      },
    ],
    [
      'to remove it until a day',
      { action: 'remove', until: '2026-12-14' },
      { until: 'Only a temporary lift of a freeze takes days' },
    ],
    [
      'to lift it from yesterday',
      { action: 'lift', from: '2026-11-19', until: '2026-12-14' },
      { from: 'This day is in the past' },
    ],
    [
      'to lift it until yesterday',
      { action: 'lift', until: '2026-11-19' },
      { until: 'This day is in the past' },
    ],
    [
      'to lift it backwards',
      { action: 'lift', from: '2026-12-02', until: '2026-12-01' },
      { until: 'The last day is before the first' },
    ],
  ])('%s has these problems', (_, asked, problems) => {
    expect(freezeDayProblems(asked, today)).toEqual(problems)
    const make = () => createFreezeRequest({ ...asked, bureaus: ['Equifax', 'TransUnion'] }, today)
    if (Object.keys(problems).length === 0) expect(make().bureaus).toEqual(['TransUnion', 'Equifax'])
    else expect(make).toThrow(AppError)
  })
})

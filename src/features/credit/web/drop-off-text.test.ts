import { describe, expect, test } from 'vitest'
import { describeDropOff, placeOf, yearsAhead } from './drop-off-text.ts'

const today = '2026-11-23'

describe('the day on which an item drops off', () => {
  test.each([
    ['account', '2031-06-29', '2031-06-29', 'By 06/29/2031', false],
    ['account', '2031-06-29', '2031-07-29', 'Between 06/29/2031 and 07/29/2031', false],
    ['account', null, '2032-02-27', 'By 02/27/2032 at the latest', false],
    ['account', null, null, 'Not known', false],
    ['record', '2026-11-02', null, 'By 11/02/2026 or later', false],
    ['late_payments', '2032-10-31', '2033-02-28', 'The first by 10/31/2032, the last by 02/28/2033', false],
    ['late_payments', '2033-02-28', '2033-02-28', 'By 02/28/2033', false],
    ['inquiry', '2026-11-22', '2026-11-22', 'About 11/22/2026', true],
    ['record', '2026-11-23', '2026-11-23', 'By 11/23/2026', false],
  ] as const)('%s from %s to %s: %s', (kind, earliest, latest, text, isOver) => {
    expect(describeDropOff({ kind, earliest, latest }, today)).toEqual({ text, isOver })
  })
})

describe('the timeline of these days', () => {
  test('begins with this year and ends with the year of the last day', () => {
    expect(yearsAhead([{ latest: '2029-01-01' }, { latest: null }, { latest: '2020-01-01' }], today)).toEqual(
      [2026, 2027, 2028, 2029],
    )
  })

  test('places a day by month and day, and days outside at its edge', () => {
    const years = [2026, 2027]
    expect(placeOf('2027-01-01', years)).toBe(0.5)
    expect(placeOf('2026-07', years)).toBe(0.25)
    expect(placeOf('2020-01-01', years)).toBe(0)
    expect(placeOf('2030-01-01', years)).toBe(1)
  })
})

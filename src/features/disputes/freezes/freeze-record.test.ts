import { describe, expect, it } from 'vitest'
import { dayAfterLift, freezeRecordProblems } from './freeze-record.ts'

const today = '2026-11-23'
type Asked = Parameters<typeof freezeRecordProblems>[0]

describe('a record of a freeze', () => {
  it.each<Asked>([
    { state: 'frozen', on: '2026-11-23' },
    { state: 'frozen', on: '2019-02-01' },
    { state: 'not_frozen', on: '2026-11-20', remindOn: '2026-11-24' },
    { state: 'lifted', on: '2026-12-01', until: '2026-12-01', remindOn: '2026-12-02' },
    { state: 'lifted', on: '2026-10-01', until: '2026-10-09' },
    { state: 'lifted', on: '2026-11-01' },
  ])('is accepted: %o', asked => {
    expect(freezeRecordProblems(asked, today)).toEqual({})
  })

  it.each<[keyof Asked, string, Asked]>([
    ['on', 'This day is in the future', { state: 'frozen', on: '2026-11-24' }],
    ['on', 'This day is in the future', { state: 'not_frozen', on: '2026-11-24' }],
    ['on', 'Choose a day within a year', { state: 'lifted', on: '2062-11-24' }],
    ['until', 'Only a lifted freeze has a last day', { state: 'frozen', on: today, until: today }],
    ['until', 'The last day is before the first', { state: 'lifted', on: today, until: '2026-11-22' }],
    ['until', 'Choose a day within a year', { state: 'lifted', on: today, until: '2028-01-01' }],
    [
      'remindOn',
      'A file that is frozen needs no reminder to freeze it',
      { state: 'frozen', on: today, remindOn: '2026-12-01' },
    ],
    ['remindOn', 'Choose a day after today', { state: 'lifted', on: today, remindOn: today }],
    ['remindOn', 'Choose a day within a year', { state: 'not_frozen', on: today, remindOn: '2028-01-01' }],
  ])('is refused for its %s: %s', (field, sentence, asked) => {
    expect(freezeRecordProblems(asked, today)).toEqual({ [field]: sentence })
  })
})

describe('the day after a lift', () => {
  it.each([
    ['lifted', '2026-12-03', '2026-12-04'],
    ['lifted', '2026-11-23', '2026-11-24'],
    ['lifted', '2026-11-22', null],
    ['lifted', null, null],
    ['frozen', '2026-12-03', null],
  ] as const)('%s until %s is %s', (state, until, day) => {
    expect(dayAfterLift({ state, until }, today)).toBe(day)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  listDueEvents,
  moves,
  outboxStatus,
  parseMove,
  scheduleFor,
  secondsToNextEvent,
} from './letter-schedule.ts'

const begun = new Date('2026-03-02T15:00:00Z')
const after = (milliseconds: number) => new Date(begun.getTime() + milliseconds)
const MINUTE = 60_000
const DAY = 86_400_000

describe('the schedule of a letter', () => {
  it.each([
    ['418 Alder Street', 0, []],
    ['418 Alder Street', MINUTE, ['rendered']],
    ['418 Alder Street', DAY, ['rendered', 'mailed']],
    ['1 Returned Road', MINUTE, ['rendered', 'mailed', 'in_transit', 'returned']],
    ['1 returned road, Apt 2', MINUTE, ['rendered', 'mailed', 'in_transit', 'returned']],
    ['1 Failed Road', MINUTE, ['failed']],
    ['11 Failed Road', MINUTE, ['rendered']],
    ['1 Failed Roadhouse', MINUTE, ['rendered']],
  ])('from %s after %i ms is %j', (street, passed, events) => {
    expect(listDueEvents(scheduleFor(street), begun, after(passed)).map(({ event }) => event)).toEqual(events)
  })

  it('ends with delivery', () => {
    const all = listDueEvents(scheduleFor('418 Alder Street'), begun, after(10 * DAY))
    expect(all.at(-1)?.event).toBe('delivered')
    expect(secondsToNextEvent(scheduleFor('418 Alder Street'), begun, after(10 * DAY))).toBeNull()
  })

  it('is completed by waiting for each next event', () => {
    fc.assert(
      fc.property(fc.constantFrom('418 Alder Street', '1 Returned Road', '1 Failed Road'), street => {
        const schedule = scheduleFor(street)
        let now = begun
        let rounds = 0
        for (;;) {
          const seconds = secondsToNextEvent(schedule, begun, now)
          if (seconds === null) break
          expect(seconds).toBeGreaterThan(0)
          now = new Date(now.getTime() + seconds * 1_000)
          rounds += 1
        }
        expect(rounds).toBe(schedule.length)
        expect(listDueEvents(schedule, begun, now)).toHaveLength(schedule.length)
      }),
    )
  })
})

describe('a move', () => {
  it.each([
    ['delivered', 'delivered'],
    ['letter.delivered', 'delivered'],
    ['letter.certified.re-routed', 're_routed'],
    ['re-routed', 're_routed'],
    ['returned_to_sender', 'returned'],
    ['letter.rendered_pdf', 'rendered'],
    ['created', null],
    ['deleted', null],
    ['constructor', null],
    ['', null],
  ])('named %s is %s', (text, move) => {
    expect(parseMove(text)).toBe(move)
  })

  it('is parsed from its own name', () => {
    expect(moves.map(parseMove)).toEqual(moves)
  })
})

it.each([
  [[], 'processed'],
  [['created'], 'processed'],
  [['created', 'mailed'], 'sent'],
  [['created', 'mailed', 'delivered'], 'delivered'],
  [['created', 'mailed', 'returned'], 'failed'],
  [['created', 'failed'], 'failed'],
] as const)('a letter with %j has the status %s', (events, status) => {
  expect(outboxStatus(events.map(event => ({ event, at: begun })))).toBe(status)
})

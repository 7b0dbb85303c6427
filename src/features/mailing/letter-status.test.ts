import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LetterEventType, letterEventTypes } from '#providers/letters/port.ts'
import { times } from '#test/support/chance.ts'
import { deriveDeliveryStatus, letterStatuses, listShownEvents } from './letter-status.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 12, minute))
const news = (...events: LetterEventType[]) => events.map((event, minute) => ({ event, at: at(minute) }))

describe('the status of a letter', () => {
  it.each<[LetterEventType[], string]>([
    [[], 'submitted'],
    [['created'], 'processed'],
    [['created', 'rendered'], 'processed'],
    [['created', 'mailed'], 'sent'],
    [['mailed', 'in_transit', 're_routed'], 'sent'],
    [['pickup_available'], 'sent'],
    [['in_transit', 'delivered'], 'delivered'],
    [['delivered', 'in_transit'], 'delivered'],
    [['delivered', 'returned'], 'returned'],
    [['created', 'deleted'], 'failed'],
    [['created', 'failed'], 'failed'],
    [['rejected'], 'rejected'],
    [['other'], 'submitted'],
  ])('after %j it is %s', (events, where) => {
    expect(deriveDeliveryStatus(news(...events))).toBe(where)
  })

  it('does not depend on the order of events or on duplicates', () => {
    const one = fc.record({
      event: fc.constantFrom(...letterEventTypes),
      at: fc.integer({ min: 0, max: 5 }).map(at),
    })
    const scattered = fc.array(one, { minLength: 1, maxLength: 12 }).chain(sent =>
      fc.tuple(
        fc.constant(sent),
        fc
          .tuple(fc.shuffledSubarray(sent, { minLength: sent.length }), fc.shuffledSubarray(sent))
          .map(([all, twice]) => [...all, ...twice]),
      ),
    )
    fc.assert(
      fc.property(scattered, ([sent, received]) => {
        expect(deriveDeliveryStatus(received)).toBe(deriveDeliveryStatus(sent))
        expect(listShownEvents(received)).toEqual(listShownEvents(sent))
      }),
      { numRuns: times(2_000) },
    )
  })

  it('stays final once the letter has arrived', () => {
    expect(letterEventTypes.filter(event => letterStatuses[deriveDeliveryStatus(news(event))].final)).toEqual(
      ['delivered', 'returned', 'failed', 'rejected', 'deleted'],
    )
  })
})

describe('the events shown to the user', () => {
  it('list each kind once, at its earliest time, oldest first', () => {
    const events = [...news('created', 'mailed', 'other'), { event: 'mailed' as const, at: at(9) }]
    expect(listShownEvents(events)).toEqual(news('created', 'mailed'))
  })
})

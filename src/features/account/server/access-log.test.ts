import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AuditEvent } from '#api/audit-events.ts'
import { describeActs } from './access-log.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds))

it('lists a read once a minute and everything else each time', () => {
  const done: [AuditEvent, number][] = [
    ['report_read', 0],
    ['report_read', 10],
    ['dispute_read', 20],
    ['dispute_created', 30],
    ['dispute_created', 31],
    ['report_read', 59],
    ['report_read', 60],
  ]
  expect(describeActs(done.map(([act, seconds]) => ({ act, at: at(seconds) })))).toEqual([
    { title: 'Read the credit report', at: at(0).toISOString() },
    { title: 'Read the disputes', at: at(20).toISOString() },
    { title: 'Created a dispute', at: at(30).toISOString() },
    { title: 'Created a dispute', at: at(31).toISOString() },
    { title: 'Read the credit report', at: at(60).toISOString() },
  ])
})

it('lists every read within a minute, and nothing that was not done', () => {
  const steps = fc.array(
    fc.record({
      act: fc.constantFrom<AuditEvent>('report_read', 'letter_read', 'dispute_created'),
      wait: fc.integer({ min: 0, max: 90 }),
    }),
  )
  fc.assert(
    fc.property(steps, taken => {
      let seconds = 0
      const done = taken.map(({ act, wait }) => {
        seconds += wait
        return { act, at: at(seconds) }
      })
      const shown = describeActs(done)
      for (const each of done) {
        const near = shown.filter(line => {
          const before = each.at.getTime() - Date.parse(line.at)
          return before >= 0 && before < 60_000
        })
        expect(near.length).toBeGreaterThan(0)
      }
      expect(shown.length).toBeLessThanOrEqual(done.length)
      expect(shown.filter(({ title }) => title === 'Created a dispute')).toHaveLength(
        done.filter(({ act }) => act === 'dispute_created').length,
      )
    }),
  )
})

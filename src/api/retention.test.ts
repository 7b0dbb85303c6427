import fc from 'fast-check'
import { expect, it } from 'vitest'
import { auditRetentionYears } from './audit-events.ts'
import { retention, retentionCutoff, unrecoverableAfter, usualRetention } from './retention.ts'

it.each([
  ['days', 30, '2026-03-31T12:00:00Z', '2026-03-01T12:00:00.000Z'],
  ['months', 1, '2026-03-31T12:00:00Z', '2026-02-28T12:00:00.000Z'],
  ['months', 24, '2028-02-29T00:00:00Z', '2026-02-28T00:00:00.000Z'],
  ['months', 84, '2026-11-23T03:30:00Z', '2019-11-23T03:30:00.000Z'],
] as const)('%s: %i before %s is %s', (unit, count, now, cutoff) => {
  expect(retentionCutoff(unit, count, new Date(now)).toISOString()).toBe(cutoff)
})

it('data past its period stays past it', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, instants, fc.integer({ min: 1, max: 120 }), (one, other, months) => {
      const [earlier, later] = one < other ? [one, other] : [other, one]
      const before = (now: Date) => retentionCutoff('months', months, now).getTime()
      expect(before(earlier)).toBeLessThanOrEqual(before(later))
      expect(before(earlier)).toBeLessThan(earlier.getTime())
    }),
  )
})

it('keeps audit rows for the years in the table', () => {
  const years = [auditRetentionYears('signed_in', false), auditRetentionYears('letters_mailed', false)]
  expect(years.map(count => count * 12)).toEqual([retention.auditLog.usual, retention.longAuditLog.usual])
  expect(auditRetentionYears('signed_in', true) * 12).toBe(retention.longAuditLog.usual)
})

it('states when nothing of an erased user can be recovered: after a week for the rewrite, then the retention of backups', () => {
  const erased = new Date('2026-11-23T00:00:00Z')
  expect(unrecoverableAfter(erased, usualRetention).toISOString()).toBe('2027-01-04T00:00:00.000Z')
})

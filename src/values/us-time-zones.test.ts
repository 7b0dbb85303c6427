import { expect, it } from 'vitest'
import { endOfDay } from './us-time-zones.ts'

it.each([
  ['2026-11-27', 'America/New_York', '2026-11-28T05:00:00.000Z'],
  ['2026-07-06', 'America/New_York', '2026-07-07T04:00:00.000Z'],
  // A day of 25 hours, and one of 23.
  ['2026-11-01', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ['2026-03-08', 'America/Los_Angeles', '2026-03-09T07:00:00.000Z'],
  ['2026-12-31', 'Pacific/Honolulu', '2027-01-01T10:00:00.000Z'],
  ['2026-12-31', 'Pacific/Pago_Pago', '2027-01-01T11:00:00.000Z'],
  ['2026-12-31', 'Pacific/Guam', '2026-12-31T14:00:00.000Z'],
] as const)('%s is over in %s at %s', (day, zone, at) => {
  expect(endOfDay(zone, day).toISOString()).toBe(at)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageInMonths, averageTenths, averageYears, showAge, showYears } from './age.ts'

test.each([
  ['2020-11-21', 72],
  ['2020-11-22', 71],
  ['2020-11-20', 72],
  ['2025-12-31', 10],
  ['2026-11', 0],
  ['2020-11', 71],
  ['2020-10', 72],
  ['2020', 70],
  ['2026', 0],
  ['2027-01-01', 0],
  ['1996-02-29', 368],
])('a card opened %s is %d whole months old on 11/21/2026', (opened, months) => {
  expect(ageInMonths(opened, '2026-11-21')).toBe(months)
})

test('a card opened on the last day of a long month is a month older on the last day of a short one', () => {
  expect(ageInMonths('2026-01-31', '2026-02-28')).toBe(1)
  expect(ageInMonths('2026-01', '2026-02-27')).toBe(0)
})

test('a partial date never counts as older than any day that it can mean', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2026-11-21'), noInvalidDate: true })
  fc.assert(
    fc.property(days, date => {
      const day = date.toISOString().slice(0, 10)
      const exact = ageInMonths(day, '2026-11-21')
      expect(ageInMonths(day.slice(0, 7), '2026-11-21')).toBeLessThanOrEqual(exact)
      expect(ageInMonths(day.slice(0, 4), '2026-11-21')).toBeLessThanOrEqual(exact)
    }),
  )
})

test('an average is rounded to the nearest tenth but never up to a goal that it misses', () => {
  expect(averageTenths({ months: 131, count: 2 })).toBe(54)
  expect(averageTenths({ months: 132, count: 2 })).toBe(55)
  expect(averageTenths({ months: 0, count: 0 })).toBe(0)
  expect(averageYears({ months: 131, count: 2 })).toBe(5.5)
  expect(averageYears({ months: 129, count: 2 })).toBe(5.4)
  expect(averageYears({ months: 0, count: 0 })).toBe(0)
  expect(averageYears({ months: 131, count: 2 }, 55)).toBe(5.46)
  expect(averageYears({ months: 132, count: 2 }, 55)).toBe(5.5)
  expect(averageYears({ months: 6599, count: 100 }, 55)).toBe(5.49)
  expect(showAge(5.46)).toBe('5.46 years')
  expect(showYears(56)).toBe('5.6 years')
})

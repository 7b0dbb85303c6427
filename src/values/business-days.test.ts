import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBusinessDays, addDays, isBusinessDay, listHolidays } from './business-days.ts'

/** As published by the Office of Personnel Management (opm.gov, federal holidays). */
const published: Readonly<Record<number, string>> = {
  2020: '2020-01-01 2020-01-20 2020-02-17 2020-05-25 2020-07-03 2020-09-07 2020-10-12 2020-11-11 2020-11-26 2020-12-25',
  2021: '2021-01-01 2021-01-18 2021-02-15 2021-05-31 2021-06-18 2021-07-05 2021-09-06 2021-10-11 2021-11-11 2021-11-25 2021-12-24',
  2022: '2021-12-31 2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26',
  2023: '2023-01-02 2023-01-16 2023-02-20 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-10-09 2023-11-10 2023-11-23 2023-12-25',
  2024: '2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-12-25',
  2025: '2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25',
  2026: '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
  2027: '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24',
  2028: '2027-12-31 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25',
  2029: '2029-01-01 2029-01-15 2029-02-19 2029-05-28 2029-06-19 2029-07-04 2029-09-03 2029-10-08 2029-11-12 2029-11-22 2029-12-25',
  2030: '2030-01-01 2030-01-21 2030-02-18 2030-05-27 2030-06-19 2030-07-04 2030-09-02 2030-10-14 2030-11-11 2030-11-28 2030-12-25',
}

it.each(Object.entries(published))(
  'the holidays of %s are those that the government publishes',
  (year, days) => {
    expect(listHolidays(Number(year)).map(({ on }) => on)).toEqual(days.split(' '))
  },
)

describe('a business day', () => {
  it.each([
    ['2026-11-20', true, 'a Friday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-11-26', false, 'Thanksgiving'],
    ['2026-11-27', true, 'the day after it'],
    ['2026-07-03', false, 'Independence Day, kept on a Friday'],
    ['2021-12-31', false, "New Year's Day of the next year, kept on a Friday"],
    ['2023-01-02', false, "New Year's Day, kept on a Monday"],
    ['2020-06-19', true, 'Juneteenth before it was a holiday'],
    ['2021-06-18', false, 'the first Juneteenth, kept on a Friday'],
    ['2021-01-20', true, 'an Inauguration Day, which is a holiday in Washington alone'],
    ['2028-02-29', true, 'a leap day'],
  ])('%s: %s, being %s', (day, is) => {
    expect(isBusinessDay(day)).toBe(is)
  })
})

it.each([
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-20', 5, '2026-11-30'],
  ['2026-11-25', 3, '2026-12-01'],
  ['2026-12-22', 5, '2026-12-30'],
  ['2027-12-30', 1, '2028-01-03'],
  ['2026-11-20', 0, '2026-11-20'],
])('after %s the business day number %i is %s', (day, count, after) => {
  expect(addBusinessDays(day, count)).toBe(after)
})

const days = fc.integer({ min: 0, max: 60_000 }).map(number => addDays('1990-01-01', number))

describe('counting business days', () => {
  it('ends on a business day, exactly that many business days later', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 30 }), (day, count) => {
        const end = addBusinessDays(day, count)
        expect(isBusinessDay(end)).toBe(true)
        let between = 0
        for (let at = addDays(day, 1); at <= end; at = addDays(at, 1)) if (isBusinessDay(at)) between += 1
        expect(between).toBe(count)
      }),
    )
  })

  it('can be split into two parts', () => {
    const few = fc.integer({ min: 0, max: 15 })
    fc.assert(
      fc.property(days, few, few, (day, first, second) => {
        expect(addBusinessDays(addBusinessDays(day, first), second)).toBe(
          addBusinessDays(day, first + second),
        )
      }),
    )
  })

  it('never ends earlier for a later start', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 15 }), (day, count) => {
        expect(addBusinessDays(addDays(day, 1), count) >= addBusinessDays(day, count)).toBe(true)
      }),
    )
  })
})

it('every year has eleven holidays, all on weekdays, and no two on one day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2021, max: 2100 }), year => {
      const kept = listHolidays(year).map(({ on }) => on)
      expect(new Set(kept).size).toBe(11)
      expect(kept.every(day => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()))).toBe(true)
    }),
  )
})

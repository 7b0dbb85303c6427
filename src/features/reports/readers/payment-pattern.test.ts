import { describe, expect, test } from 'vitest'
import type { PayToken } from '../canonical.ts'
import { addReportedMonth, detectPaymentDialect, parsePaymentMonths, sortByMonth } from './payment-pattern.ts'

const plain = { collection: false, mortgage: false }
const shown = (pattern: string, newest: string) =>
  sortByMonth(parsePaymentMonths(pattern, newest, 'experian', plain)).map(
    month => `${month.date} ${month.status}`,
  )

describe('the months of a payment string', () => {
  test('are ordered oldest first, one for each month back from the newest', () => {
    expect(shown('C12', '2026-01')).toEqual(['2025-11 60', '2025-12 30', '2026-01 OK'])
  })

  test('without data are absent at either end, and unknown between others', () => {
    expect(shown('XXCXCX', '2026-06')).toEqual(['2026-02 OK', '2026-03 U', '2026-04 OK'])
  })

  test.each(['OK,OK,OK', 'OK', 'OK x 24 months', 'CURRENT', 'PAID', 'CLEAN', 'Never late', 'NULL'])(
    'are empty for words: %s',
    words => {
      expect(shown(words, '2026-06')).toEqual([])
    },
  )

  test('contain no entry for one unknown character', () => {
    expect(shown('C?C', '2026-06')).toEqual(['2026-04 OK', '2026-06 OK'])
  })

  test('are limited to ten years', () => {
    expect(shown('C'.repeat(99), '2026-06')).toHaveLength(99)
    expect(shown('C'.repeat(150), '2026-06')).toHaveLength(120)
  })

  test('are empty when nothing was reported', () => {
    expect(shown('XXXX', '2026-06')).toEqual([])
    expect(shown('', '2026-06')).toEqual([])
  })

  test('have one entry each, the first one', () => {
    const twice = [
      { date: '2026-02', status: '30' },
      { date: '2026-01', status: 'OK' },
      { date: '2026-02', status: 'OK' },
    ] as const
    expect(sortByMonth(twice)).toEqual([
      { date: '2026-01', status: 'OK' },
      { date: '2026-02', status: '30' },
    ])
  })
})

describe('the month of the report', () => {
  const put = (pattern: string, newest: string, now: PayToken | null, isClosed = false) =>
    addReportedMonth(parsePaymentMonths(pattern, newest, 'experian', plain), '2026-09', now, isClosed).map(
      month => `${month.date} ${month.status}`,
    )
  test.each([
    ['is put before the months that begin with the one before it', '1C', '2026-08', '60', '2026-09 60'],
    ['is put there when it is on time', '1C', '2026-08', 'OK', '2026-09 OK'],
    ['is what is late now where the months leave it unrated', 'X2C', '2026-09', '120', '2026-09 120'],
    ['is not put behind a gap', '1C', '2026-06', '90', '2026-06 30'],
    ['is not made up where the months leave it unrated', 'X2C', '2026-09', 'OK', '2026-08 60'],
    ['is what the months say where they rate it', 'C2C', '2026-09', '90', '2026-09 OK'],
  ] as const)('%s', (_, pattern, newest, now, last) => {
    expect(put(pattern, newest, now).at(-1)).toBe(last)
  })

  test('is not added to a closed account or one without months', () => {
    expect(put('1C', '2026-08', '60', true).at(-1)).toBe('2026-08 30')
    expect(put('', '2026-08', '60')).toEqual([])
  })
})

describe('the numbering of a MISMO string', () => {
  const counts = (late30: number | null, late60: number | null, late90: number | null) => ({
    late30,
    late60,
    late90,
  })
  test.each([
    ['a letter C settles it', 'C1CC2', counts(1, 1, 0), 'experian'],
    ['mostly ones without a C are on-time months', '1111211111', counts(null, null, null), 'shifted'],
    ['counters that only the shifted counting meets', '12111', counts(1, 0, 0), 'shifted'],
    ['counters that only the usual counting meets', '1XX12', counts(2, 1, 0), 'experian'],
    ['without digits nothing is shifted', 'XXXX', counts(0, 0, 0), null],
    ['digits that nothing explains stay open', '22', counts(null, null, null), null],
  ] as const)('%s', (_, pattern, given, dialect) => {
    expect(detectPaymentDialect(pattern, given, 'Experian', null)).toBe(dialect)
  })

  test.each([
    ['11', '30', 'experian'],
    ['1X', '30', 'experian'],
    ['1', 'OK', 'shifted'],
    ['2', '60', 'experian'],
    ['21', '30', 'shifted'],
    ['5', '120', 'shifted'],
    ['6', '180', 'experian'],
    ['X1', '30', 'shifted'],
    ['1111', '60', 'shifted'],
  ] as const)('of %s with the first month rated %s is %s', (pattern, rating, dialect) => {
    expect(detectPaymentDialect(pattern, counts(null, null, null), null, rating)).toBe(dialect)
  })
})

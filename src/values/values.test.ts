import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortBureaus } from './bureau.ts'
import { showBytes, showFileSize } from './bytes.ts'
import {
  addMonths,
  addMonthsToDay,
  ageOn,
  dayIn,
  isPartialDate,
  monthsBetween,
  showDate,
  showDay,
  showInstant,
  showLongDay,
  showMonth,
  showTime,
} from './dates.ts'
import { showList } from './list.ts'
import { maskAccountNumber } from './mask.ts'
import { centsOf, dollarsOf, showMoney, showPercent } from './money.ts'
import { showPhone } from './phone.ts'

describe('dates', () => {
  it.each([
    ['2024-03-09', '03/09/2024', '03/2024'],
    ['2024-03', '03/2024', '03/2024'],
    ['2024', '2024', '2024'],
    [null, null, null],
  ])('%s shows as %s, as a month %s', (date, day, month) => {
    expect(showDate(date)).toBe(day)
    expect(showMonth(date)).toBe(month)
  })

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-13', false],
    ['0000', false],
    ['2024-00', false],
    ['24-01-01', false],
  ])('%s is a date: %s', (text, real) => {
    expect(isPartialDate(text)).toBe(real)
  })

  it('can be moved by months and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1950, max: 2090 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: -400, max: 400 }),
        (year, month, by) => {
          const from = `${year}-${String(month).padStart(2, '0')}`
          expect(monthsBetween(from, addMonths(from, by))).toBe(by)
        },
      ),
    )
  })

  it.each([
    ['2026-11-20', -6, '2026-05-20'],
    ['2026-08-31', -6, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-05', 1, '2027-01-05'],
  ])('%s moved by %i months is %s', (day, by, moved) => {
    expect(addMonthsToDay(day, by)).toBe(moved)
  })

  it('count a birthday from the day itself', () => {
    expect(ageOn('2000-02-29', '2018-02-28')).toBe(17)
    expect(ageOn('2000-02-29', '2018-03-01')).toBe(18)
  })

  it('are in the business time zone', () => {
    expect(dayIn('America/New_York', new Date('2026-11-21T04:59:00Z'))).toBe('2026-11-20')
    expect(dayIn('America/New_York', new Date('2026-11-21T05:00:00Z'))).toBe('2026-11-21')
  })

  it('are shown in words in letters and lists', () => {
    expect(showLongDay('2026-11-20')).toBe('November 20, 2026')
    expect(showDay('2026-11-18')).toBe('Nov 18, 2026')
    const [day, time] = [showInstant, showTime].map(show => show('2026-11-18T23:02:00Z', 'America/New_York'))
    expect([day, time].map(shown => shown?.replaceAll(/\s/g, ' '))).toEqual([
      'Nov 18, 2026, 6:02 PM',
      '6:02 PM',
    ])
  })
})

describe('money', () => {
  it.each([
    ['', '$0.00'],
    ['0', '$0.00'],
    ['$0', '$0.00'],
    ['1234.5', '$1,234.50'],
    ['$1,234', '$1,234.00'],
    ['-12', '-$12.00'],
    ['unknown', 'unknown'],
  ])('%s shows as %s', (reported, shown) => {
    expect(showMoney(reported)).toBe(shown)
  })

  it('survives conversion to cents and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), cents => {
        expect(centsOf(dollarsOf(cents))).toBe(cents === 0 ? 0 : cents)
      }),
    )
    expect(centsOf(null)).toBeNull()
  })
})

describe('masks and other values', () => {
  it('show at most eight characters of an account number', () => {
    expect(maskAccountNumber('12345678')).toBe('12345678')
    expect(maskAccountNumber('5178440212345678')).toBe('51784402****')
    expect(maskAccountNumber('620106XXXXXXX')).toBe('620106XX****')
    expect(maskAccountNumber('xxxxxxxx 3333')).toBe('****3333')
    expect(maskAccountNumber('*3883')).toBe('*3883')
  })

  it.each([
    [0, '0 Bytes'],
    [500, '500 Bytes'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [2_097_152, '2 MB'],
    [1_234_567_890, '1.15 GB'],
    [2_199_023_255_552, '2048 GB'],
  ])('%i bytes show as %s', (bytes, shown) => {
    expect(showBytes(bytes)).toBe(shown)
  })

  it.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [700_928, '684.50 KB'],
    [1_048_570, '1023.99 KB'],
    [1_048_575, '1.00 MB'],
    [2_097_152, '2.00 MB'],
    [1_073_741_824, '1.00 GB'],
  ])('%i bytes are shown in a column as %s', (bytes, shown) => {
    expect(showFileSize(bytes)).toBe(shown)
  })

  it('show American phone numbers in American format', () => {
    expect(showPhone('+12025550143')).toBe('(202) 555-0143')
  })

  it.each([
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b, and c'],
  ])('%j are shown in a sentence as %s', (items, sentence) => {
    expect(showList(items)).toBe(sentence)
  })

  it('list bureaus in display order', () => {
    expect(sortBureaus(['Equifax', 'TransUnion', 'Equifax'])).toEqual(['TransUnion', 'Equifax'])
  })
})

it.each([
  [0, '0%'],
  [9.6, '9.6%'],
  ['99.5', '99.5%'],
  [1_250.5, '1,250.5%'],
  [100_000_000, '100,000,000%'],
])('%s percent shows as %s', (percent, shown) => {
  expect(showPercent(percent)).toBe(shown)
})

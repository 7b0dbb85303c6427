import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateFromAge, type FeedRow, parseFeedRows } from './feed.ts'

const today = '2026-11-21'
const good = {
  id: 'A-1',
  name: 'Harbor Visa',
  bank: 'Harbor Bank',
  creditLimit: 15_000,
  price: 465,
  slots: 2,
  opened: '2014-03-09',
}
const read = (row: FeedRow) => parseFeedRows([row], today)

describe('a row', () => {
  test('is read from numbers or text, under other column names and in any order', () => {
    const line = {
      supplierId: 'A-1',
      name: 'Harbor Visa',
      bank: 'Harbor Bank',
      creditLimit: 15_000,
      price: 465,
      slots: 2,
      opened: '2014-03-09',
      statedMonths: null,
      purchaseBy: null,
      bureaus: [],
    }
    expect(read(good).lines).toEqual([line])
    const other = {
      Stock: ' 2 ',
      'Date Opened': '2014-03-09',
      'Credit Limit': '$15,000.00',
      COST: '465.0',
      Issuer: 'Harbor Bank',
      card_name: 'Harbor Visa',
      'Card ID': 'A-1',
      Notes: 'nothing that is read',
    }
    expect(read(other).lines).toEqual([line])
  })

  test.each([
    ['9.5', 114],
    ['9', 108],
    ['0.04', 0],
    ['9.99', 119],
  ])('with an age of %s years is %d whole months old', (ageYears, months) => {
    const { opened: _none, ...rest } = good
    expect(read({ ...rest, ageYears }).lines[0]).toMatchObject({ opened: null, statedMonths: months })
  })

  test('with a date keeps it even if an age is also given', () => {
    expect(read({ ...good, ageYears: '30' }).lines[0]).toMatchObject({
      opened: '2014-03-09',
      statedMonths: null,
    })
    expect(read({ ...good, opened: '2014-03' }).lines[0]?.opened).toBe('2014-03')
  })

  test('accepts bureaus in any case and order', () => {
    expect(read({ ...good, bureaus: 'equifax;TransUnion' }).lines[0]?.bureaus).toEqual([
      'TransUnion',
      'Equifax',
    ])
    expect(read({ ...good, bureaus: ['Experian'] }).lines[0]?.bureaus).toEqual(['Experian'])
  })

  test.each([
    [{ id: '' }, 'id is missing'],
    [{ name: 'x'.repeat(81) }, 'name has more than 80 characters'],
    [{ name: 'a\u0007b' }, 'name has characters that cannot be shown'],
    [{ bank: null }, 'bank is missing'],
    [{ creditLimit: '15k' }, 'creditLimit is not an amount of dollars'],
    [{ creditLimit: 2_000_000 }, 'creditLimit is more than 1000000'],
    [{ price: '465.50' }, 'price must be whole dollars'],
    [{ price: 0 }, 'price must be more than zero'],
    [{ price: -5 }, 'price is not an amount of dollars'],
    [{ price: '1e3' }, 'price is not an amount of dollars'],
    [{ price: '4,65' }, 'price is not an amount of dollars'],
    [{ slots: '' }, 'slots is missing'],
    [{ slots: 1.5 }, 'slots must be a whole number up to 999'],
    [{ opened: '2014' }, 'opened must be a date like 2014-03-09 or a month like 2014-03'],
    [{ opened: '03/09/2014' }, 'opened must be a date like 2014-03-09 or a month like 2014-03'],
    [{ opened: '2014-02-30' }, 'opened must be a date like 2014-03-09 or a month like 2014-03'],
    [{ opened: '2026-11-22' }, 'opened is in the future'],
    [{ opened: '' }, 'opened is missing'],
    [{ opened: '', ageYears: 'old' }, 'ageYears must be years like 9.5'],
    [{ purchaseBy: 'soon' }, 'purchaseBy must be a date like 2026-12-05'],
    [{ bureaus: 'Innovis' }, 'bureaus names one that is not known'],
  ])('with %o is refused: %s', (wrong, reason) => {
    const row: FeedRow = { ...good, ...wrong }
    const { lines, refused } = parseFeedRows([row, { ...good, id: 'A-2' }], today)
    expect(refused).toMatchObject([{ row: 1, reason }])
    expect(lines.map(({ supplierId }) => supplierId)).toEqual(['A-2'])
  })

  test('with a repeated id is refused', () => {
    expect(parseFeedRows([good, { ...good, price: 5 }], today)).toMatchObject({
      lines: [{ price: 465 }],
      refused: [{ row: 2, supplierId: 'A-1', reason: 'this id is in the list twice' }],
    })
  })

  test('with arbitrary content is read or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), rows => {
        const { lines, refused } = parseFeedRows(rows, today)
        expect(lines.length + refused.length).toBe(rows.length)
      }),
    )
  })
})

test('a stated age becomes an opening day that many months ago', () => {
  expect(dateFromAge(114, today)).toBe('2017-05-21')
})

import { describe, expect, test } from 'vitest'
import { browserFurniture, dropFurniture, findMissingPages } from './furniture.ts'
import type { Row } from './rows.ts'

const row = (page: number, y: number, text: string): Row => ({
  page,
  y,
  size: 8,
  words: text.split(' ').map((word, index) => ({ x: index * 40, x2: index * 40 + 30, text: word })),
  text,
})

const pagesOf = (count: number) =>
  Array.from({ length: count }, () => ({ width: 612, height: 792, warned: false }))

const kept = (rows: Row[], count: number, isContent = (_: Row) => false) =>
  dropFurniture(rows, pagesOf(count), browserFurniture, isContent).map(({ text }) => text)

describe('furniture', () => {
  test('includes the lines that browsers print around a page', () => {
    const rows = [
      '9/1/26, 11:35 AM Annual Credit Report',
      'https://usa.experian.com/acr/printReport 6/91',
      '6/91',
      '6 of 91',
      '09/16/2025',
      '8/1 is the day',
    ].map(text => row(1, 400, text))
    expect(kept(rows, 1)).toEqual(['09/16/2025', '8/1 is the day'])
  })

  test('includes a row repeated at one height on most pages', () => {
    const rows = [1, 2, 3, 4].flatMap(page => [
      row(page, 20, 'Confirmation # 1234567890'),
      row(page, 100 * page, `ACME ${page}`),
    ])
    expect(kept(rows, 4)).toEqual(['ACME 1', 'ACME 2', 'ACME 3', 'ACME 4'])
    expect(kept(rows, 8)).toHaveLength(8)
  })

  test('excludes repeated rows in the middle, at different heights, or with content', () => {
    const rows = [1, 2, 3].flatMap(page => [
      row(page, 400, 'Balance: $0'),
      row(page, 10 * page, 'At other heights'),
      row(page, 60, 'Account Info'),
    ])
    expect(kept(rows, 3, ({ text }) => text === 'Account Info')).toHaveLength(9)
  })
})

const missing = (texts: (string | null)[]) =>
  findMissingPages(
    texts.flatMap((text, index) => (text === null ? [] : [row(index + 1, 780, text)])),
    pagesOf(texts.length),
  )

describe('missing pages', () => {
  test.each([
    ['none', ['1/3', '2/3', '3/3'], { stated: 3, missing: [] }],
    ['one in the middle', ['Page 1 of 4', 'Page 2 of 4', 'Page 4 of 4'], { stated: 4, missing: [3] }],
    ['the last', ['https://a.example/b 1/3', 'https://a.example/b 2/3'], { stated: 3, missing: [3] }],
    ['a page without a number is the one after', ['1 of 3', null, '3 of 3'], { stated: 3, missing: [] }],
    ['a first page without a number', [null, '2/3', '3/3'], { stated: 3, missing: [] }],
    ['no number on most pages', ['1/9', null, null], { stated: null, missing: [] }],
    ['dates are no page numbers', ['10/2023', '11/2023'], { stated: null, missing: [] }],
    ['pages of two documents', ['1/2', '1/3', '2/5'], { stated: null, missing: [] }],
    ['none at all', [], { stated: null, missing: [] }],
  ])('%s', (_, texts, expected) => {
    expect(missing(texts)).toEqual(expected)
  })

  test('are not detected from a number in the middle of a page', () => {
    expect(findMissingPages([row(1, 400, 'Page 1 of 9')], pagesOf(1))).toEqual({ stated: null, missing: [] })
  })
})

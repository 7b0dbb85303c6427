import { describe, expect, test } from 'vitest'
import type { PagesText, Word } from './pages-text.ts'
import { follows, placeOf, readRows } from './rows.ts'

const word = (
  text: string,
  x: number,
  y: number,
  { page = 1, size = 10, x2 = x + text.length * 5 } = {},
): Word => ({
  page,
  x,
  x2,
  y,
  size,
  text,
})

const pagesOf = (words: Word[]): PagesText => ({
  title: null,
  producer: null,
  pages: [
    { width: 612, height: 792, warned: false },
    { width: 612, height: 792, warned: false },
  ],
  words,
  shapes: [],
})

const textsOf = (words: Word[]) => readRows(pagesOf(words)).map(({ text }) => text)

describe('rows', () => {
  test('contain the words of one baseline, regardless of their order in the file', () => {
    const words = [
      word('two', 60, 102),
      word('line', 130, 100),
      word('Next', 20, 114),
      word('A', 20, 100),
      word('page', 20, 50, { page: 2 }),
    ]
    expect(textsOf(words)).toEqual(['A two line', 'Next', 'page'])
    expect(textsOf(words.toReversed())).toEqual(['A two line', 'Next', 'page'])
  })

  test('are separate if their baselines differ by more than a third of the size', () => {
    expect(textsOf([word('a', 20, 100), word('b', 60, 103.4)])).toEqual(['a b'])
    expect(textsOf([word('a', 20, 100), word('b', 60, 103.6)])).toEqual(['a', 'b'])
  })

  test('join a ligature, which is a separate run, with its neighbors', () => {
    const runs = [
      word('o', 20, 100, { x2: 25 }),
      word('\ufb00', 25.2, 100, { x2: 30 }),
      word('.', 30, 100, { x2: 32 }),
      word('$1,239', 35, 100),
    ]
    expect(textsOf(runs)).toEqual(['off. $1,239'])
  })

  test('have a space for a gap of 0.15 of the size', () => {
    expect(textsOf([word('a', 20, 100, { x2: 25 }), word('b', 26.4, 100)])).toEqual(['ab'])
    expect(textsOf([word('a', 20, 100, { x2: 25 }), word('b', 26.6, 100)])).toEqual(['a b'])
  })

  test('contain a word drawn twice at one position once, as some producers draw bold text', () => {
    expect(textsOf([word('Balance:', 20, 100), word('Balance:', 20.3, 100), word('$5', 80, 100)])).toEqual([
      'Balance: $5',
    ])
    expect(textsOf([word('0', 20, 100, { x2: 25 }), word('0', 25, 100)])).toEqual(['00'])
  })

  test('contain no whitespace words', () => {
    expect(textsOf([word('\u00a0', 20, 100), word('a\u00a0b', 60, 100)])).toEqual(['a b'])
    expect(textsOf([word(' ', 20, 100)])).toEqual([])
  })
})

test('have a position that ends with their first page', () => {
  const rows = readRows(pagesOf([word('a', 20, 700), word('b', 20, 720), word('c', 20, 50, { page: 2 })]))
  expect(placeOf(rows)).toEqual({ page: 1, top: 690, bottom: 720 + 10 / 3 })
  expect(placeOf([])).toBeNull()
})

test('follow one on the previous line or page', () => {
  const [a, b, c, d] = readRows(
    pagesOf([word('a', 20, 100), word('b', 20, 114), word('c', 20, 150), word('d', 20, 50, { page: 2 })]),
  )
  if (!a || !b || !c || !d) throw new Error('Four rows expected.')
  expect([follows(b, a), follows(c, b), follows(d, c)]).toEqual([true, false, true])
})

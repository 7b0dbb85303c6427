import { describe, expect, test } from 'vitest'
import { columnAt, dropIcons, findBefore, findMonthHeader, gridColumns, isIcon, yearOf } from './grids.ts'
import { findLegendMark, groupShapes, isSameMark, shapesBetween } from './marks.ts'
import type { Shape } from './pages-text.ts'
import type { Row } from './rows.ts'

const row = (text: string): Row => ({
  page: 1,
  y: 100,
  size: 8,
  words: text.split(' ').map((word, index) => ({ x: 20 + index * 20, x2: 30 + index * 20, text: word })),
  text,
})

describe('grids', () => {
  test('have headers of months in any length', () => {
    const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'
    for (const header of [months, months.toUpperCase(), 'J F M A M J J A S O N D', `Year ${months}`])
      expect(findMonthHeader(row(header))).toHaveLength(12)
    expect(findMonthHeader(row(`Year ${months}`))?.[0]?.text).toBe('Jan')
    expect(findMonthHeader(row('MAY CO Jan Feb'))).toBeNull()
  })

  test('have a year at the start of its row', () => {
    expect(yearOf(row('2026 30 60'))).toBe(2026)
    expect(yearOf(row('OK 2026'))).toBeNull()
    expect(yearOf(row('20261'))).toBeNull()
  })

  test('assign a cell to the nearest header within half a pitch, in any order of headers', () => {
    const columns = gridColumns([
      { x: 120, x2: 140 },
      { x: 20, x2: 40 },
      { x: 70, x2: 90 },
    ])
    if (columns === null) throw new Error('Columns expected.')
    expect([30, 54, 80, 130, 155, 156, 4].map(center => columnAt(columns, center))).toEqual([
      1,
      1,
      2,
      0,
      0,
      null,
      null,
    ])
    expect(gridColumns([{ x: 1, x2: 2 }])).toBeNull()
    expect(
      gridColumns([
        { x: 1, x2: 2 },
        { x: 1, x2: 2 },
      ]),
    ).toBeNull()
  })

  test('find the icon next to its meaning in a legend', () => {
    const rows = [row('Payment history guide'), row('\ue001 Current / Terms met 30 30')]
    expect(findBefore(rows, 'Current / Terms met')).toBe('\ue001')
    expect(findBefore(rows, 'Payment history')).toBeNull()
    expect([isIcon('\ue001'), isIcon('OK'), isIcon('')]).toEqual([true, false, false])
    expect(dropIcons('\ue001 Open')).toBe('Open')
  })
})

const shape = (x: number, y: number, more: Partial<Shape> = {}): Shape => ({
  page: 1,
  x,
  y,
  width: 6,
  height: 4,
  kind: 'stroke',
  color: '#00aa00',
  ...more,
})

const grouped = (shapes: Shape[]) =>
  groupShapes({ title: null, producer: null, pages: [], words: [], shapes })

describe('drawn marks', () => {
  const legend: Row = {
    ...row(''),
    words: [
      { x: 60, x2: 80, text: 'Paid' },
      { x: 160, x2: 180, text: 'No' },
    ],
  }
  const [paid, none] = legend.words
  if (!paid || !none) throw new Error('Two words expected.')

  test('are defined by the drawing left of the legend’s words', () => {
    const shapes = grouped([
      shape(48, 95),
      shape(140, 93, { kind: 'fill', color: '#888888', width: 8, height: 8 }),
      shape(48, 300),
      shape(0, 90, { width: 600, height: 14 }),
      shape(50, 101, { height: 0.5, width: 8 }),
    ])
    expect(findLegendMark(shapes, legend, paid)).toEqual([shape(48, 95)])
    expect(findLegendMark(shapes, legend, none)).toMatchObject([{ kind: 'fill' }])
    expect(findLegendMark(grouped([]), legend, paid)).toBeNull()
  })

  test('are equal with the same number of shapes of the same kind, color and similar size, at any scale', () => {
    const tick = [shape(0, 0)]
    expect(isSameMark(tick, 8, [shape(90, 7, { width: 3, height: 2 })], 4)).toBe(true)
    expect(isSameMark(tick, 8, [shape(90, 7, { width: 3, height: 2 })], 8)).toBe(false)
    expect(isSameMark(tick, 8, [shape(0, 0, { kind: 'image' })], 8)).toBe(false)
    expect(isSameMark(tick, 8, [shape(0, 0, { color: '#888888' })], 8)).toBe(false)
    expect(isSameMark(tick, 8, [shape(0, 0), shape(3, 0)], 8)).toBe(false)
    expect(isSameMark([], 8, [], 8)).toBe(false)
  })

  test('are the shapes of a row without backgrounds and lines', () => {
    const shapes =
      grouped([shape(0, 50), shape(0, 120), shape(0, 95), shape(9, 94, { width: 90 })]).get(1) ?? []
    expect(shapesBetween(shapes, 90, 110, 8)).toEqual([shape(0, 95)])
  })
})

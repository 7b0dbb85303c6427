import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialPath, dialPoint } from './dial-path.ts'

const edges = [300, 580, 670, 740, 800]
const arcs = (path: string) => path.split('M').length - 1
const lastPoint = (path: string) => path.split(' ').slice(-2).join(' ')

describe('the dial of a score', () => {
  test('has one arc for each band, from end to end', () => {
    const whole = dialPath(edges)
    expect(arcs(whole)).toBe(5)
    expect(whole.startsWith('M18.0 106.0A')).toBe(true)
    expect(lastPoint(whole)).toBe('202.0 106.0')
  })

  test.each([
    [300, 0],
    [450, 1],
    [579, 1],
    [620, 2],
    [687, 3],
    [760, 4],
    [850, 5],
  ])('is filled up to %d over %d bands', (score, bands) => {
    expect(arcs(dialPath(edges, score))).toBe(bands)
  })

  test('puts the middle of the scale at the top', () => {
    expect(dialPoint(575)).toEqual({ x: '110.0', y: '14.0' })
  })

  test('keeps every score on the half circle, higher ones further right', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 }), (one, other) => {
        const [low, high] = [dialPoint(Math.min(one, other)), dialPoint(Math.max(one, other))]
        expect(Math.hypot(Number(low.x) - 110, Number(low.y) - 106)).toBeCloseTo(92, 0)
        expect(Number(low.x)).toBeLessThanOrEqual(Number(high.x))
      }),
    )
  })
})

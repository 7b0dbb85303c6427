import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Box, contains, intersect } from './matrix.ts'

const anyBox: fc.Arbitrary<Box> = fc
  .tuple(fc.integer(), fc.integer(), fc.nat({ max: 1000 }), fc.nat({ max: 1000 }))
  .map(([left, top, width, height]) => [left, top, left + width, top + height])

it('the intersection of a box with another is always inside it, regardless of the other’s distance', () => {
  fc.assert(
    fc.property(anyBox, anyBox, (one, other) => {
      const [left, top, right, bottom] = intersect(one, other)
      expect(contains(one, left, top) && contains(one, right, bottom)).toBe(true)
      expect(right - left).toBeGreaterThanOrEqual(0)
      expect(bottom - top).toBeGreaterThanOrEqual(0)
    }),
  )
})

import { expect, test } from 'vitest'
import { axisTicks, createScale, roundStep, wide } from './curve-scale.ts'
import { parseGoalInput } from './goal-input.ts'

test.each([
  ['5.5', '25000', 5.5, 25_000],
  ['', '', 0, 0],
  ['old', 'much', 0, 0],
  ['7.0', '2500.9', 7, 2_500],
  ['-1', '-5', -1, -5],
])('%s years and %s dollars are requested as %d and %d', (age, limit, years, dollars) => {
  expect(parseGoalInput({ age, limit })).toEqual({ desiredAverageAge: years, desiredExtraLimit: dollars })
})

test('ticks of the cost axis are round and reach the highest cost', () => {
  expect(axisTicks(1_365)).toEqual([0, 500, 1_000, 1_500])
  expect(axisTicks(400)).toEqual([0, 100, 200, 300, 400])
  expect(roundStep(0)).toBe(1)
})

test('points of the curve are inside its box', () => {
  const points = [
    { averageAge: 4, cost: 0 },
    { averageAge: 9.5, cost: 1_365 },
  ]
  const { x, y } = createScale(wide, points)
  expect([x(4), x(9.5), y(0)]).toEqual([wide.left, wide.right, wide.bottom])
  expect(y(1_365)).toBeGreaterThan(wide.top)
})

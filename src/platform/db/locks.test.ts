import { expect, test } from 'vitest'
import { advisoryLocks } from './locks.ts'

test('no two advisory locks have one number', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

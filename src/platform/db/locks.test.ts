import { expect, test } from 'vitest'
import { advisoryLocks } from './locks.ts'

test('advisory locks have distinct numbers', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

import { expect, test } from 'vitest'
import { locks } from './locks.ts'

test('no two advisory locks have one number', () => {
  const numbers = Object.values(locks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

import { expect, it } from 'vitest'
import { showTypedPhone } from './typed-phone.ts'

it.each([
  ['2025550143', '(202) 555-0143'],
  ['+1 202.555.0143', '(202) 555-0143'],
  ['(202) 555-0143', '(202) 555-0143'],
  [' 555-0143 ', '555-0143'],
  ['12025550143x9', '12025550143x9'],
])('shows %j as %j', (typed, shown) => {
  expect(showTypedPhone(typed)).toBe(shown)
})

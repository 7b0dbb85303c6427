import { expect, test } from 'vitest'
import { createCountedWarnings, createWarning } from './warnings.ts'

test('a warning contains its count, and a count of zero results in no warning', () => {
  expect(
    createCountedWarnings('Equifax', [
      ['joint_file', 1],
      ['unknown_bureau', 0],
    ]),
  ).toEqual([
    {
      code: 'joint_file',
      message: 'This file was ordered for two people. 1 item of the other person was left out.',
      bureau: 'Equifax',
    },
  ])
  expect(createWarning('unknown_bureau', null, 2).message).toBe(
    '2 items were left out because the file does not say which bureau reports them.',
  )
  expect(createWarning('other_person', null).message).toMatch(/Is this your report\?$/)
})

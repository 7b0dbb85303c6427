import { expect, test } from 'vitest'
import { createSsnRemover } from './ssn.ts'

test.each([
  ['with dashes', '666-34-4417', 'XXXXX4417'],
  ['with spaces', 'SSN 666 34 4417.', 'SSN XXXXX4417.'],
  ['in a row', 'ACCT 666344417', 'ACCT XXXXX4417'],
  ['inside a longer number', '0666344417', '0XXXXX4417'],
  ['not where only its digits are', '666-34-44170', '666-34-44170'],
])('a reported SSN is removed %s', (_where, text, left) => {
  expect(createSsnRemover(['666-34-4417'])(text)).toBe(left)
})

test('an SSN of a test file, which looks like a zero-padded number, must stand alone', () => {
  const remove = createSsnRemover(['000000015'])
  expect(remove('0000000150 000000015')).toBe('0000000150 XXXXX0015')
})

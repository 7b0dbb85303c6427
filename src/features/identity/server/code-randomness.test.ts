import { expect, it } from 'vitest'
import { ownCodes } from './send-code.ts'

/** Pearson's chi-square of counts against a uniform distribution. */
const chiSquare = (counts: readonly number[]) => {
  const even = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0)
}

const countsOf = (values: readonly number[], kinds: number) => {
  const counts = Array<number>(kinds).fill(0)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

it('codes are six digits, and all digits are equally likely at every position', () => {
  const sms = { sandbox: true, send: async () => undefined }
  const { next } = ownCodes(sms, 'app.example.com', 'Fairfile')
  const codes = Array.from({ length: 200_000 }, () => next('id').code ?? '')
  expect(codes.every(code => /^\d{6}$/.test(code))).toBe(true)
  for (const place of [0, 1, 2, 3, 4, 5]) {
    const digits = codes.map(code => Number(code[place]))
    // Nine degrees of freedom: a uniform source exceeds 70 less than once in a billion times.
    expect(chiSquare(countsOf(digits, 10))).toBeLessThan(70)
  }
  const beginnings = codes.map(code => Number(code.slice(0, 3)))
  // 999 degrees of freedom: the mean is 999, and 1,300 is more than six standard deviations of 45 above it.
  expect(chiSquare(countsOf(beginnings, 1_000))).toBeLessThan(1_300)
})

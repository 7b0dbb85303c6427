import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressKeyOf,
  createMailedCode,
  daysValid,
  nextLetterAt,
  normalizeMailedCode,
  showMailedCode,
} from './mailed-code.ts'

describe('a mailed code', () => {
  it('has eight unambiguous characters, all equally likely', () => {
    const seen = new Map<string, number>()
    for (let n = 0; n < 3_000; n += 1) {
      const code = createMailedCode(randomInt)
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
      for (const sign of code) seen.set(sign, (seen.get(sign) ?? 0) + 1)
    }
    expect(seen.size).toBe(30)
    for (const times of seen.values()) expect(times).toBeGreaterThan(600)
  })

  it.each([
    ['ABCD-2345', 'ABCD2345'],
    [' abcd 2345 ', 'ABCD2345'],
    ['ABCD–2345', 'ABCD2345'],
    ['ABCD.2345', 'ABCD.2345'],
  ])('typed as %s is read as %s', (typed, code) => {
    expect(normalizeMailedCode(typed)).toBe(code)
  })

  it('is read back as printed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(29), { minLength: 8, maxLength: 8 }), picks => {
        const rest = [...picks]
        const code = createMailedCode(() => rest.pop() ?? 0)
        expect(normalizeMailedCode(showMailedCode(code))).toBe(code)
      }),
    )
  })

  it.each([
    ['OR', 10],
    ['DC', 10],
    ['AK', 30],
    ['HI', 30],
    ['PR', 30],
    ['AE', 30],
  ])('to %s is valid for %i days', (state, days) => {
    expect(daysValid(state)).toBe(days)
  })
})

describe('the next letter', () => {
  const day = (n: number) => new Date(n * 86_400_000)

  it.each([
    [[], 0],
    [[100], 105],
    [[100, 60], 105],
    [[100, 60, 40], 130],
    [[100, 60, 5], 105],
  ])('after letters on days %j can be mailed on day %i', (days, next) => {
    expect(nextLetterAt(days.map(day))).toEqual(day(next))
  })
})

describe('an address', () => {
  const home = { street: '418 Alder Street, Apt 3', postal: '97205' }

  it.each([
    ['418 ALDER ST # 3', '97205-1234'],
    ['418 Alder St. Apt. 3', '97205'],
  ])('is the same as %s, %s', (street, postal) => {
    expect(addressKeyOf({ street, postal })).toBe(addressKeyOf(home))
  })

  it.each([
    ['418 Alder Street, Apt 4', '97205'],
    ['418 Alder Street', '97205'],
    ['418 Alder Street, Apt 3', '97206'],
    ['41 8 Elder Street, Apt 3', '97205'],
  ])('differs from %s, %s', (street, postal) => {
    expect(addressKeyOf({ street, postal })).not.toBe(addressKeyOf(home))
  })

  it.each([
    [null, '97205'],
    ['', '97205'],
    ['418 Alder Street', null],
    ['418 Alder Street', 'SW1A 1AA'],
  ])('without street or ZIP code has no key: %s, %s', (street, postal) => {
    expect(addressKeyOf({ street, postal })).toBeNull()
  })
})

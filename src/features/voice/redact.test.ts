import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

describe('a text', () => {
  it.each([
    ['my ssn is 123-45-6789 ok', 'my ssn is [number removed] ok'],
    ['my social is 123 45 6789', 'my social is [number removed]'],
    ['123456789 is mine', '[number removed] is mine'],
    ['card 4111 1111 1111 1111 maxed', 'card [number removed] maxed'],
    ['account number 55440011', 'account number [number removed]'],
    ['my card ends in 4417', 'my card ends in [number removed]'],
    ['my card  ending   in: #4417', 'my card ending in: # [number removed]'],
    ['card no. 4417, pin 0042', 'card no. [number removed], pin [number removed]'],
    ['call me at 213-555-0148', 'call me at [number removed]'],
    ['one two three four five six seven eight nine', '[number removed]'],
    ['mi seguro social es 123456789', 'mi seguro social es [number removed]'],
  ])('"%s" goes on as "%s"', (text, kept) => {
    expect(redact(text)).toBe(kept)
  })

  it.each([
    'I was 30 days late on 08/19/2026',
    'is 618 a bad score',
    'pay $1,250.00 of $20,700.00',
    'since 2024-03-09 and 11/2024',
    'I live in 91106',
    'three cards and two loans',
    'I opened the account in 2019',
    'the cardis 4417',
  ])('"%s" stays as it is', text => {
    expect(redact(text)).toBe(text)
  })

  it('keeps no nine digits in a row, however they are grouped', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 19 })
    fc.assert(
      fc.property(digits, fc.constantFrom('', ' ', '-', '.'), (each, between) => {
        const kept = redact(`it is ${each.join(between)} I think`)
        expect(kept.replaceAll(/\D/g, '').length).toBeLessThan(7)
      }),
    )
  })
})

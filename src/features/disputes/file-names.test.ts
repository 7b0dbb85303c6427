import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { allLettersFileName, letterFileName } from './file-names.ts'

describe('the file name of a letter', () => {
  it.each([
    ['Meridian Collections + 1 more', 'Meridian Collections - 1 more'],
    ['J.P. Morgan - Chase 2026', 'J.P. Morgan - Chase 2026'],
    ['AT&T / "Wireless"', 'AT-T - -Wireless-'],
    ['../../etc/passwd', '..-..-etc-passwd'],
    ['Café Crédit', 'Café Crédit'],
    ['Cafe\u0301', 'Café'],
    ['a\r\nSet-Cookie: b', 'a--Set-Cookie- b'],
    ['😀 \ud800', '- -'],
  ])('of the title %j contains %j', (title, said) => {
    expect(letterFileName(title, 'id-1')).toBe(`dispute-letter-${said}-id-1.pdf`)
    expect(allLettersFileName(title, 'id-2')).toBe(`dispute-all-letters-${said}-id-2.pdf`)
  })

  it('contains only letters, digits, space, dot and dash, for any title', () => {
    fc.assert(
      fc.property(anyText(), title => {
        expect(letterFileName(title, 'x')).toMatch(/^[\p{L}\p{Nd} .-]+$/u)
      }),
    )
  })
})

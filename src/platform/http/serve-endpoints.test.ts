import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { times } from '#test/support/chance.ts'
import { attachment } from './serve-endpoints.ts'

/** RFC 6266 section 4.1 and RFC 8187 section 3.2.1, strictly. */
const whole =
  /^attachment; filename="([ !#-$&-:<-[\]-~]*)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[\dA-F]{2})*)$/

it('the header of any download name is one value with two names, and the exact one can be parsed back', () => {
  const hostile = fc.constantFrom(
    '"',
    '\\',
    '\r',
    '\n',
    '\0',
    ';',
    "'",
    '%',
    '*',
    '\u202e',
    '\ud800',
    'é',
    ' ',
    'a',
  )
  const names = fc.oneof(
    anyText({ maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(hostile).map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(names, name => {
      const [, plain, exact] = whole.exec(attachment(name)) ?? []
      expect(plain).toBeDefined()
      expect(decodeURIComponent(exact ?? '%')).toBe(name.toWellFormed())
    }),
    { numRuns: times(400) },
  )
})

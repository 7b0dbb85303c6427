import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { accountLettersFor, ids } from '#test/support/reports/disputed-report.ts'
import { editableText, letterText, letterTextWith } from './letters/letter.ts'
import { parseRewording } from './request-checks.ts'

const [letter] = accountLettersFor(
  [{ accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'not_mine' }],
  { sandbox: true },
)
if (!letter) throw new Error('there is no letter')

const reworded = (body: string) => parseRewording(letter, body, '4417')

describe('a reworded letter', () => {
  it.each([
    ['unchanged', letterText(letter), null],
    ['as it was made, with blanks around it', `\n${letterText(letter)}\n `, null],
    ['otherwise', letterTextWith(letter, 'Look again.'), 'Look again.'],
    [
      'with line ends of Windows',
      letterTextWith(letter, 'One.\n\nTwo.').replaceAll('\n', '\r\n'),
      'One.\n\nTwo.',
    ],
    [
      'with blanks and empty lines',
      letterTextWith(letter, ' One. \n \n\n  Two.\tThree. '),
      'One.\n\nTwo. Three.',
    ],
    ['with a letter in two parts', letterTextWith(letter, 'Jose\u0301'), 'José'],
    [
      'with its own heading inside',
      letterTextWith(letter, 'About me\n\nSincerely,'),
      'About me\n\nSincerely,',
    ],
  ])('is accepted %s', (_, body, middle) => {
    expect(reworded(body)).toBe(middle)
  })

  it.each([
    ['without its head', editableText(letter)],
    ['with words before it', `Note. ${letterText(letter)}`],
    ['with words after it', `${letterText(letter)} Note.`],
    ['with head and foot that overlap', letterTextWith(letter, '').replace('\n\n\n\n', '\n\n')],
    ['with no middle', letterTextWith(letter, '')],
    ['with an SSN', letterTextWith(letter, '123-45-6789')],
  ])('is refused %s', (_, body) => {
    expect(() => reworded(body)).toThrow(AppError)
  })

  it('returns what was stored, for any text', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '.') }),
    )
    fc.assert(
      fc.property(typed, text => {
        let kept: string | null
        try {
          kept = reworded(letterTextWith(letter, text))
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          return
        }
        if (kept === null) return
        expect(reworded(letterTextWith(letter, kept))).toBe(kept)
        expect(kept).not.toMatch(/\n{3}|^\s|\s$|[^\S \n]/)
      }),
    )
  })
})

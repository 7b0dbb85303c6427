import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const owner = { email: 'morgan.bell@northside-credit.example', firstName: 'Morgan', lastName: 'Bell-O’Neill' }
const easy = /easy to guess/

describe('a password', () => {
  it.each([
    ['four words', 'otter lantern gravel piano'],
    ['fifteen characters exactly', 'vjq wzt kpx bnm'],
    ['words in another language', 'žirafa plove večer tiho'],
    ['signs of other scripts', '静かな湖畔の森の影から音がする'],
    ['no digit, no capital, no sign', 'otterlanterngravel'],
    ['words of the product among others', 'credit otter lantern gravel'],
    ['the own name among others', 'Morgan otter lantern gravel'],
    ['256 characters', `otter lantern gravel ${'x y z w '.repeat(30)}`.slice(0, 256)],
  ])('may be %s', (_name, password) => {
    expect(passwordProblem(password, owner)).toBeNull()
  })

  it.each([
    ['fourteen characters', 'otter lantern!', /at least 15/],
    ['fourteen letters with marks of their own', 'e\u0301'.repeat(14), /at least 15/],
    ['257 characters', 'otter lantern gravel piano '.repeat(10).slice(0, 257), /at most 256/],
    ['the password that the README names', 'correct-horse-battery', easy],
    ['the drawing, in full', 'CorrectHorseBatteryStaple', easy],
    ['one word twice', 'passwordpassword', easy],
    ['a word and digits', 'Password123456789', easy],
    ['letters masked by signs', 'P@$$w0rd-P@$$w0rd', easy],
    ['common words in a row', 'Summer2026Welcome!', easy],
    ['one letter', 'aaaaaaaaaaaaaaaa', easy],
    ['a short piece over and over', 'abc1abc1abc1abc1ab', easy],
    ['digits along the row', '123456789012345', easy],
    ['digits backwards', '987654321098765', easy],
    ['the alphabet', 'abcdefghijklmnop', easy],
    ['the keyboard', 'qwertyuiopasdfgh', easy],
    ['the columns of the keyboard', '1qaz2wsx3edc4rfv', easy],
    ['the product and a year', 'FairfileCredit2026', easy],
    ['the own name and digits', 'MorganBell19841984', easy],
    ['the own email address', 'morgan.bell@northside-credit.example', easy],
    ['signs only', '!!! ??? --- ... ,,, ;;;', easy],
  ])('may not be %s', (_name, password, why) => {
    expect(passwordProblem(password, owner)).toMatch(why)
  })

  it('is treated the same composed and decomposed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 10, maxLength: 60 }), text => {
        expect(passwordProblem(text.normalize('NFD'), owner)).toBe(
          passwordProblem(text.normalize('NFC'), owner),
        )
      }),
    )
  })

  it('of many different letters is never refused, whatever else it contains', () => {
    const letters = fc.shuffledSubarray('bcdfghjklmnpqrtvwxz'.split(''), { minLength: 15 })
    fc.assert(
      fc.property(letters, fc.string({ maxLength: 40 }), (own, more) => {
        const password = `${own.join('')}${more}`
        expect(passwordProblem(password, owner)).toBeNull()
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { times } from '#test/support/chance.ts'
import { extractContent, isUnknownWord } from './concepts.ts'
import { correctMisheardWords } from './phonetic.ts'
import { editDistance, isTypoOf, isWithinOneEdit, normalizeWords } from './words.ts'

const correct = (text: string) => correctMisheardWords(normalizeWords(text), isUnknownWord).join(' ')

describe('mistranscriptions', () => {
  it.each([
    ['what is my you till is action', 'what is my utilization'],
    ['my pay mint history', 'my payment history'],
    ['any call ections', 'any collections'],
    ['hard pools', 'hard pulls'],
    ['in choirs last year', 'inquiries last year'],
    ['leans against me', 'liens against me'],
  ])('"%s" is corrected to "%s"', (heard, corrected) => {
    expect(correct(heard)).toBe(corrected)
  })

  it.each(['what is my score', 'did I gain any points this month', 'why on earth did I lose points'])(
    '"%s" is not changed',
    text => {
      expect(correct(text)).toBe(text.toLowerCase())
    },
  )
})

describe('typos', () => {
  it.each([
    ['utlization', 'utilization', true],
    ['collectoins', 'collections', true],
    ['bankrupcty', 'bankruptcy', true],
    ['garage', 'garbage', true],
    ['bill', 'pill', false],
    ['late', 'lase', false],
    ['score', 'store', true],
    ['ballet', 'balances', false],
  ])('"%s" is a typo of "%s": %s', (word, known, is) => {
    expect(isTypoOf(word, known)).toBe(is)
  })

  it('are equally far in both directions', () => {
    const letters = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(editDistance(one, other, 12)).toBe(editDistance(other, one, 12))
        expect(editDistance(one, one, 12)).toBe(0)
      }),
    )
  })

  it('are within one edit by the fast check as by their distance', () => {
    const letters = fc.string({ maxLength: 5, unit: fc.constantFrom('a', 'b') })
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(isWithinOneEdit(one, other)).toBe(editDistance(one, other, 12) <= 1)
      }),
      { numRuns: times(500) },
    )
  })
})

describe('content', () => {
  it('counts unknown words', () => {
    expect(extractContent(normalizeWords('score of the lakers game'))).toMatchObject({
      unknownWords: 2,
      isFirstPerson: false,
    })
    expect(extractContent(normalizeWords('what is my score'))).toMatchObject({
      unknownWords: 0,
      isFirstPerson: true,
    })
  })
})

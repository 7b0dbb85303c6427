import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownQuestions } from '../fixtures/asked.ts'
import { normalizeWords } from '../plain-words.ts'
import { parseQuestion } from '../question.ts'
import { crisisKinds, declinedKinds } from '../question-kinds.ts'
import { correctMisheardWords } from './phonetic.ts'
import { extractConcepts, isUnknownWord, scoreTopics } from './score.ts'
import { editDistance, isTypoOf } from './spelling.ts'
import { listSuggestions, suggestedQuestions } from './suggestions.ts'
import { unknownConcepts } from './topics.ts'

const declined = new Set<string>([...crisisKinds, ...declinedKinds])
const meant = (text: string) => correctMisheardWords(normalizeWords(text), isUnknownWord).join(' ')

describe('what is misheard', () => {
  it.each([
    ['what is my you till is action', 'what is my utilization'],
    ['my pay mint history', 'my payment history'],
    ['any call ections', 'any collections'],
    ['hard pools', 'hard pulls'],
    ['in choirs last year', 'inquiries last year'],
    ['leans against me', 'liens against me'],
  ])('"%s" is read as "%s"', (heard, as) => {
    expect(meant(heard)).toBe(as)
  })

  it.each(['what is my score', 'did I gain any points this month', 'why on earth did I lose points'])(
    '"%s" stays as it is',
    text => {
      expect(meant(text)).toBe(text.toLowerCase())
    },
  )
})

describe('a slip of the keyboard', () => {
  it.each([
    ['utlization', 'utilization', true],
    ['collectoins', 'collections', true],
    ['bankrupcty', 'bankruptcy', true],
    ['garage', 'garbage', true],
    ['bill', 'pill', false],
    ['late', 'lase', false],
    ['score', 'store', true],
    ['ballet', 'balances', false],
  ])('"%s" is one of "%s": %s', (word, known, is) => {
    expect(isTypoOf(word, known)).toBe(is)
  })

  it('is as far from one word to the other as back', () => {
    const letters = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(editDistance(one, other, 12)).toBe(editDistance(other, one, 12))
        expect(editDistance(one, one, 12)).toBe(0)
      }),
    )
  })
})

describe('what a question speaks of', () => {
  it('tells its kind in any order of its words', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['limit', 'balance', 'ratio', 'my', 'the'], { minLength: 5 }),
        words => {
          expect(scoreTopics(extractConcepts(words))[0]?.kind).toBe('utilization')
        },
      ),
    )
  })

  it('is told in concepts that there are', () => {
    expect(unknownConcepts).toEqual([])
  })

  it('counts the words that it does not know', () => {
    expect(extractConcepts(normalizeWords('score of the lakers game'))).toMatchObject({
      strange: 2,
      own: false,
    })
    expect(extractConcepts(normalizeWords('what is my score'))).toMatchObject({ strange: 0, own: true })
  })
})

describe('a question that is not understood for sure', () => {
  it.each([
    [
      'I paid everything on time and still lost 20 points, explain',
      ['score_why', 'payment_history', 'score_change'],
    ],
    ['how many points did the celtics score', ['scores']],
    ['what time is it', []],
  ])('"%s" may have meant %j', (question, choices) => {
    expect(parseQuestion(question)).toMatchObject({ kinds: ['unknown'], choices })
  })

  it('offers questions that are understood as their kind, in both languages', () => {
    const heard = listSuggestions(['scores', 'account', 'self_harm'], false)
    expect(heard).toEqual([{ kind: 'scores', question: 'What are my scores?' }])
    for (const [kind, { english, spanish }] of Object.entries(suggestedQuestions))
      for (const question of [english, spanish])
        expect([question, parseQuestion(question)]).toMatchObject([question, { kinds: [kind], choices: [] }])
  })

  it('offers nothing where danger or what is refused was heard, whatever stands around it', () => {
    const said = knownQuestions.filter(([kind]) => declined.has(kind)).flatMap(([, questions]) => questions)
    const around = fc.constantFrom('', 'my score', 'hey so like', 'zanzibar quux', 'how much do i owe')
    fc.assert(
      fc.property(fc.constantFrom(...said), around, (question, before) => {
        const { kinds, choices } = parseQuestion(`${before} ${question}`)
        expect(kinds.some(kind => declined.has(kind))).toBe(true)
        expect(choices).toEqual([])
      }),
    )
  })
})

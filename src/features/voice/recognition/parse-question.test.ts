import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safetyQuestions } from '#test/fixtures/voice/questions.ts'
import { evaluateQuestionSet } from '#test/support/voice-evaluation.ts'
import {
  isCrisisKind,
  isDeclinedKind,
  listSuggestions,
  type QuestionKind,
  scoredKinds,
} from '../question-kinds.ts'
import { parseQuestion } from './parse-question.ts'
import { isSpanish } from './words.ts'

const isSafetyKind = (kind: QuestionKind) => isCrisisKind(kind) || isDeclinedKind(kind)

/** The figures in docs/reference/voice.md. */
describe('the recognizer', () => {
  it('answers known questions with the right facts', () => {
    const { asked, right, offered, wrong, wronglyDeclined } = evaluateQuestionSet('known')
    expect(asked).toBeGreaterThanOrEqual(480)
    expect(right / asked).toBeGreaterThanOrEqual(0.9)
    expect((right + offered) / asked).toBeGreaterThanOrEqual(0.98)
    expect(wrong / asked).toBeLessThanOrEqual(0.01)
    expect(wronglyDeclined).toBe(0)
  })

  it('finds danger and requests to decline', () => {
    const { asked, right } = evaluateQuestionSet('safety')
    expect(asked).toBeGreaterThanOrEqual(90)
    expect(right).toBeGreaterThanOrEqual(asked - 1)
  })

  it('answers no question that is not about credit', () => {
    expect(evaluateQuestionSet('unrelated').wrong).toBeLessThanOrEqual(3)
  })

  it('answers, offers and mistakes sealed questions as often as before', () => {
    const { asked, right, offered, wrong } = evaluateQuestionSet('sealed')
    expect(asked).toBe(88)
    expect(right).toBeGreaterThanOrEqual(57)
    expect(right + offered).toBeGreaterThanOrEqual(72)
    expect(wrong).toBeLessThanOrEqual(4)
  })
})

describe('the recognizer, asked by someone who had not seen it,', () => {
  it.each([
    ['fresh, learned from', 88, 2],
    ['fresh, sealed', 75, 7],
  ] as const)('answers, offers and mistakes as often as before: %s', (name, leastUseful, mostWrong) => {
    const { asked, right, offered, wrong } = evaluateQuestionSet(name)
    expect(asked).toBe(100)
    expect(right + offered).toBeGreaterThanOrEqual(leastUseful)
    expect(wrong).toBeLessThanOrEqual(mostWrong)
  })
})

describe('a question', () => {
  it.each([
    ['What is my score? And how many inquiries do I have?', ['scores', 'inquiries']],
    ['Hello. I have a question. What is my score?', ['scores']],
    ['What is my score? I want to kill myself.', ['self_harm']],
    ['How do I dispute this? It is accurate but I want it removed.', ['dispute_accurate']],
    ['You are useless. What is my score?', ['scores']],
    ['What do I pay in fees each month?', ['unknown']],
    ['What do I pay each month?', ['monthly_payments']],
    ['  ', ['unknown']],
  ])('"%s" asks for %s', (question, kinds) => {
    expect(parseQuestion(question).kinds).toEqual(kinds)
  })

  it('names its bureaus', () => {
    expect(parseQuestion('my equifax and Trans Union scores').bureaus).toEqual(['TransUnion', 'Equifax'])
  })

  it.each([
    ['¿Cuál es mi puntaje?', true],
    ['cuanto debo', true],
    ['What is my score?', false],
    ['Santander card balance', false],
  ])('"%s" is Spanish: %s', (question, spanish) => {
    expect(isSpanish(question)).toBe(spanish)
  })

  it('can be any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), text => {
        expect(parseQuestion(text).kinds.length).toBeGreaterThan(0)
      }),
    )
  })

  it('of two thousand characters is recognized quickly', () => {
    const long = 'my card is late and what is the total '.repeat(55)
    const before = process.hrtime.bigint()
    parseQuestion(long)
    expect(Number(process.hrtime.bigint() - before) / 1e6).toBeLessThan(1_500)
  })
})

describe('suggestions', () => {
  it('are made for a question that is not recognized', () => {
    const { kinds, choices } = parseQuestion('I paid everything on time and still lost 20 points, explain')
    expect(kinds).toEqual(['unknown'])
    expect(choices).toContain('score_why')
    expect(parseQuestion('what time is it')).toMatchObject({ kinds: ['unknown'], choices: [] })
  })

  it('are recognized as their kind, in both languages', () => {
    expect(listSuggestions(['scores', 'account', 'self_harm'], false)).toEqual([
      { kind: 'scores', question: 'What are my scores?' },
    ])
    for (const [kind, { suggestion }] of Object.entries(scoredKinds))
      for (const question of suggestion === undefined ? [] : [suggestion.english, suggestion.spanish])
        expect([question, parseQuestion(question)]).toMatchObject([question, { kinds: [kind], choices: [] }])
  })

  it('are never made beside danger or a request to decline, whatever surrounds it', () => {
    const recognized = safetyQuestions
      .map(([, question]) => question)
      .filter(question => parseQuestion(question).kinds.some(isSafetyKind))
    const prefix = fc.constantFrom('', 'my score', 'hey so like', 'zanzibar quux', 'how much do i owe')
    fc.assert(
      fc.property(fc.constantFrom(...recognized), prefix, (question, before) => {
        const { kinds, choices } = parseQuestion(`${before} ${question}`)
        expect(kinds.some(isSafetyKind)).toBe(true)
        expect(choices).toEqual([])
      }),
    )
  })
})

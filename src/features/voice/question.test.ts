import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateQuestionSet } from '#test/support/voice-evaluation.ts'
import { knownQuestions } from './fixtures/asked.ts'
import { isSpanish } from './plain-words.ts'
import { parseQuestion } from './question.ts'

describe('questions', () => {
  it('that the patterns were made with are all answered with the right facts', () => {
    const { outcomes, asked: all } = evaluateQuestionSet('asked')
    expect(outcomes.filter(({ right }) => !right)).toEqual([])
    expect(all).toBeGreaterThanOrEqual(200)
  })

  it.each([
    ['heldOut', 0.95, 0.02],
    ['later', 0.95, 0.02],
    ['last', 0.95, 0.02],
    ['final', 0.8, 0.05],
    ['open', 0.89, 0.02],
    ['further', 0.82, 0.02],
  ] as const)('held out (%s) are answered rightly as often as docs/voice.md says', (set, right, wrong) => {
    const figures = evaluateQuestionSet(set)
    expect(figures.right / figures.asked).toBeGreaterThanOrEqual(right)
    expect(figures.wrongAnswers / figures.asked).toBeLessThanOrEqual(wrong)
    expect(figures.wronglyDeclined).toBe(0)
  })

  it('of the sealed half are answered, offered and mistaken as often as docs/voice.md says', () => {
    const { asked: all, right, offered, wrongAnswers, declined } = evaluateQuestionSet('sealed')
    expect(all).toBe(88)
    expect(right).toBeGreaterThanOrEqual(60)
    expect(right + offered).toBeGreaterThanOrEqual(71)
    expect(wrongAnswers).toBeLessThanOrEqual(6)
    expect(declined.right).toBe(declined.asked)
  })

  it('of at least forty kinds are told apart', () => {
    expect(new Set(knownQuestions.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(40)
  })
})

describe('a question', () => {
  it.each([
    ['What is my score? And how many inquiries do I have?', ['scores', 'inquiries']],
    ['Hello. I have a question. What is my score?', ['scores']],
    ['What is my score? I want to kill myself.', ['self_harm']],
    ['How do I dispute this? It is accurate but I want it removed.', ['dispute_accurate']],
    ['You are useless. What is my score?', ['scores']],
    ['  ', ['unknown']],
  ])('"%s" asks for %s', (question, kinds) => {
    expect(parseQuestion(question).kinds).toEqual(kinds)
  })

  it('names the bureaus it is about', () => {
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

  it('may be any text at all', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), text => {
        expect(parseQuestion(text).kinds.length).toBeGreaterThan(0)
      }),
    )
  })

  it('of two thousand letters is understood at once', () => {
    const long = 'my card is late and what is the total '.repeat(55)
    const before = process.hrtime.bigint()
    parseQuestion(long)
    expect(Number(process.hrtime.bigint() - before) / 1e6).toBeLessThan(1_500)
  })
})

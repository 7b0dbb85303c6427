import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safetyQuestions } from '#test/fixtures/voice/questions.ts'
import { anyText } from '#test/support/any-text.ts'
import { times } from '#test/support/chance.ts'
import { evaluateQuestionSet } from '#test/support/voice-evaluation.ts'
import { digestOf, readTrainingLines } from '#test/support/voice-training.ts'
import {
  isCrisisKind,
  isDeclinedKind,
  listSuggestions,
  type QuestionKind,
  scoredKinds,
} from '../question-kinds.ts'
import { readWeights } from '../server/computed.ts'
import { parseQuestion } from './parse-question.ts'
import { isSpanish } from './words.ts'

const weights = readWeights()
const parse = (question: string) => parseQuestion(question, weights)

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

  it('does not answer questions that are not about credit', () => {
    expect(evaluateQuestionSet('unrelated').wrong).toBeLessThanOrEqual(1)
  })

  it('answers, suggests and misreads held-out questions as often as before', () => {
    const { asked, right, offered, wrong } = evaluateQuestionSet('sealed')
    expect(asked).toBe(88)
    expect(right).toBeGreaterThanOrEqual(64)
    expect(right + offered).toBeGreaterThanOrEqual(81)
    expect(wrong).toBeLessThanOrEqual(3)
  })
})

describe('the recognizer, tested by a person who had not seen it,', () => {
  it.each([
    ['fresh, learned from', 100, 97, 0],
    ['fresh, sealed', 100, 91, 5],
    ['second, learned from', 100, 96, 0],
    ['second, sealed', 100, 91, 1],
    ['third, sealed', 200, 184, 2],
    ['fourth, sealed', 200, 187, 5],
  ] as const)(
    'answers, suggests and misreads as often as before: %s',
    (name, questions, leastUseful, mostWrong) => {
      const { asked, right, offered, wrong } = evaluateQuestionSet(name)
      expect(asked).toBe(questions)
      expect(right + offered).toBeGreaterThanOrEqual(leastUseful)
      expect(wrong).toBeLessThanOrEqual(mostWrong)
    },
  )
})

describe('the weights', () => {
  it('were computed from the current training text', () => {
    expect(weights.trainedOn).toBe(digestOf(readTrainingLines()))
  })

  it('cover every kind of question without patterns', () => {
    expect([...weights.kinds]).toEqual(expect.arrayContaining([...Object.keys(scoredKinds), 'unknown']))
  })

  it('rate a question in milliseconds', () => {
    const before = process.hrtime.bigint()
    for (let nth = 0; nth < 20; nth += 1) parse('which of my cards should i pay down first')
    expect(Number(process.hrtime.bigint() - before) / 20e6).toBeLessThan(50)
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
    ["should i become an authorized user on my mom's card", ['authorized_user']],
    ["should i get added as authorized user to my dad's credit card", ['authorized_user']],
    ['can I remove myself as authorized user', ['authorized_user']],
    ['am i responsible for the debt as an authorized user', ['authorized_user']],
    ["What is my mother's credit score?", ['other_person']],
    ['should i buy an authorized user tradeline', ['what_is_tradeline']],
    ['  ', ['unknown']],
  ])('"%s" asks for %s', (question, kinds) => {
    expect(parse(question).kinds).toEqual(kinds)
  })

  it('names its bureaus', () => {
    expect(parse('my equifax and Trans Union scores').bureaus).toEqual(['TransUnion', 'Equifax'])
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
      fc.property(anyText({ maxLength: 400 }), text => {
        expect(parse(text).kinds.length).toBeGreaterThan(0)
      }),
      { numRuns: times(40) },
    )
  })

  it('of two thousand characters is recognized quickly', () => {
    const long = 'my card is late and what is the total '.repeat(55)
    const before = process.hrtime.bigint()
    parse(long)
    expect(Number(process.hrtime.bigint() - before) / 1e6).toBeLessThan(1_500)
  })
})

/** Written without knowledge of the training text. */
describe('the deletion of the user account', () => {
  it.each([
    'delete everything bad',
    'remove all the bad stuff',
    'wipe my report',
    'wipe my credit report completely',
    'cancel my dispute',
    'close my credit card',
    'delete this collection',
    'erase my late payments',
    'cancel the letter',
    'take down all negatives',
    'i want every derogatory erased',
    'delete the repossession please',
    'can you wipe the bankruptcy',
    'get that eviction deleted',
    'scrub my credit history',
    'remove the account from my report',
    'delete an account that is not mine',
    'close the Harborview account',
    'erase the old address',
    'delete the misspelled name',
    'remove hard inquiries',
    'delete these inquiries for me',
    'remove the Meridian collection',
    'cancel my loan application',
    'cancel my mortgage',
    'stop the letter before it is mailed',
    'take back the dispute i sent',
    'withdraw my complaint to the cfpb',
    'delete my debts',
    'erase all that i owe on cards',
    'clear the charge offs',
    'remove the paid medical bill',
    'delete closed accounts',
    'close all of my accounts at the bank',
    'remove everything from equifax',
    'cancel my freeze',
    'delete my score',
    'erase the judgment',
    'drop the tax lien',
    'remove my ex from my account',
    'delete what the collector put on there',
    'wipe out the missed payments on my auto loan',
    'borrar todo lo malo de mi reporte',
    'eliminar la cobranza',
    'cancelar la carta',
    'quitar mis pagos tarde',
    'cerrar mi tarjeta de credito',
    'delete everything',
    'cancel',
  ])('is not offered for "%s"', question => {
    const { kinds, choices } = parse(question)
    expect([...kinds, ...choices]).not.toContain('delete_account')
  })

  it.each([
    'cancel my subscription',
    'stop my plan',
    'how can i end the max subscription',
    'drop me to the free plan',
    'quit my membership',
    'cancelar mi plan',
    'end my subscription',
  ])('is not the answer to "%s"', question => {
    expect(parse(question).kinds).not.toContain('delete_account')
  })

  it.each([
    'delete my account',
    'how do i close my account with you',
    'erase all the data you hold about me',
    'i want my profile deleted for good',
    'shut down my fairfile account',
    'quiero cerrar mi cuenta con ustedes',
    'borren mis datos',
  ])('is answered or offered for "%s"', question => {
    const { kinds, choices } = parse(question)
    expect([...kinds, ...choices]).toContain('delete_account')
  })
})

describe('an account with a company', () => {
  it.each([
    'delete my Capital One account',
    'can you remove my chase card account please',
    'close my discover account',
    'erase the midland account from my report',
    'borra mi cuenta de capital one',
  ])('is not ours to delete: "%s"', question => {
    expect(parse(question)).toMatchObject({ kinds: ['company_account'], choices: [] })
  })

  it.each([
    'delete the late payment on my capital one account',
    'remove the charge off from chase',
    'when was my chase account closed',
    'delete my account',
  ])('is not what "%s" is about', question => {
    expect(parse(question).kinds).not.toContain('company_account')
  })
})

describe('suggestions', () => {
  it('are offered for an unrecognized question', () => {
    const { kinds, choices } = parse('is my score ok or is something dragging it')
    expect(kinds).toEqual(['unknown'])
    expect(choices).toContain('score_rating')
    expect(parse('what time is it')).toMatchObject({ kinds: ['unknown'], choices: [] })
  })

  it('are recognized as their kind, in both languages', () => {
    expect(listSuggestions(['scores', 'account', 'self_harm'], false)).toEqual([
      { kind: 'scores', question: 'What are my scores?' },
    ])
    for (const [kind, { suggestion }] of Object.entries(scoredKinds))
      for (const question of suggestion === undefined ? [] : [suggestion.english, suggestion.spanish])
        expect([question, parse(question)]).toMatchObject([question, { kinds: [kind], choices: [] }])
  })

  it('are never offered with danger or a request to decline, regardless of the surrounding text', () => {
    const recognized = safetyQuestions
      .map(([, question]) => question)
      .filter(question => parse(question).kinds.some(isSafetyKind))
    for (const before of ['', 'my score', 'hey so like', 'zanzibar quux', 'how much do i owe'])
      for (const question of recognized) {
        const { kinds, choices } = parse(`${before} ${question}`)
        expect([before, question, kinds.some(isSafetyKind), choices]).toEqual([before, question, true, []])
      }
  })
})

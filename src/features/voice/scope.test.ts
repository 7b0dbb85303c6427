import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sandboxUser } from '#test/support/people/sandbox-user.ts'
import { bureaus } from '#values/bureau.ts'
import { answerQuestion } from './answer-question.ts'
import type { QuestionKind } from './question-kinds.ts'
import { parseQuestion } from './recognition/parse-question.ts'
import { findScope } from './scope.ts'
import { readWeights } from './server/computed.ts'

/** Questions that name a bureau or a company, or ask why, when and how long, and are in no other set. */

const weights = readWeights()
const maya = sandboxUser('maya-brooks', 'max')
const daniel = sandboxUser('daniel-ortiz', 'free')
const answerTo = (question: string) => answerQuestion(question, maya, weights)

const companiesOf = (question: string): string[] => {
  const { fullReport } = maya.analytics
  const rows = [...(fullReport?.accountInformation ?? []), ...(fullReport?.creditInquiries ?? [])]
  const ids = answerTo(question).citations.map(({ field }) => field.split('/')[1])
  return rows
    .filter(({ id }) => ids.includes(id))
    .map(row => ('company' in row ? row.company : row.creditorName))
}

describe('a report with several dates', () => {
  const dates = { TransUnion: '2026-10-02', Experian: '2026-11-10', Equifax: '2026-10-02' }
  const { report } = maya.analytics
  const joined = {
    ...maya,
    analytics: {
      ...maya.analytics,
      report: report && {
        ...report,
        reportDate: '2026-11-10',
        parts: report.parts.map(part => ({ ...part, reportDate: dates[part.bureau] })),
      },
    },
  }

  it('is described with the date of each part', () => {
    expect(answerQuestion('What is the date of my report?', joined, weights).text).toMatch(
      /Experian of 11\/10\/2026; TransUnion and Equifax of 10\/02\/2026\. It came here on/,
    )
  })

  it('answers a question about one bureau as of the date of its part', () => {
    const [one, other] = ['Equifax', 'Experian'].map(
      bureau =>
        findScope(joined, parseQuestion(`What is my oldest account at ${bureau}`, weights)).part?.facts.asOf,
    )
    expect([one, other]).toEqual(['2026-10-02', '2026-11-10'])
  })
})

describe('a bureau that is named', () => {
  it.each<[question: string, kind: QuestionKind]>([
    ['how many cards has Equifax got listed for me', 'card_count'],
    ['How many accounts does Equifax have?', 'account_count'],
    ['List my late payments at Equifax only', 'late_payments'],
    ['Any collections on Equifax?', 'collections'],
    ['cual es mi saldo en Equifax', 'balances'],
    ['What is my utilization at Equifax?', 'utilization'],
    ['how many inquiries on Equifax', 'inquiries'],
    ["What's my oldest account at Equifax", 'oldest_account'],
    ['derogatory marks at Equifax', 'derogatory'],
    ['What address does Equifax have for me?', 'personal_info'],
    ['Does Equifax list a bankruptcy?', 'public_records'],
    ['which card is closest to its limit at Equifax', 'card_use'],
    ['tell me about Cedar Auto at Equifax', 'account'],
    ['What is my Harborview balance at Equifax?', 'balances'],
  ])('restricts "%s" to it', (question, kind) => {
    const { kinds, lead, text, citations } = answerTo(question)
    expect(kinds).toEqual([kind])
    expect(`${lead}${text}`).toContain('Equifax')
    expect(`${lead}${text}`).not.toMatch(/TransUnion|Experian/)
    expect(citations.filter(({ bureau }) => bureau !== undefined && bureau !== 'Equifax')).toEqual([])
  })

  it('is named in the answer when it does not list the account', () => {
    const { lead, text } = answerTo('What is the status of my Meridian account at Experian?')
    expect(`${lead}${text}`).toMatch(/^At Experian: No account of that name/)
  })

  it('that the plan does not show is not answered from another bureau', () => {
    for (const question of [
      'late payments at Experian',
      'how much do I owe at Equifax',
      'Any collections on Experian?',
    ])
      expect(answerQuestion(question, daniel, weights)).toMatchObject({
        text: expect.stringMatching(/^It shows TransUnion\./) as unknown,
        citations: [],
      })
  })

  it('restricts figures to its rows', () => {
    const totals = bureaus.map(bureau => answerTo(`What is my utilization at ${bureau}?`).text)
    expect(new Set(totals).size).toBeGreaterThan(1)
  })
})

describe('a company that is named', () => {
  it.each<[question: string, kind: QuestionKind, company: string]>([
    ['How late was I with Ironbridge?', 'late_payments', 'IRONBRIDGE BANK'],
    ['what is past due at Ironbridge', 'past_due', 'IRONBRIDGE BANK'],
    ['What is my Harborview limit?', 'limits', 'HARBORVIEW BANK'],
    ['When did I open the Harborview card?', 'account', 'HARBORVIEW BANK'],
    ['how old is my lakeshore card', 'credit_age', 'LAKESHORE CARD SERVICES'],
    ['How many cards do I have with Harborview?', 'card_count', 'HARBORVIEW BANK'],
    ['How much of my Harborview card am I using?', 'card_use', 'HARBORVIEW BANK'],
    ['how much do I pay Lakeshore every month', 'monthly_payments', 'LAKESHORE CARD SERVICES'],
    ['What does Meridian say I owe?', 'balances', 'MERIDIAN COLLECTIONS'],
    ['cuando abri mi cuenta de Lakeshore', 'account', 'LAKESHORE CARD SERVICES'],
  ])('restricts "%s" to it', (question, kind, company) => {
    expect(answerTo(question)).toMatchObject({ kinds: [kind] })
    expect([...new Set(companiesOf(question))]).toEqual([company])
  })

  it('is not described by other companies’ accounts', () => {
    expect(answerTo('Is Harborview in collections?')).toMatchObject({
      lead: 'For HARBORVIEW BANK: ',
      text: 'No collection account is listed in your report.',
    })
  })

  it.each([
    'what is my score with Harborview',
    'how can I improve my score with Harborview',
    'Why do I have a collection from Meridian?',
    'Did Kestrel Mortgage check my credit?',
  ])('leads to a question back if the answer could not be restricted to it: "%s"', question => {
    const { kinds, citations, choices } = answerTo(question)
    expect([kinds, citations]).toEqual([['unknown'], []])
    expect(choices.length).toBeGreaterThan(0)
  })

  it('that is not in the report leads to a question back', () => {
    for (const question of [
      'How much do I owe Chase?',
      'What is my balance with Toyota Financial',
      'do I have late payments with Wells Fargo',
      'was I late on my Apple card',
    ])
      expect([question, answerTo(question).kinds]).toEqual([question, ['unknown']])
  })
})

describe('a question', () => {
  it.each([
    'why is my utilization so high',
    'why are there so many inquiries',
    'how come I owe so much',
    'Why is Ironbridge reporting me late?',
    'why is my Lakeshore limit so low',
    'Why does Equifax show a late payment?',
    'how long have I been late with Ironbridge',
    'por que debo tanto a Meridian',
  ])('is not answered by figures that do not state why, when or how long: "%s"', question => {
    const { kinds, choices } = answerTo(question)
    expect(kinds).toEqual(['unknown'])
    expect(choices.length).toBeGreaterThan(0)
  })

  it.each<[question: string, kind: QuestionKind, holds: string]>([
    ['When will the Meridian collection fall off my report?', 'when_falls_off', 'MERIDIAN COLLECTIONS ('],
    ['How long will the late payments stay?', 'when_falls_off', 'seven years'],
    ['How many credit cards are open right now?', 'card_count', '4 of them open'],
    ['When did my Experian score change?', 'score_change', 'since Oct 14, 2026'],
    ['How long have I had credit?', 'credit_age', '9.8 years'],
    ['how long does a dispute take', 'how_to_dispute', '30 days'],
    ['when does my freeze take effect', 'freeze', 'one business day'],
  ])('"%s" is of the kind %s', (question, kind, holds) => {
    const { kinds, text } = answerTo(question)
    expect(kinds).toEqual([kind])
    expect(text).toContain(holds)
  })

  it('about a bureau cites no rows of another', () => {
    const subjects = fc.constantFrom(
      'late payments',
      'collections',
      'balances',
      'inquiries',
      'accounts',
      'limits',
    )
    fc.assert(
      fc.property(subjects, fc.constantFrom(...bureaus), (subject, bureau) => {
        const { citations } = answerTo(`What are my ${subject} at ${bureau}?`)
        expect(citations.every(each => each.bureau === undefined || each.bureau === bureau)).toBe(true)
      }),
      { numRuns: 18 },
    )
  })
})

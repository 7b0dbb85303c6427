import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownQuestions, safetyQuestions } from '#test/fixtures/voice/questions.ts'
import { sandboxUser, sandboxUserWithoutReport } from '#test/support/people/sandbox-user.ts'
import { answerQuestion } from './answer-question.ts'
import { reportKinds } from './question-kinds.ts'
import { readWeights } from './server/computed.ts'

const weights = readWeights()

const maya = sandboxUser('maya-brooks', 'max')
const mayaFree = sandboxUser('maya-brooks', 'free')
/** Questions of every kind. */
const questions = [...knownQuestions, ...safetyQuestions].map(([, question]) => question)
const firstOfEach = [
  ...new Map(knownQuestions.map(([kinds, question]) => [kinds[0], question] as const).toReversed()).values(),
]

const answerTo = (question: string, known = maya) => answerQuestion(question, known, weights)

const idsOf = ({ analytics: { fullReport } }: typeof maya): string[] => [
  ...(fullReport?.accountInformation ?? []).map(({ id }) => id),
  ...(fullReport?.creditInquiries ?? []).map(({ id }) => id),
  ...(fullReport?.publicRecords ?? []).map(({ id }) => id),
]

describe('an answer', () => {
  it('cites only accounts, inquiries and records of the report', () => {
    for (const known of [maya, mayaFree, sandboxUser('bankruptcy', 'max')]) {
      const ids = idsOf(known)
      const cited = firstOfEach
        .flatMap(question => answerQuestion(question, known, weights).citations)
        .map(({ field }) => field.split('/'))
        .filter(([list]) => /^(accountInformation|creditInquiries|publicRecords)$/.test(list ?? ''))
      expect(cited.length).toBeGreaterThan(20)
      expect(cited.filter(([, id]) => !ids.includes(id ?? ''))).toEqual([])
    }
  })

  it('with a figure cites the rows from which it is counted', () => {
    const { text, citations } = answerTo('What is my credit utilization?')
    expect(text).toBe(
      'Your credit utilization is 36%, rated fair. You are using $7,518.00 of $20,700.00 in card limits.',
    )
    expect(citations[0]).toEqual({ label: 'Credit card use', field: 'creditFactors/credit_utilization' })
    expect(citations.slice(1).map(({ field }) => field.split('/')[2])).toEqual(
      Array.from({ length: 4 }, () => 'creditLimit'),
    )
  })

  it('to each kind of report question cites something or states that there is nothing', () => {
    const bare = Object.keys(reportKinds)
      .map(kind => knownQuestions.find(([kinds]) => kinds[0] === kind)?.[1] ?? '')
      .filter(question => question !== '')
      .map(question => answerTo(question))
      .filter(({ citations, text }) => citations.length === 0 && !/\b[Nn]o\b/.test(text))
    expect(bare).toEqual([])
  })

  it('about drop-offs contains each last day with its basis, and states where it is unknown', () => {
    const { text } = answerTo('When will negative items fall off my report?')
    expect(text).toContain(
      '- CEDAR AUTO FINANCE (TransUnion and Equifax): by 12/31/2031. Each late month leaves seven years after it. Last of 2 late months: 12/2024.',
    )
    expect(text).toContain('15 U.S.C. 1681c')
    expect(answerTo('When will negative items fall off?', sandboxUser('bankruptcy', 'max')).text).toMatch(
      /- HARBORVIEW BANK \(.*\): not known\. The report does not give the first missed payment/,
    )
    const inquiries = answerTo('When do my hard inquiries fall off?')
    expect(inquiries.text).toContain(
      '- KESTREL MORTGAGE (TransUnion, Experian, and Equifax): by 03/05/2028. Usually',
    )
    expect(inquiries.text).not.toContain('Late month')
  })

  it('about drop-offs includes the bureau’s own statement next to the computed day', () => {
    const { analytics } = maya
    const figures = analytics.figures && {
      ...analytics.figures,
      dropOffs: analytics.figures.dropOffs.map(one => ({ ...one, bureauSays: '2031-10' })),
    }
    const { text } = answerTo('When will negative items fall off my report?', {
      ...maya,
      analytics: { ...analytics, figures },
    })
    expect(text).toContain(
      'Last of 2 late months: 12/2024. TransUnion and Equifax themselves say until 10/2031.',
    )
  })

  it('about a period covers only that period', () => {
    const { lead, text, citations } = answerTo('Who pulled my credit since June?')
    expect(lead).toBe('From 06/01/2026 to 11/22/2026: ')
    expect(text).toMatch(
      /^2 applications for credit are listed\.\n- HARBORVIEW BANK on 08\/19\/2026\n- RIDGELINE/,
    )
    expect(citations).toHaveLength(2)
    const late = answerTo('Was I late in 2024?')
    expect(late.text).toContain('11/2024 (30 days late)')
    expect(late.text).not.toMatch(/\/2025/)
    expect(answerTo('Which payments were late last month?', sandboxUser('daniel-ortiz', 'max')).text).toMatch(
      /^No late payments/,
    )
    expect(answerTo('Did my score change in 2019?').text).toBe(
      'History has no score from that time. It goes back six months.',
    )
    expect(answerTo('What was my utilization last month?').lead).toContain('not that time alone')
  })

  it('about which card to pay first contains the pay plan of Overview', () => {
    const { text } = answerTo('Which card should I pay down first?')
    const [plan] = maya.analytics.figures?.payPlans ?? []
    expect(plan?.payments.length).toBeGreaterThan(0)
    for (const { label, amount } of plan?.payments ?? []) {
      expect(text).toContain(`- ${label}: pay $`)
      expect(text.replaceAll(',', '')).toContain(`pay $${amount}`)
    }
  })

  it('about an approval describes the user’s credit and promises nothing', () => {
    const { text, kinds } = answerTo('Will I be approved for a mortgage?')
    expect(kinds).toEqual(['can_i_get_mortgage'])
    expect(text).toMatch(/^Nobody but the lender can say/)
    expect(text).toContain('- TransUnion score 618, fair.')
  })

  it('by card starts with the highest utilization', () => {
    const shares = answerTo('utilization of each card').text.match(/uses \d+%/g)
    expect(shares).toEqual(['uses 90%', 'uses 77%', 'uses 24%', 'uses 5%'])
  })

  it('explains that the plan does not show a bureau', () => {
    const { lead, text } = answerTo('What is my Experian score?', mayaFree)
    expect(lead).toBe('Your plan does not include Experian. ')
    expect(text).toBe('It shows TransUnion. You can switch on all three bureaus in Profile.')
  })

  it('on the free plan never names another bureau', () => {
    const texts = questions
      .map(question => answerTo(question, mayaFree))
      .map(({ text, citations }) => `${text} ${JSON.stringify(citations)}`)
    expect(texts.filter(words => /Experian|Equifax/.test(words))).toEqual([])
  })

  it('without a report explains how to get one, and still covers rights and plan', () => {
    const none = sandboxUserWithoutReport()
    expect(answerTo('What is my score?', none)).toMatchObject({
      text: 'You have no credit report yet. Import a report in Overview, then ask again.',
      ways: ['import'],
    })
    expect(answerTo('Which plan am I on?', none).text).toContain('Free Plan')
    expect(answerTo('How do I freeze my credit?', none).ways).toEqual(['freeze'])
  })

  it('to a Spanish question explains in Spanish that it is in English; in danger it is in Spanish', () => {
    expect(answerTo('¿Cuánto debo?').lead).toContain('por ahora respondo en inglés')
    const danger = answerTo('Quiero quitarme la vida')
    expect([danger.lead, danger.ways]).toEqual(['', ['crisis_line', 'support']])
    expect(danger.text).toContain('Llame ahora al 988')
  })

  it('promises no score and never advises to sue', () => {
    for (const question of questions)
      expect(answerTo(question).text).not.toMatch(/guarantee|will (rise|go up|increase)|you should sue/i)
  })

  it('never has a full Social Security or account number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...questions), question => {
        const { text } = answerTo(question)
        expect(text).not.toMatch(/\d{3}-\d{2}-\d{4}|\d{9,}/)
      }),
    )
  })

  it('states that a file is frozen and has no score', () => {
    const { text } = answerTo('what are my scores', sandboxUser('frozen', 'max'))
    expect(text).toContain('Experian: no score, because the file is frozen.')
  })

  it('is a question back without a figure if the question is not understood', () => {
    const { kinds, text, citations, choices } = answerTo('is my score ok or is something dragging it')
    expect([kinds, text, citations]).toEqual([
      ['unknown'],
      'I am not sure that I understood. Did you mean to ask this?',
      [],
    ])
    expect(choices.map(({ question }) => question)).toContain('Is my score good?')
  })

  it('is a question back in Spanish to an unclear question in Spanish', () => {
    const { lead, text, choices } = answerTo('mi puntaje y mis pagos')
    expect([lead, text]).toEqual(['', 'No estoy seguro de haber entendido. ¿Quiso preguntar esto?'])
    expect(choices.map(({ question }) => question)).toContain('¿Cuáles son mis puntajes?')
  })

  it('to a wish to delete an account tells one with us, by whatever name, from one with a company', () => {
    const ofOperator = { ...maya, support: { ...maya.support, name: 'Harbor Credit (US)' } }
    expect(answerTo('delete my harbor credit (us) account', ofOperator).kinds).toEqual(['delete_account'])
    const { kinds, text, ways } = answerTo('delete my Lakeshore Card Services account')
    expect([kinds, ways]).toEqual([['company_account'], ['dispute']])
    expect(text).toMatch(
      /^I cannot close or delete an account that you have with a company: ask that company\./,
    )
  })

  it('about closing a card computes the effect from the report, promises nothing and names the sources', () => {
    for (const question of [
      'Should I close my oldest card?',
      'will closing my lakeshore card hurt my score',
    ]) {
      const { kinds, text, citations } = answerTo(question)
      expect(kinds).toEqual(['close_card'])
      expect(text).toMatch(/LAKESHORE CARD SERVICES.* opened 05\/21\/2013\. If you closed it:/)
      // $7,518.00 of $20,700.00, and $3,648.00 of $15,700.00.
      expect(text).toContain('use 36% of their limits now; the others alone use 23%.')
      expect(text).toContain('up to ten years')
      expect(text).toContain('Nobody can promise')
      expect(citations.map(({ field }) => field.split('/')[2])).toEqual(['creditLimit', 'dateOpened'])
    }
    expect(answerTo('Should I open a new card?').kinds).toEqual(['product_advice'])
  })

  it('about closing a card of a company without one says so, and takes the oldest card', () => {
    const { kinds, text } = answerTo('Should I close my ironbridge card?')
    expect(kinds).toEqual(['close_card'])
    expect(text).toMatch(/It lists no open card of your own from IRONBRIDGE[^.]*\. The oldest open card/)
  })

  it('about closing a card calls it the only one only among cards with a balance and a limit', () => {
    const known = sandboxUser('maya-brooks', 'max', report => ({
      ...report,
      accounts: report.accounts.map(row =>
        row.dateOpened === '2013-05-21' ? row : { ...row, creditLimit: null },
      ),
    }))
    const { text } = answerTo('Should I close my oldest card?', known)
    expect(text).toContain('It is the only open card with a balance and a limit on your report.')
    expect(text).not.toContain('no open card would be left')
  })

  it('about removing inquiries lists them, and says which can be disputed', () => {
    const { kinds, text, ways, citations } = answerTo('Which inquiries can I remove?')
    expect([kinds, ways]).toEqual([['removable_inquiries'], ['dispute']])
    expect(text).toContain('- KESTREL MORTGAGE, 03/05/2026, TransUnion, Experian, and Equifax')
    expect(text).toContain('Dispute only one that you did not authorize or that is wrong.')
    expect(text).toContain('15 U.S.C. 1681b')
    expect(citations).toHaveLength(4)
    expect(answerTo('When will the inquiries be removed?').kinds).toEqual(['when_falls_off'])
  })

  it('understands questions of a service whose name is a common word', () => {
    const named = { ...maya, support: { ...maya.support, name: 'Credit' } }
    for (const question of ['What is my credit score?', 'Who checked my credit?'])
      expect(answerTo(question, named).kinds).toEqual(answerTo(question).kinds)
  })

  it('to an unknown question about a creditor covers its accounts', () => {
    const { kinds, text, choices } = answerTo('whats up with the ironbridge one')
    expect([kinds, choices]).toEqual([['account'], []])
    expect(text).toContain('IRONBRIDGE')
  })
})

import { describe, expect, it } from 'vitest'
import {
  accountItem,
  deliveredOn,
  disputeWith,
  letterAt,
} from '#features/disputes/complaint/fixtures/dispute.ts'
import type { Report } from '#features/reports/canonical.ts'
import { sandboxUser, sandboxUserWithoutReport } from '#test/support/people/sandbox-user.ts'
import { accountOf, inquiryOf, recordOf, reportOf, scoreOf } from '#test/support/reports/report-of.ts'
import type { VisibleData } from './answer.ts'
import { answerQuestion } from './answer-question.ts'
import { readWeights } from './server/computed.ts'

/** Answers about unusual files and disputes must not contradict the screens or the report. */

const weights = readWeights()

const withReport = (report: Partial<Report>): VisibleData =>
  sandboxUser('maya-brooks', 'max', () => reportOf(report))

const said = (question: string, known: VisibleData): string => {
  const { kinds, lead, text } = answerQuestion(question, known, weights)
  expect([question, kinds]).not.toEqual([question, ['unknown']])
  return `${lead}${text}`
}

const maya = sandboxUser('maya-brooks', 'max')
const mayaFree = sandboxUser('maya-brooks', 'free')

const card = (own: Parameters<typeof accountOf>[0] & { creditorName: string }) =>
  accountOf({ id: own.creditorName, creditorNameReported: own.creditorName, ...own })
const nearLimit = card({ creditorName: 'Oak Bank', currentBalance: '800.00', creditLimit: '1000.00' })
const ofOther = card({
  creditorName: 'Family Card Bank',
  responsibility: 'Authorized user',
  currentBalance: '4000.00',
  creditLimit: '5000.00',
  monthlyPayment: '120.00',
})

describe('one bureau', () => {
  it('has its own inquiries, whichever bureau an application is listed by first', () => {
    const text = said('when do my hard inquiries fall off at equifax', maya)
    expect(text).toContain('- KESTREL MORTGAGE (Equifax): by 03/05/2028.')
    expect(text).toContain('- RIDGELINE AUTO GROUP (Equifax): by 06/11/2028.')
    expect(text).not.toContain('Nothing of that kind')
  })

  it('that lists nothing is not taken for the whole report', () => {
    const one = withReport({ publicRecords: [recordOf({ bureau: 'Experian' })] })
    expect(said('when does my bankruptcy fall off at equifax', one)).toMatch(
      /^Nothing of that kind is listed at Equifax, /,
    )
    expect(said('personal information at equifax', withReport({}))).toBe(
      'Your report has no personal information from Equifax.',
    )
  })

  it('outside the plan has one sentence', () => {
    expect(said('did my experian score change since august', mayaFree)).toBe(
      'Your plan does not include Experian. It shows TransUnion. You can switch on all three bureaus in Profile.',
    )
  })
})

describe('a bureau without a file', () => {
  it('is named where something is said to be listed or not', () => {
    const frozen = sandboxUser('frozen', 'max')
    expect(said('Do I have any collections?', frozen)).toBe(
      'No collection account is listed in your report.\nYour Experian file is frozen, so this answer does not cover it.',
    )
    expect(said('Do I have any collections at Equifax?', frozen)).not.toContain('Experian')
    expect(said('What is my credit score?', frozen)).not.toContain('does not cover')
  })

  it('is named where the report does not mention it at all', () => {
    const one = withReport({
      files: [{ bureau: 'TransUnion', status: 'hit', text: null }],
      accounts: [nearLimit],
    })
    expect(said('Is anything past due now?', one)).toBe(
      'No account is shown as late or past due.\nYour report has no file of Experian, so this answer does not cover it.\nYour report has no file of Equifax, so this answer does not cover it.',
    )
  })
})

describe('an old report', () => {
  const old = withReport({
    reportDate: '2023-02-01',
    accounts: [
      accountOf({
        payStatus: '60',
        amountPastDue: '75.00',
        currentBalance: '950.00',
        creditLimit: '1000.00',
        lastReported: '2023-01-15',
      }),
    ],
  })

  it.each([
    'Is anything past due now?',
    'Which card should I pay down first?',
    'How can I improve my score?',
  ])('is said to be old: "%s"', question => {
    expect(said(question, old)).toMatch(
      /^Your report of 02\/01\/2023 is old\. Balances, late payments and inquiries may have changed since\./,
    )
  })

  it('does not affect answers about other things', () => {
    expect(said('Which plan am I on?', old)).not.toContain('is old')
  })
})

describe('cards', () => {
  it('of the user that cannot lower the use enough are not said to need no payment', () => {
    const text = said('Which card should I pay down first?', withReport({ accounts: [nearLimit, ofOther] }))
    expect(text).not.toContain('No payment is needed')
    expect(text).toContain(
      'Paying your own cards alone does not bring your card use to a better rating, because it counts cards of others too.',
    )
    expect(text).toContain('- Oak Bank: 80%, $800.00 owed.')
  })

  it.each([
    'What are my credit limits?',
    'How much of each card limit am I using?',
    'What is my credit utilization?',
  ])('without a limit are not left out in silence: "%s"', question => {
    const noLimit = card({ creditorName: 'Elm Bank', currentBalance: '300.00', creditLimit: '0.00' })
    const text = said(question, withReport({ accounts: [nearLimit, noLimit] }))
    expect(text).toContain('Not counted, because the report gives no limit or no balance: Elm Bank.')
  })

  it('of someone else are listed separately from what the user owes and pays', () => {
    const known = withReport({ accounts: [{ ...nearLimit, monthlyPayment: '25.00' }, ofOther] })
    for (const question of ['How much do I owe in total?', 'What are my monthly payments?'])
      expect(said(question, known)).toContain(
        'You are only an authorized user of Family Card Bank: its owner owes that.',
      )
  })

  it('that a bureau lists twice are counted once in every total', () => {
    const listed = {
      creditorName: 'Elm Bank',
      accountNumber: '411122223333',
      currentBalance: '500.00',
      creditLimit: '1000.00',
      monthlyPayment: '25.00',
      highBalance: '900.00',
    }
    const known = withReport({ accounts: [nearLimit, card(listed), { ...card(listed), id: 'again' }] })
    const note = 'Elm Bank is listed twice with the same opening date and amounts, and counted once.'
    expect(said('how much do I owe in total', known)).toContain(`$1,300.00 owed on 2 accounts. ${note}`)
    expect(said('what are my monthly payments', known)).toContain(`add up to $25.00. ${note}`)
    expect(said('what are my credit limits', known)).toContain(`$700.00 of it is not used. ${note}`)
    const late = { ...card(listed), amountPastDue: '50.00' }
    const behind = withReport({ accounts: [nearLimit, late, { ...late, id: 'again' }] })
    expect(said('is anything past due now', behind)).toContain(
      `1 account is shown as late or past due. ${note}`,
    )
  })

  it('that may be a thief’s are checked before any advice to pay', () => {
    const theft = sandboxUser('identity-theft', 'max')
    expect(theft.analytics.mainAlert.kind).toBe('identity_theft')
    for (const question of ['Which card should I pay down first?', 'How can I improve my score?']) {
      const { text, ways } = answerQuestion(question, theft, weights)
      expect(text).toMatch(/^Your report has signs of identity theft\. Pay nothing that is not yours/)
      expect(ways).toContain('dispute')
    }
  })
})

describe('scores', () => {
  const entry = (reportTime: string, scoreNew: number, scoreOld: number | null) => ({
    reportTime,
    scoreNew,
    scoreOld,
    changes: [],
  })

  it('of a time without an earlier one are not said to be missing', () => {
    expect(said('how many points did i lose last month', maya)).toMatch(
      /History has a score from that time and none before it to compare with\.$/,
    )
    expect(said('how many points did i lose in march', maya)).toMatch(/History has no score from that time\./)
  })

  it('of two models are not compared', () => {
    const report = withReport({ scores: [scoreOf({ score: 680, model: 'FICO Score 8' })] })
    const history = {
      bureau: null,
      history: {
        TransUnion: [
          { ...entry('2026-11-14T15:00:00.000Z', 680, 618), modelChanged: true as const },
          entry('2026-10-14T15:00:00.000Z', 618, null),
        ],
      },
    }
    for (const question of [
      'Did my score change?',
      'Why did my score change?',
      'Did my score change since september?',
    ]) {
      const text = said(question, { ...report, history })
      expect(text).not.toMatch(/\bup\b|62/)
      expect(text).toContain(
        '- TransUnion: 680 now and 618 before, by another score model: they cannot be compared.',
      )
    }
  })

  it('name what changed along with them', () => {
    const theft = sandboxUser('identity-theft', 'max')
    expect(said('Why did my score change?', theft)).toContain(
      'In the same report: New late payment: JUNIPER HILL CARD: 60 days late for 10/2026. Amount past due rose: JUNIPER HILL CARD went from $100.00 to $200.00.',
    )
  })
})

describe('disputes', () => {
  const sent = disputeWith({
    title: 'OAK BANK',
    items: [accountItem('OAK BANK', {}, { bureaus: ['TransUnion', 'Experian'] })],
    letters: [
      letterAt('TransUnion', {
        ...deliveredOn('2026-10-30', '2026-11-03'),
        lobLetterId: 'ltr_1',
        deadlines: [{ kind: 'result_notice', dueOn: '2026-12-10', basis: '' }],
      }),
      letterAt('Experian', { mailState: 'returned', lobLetterId: 'ltr_2' }),
    ],
  })
  const known = { ...maya, disputes: [sent] }

  it('have letters that are counted where they are, and the day on which an answer is due', () => {
    expect(said('What is the status of my disputes?', known)).toContain(
      '- OAK BANK, created Oct 1, 2026: sent. 2 letters: 1 delivered, 1 failed. The answer of TransUnion is due Dec 10, 2026.',
    )
  })

  it('are not called late while the law may give the bureau 45 days', () => {
    const on = (today: string) => said('What is the status of my disputes?', { ...known, today })
    expect(on('2026-12-12')).toContain('was due Dec 10, 2026, or by Dec ')
    expect(on('2027-02-01')).toContain('was due Dec 10, 2026, and you recorded none.')
  })

  it('with an estimated day have it called past once it is', () => {
    const onTheWay = disputeWith({
      items: [accountItem('OAK BANK')],
      letters: [
        letterAt('TransUnion', {
          mailState: 'sent',
          deadlines: [{ kind: 'result_notice', dueOn: '2026-12-10', basis: '' }],
        }),
      ],
    })
    const on = (today: string) =>
      said('What is the status of my disputes?', { ...maya, disputes: [onTheWay], today })
    expect(on('2026-12-10')).toContain('The answer of TransUnion is due about Dec 10, 2026.')
    expect(on('2026-12-11')).toContain(
      'The answer of TransUnion would have been due about Dec 10, 2026, had the letter arrived when expected; no delivery was reported.',
    )
  })

  it('are not denied for the whole report if one bureau has none', () => {
    expect(said('what disputes at equifax', known)).toBe('You have no dispute with a letter to that bureau.')
    expect(said('what disputes at equifax', { ...mayaFree, disputes: [sent] })).toBe(
      'You have no dispute with a letter to that bureau.',
    )
    expect(said('how is my Harborview dispute going', known)).toBe(
      'You have no dispute about HARBORVIEW BANK.',
    )
    expect(said('What is the status of my disputes?', maya)).toBe('You have no disputes yet.')
  })
})

describe('an answer', () => {
  it('does not say that older inquiries cannot be there where one is', () => {
    const known = withReport({ inquiries: [inquiryOf({ date: '2023-01-02' })] })
    const text = said('who pulled my credit in 2023', known)
    expect(text).toContain('Cedar Auto Finance on 01/02/2023')
    expect(text).not.toContain('are not in your report')
  })

  it('names the kind of account by words that cannot mean its status', () => {
    expect(said('How many accounts do I have?', maya)).toMatch(
      /15 accounts on your report, 9 of them open\..*1 paid in full each month\.$/,
    )
  })

  it('about a freeze says which files the report shows as frozen', () => {
    expect(said('is my experian file frozen', sandboxUser('frozen', 'max'))).toMatch(
      /^By your report of 11\/14\/2026, this file is frozen: Experian\. You have the right/,
    )
    expect(said('is my experian file frozen', maya)).toMatch(/^You have the right/)
  })

  it('does not take an amount for a year', () => {
    expect(said('my balance over 2000', maya)).toMatch(/^Your report shows/)
  })
})

describe('a company named by a common word', () => {
  it('is not taken for what a question is about', () => {
    const known = withReport({ accounts: [card({ creditorName: 'H&R ACCOUNTS' })] })
    expect(said('How many accounts do I have?', known)).toContain('1 account on your report')
  })
})

describe('authorized users', () => {
  it('are told what is true of every card, and which of the report they are', () => {
    const text = said("should I become an authorized user on my mom's card", maya)
    expect(text).toMatch(/^Your report lists you as an authorized user of:\n- .+ \(.+\)\./)
    expect(text).toContain('Only the people who agreed with the card company to pay owe it')
    expect(text).not.toMatch(/tradeline/i)
  })

  it('are told of the rules without a report', () => {
    const text = said('can I remove myself as authorized user', sandboxUserWithoutReport())
    expect(text).toMatch(/^An authorized user may use a card that someone else owes\./)
    expect(text).toContain('ask its owner or the card company to take you off')
  })
})

import { describe, expect, it, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { factsIn } from '#test/support/reports/factor-in.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { followPlan, listReportCards } from './follow.ts'

const card = (id: string, currentBalance: string | null, more: Partial<Account> = {}) =>
  accountOf({ id, creditorName: `Bank ${id}`, currentBalance, creditLimit: '1000.00', ...more })

const factsOf = (...accounts: Account[]) => factsIn(reportOf({ accounts }))

test('the cards to pay are the user’s own open ones with a balance, largest first', () => {
  const { cards, others } = listReportCards(
    factsOf(
      card('a', '200.00', { monthlyPayment: '25.00', accountNumber: '4111XXXX' }),
      card('b', '700.50', { creditLimit: null }),
      card('paid', '0.00'),
      card('family', '900.00', { responsibility: 'Authorized User' }),
      card('closed', '900.00', { openClosed: 'Closed' }),
      card('loan', '900.00', { accountType: 'Installment' }),
      card('silent', null),
    ),
  )
  expect(cards).toMatchObject([
    { accountId: 'b', label: 'Bank b', balance: 70_050, limit: null, minimum: null },
    { accountId: 'a', balance: 20_000, limit: 100_000, minimum: 2_500, number: '4111XXXX' },
  ])
  // The paid card and the one of another owner.
  expect(others).toEqual({ balance: 90_000, limit: 200_000 })
})

test('a limit of zero at one bureau does not hide the limit of another', () => {
  const { cards } = listReportCards(
    factsOf(
      card('a', '200.00', { creditLimit: '0.00', lastReported: '2026-11-10' }),
      card('a', '210.00', { bureau: 'Experian', lastReported: '2026-10-10' }),
      card('b', '100.00', { creditLimit: '0.00' }),
    ),
  )
  expect(cards).toMatchObject([
    { accountId: 'a', balance: 20_000, limit: 100_000 },
    { accountId: 'b', limit: null },
  ])
})

test('a card that a bureau lists twice is paid once', () => {
  const listed = card('a', '200.00', { highBalance: '900.00' })
  expect(listReportCards(factsOf(listed, { ...listed, id: 'again' }))).toMatchObject({
    cards: [{ accountId: 'a' }],
    others: { balance: 0, limit: 0 },
  })
})

describe('a saved plan compared with a new report', () => {
  const planned = (accountId: string, label: string) => ({
    accountId,
    label,
    balance: 100_000,
    limit: 100_000,
    apr: 1200,
    minimum: 0,
  })
  const follow = (...accounts: Account[]) =>
    followPlan(
      {
        planId: 'plan',
        startsOn: '2026-01-31',
        request: {
          cards: [planned('a', 'Bank a'), planned('b', 'Bank b')],
          others: { balance: 0, limit: 0 },
          goal: 'least_interest',
          now: 10_000,
          monthly: 20_000,
        },
      },
      factsOf(...accounts),
    )
  // Paid on a: 100 now; after a month of 1 % each, 190 on a and the interest of 10 on b.
  const after = (month: number) => (month === 0 ? 900 : 900 + 9 - 190)

  it.each([
    ['2026-01-31', 0, '900.00', 'on_plan', 'As planned: $900.00 reported on 01/31/2026, $900.00 expected.'],
    ['2026-02-27', 0, '899.01', 'on_plan', 'As planned: $899.01 reported on 02/27/2026, $900.00 expected.'],
    [
      '2026-02-28',
      1,
      '700.00',
      'ahead',
      '$19.00 ahead of the plan: $700.00 reported on 02/28/2026, $719.00 expected.',
    ],
    [
      '2026-03',
      1,
      '800.00',
      'behind',
      '$81.00 behind the plan: $800.00 reported on 03/2026, $719.00 expected.',
    ],
    [
      '2040-01-01',
      99,
      '50.00',
      'behind',
      '$50.00 behind the plan: $50.00 reported on 01/01/2040, $0.00 expected.',
    ],
  ] as const)('on %s, %i months later', (lastReported, month, balance, state, sentence) => {
    const [first] = follow(card('a', balance, { lastReported })).cards
    expect(first).toMatchObject({ state, sentence })
    if (month < 2) expect(first?.expected).toBe(after(month) * 100)
  })

  it('is not compared with an older balance or a missing card', () => {
    const { cards, sentence } = follow(card('a', '500.00', { lastReported: '2026-01' }))
    expect(cards).toMatchObject([
      {
        state: 'older',
        expected: null,
        sentence: 'Not comparable: your report has the balance of 01/2026, and the plan began on 01/31/2026.',
      },
      { state: 'missing', sentence: 'Not comparable: your newest report has no balance of this card.' },
    ])
    expect(sentence).toBe('Not comparable yet: your report is from before the plan began.')
    expect(follow().sentence).toBe('Not comparable: the cards of this plan are not in your newest report.')
  })

  it('summarizes all cards in one sentence', () => {
    const both = follow(
      card('a', '700.00', { lastReported: '2026-03-01' }),
      card('b', '1010.00', { lastReported: '2026-03-01' }),
    )
    expect(both.sentence).toBe('$9.00 ahead of the plan by your newest report.')
    expect(follow(card('a', '719.00', { lastReported: '2026-03-01' })).sentence).toBe(
      'As planned by your newest report. One card cannot be compared.',
    )
  })
})

import { describe, expect, test } from 'vitest'
import { buildAdvice, type InventoryEntry, selectEligibleLines } from './advice.ts'
import { renderRequestEmail } from './advice-text.ts'
import { emptyCreditFile } from './credit-file.ts'
import { findBestPlan } from './plan.ts'
import { loadSolver } from './server/solver.ts'

const solve = (await loadSolver()).within(60_000)
const today = '2026-11-21'
const personal = { goal: 'Buy a home', targetPeriod: '3 months', since: '2026-11-01' }
const line = (own: Partial<InventoryEntry>): InventoryEntry => ({
  id: 'harbor',
  name: 'Harbor Point Visa',
  bank: 'Harbor Point Bank',
  creditLimit: 15_000,
  price: 465,
  slots: 1,
  opened: '2017-11-21',
  purchaseBy: null,
  bureaus: [],
  ...own,
})
const summit = line({
  id: 'summit',
  name: 'Summit Rewards Mastercard',
  bank: 'Summit Bank',
  creditLimit: 5_000,
  price: 450,
  slots: 2,
  opened: '2014-11-21',
})
const file = {
  ...emptyCreditFile,
  accountAges: { accounts: 4, months: 96 },
  totalLimit: 12_400,
  creditors: [{ name: 'Sour Bank', derogatory: true }],
}

const advised = (lines: readonly InventoryEntry[], ageTenths: number, limit: number) => {
  const choice = selectEligibleLines(lines, file, today)
  const goal = { ageTenths, limit }
  const plan = findBestPlan(choice.instance, goal, solve)
  if (plan === null) throw new Error('no plan')
  return { advice: buildAdvice({ choice, file, personal, goal, plan, curve: [], today }), goal }
}

describe('advice', () => {
  test('adds up, and includes the average age without each line', () => {
    const { advice } = advised([line({}), summit], 55, 25_000)
    expect(advice).toMatchObject({
      newAverageAge: 5.9,
      newTotalLimit: 37_400,
      totalCost: 1_365,
      message: 'These tradelines reach both of your goals.',
      addedLimit: 25_000,
      before: { asOf: today, accounts: 4, averageAge: 2, totalLimit: 12_400 },
    })
    expect(
      advice.selectedTradeLines.map(({ slots, totalCost, addedLimit, averageAgeWithout }) => [
        slots,
        totalCost,
        addedLimit,
        averageAgeWithout,
      ]),
    ).toEqual([
      [1, 465, 15_000, 5.3],
      [2, 900, 10_000, 3.4],
    ])
  })

  test('states that ages count to today when the report is old', () => {
    const choice = selectEligibleLines([summit], { ...file, asOf: '2025-02-14' }, today)
    const goal = { ageTenths: 0, limit: 5_000 }
    const plan = findBestPlan(choice.instance, goal, solve)
    if (plan === null) throw new Error('no plan')
    const asked = { choice, file: { ...file, asOf: '2025-02-14' }, personal, goal, plan, curve: [], today }
    expect(buildAdvice(asked).message).toBe(
      'These tradelines reach your goal. Ages count to today, from your report of 02/14/2025. Later changes are not included.',
    )
    expect(buildAdvice(asked).guards.map(({ code }) => code)).toContain('old_report')
  })

  test('leaves out banks in the file, expired lines and lines without a slot', () => {
    const { leftOut, lines } = selectEligibleLines(
      [
        line({}),
        line({ id: 'b', name: 'Sour Visa', bank: 'SOUR BANK' }),
        line({ id: 'c', name: 'Late Visa', bank: 'Late Bank', purchaseBy: '2026-11-20' }),
        line({ id: 'd', bank: 'Today Bank', purchaseBy: today }),
        line({ id: 'e', bank: 'Empty Bank', slots: 0 }),
        line({ id: 'f', name: 'Sour Visa', bank: 'SOUR BANK', opened: '2021-11-21', creditLimit: 9_000 }),
      ],
      file,
      today,
    )
    expect(lines.map(({ id }) => id)).toEqual(['harbor', 'd'])
    expect(
      leftOut.map(({ reason, lines: out }) => [reason, out.map(({ id, name }) => `${id} ${name}`)]),
    ).toEqual([
      ['bank_derogatory', ['b Sour Visa', 'f Sour Visa']],
      ['deadline_passed', ['c Late Visa']],
    ])
    expect(leftOut[0]?.lines[1]).toEqual({ id: 'f', name: 'Sour Visa', ageYears: 5, creditLimit: 9_000 })
  })

  test.each([
    [[], 55, 0, 'No tradelines are on offer right now.'],
    [[summit], 0, 5_000, 'These tradelines reach your goal.'],
    [[summit], 20, 0, 'You have already reached this. You need no tradelines.'],
    [
      [line({ opened: '2026-01-01' })],
      0,
      5_000,
      'These tradelines reach your goal. They lower your average age from 2.0 years to 1.8 years.',
    ],
    [[summit], 0, 99_000, 'The tradelines on offer cannot add $99,000.00. The most is $10,000.00.'],
    [
      [summit],
      100,
      0,
      'No mix of the tradelines on offer reaches an average age of 10.0 years together with your 4 open accounts. The highest is 5.3 years.',
    ],
    [
      [summit],
      100,
      99_000,
      'Neither goal can be reached with the tradelines on offer. The highest average age is 5.3 years; at that age they add at most $10,000.00.',
    ],
    [
      [summit, line({ id: 'young', opened: '2026-01-01', creditLimit: 90_000 })],
      45,
      95_000,
      'These tradelines reach both of your goals.',
    ],
    [
      [summit, line({ id: 'young', opened: '2026-01-01', creditLimit: 90_000 })],
      53,
      95_000,
      'Each goal can be reached alone, but not both together. At an average age of 5.3 years the most that can be added is $10,000.00.',
    ],
  ])('on %j for %d tenths and %d dollars: %s', (lines, ageTenths, limit, message) => {
    expect(advised(lines, ageTenths, limit).advice.message).toBe(message)
  })
})

test('the email contains the client, the warnings, the goals and the lines', () => {
  const { advice, goal } = advised([line({ name: 'Harbor\nPoint Visa' }), summit], 55, 25_000)
  const client = { name: 'Dana Whitfield', phoneNumber: '+12135550148' }
  expect(renderRequestEmail({ client, goal, advice, byStaff: false })).toEqual({
    subject: 'Tradeline request: 5.5 years, $25,000.00 extra limit',
    text: [
      'Client: Dana Whitfield',
      'Phone: (213) 555-0148',
      '',
      'Attention: You plan to buy a home soon',
      '',
      'Desired average age: 5.5 years',
      'Desired extra limit: $25,000.00',
      '',
      'These tradelines reach both of your goals.',
      '',
      'Harbor Point Visa, 9.0 years, $15,000.00 limit, 1 slot, $465.00 each',
      'Summit Rewards Mastercard, 12.0 years, $5,000.00 limit, 2 slots, $450.00 each',
      '',
      'New average age: 5.9 years',
      'New total limit: $37,400.00',
      'Total cost: $1,365.00',
    ].join('\n'),
  })
})

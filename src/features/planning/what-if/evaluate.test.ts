import { describe, expect, it, test } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { factorsIn } from '#test/support/reports/factor-in.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  monthsOf,
  recordOf,
  reportOf,
} from '#test/support/reports/report-of.ts'
import { evaluateSteps } from './evaluate.ts'
import type { BureauResult, Step } from './step.ts'

const today = '2026-11-23'

const evaluate = (given: Partial<Report>, steps: readonly Step[], on = today) =>
  evaluateSteps(
    buildReportView(reportOf(given), 'max').redacted,
    ['TransUnion', 'Experian', 'Equifax'],
    steps,
    on,
  )

const atTransUnion = (given: Partial<Report>, ...steps: Step[]): BureauResult => {
  const [first] = evaluate(given, steps).bureaus
  if (first === undefined) throw new Error('no file')
  return first
}

const lakeshore = { accountId: 'account-1', label: 'Lakeshore' }
const card = accountOf({ currentBalance: '800.00', creditLimit: '1000.00', dateOpened: '2021-11-20' })
const pine = accountOf({
  id: 'pine',
  creditorName: 'Pine Bank',
  currentBalance: '0.00',
  creditLimit: '3000.00',
  dateOpened: '2025-11-20',
})

/** Value and rating of a factor before and after. */
const change = ({ before, after }: BureauResult, id: string) =>
  [before, after].map(({ factors }) => {
    const factor = factors.find(one => one.id === id)
    return factor?.value === null ? null : `${factor?.value} ${factor?.rating}`
  })

test('before any step, one bureau on the day of its report has the factors of Analytics', () => {
  const given = {
    accounts: [accountOf({ ...card, paymentHistory: monthsOf('2026-10', 'OK 30 OK') }), pine, collectionOf()],
    inquiries: [inquiryOf()],
    publicRecords: [recordOf()],
  }
  const [file] = evaluate(given, [{ kind: 'months', months: 1 }], '2026-11-14').bureaus
  const shown = factorsIn(reportOf(given), 'free').map(({ id, value, rating }) => ({ id, value, rating }))
  expect(file?.before.factors.map(({ id, value, rating }) => ({ id, value, rating }))).toEqual(
    expect.arrayContaining(shown),
  )
  expect(shown).toHaveLength(6)
})

test('of a card that a bureau lists twice changes one card', () => {
  const listed = { ...card, highBalance: '900.00' }
  const given = { accounts: [listed, { ...listed, id: 'again' }, pine] }
  const paid = atTransUnion(given, { kind: 'pay', ...lakeshore, amount: 80_000 })
  expect([paid.before, paid.after].map(({ cardsInAll }) => cardsInAll?.limit)).toEqual(['4000.00', '4000.00'])
  expect([paid.before, paid.after].map(({ counts }) => counts.accounts)).toEqual([2, 2])
})

describe('a step', () => {
  test.each<[string, Step, string, (string | null)[]]>([
    [
      'a payment',
      { kind: 'pay', ...lakeshore, amount: 60_000 },
      'credit_utilization',
      ['20% good', '5% excellent'],
    ],
    [
      'closing a card takes its limit away',
      { kind: 'close', accountId: 'pine', label: 'Pine' },
      'credit_utilization',
      ['20% good', '80% poor'],
    ],
    [
      'closing a card takes its age away',
      { kind: 'close', accountId: 'pine', label: 'Pine' },
      'credit_age',
      ['3.0 years poor', '5.0 years fair'],
    ],
    [
      'a higher limit',
      { kind: 'raise', ...lakeshore, limit: 600_000 },
      'credit_utilization',
      ['20% good', '9% excellent'],
    ],
    [
      'a new card lowers the age',
      { kind: 'open', limit: 100_000 },
      'credit_age',
      ['3.0 years poor', '2.0 years poor'],
    ],
    [
      'a new card brings an inquiry',
      { kind: 'open', limit: 100_000 },
      'hard_inquiries',
      ['0 excellent', '1 good'],
    ],
    [
      'a corrected balance',
      { kind: 'correct', ...lakeshore, fields: { balance: 0 } },
      'credit_utilization',
      ['20% good', '0% excellent'],
    ],
    [
      'a removed account',
      { kind: 'remove', item: { kind: 'account', id: 'account-1' }, label: 'Lakeshore' },
      'total_accounts',
      ['2 poor', '1 poor'],
    ],
  ])('%s', (_name, step, factor, expected) => {
    expect(change(atTransUnion({ accounts: [card, pine] }, step), factor)).toEqual(expected)
  })

  it('takes effect after the steps before it', () => {
    const pays: Step = { kind: 'pay', ...lakeshore, amount: 50_000 }
    const { steps, bureaus } = evaluate({ accounts: [card] }, [pays, pays])
    expect(steps.map(({ problem }) => problem)).toEqual([
      null,
      'Lakeshore has a balance of $300.00. Enter that amount or less.',
    ])
    expect(bureaus[0]?.after.cards[0]).toMatchObject({ balance: '300.00', percent: 30 })
  })
})

describe('time', () => {
  const late = accountOf({ paymentHistory: monthsOf('2019-12', 'OK 30 OK') })

  it('ages accounts and drops items after their last day', () => {
    const given = {
      accounts: [card, collectionOf({ dateFirstDelinquency: '2019-08-01' })],
      inquiries: [inquiryOf({ date: '2024-12-20' })],
    }
    const result = atTransUnion(given, { kind: 'months', months: 3 })
    expect(result.after.on).toBe('2027-02-23')
    expect(change(result, 'credit_age')).toEqual(['5.0 years fair', '5.3 years fair'])
    expect(change(result, 'hard_inquiries')).toEqual(['1 good', '0 excellent'])
    expect(change(result, 'derogatory_marks')).toEqual(['1 fair', '0 excellent'])
    expect(result.departures).toEqual([
      { label: 'Cedar Auto Finance', value: 'Inquiry', latest: '2026-12-20' },
      { label: 'Meridian Collections', value: 'Collection account', latest: '2027-01-28' },
    ])
  })

  it('passes until a late month or an inquiry has dropped off', () => {
    const result = evaluate({ accounts: [late], inquiries: [inquiryOf()] }, [
      { kind: 'until_late_month_leaves', ...lakeshore, month: '2019-11' },
      { kind: 'until_inquiry_leaves', inquiryId: 'inquiry-1', label: 'Cedar' },
    ])
    expect(result.steps.map(({ on }) => on)).toEqual(['2026-12-01', '2028-08-23'])
    const [file] = result.bureaus
    expect(file && change(file, 'payment_history')).toEqual(['67% poor', '100% excellent'])
  })
})

describe('a step that cannot be applied changes nothing and states why', () => {
  const closed = accountOf({ id: 'closed', openClosed: 'Closed', accountStatus: 'Closed' })
  const loan = accountOf({ id: 'loan', accountType: 'Installment', currentBalance: null })
  const accounts = [card, closed, loan, accountOf({ id: 'paid', currentBalance: '0.00' })]
  const of = (accountId: string) => ({ accountId, label: 'The account' })
  test.each<[Step, string]>([
    [
      { kind: 'pay', ...lakeshore, amount: 80_001 },
      'Lakeshore has a balance of $800.00. Enter that amount or less.',
    ],
    [{ kind: 'pay', ...of('paid'), amount: 1 }, 'The account has no balance to pay.'],
    [
      { kind: 'pay', ...of('loan'), amount: 1 },
      'Your report gives no balance of The account, so a payment cannot be calculated.',
    ],
    [{ kind: 'pay', ...of('gone'), amount: 1 }, 'The account is not in your report any more.'],
    [{ kind: 'close', ...of('closed') }, 'The account is closed already.'],
    [{ kind: 'close', ...of('loan') }, 'The account is not a credit card or line.'],
    [
      { kind: 'raise', ...lakeshore, limit: 100_000 },
      'Lakeshore has a limit of $1,000.00. Enter more than that.',
    ],
    [
      { kind: 'correct', ...lakeshore, fields: { dateOpened: '2026-11-24' } },
      'An account cannot be opened on a day that lies ahead. Enter an earlier day.',
    ],
    [
      { kind: 'correct', ...lakeshore, fields: { onTimeMonths: ['2026-01'] } },
      '01/2026 of Lakeshore is not reported as late.',
    ],
    [
      { kind: 'correct', ...lakeshore, bureaus: ['Equifax'], fields: { balance: 0 } },
      'Lakeshore is not in your report any more.',
    ],
    [
      { kind: 'remove', item: { kind: 'record', id: 'none' }, label: 'The record' },
      'The record is not in your report any more.',
    ],
    [
      { kind: 'until_inquiry_leaves', inquiryId: 'undated', label: 'Cedar' },
      'Your report gives no date of Cedar, so the day it leaves is not known.',
    ],
    [
      { kind: 'until_inquiry_leaves', inquiryId: 'old', label: 'Cedar' },
      'The inquiry of Cedar should have left by 10/01/2026 already. If a bureau still lists it, dispute it.',
    ],
    [
      { kind: 'until_late_month_leaves', ...lakeshore, month: '2020-01' },
      'The late month 01/2020 of Lakeshore is not in your report any more.',
    ],
  ])('%o', (step, problem) => {
    const inquiries = [inquiryOf({ id: 'undated', date: null }), inquiryOf({ id: 'old', date: '2024-10-01' })]
    const { steps, bureaus } = evaluate({ accounts, inquiries }, [step])
    expect(steps[0]?.problem).toBe(problem)
    for (const { before, after } of bureaus) expect(after).toEqual(before)
  })
})

describe('what a bureau does not report', () => {
  const experian = { bureau: 'Experian' } as const

  it('is unknown there but known elsewhere', () => {
    const accounts = [card, accountOf({ ...experian, currentBalance: '400.00', dateOpened: null })]
    const { bureaus } = evaluate({ accounts }, [{ kind: 'pay', ...lakeshore, amount: 70_000 }])
    const [own, other, none] = bureaus
    expect(own && change(own, 'credit_utilization')).toEqual(['80% poor', '10% good'])
    expect(other && change(other, 'credit_utilization')).toEqual([null, null])
    expect(other?.after.factors.find(({ id }) => id === 'credit_age')?.lacks).toBe(
      'No open account reports when it was opened.',
    )
    expect(other?.after.leftOut).toEqual([
      'Card use leaves out Lakeshore Card Services: the report lacks the balance or the limit.',
      'The age leaves out Lakeshore Card Services: the report does not say when it was opened.',
    ])
    expect(other?.notes).toEqual([
      { step: 0, text: 'This bureau reports $400.00 only, so nothing is left here.' },
    ])
    expect(none?.notes).toEqual([{ step: 0, text: 'This bureau does not list it, so nothing changes here.' }])
  })

  it.each<[string, Step, Partial<Report>, string]>([
    [
      'a paid loan',
      { kind: 'pay', ...lakeshore, amount: 80_000 },
      { accounts: [accountOf({ ...card, accountType: 'Installment' })] },
      'A loan that is paid off is usually closed by its lender. Here it stays open.',
    ],
    [
      'a paid collection',
      { kind: 'pay', accountId: 'collection-1', label: 'Meridian', amount: 100 },
      { accounts: [collectionOf()] },
      'Paying does not remove it: it stays listed until its last day.',
    ],
    [
      'a raised limit',
      { kind: 'raise', ...lakeshore, limit: 200_000 },
      { accounts: [card] },
      'Some lenders ask for your file before they raise a limit. No inquiry is counted.',
    ],
  ])('is noted for %s', (_name, step, given, text) => {
    expect(atTransUnion(given, step).notes).toEqual([{ step: 0, text }])
  })

  it('is listed for a bureau without a file', () => {
    const files = [
      { bureau: 'TransUnion', status: 'hit', text: null },
      { bureau: 'Experian', status: 'frozen', text: null },
    ] as const
    const { bureaus, withoutFile } = evaluate({ files: [...files] }, [{ kind: 'months', months: 1 }])
    expect(bureaus.map(({ bureau }) => bureau)).toEqual(['TransUnion'])
    expect(withoutFile).toEqual(['Experian', 'Equifax'])
  })
})

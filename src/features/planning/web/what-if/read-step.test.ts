import { expect, it, test } from 'vitest'
import { collectFacts } from '#features/credit/facts.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  monthsOf,
  recordOf,
  reportOf,
} from '#test/support/reports/report-of.ts'
import { parseCents, readStep } from './read-step.ts'
import { choicesOf, kindsFor, lateMonthsOf, listChoices, type StepKind } from './step-choices.ts'

const card = accountOf({
  currentBalance: '800.00',
  creditLimit: '1000.00',
  paymentHistory: monthsOf('2024-05', 'OK 30 60'),
})
const report = reportOf({
  accounts: [
    card,
    accountOf({ ...card, bureau: 'Experian', currentBalance: '750.00' }),
    accountOf({
      id: 'shared',
      creditorName: 'Pine Bank',
      responsibility: 'Authorized user',
      currentBalance: '90.00',
    }),
    collectionOf(),
  ],
  inquiries: [inquiryOf(), inquiryOf({ id: 'undated', company: 'Ridge', date: null })],
  publicRecords: [recordOf()],
})
const factsIn = (given: typeof report) => collectFacts(buildReportView(given, 'max').fullReport, '2026-11-14')
const facts = factsIn(report)
const choices = listChoices(facts)
const texts = (kind: StepKind) => choicesOf(choices, kind).map(({ text }) => text)

it('offers the items of the report with their reported values', () => {
  expect(texts('pay')).toEqual(['Lakeshore Card Services, $800.00', 'Meridian Collections, $1,284.00'])
  expect(choices.pay[0]?.hint).toBe('Balance reported: $800.00 at TransUnion, $750.00 at Experian')
  expect(texts('close')).toEqual(['Lakeshore Card Services', 'Pine Bank'])
  expect(texts('remove')).toEqual([
    'Lakeshore Card Services',
    'Pine Bank',
    'Meridian Collections',
    'Chapter 7 bankruptcy, TransUnion',
    'Inquiry of Cedar Auto Finance, 08/22/2026',
    'Inquiry of Ridge',
  ])
  expect(texts('until_inquiry_leaves')).toEqual(['Cedar Auto Finance, 08/22/2026'])
  expect(texts('until_late_month_leaves')).toEqual([
    'Lakeshore Card Services, 05/2024',
    'Lakeshore Card Services, 04/2024',
  ])
  expect(lateMonthsOf(facts, 'account-1')).toEqual(['2024-05', '2024-04'])
  expect(kindsFor(listChoices(factsIn(reportOf())))).toEqual(['open', 'months'])
})

test.each([
  ['1,250', 125_000],
  ['$1,250.5', 125_050],
  ['0', 0],
  ['', null],
  ['-5', null],
  ['1.234', null],
  ['much', null],
])('the amount %j is %s cents', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents)
})

const lakeshore = { accountId: 'account-1', label: 'Lakeshore Card Services' }

test.each<[StepKind, Record<string, string>, object]>([
  ['pay', { item: 'account-1', amount: '250.50' }, { kind: 'pay', ...lakeshore, amount: 25_050 }],
  ['raise', { item: 'account-1', amount: '5,000' }, { kind: 'raise', ...lakeshore, limit: 500_000 }],
  ['close', { item: 'account-1' }, { kind: 'close', ...lakeshore }],
  ['open', { amount: '2000' }, { kind: 'open', limit: 200_000 }],
  ['months', { months: '6' }, { kind: 'months', months: 6 }],
  [
    'correct',
    {
      item: 'account-1',
      balance: '0',
      limit: '',
      dateOpened: '2020-01-02',
      isOpen: 'closed',
      'month-2024-05': 'on',
      bureau: 'Experian',
    },
    {
      kind: 'correct',
      ...lakeshore,
      bureaus: ['Experian'],
      fields: { balance: 0, dateOpened: '2020-01-02', isOpen: false, onTimeMonths: ['2024-05'] },
    },
  ],
  [
    'remove',
    { item: 'inquiry inquiry-1', bureau: '' },
    {
      kind: 'remove',
      item: { kind: 'inquiry', id: 'inquiry-1' },
      label: 'The inquiry of Cedar Auto Finance',
    },
  ],
  [
    'until_inquiry_leaves',
    { item: 'inquiry-1' },
    { kind: 'until_inquiry_leaves', inquiryId: 'inquiry-1', label: 'Cedar Auto Finance' },
  ],
  [
    'until_late_month_leaves',
    { item: '2024-05 account-1' },
    { kind: 'until_late_month_leaves', ...lakeshore, month: '2024-05' },
  ],
])('the form of %s with %j is a step', (kind, values, step) => {
  expect(readStep(kind, values, choices)).toEqual({ step, errors: null })
})

test.each<[StepKind, Record<string, string>, string]>([
  ['pay', { item: 'account-1', amount: '' }, 'amount'],
  ['pay', { item: 'account-1', amount: '0' }, 'amount'],
  ['pay', { item: 'elsewhere', amount: '5' }, 'item'],
  ['open', { amount: 'much' }, 'amount'],
  ['months', { months: '1.5' }, 'months'],
  ['months', { months: '121' }, 'months'],
  ['correct', { item: 'account-1' }, 'balance'],
  ['correct', { item: 'account-1', limit: '0' }, 'limit'],
  ['correct', { item: 'account-1', balance: 'none' }, 'balance'],
])('the form of %s with %j is missing %s', (kind, values, field) => {
  const { step, errors } = readStep(kind, values, choices)
  expect([step, Object.keys(errors ?? {})]).toEqual([null, [field]])
})

import { expect, test } from 'vitest'
import { buildReportView } from '#features/reports/report-view.ts'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { factsIn } from '#test/support/reports/factor-in.ts'
import { accountOf, collectionOf, inquiryOf, reportOf, scoreOf } from '#test/support/reports/report-of.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addPartnerOffer, analyticsWithoutReport, buildAnalytics, countAccountKinds } from './analytics.ts'
import { Analytics } from './contract.ts'

const report = reportOf({
  scores: [scoreOf(), scoreOf({ bureau: 'Equifax', score: 702 })],
  accounts: [accountOf(), accountOf({ id: 'b', bureau: 'Equifax' })],
})
const meta = { id: 'r-1', receivedAt: '2026-11-15T08:00:00.000Z', origin: 'import' } as const

test('analytics of a report include its date, its source and the bureaus of the plan', () => {
  const free = buildAnalytics({ view: buildReportView(report, 'free'), meta })
  expect(free.report).toEqual({
    ...meta,
    reportDate: '2026-11-14',
    format: 'truelink-json',
    bureaus: ['TransUnion'],
    parts: [
      {
        bureau: 'TransUnion',
        reportId: meta.id,
        origin: meta.origin,
        fileName: null,
        format: 'truelink-json',
        reportDate: '2026-11-14',
        receivedAt: meta.receivedAt,
        currentUntil: '2026-12-29',
        lacks: [],
      },
    ],
    warnings: [],
  })
  expect(free.fullReport?.creditScores.map(score => score.score)).toEqual([687])
  expect(free.creditFactors.find(factor => factor.id === 'total_accounts')?.value).toBe('1')
  expect(
    buildAnalytics({ view: buildReportView(report, 'max'), meta }).creditFactors.find(
      factor => factor.id === 'total_accounts',
    )?.value,
  ).toBe('2')
})

const withoutInquiries = (bureau: Bureau) =>
  coverageOf({ bureau, sections: ['personal', 'accounts', 'publicRecords'] })

test.each([
  ['no file shows all', [...bureaus], [], undefined],
  [
    'one file does not show all',
    ['TransUnion'] as const,
    [],
    '0: No application for credit in the 24 months before 11/14/2026 at Experian and Equifax.',
  ],
  [
    'one file does not show all, and one is listed',
    ['TransUnion'] as const,
    [inquiryOf({ bureau: 'Experian' })],
    '1: At least 1 application for credit in the 24 months before 11/14/2026.',
  ],
  ['every file shows all', [], [], '0: No application for credit in the 24 months before 11/14/2026.'],
])('inquiries are not counted as none where %s', (_, partial, inquiries, expected) => {
  const view = buildReportView({ ...report, inquiries, coverage: partial.map(withoutInquiries) }, 'max')
  const factor = buildAnalytics({ view, meta }).creditFactors.find(({ id }) => id === 'hard_inquiries')
  expect(factor && `${factor.value}: ${factor.description}`).toBe(expected)
})

test('without a report, analytics explain how to get one', () => {
  expect(Analytics.parse(analyticsWithoutReport(null))).toMatchObject({
    fullReport: null,
    creditFactors: [],
    isProcessing: false,
    message: 'You have no credit report yet.',
    mainAlert: { kind: 'no_report' },
    report: null,
  })
})

test.each([
  ['not_agreed', /^Let us get it from the bureaus, or import/],
  ['unconfirmed', /^Confirm your identity, or import/],
  ['confirmed', /^Import a report file/],
] as const)('without a report and %s the advice says what is missing', (stage, advice) => {
  const { message, mainAlert } = Analytics.parse(analyticsWithoutReport(null, stage))
  expect(message).toBe('You have no credit report yet.')
  expect(mainAlert.recommendation).toMatch(advice)
})

test('while the report is being fetched, analytics say so', () => {
  expect(
    Analytics.parse(analyticsWithoutReport({ id: 'p', state: 'asked', message: null, endedAt: null })),
  ).toMatchObject({
    fullReport: null,
    creditFactors: [],
    isProcessing: true,
    message: 'We asked the bureaus for your report. This usually takes a few minutes.',
    report: null,
  })
})

test('every alert but signs of identity theft carries a partner’s button', () => {
  const partner = { text: 'See card offers', url: 'https://partner.example.com/cards' }
  const answer = buildAnalytics({ view: buildReportView(report, 'max'), meta })
  expect(Analytics.parse(addPartnerOffer(answer, partner)).mainAlert).toMatchObject({
    marketplaceButtonText: 'See card offers',
    marketplaceUrl: 'https://partner.example.com/cards',
  })
  const theft = { ...answer, mainAlert: { ...answer.mainAlert, kind: 'identity_theft' as const } }
  expect(addPartnerOffer(theft, partner)).toEqual(theft)
  expect(addPartnerOffer(answer, null)).toEqual(answer)
})

test('each account counts once in its kind of credit, open or not, the most frequent kind first', () => {
  const accounts = [
    accountOf({ id: 'loan', accountType: 'Installment' }),
    accountOf(),
    accountOf({ bureau: 'Equifax' }),
    accountOf({ id: 'closed', openClosed: 'Closed' }),
    collectionOf(),
  ]
  expect(countAccountKinds(factsIn(reportOf({ accounts })))).toEqual([
    { type: 'Revolving', open: 1, notOpen: 1 },
    { type: 'Installment', open: 1, notOpen: 0 },
    { type: 'Collection', open: 0, notOpen: 1 },
  ])
})

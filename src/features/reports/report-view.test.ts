import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildAnalytics } from '#features/credit/analytics.ts'
import { Analytics } from '#features/credit/contract.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { times } from '#test/support/chance.ts'
import { anyReport, longNumber, markOf, ssn } from '#test/support/reports/any-report.ts'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  personOf,
  recordOf,
  reportOf,
  scoreOf,
} from '#test/support/reports/report-of.ts'
import { bureaus } from '#values/bureau.ts'
import type { BureauCoverage } from './coverage.ts'
import type { ReportFormat } from './formats.ts'
import { listParts } from './parts.ts'
import { redactForPlan } from './redact-for-plan.ts'
import { buildReportView, toShownPart } from './report-view.ts'

const anyPlan = fc.constantFrom<Plan>('free', 'max')
const meta = { id: 'r', receivedAt: '2026-11-15T00:00:00.000Z', origin: 'import' } as const

describe('the report view', () => {
  test('of any report matches the contract and contains nothing of a bureau outside the plan', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        const answer = buildAnalytics({ view: buildReportView(report, plan), meta })
        expect(Analytics.parse(answer)).toEqual(answer)
        const text = JSON.stringify(answer)
        const hidden = bureaus.filter(bureau => !bureausInPlan(plan).includes(bureau))
        for (const bureau of hidden) {
          expect(text).not.toContain(markOf(bureau))
          expect(text).not.toContain(`"bureau":"${bureau}"`)
          expect(JSON.stringify({ ...answer, report: null })).not.toContain(bureau)
        }
      }),
      { numRuns: times(40) },
    )
  })

  test('does not name an account with the spelling of a bureau outside the plan', () => {
    const creditorName = 'Lakeshore Card Services of Experian'
    const accounts = [
      accountOf({ creditorName, creditorNameReported: 'LAKESHORE CARD' }),
      accountOf({ creditorName, creditorNameReported: creditorName, bureau: 'Experian' }),
    ]
    const namesFor = (plan: Plan) =>
      buildReportView(reportOf({ accounts }), plan).fullReport.accountInformation.map(
        account => account.creditorName,
      )
    expect(namesFor('free')).toEqual(['LAKESHORE CARD'])
    expect(namesFor('max')).toEqual([creditorName, creditorName])
  })

  test('contains a plaintiff, a company’s kind of business and the dates of addresses', () => {
    const place = { street: '12 Elm St', city: 'Tacoma', state: 'WA', postal: '98402' }
    const seen = buildReportView(
      reportOf({
        inquiries: [inquiryOf({ industry: 'Automotive' })],
        publicRecords: [recordOf({ plaintiff: 'CITY OF TACOMA' })],
        personal: [
          personOf({
            currentAddress: { ...place, reported: '2024-03' },
            previousAddresses: [{ ...place, street: '9 Oak St', reported: null }],
          }),
        ],
      }),
      'max',
    ).fullReport
    expect(seen.creditInquiries[0]?.industry).toBe('Automotive')
    expect(seen.publicRecords[0]?.plaintiff).toBe('CITY OF TACOMA')
    expect(seen.personalInformation[0]?.addressDates).toEqual([
      { address: '12 Elm St, Tacoma, WA 98402', reported: '2024-03' },
    ])
  })

  test('of any report contains no SSN and no number of more than eight digits', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        const analytics = buildAnalytics({ view: buildReportView(report, plan), meta })
        // The use of a limit of one cent is a percentage of many digits.
        const text = JSON.stringify(analytics, (key, value: unknown) => (key === 'percent' ? null : value))
        expect(text).not.toMatch(/666\D{0,2}34\D{0,2}4417/)
        expect(text).not.toContain(ssn.slice(0, 8))
        expect(text).not.toMatch(/5178\D?4402\D?1/)
        expect(text).not.toMatch(/\d{9}/)
        expect(text).not.toContain(longNumber)
      }),
      { numRuns: times(40) },
    )
  })

  test('contains every row of a bureau in the plan', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        const seen = buildReportView(report, plan).fullReport
        const kept = (rows: readonly { bureau: (typeof bureaus)[number] }[]) =>
          rows.filter(row => bureausInPlan(plan).includes(row.bureau)).length
        expect(seen.accountInformation).toHaveLength(kept(report.accounts))
        expect(seen.creditScores).toHaveLength(kept(report.scores))
        expect(seen.otherScores).toHaveLength(kept(report.otherScores))
        expect(seen.scoreExclusions).toHaveLength(kept(report.scoreExclusions))
        expect(seen.creditInquiries).toHaveLength(kept(report.inquiries))
        expect(seen.publicRecords).toHaveLength(kept(report.publicRecords))
        expect(seen.personalInformation).toHaveLength(kept(report.personal))
        expect(seen.fileStatuses).toHaveLength(kept(report.files))
      }),
      { numRuns: times(40) },
    )
  })

  test("shows the consumer's own data as reported", () => {
    const address = { street: '12 Elm Street', city: 'Dayton', state: 'OH', postal: '454011234' }
    const report = reportOf({
      scores: [scoreOf({ factors: [{ code: '10', text: 'Balances are high' }] })],
      accounts: [
        collectionOf({
          remarks: [{ code: 'X', text: 'Placed for collection' }],
          address,
          creditorPhone: '8005550100',
        }),
      ],
      inquiries: [inquiryOf({ address })],
      publicRecords: [recordOf({ court: 'Ohio Southern', caseNumber: '1912345678' })],
      personal: [
        personOf({
          currentAddress: { ...address, reported: null },
          previousAddresses: [{ street: null, city: null, state: null, postal: null, reported: null }],
          phones: ['2025550143', '(202) 555-0143'],
        }),
      ],
    })
    const seen = buildReportView(report, 'free').fullReport
    expect(seen.creditScores[0]?.factors).toEqual(['Balances are high'])
    expect(seen.accountInformation[0]).toMatchObject({
      accountNumber: 'MC-90211****',
      paymentStatus: 'Derogatory',
      comments: 'Derogatory account; Placed for collection',
      address: { postal: '45401-1234' },
      creditorPhone: '8005550100',
    })
    expect(seen.publicRecords[0]).toMatchObject({ court: 'Ohio Southern', caseNumber: '1912345678' })
    expect(seen.personalInformation[0]).toMatchObject({
      ssn: 'XXX-XX-4417',
      currentAddress: '12 Elm Street, Dayton, OH 45401-1234',
      previousAddresses: [],
      phones: ['2025550143', '(202) 555-0143'],
    })
  })

  test('names only bureaus of the plan, even when their file is frozen', () => {
    const report = reportOf({
      files: [{ bureau: 'Equifax', status: 'frozen', text: null }],
      accounts: [accountOf()],
    })
    expect(buildReportView(report, 'free').bureaus).toEqual(['TransUnion'])
    expect(buildReportView(report, 'max').bureaus).toEqual(['TransUnion', 'Equifax'])
  })

  test('states for each part what its document lacks or was unreadable', () => {
    const report = reportOf({
      accounts: [accountOf()],
      coverage: [
        coverageOf(),
        coverageOf({ bureau: 'Experian', stated: { accounts: 2, inquiries: null, publicRecords: null } }),
      ],
    })
    const arrival = {
      reportId: 'r1',
      origin: 'import',
      fileName: null,
      receivedAt: '2026-11-14T00:00:00Z',
      currentUntil: '2027-01-01',
    } as const
    const parts = listParts(report).map(part => ({ ...part, arrival }))
    const shown = redactForPlan({ ...report, parts }, 'max').parts.flatMap(toShownPart)
    expect(shown.map(({ bureau, lacks }) => [bureau, lacks])).toEqual([
      ['TransUnion', []],
      ['Experian', ['accounts']],
      ['Equifax', []],
    ])
    const [part] = parts.slice(0, 1)
    const lacksAs = (format: ReportFormat, coverage: Partial<BureauCoverage>) =>
      part && toShownPart({ ...part, format, coverage: coverageOf(coverage), arrival })[0]?.lacks
    expect(lacksAs('smartcredit-pdf', {})).toEqual(['paymentHistory', 'ssn'])
    expect(lacksAs('equifax-pdf', { monthsUnreadable: 1 })).toEqual(['paymentHistory', 'scores'])
    const none = { accounts: 1, inquiries: null, publicRecords: null }
    expect(lacksAs('transunion-pdf', { stated: none, sections: ['accounts'] })).toEqual([
      'inquiries',
      'publicRecords',
      'scores',
    ])
  })

  test('shows a warning about one bureau only with that bureau', () => {
    const report = reportOf({
      warnings: [
        { code: 'hidden', message: 'The file is frozen.', bureau: 'Equifax' },
        { code: 'of the document', message: 'Not sent by Equifax.', bureau: null },
        { code: 'visible', message: 'The file is thin.', bureau: 'TransUnion' },
      ],
    })
    const codes = (plan: Plan) => buildReportView(report, plan).warnings.map(({ code }) => code)
    expect(codes('free')).toEqual(['of the document', 'visible'])
    expect(codes('max')).toHaveLength(3)
  })

  test('shows a warning of an earlier release, stored without a bureau, only with all bureaus of the report', () => {
    const warnings = [{ code: 'old', message: 'Two rows of another person were left out.' }]
    const one = reportOf({ files: [{ bureau: 'TransUnion', status: 'hit', text: null }], warnings })
    const two = { ...one, accounts: [accountOf({ bureau: 'Equifax' })] }
    expect(buildReportView(one, 'free').warnings).toEqual(warnings)
    expect(buildReportView(two, 'free').warnings).toEqual([])
    expect(buildReportView(two, 'max').warnings).toEqual(warnings)
  })

  test('of any report has redacted rows for rules that contain nothing of a hidden bureau', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        const text = JSON.stringify(redactForPlan(report, plan))
        for (const bureau of bureaus.filter(one => !bureausInPlan(plan).includes(one))) {
          expect(text).not.toContain(markOf(bureau))
          expect(text).not.toContain(bureau)
        }
        expect(text).not.toMatch(/666\D{0,2}34\D{0,2}4417/)
        expect(text).not.toContain(ssn.slice(0, 8))
        expect(text).not.toContain(longNumber)
      }),
      { numRuns: times(40) },
    )
  })

  test('does not contain document-local row ids', () => {
    const [row] = redactForPlan(
      reportOf({ accounts: [accountOf({ sourceRowId: 'TRADE-1', subscriberCode: '01DTV' })] }),
      'max',
    ).accounts
    expect([row?.sourceRowId, row?.subscriberCode]).toEqual([null, null])
  })
})

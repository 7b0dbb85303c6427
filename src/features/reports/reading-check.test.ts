import { expect, it } from 'vitest'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { accountOf, inquiryOf, reportOf } from '#test/support/reports/report-of.ts'
import type { BureauCoverage } from './coverage.ts'
import { describeReading } from './reading-check.ts'

const saved = (...coverage: BureauCoverage[]) =>
  reportOf({
    format: 'identityiq-html',
    accounts: [accountOf(), accountOf({ bureau: 'Experian' })],
    inquiries: [inquiryOf()],
    coverage,
  })

it('of a format without totals counts the rows, and is complete', () => {
  const report = reportOf({ accounts: [accountOf(), accountOf({ bureau: 'Experian' })] })
  expect(describeReading(report, 'max')).toMatchObject({
    formatName: 'TrueLink JSON',
    isNew: false,
    verdict: 'complete',
    bureaus: [
      {
        bureau: 'TransUnion',
        isComplete: true,
        stated: { accounts: null },
        read: { accounts: 1 },
        sections: null,
      },
      { bureau: 'Experian', read: { accounts: 1 } },
      { bureau: 'Equifax', read: { accounts: 0 } },
    ],
  })
})

it('marks a new format', () => {
  expect(describeReading(saved(), 'max')).toMatchObject({
    formatName: 'IdentityIQ or MyScoreIQ web page',
    isNew: true,
  })
})

it.each<[string, Partial<BureauCoverage>]>([
  ['an account is short', { stated: { accounts: 2, inquiries: null, publicRecords: null } }],
  ['an inquiry is short', { stated: { accounts: null, inquiries: 2, publicRecords: null } }],
  ['months are unreadable', { monthsUnreadable: 3 }],
])('is partial if %s', (_name, given) => {
  expect(describeReading(saved(coverageOf()), 'max').verdict).toBe('complete')
  expect(describeReading(saved(coverageOf(given)), 'max').verdict).toBe('partial')
})

it('reveals nothing about other bureaus to a one-bureau plan, nor that they were partially read', () => {
  const doubt = {
    kind: 'entryLost',
    section: 'accounts',
    about: 'HIDDEN BANK',
    count: 1,
    place: null,
  } as const
  const report = {
    ...saved(
      coverageOf(),
      coverageOf({
        bureau: 'Experian',
        stated: { accounts: 9, inquiries: 0, publicRecords: 0 },
        doubts: [doubt],
      }),
    ),
    warnings: [{ code: 'accounts_short', message: 'Experian is short.', bureau: 'Experian' as const }],
  }
  const reading = describeReading(report, 'free')
  expect(reading).toMatchObject({
    verdict: 'complete',
    bureaus: [{ bureau: 'TransUnion', isComplete: true }],
    warnings: [],
  })
  expect(JSON.stringify(reading)).not.toMatch(/HIDDEN|Experian/)
  const whole = describeReading(report, 'max')
  expect(whole.verdict).toBe('partial')
  expect(whole.bureaus[1]).toMatchObject({ isComplete: false, doubts: [doubt] })
})

it('states why a plan shows nothing of a report outside its bureaus', () => {
  const report = {
    ...saved(coverageOf({ bureau: 'Experian' })),
    accounts: [accountOf({ bureau: 'Experian' })],
    inquiries: [],
    scores: [],
    personal: [],
    files: [{ bureau: 'Experian' as const, status: 'hit' as const, text: null }],
  }
  expect(describeReading(report, 'free')).toMatchObject({
    bureaus: [],
    warnings: [
      {
        code: 'outside_plan',
        message:
          'This is a report of Experian. The Free Plan shows TransUnion. The report is kept, and Max Plan shows it.',
      },
    ],
  })
  expect(describeReading(report, 'max').warnings).toEqual([])
  expect(describeReading(saved(coverageOf()), 'free').warnings).toEqual([])
})

it('masks the numbers in the name of an entry', () => {
  const doubt = {
    kind: 'unknownWords',
    section: 'accounts',
    about: 'BANK 666-34-4417',
    count: 1,
    place: null,
  } as const
  const reading = describeReading(saved(coverageOf({ doubts: [doubt] })), 'free')
  expect(reading.bureaus[0]?.doubts[0]?.about).toBe('BANK XXX-XX-4417')
})

import { describe, expect, test } from 'vitest'
import { times } from '#test/support/chance.ts'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { expectedIn, knownReport } from '#test/support/reports/known-report.ts'
import {
  accountOf,
  inquiryOf,
  monthsOf,
  personOf,
  recordOf,
  reportOf,
} from '#test/support/reports/report-of.ts'
import { bureaus } from '#values/bureau.ts'
import type { Account, Report } from './canonical.ts'
import { findChanges } from './changes.ts'
import type { BureauCoverage } from './coverage.ts'
import { savedFormats } from './formats.ts'
import { continuesHistory } from './person.ts'

const bureau = 'TransUnion' as const

const kindsOf = (before: Report, now: Report): string[] =>
  findChanges(before, now, bureau).map(({ kind }) => kind)

const read = (given: Partial<Report>, coverage: Partial<BureauCoverage> = {}): Report =>
  reportOf({ format: 'transunion-pdf', ...given, coverage: [coverageOf(coverage)] })

describe.each(savedFormats)('one report as %s and in an industry format', format => {
  test('has no change either way', () => {
    // Other people for each format, in a row: every sixth lacks a bureau's file.
    const first = savedFormats.indexOf(format) * 12 + 1
    for (let seed = first; seed < first + times(12); seed += 1) {
      const whole = { ...knownReport(seed), format: 'mismo-3' as const }
      const kept = expectedIn(whole, format)
      for (const at of bureaus) {
        expect(findChanges(whole, kept, at)).toEqual([])
        expect(findChanges(kept, whole, at)).toEqual([])
      }
    }
  })
})

const all: Partial<Report> = {
  accounts: [accountOf()],
  inquiries: [inquiryOf()],
  publicRecords: [recordOf()],
  personal: [
    personOf({ aliases: ['M BROOKS'], employers: ['Kiln Works'], consumerStatements: ['Not mine.'] }),
  ],
}
const nothing: Partial<Report> = { personal: [personOf({})] }

describe('what is only in one of two reports', () => {
  const short = { stated: { accounts: 3, inquiries: 9, publicRecords: 2 }, sections: [] }
  const gone = ['recordGone', 'accountGone', 'statementRemoved', 'inquiryGone', 'nameGone', 'employerGone']
  const addedKinds = ['recordNew', 'accountNew', 'nameNew', 'inquiryNew', 'statementAdded', 'employerNew']

  test('was removed or added if both were read completely', () => {
    expect(kindsOf(read(all), read(nothing)).toSorted()).toEqual(gone.toSorted())
    expect(kindsOf(read(nothing), read(all)).toSorted()).toEqual(addedKinds.toSorted())
  })

  test('was not removed if the later one was not read to its end', () => {
    expect(kindsOf(read(all), read(nothing, short))).toEqual([])
  })

  test('is not new if the earlier one was not read to its end', () => {
    expect(kindsOf(read(nothing, short), read(all))).toEqual([])
  })
})

describe('unreadable marks and words', () => {
  const card = (given: Partial<Account>) => ({ accounts: [accountOf(given)] })
  const before = card({ paymentHistory: monthsOf('2026-11', 'OK - OK'), lastReported: '2026-11-01' })
  const now = card({ paymentHistory: monthsOf('2026-11', 'OK 30 OK'), lastReported: '2026-11-01' })
  const unread = { monthsUnreadable: 1 }

  test('a late month in place of an unreadable one was not added', () => {
    expect(kindsOf(read(before), read(now))).toEqual(['lateAdded'])
    expect(kindsOf(read(before, unread), read(now))).toEqual([])
  })

  test('a late month before the last report is not new if its newest months were unreadable', () => {
    const earlier = card({ paymentHistory: monthsOf('2026-07', 'OK'), lastReported: '2026-10-01' })
    const later = card({ paymentHistory: monthsOf('2026-09', 'OK OK 30'), lastReported: '2026-11-01' })
    expect(kindsOf(read(earlier), read(later))).toEqual(['late'])
    expect(kindsOf(read(earlier, unread), read(later))).toEqual([])
  })

  test('a status in unknown words is not a better status', () => {
    const was = card({ accountStatus: 'Derogatory', payStatus: 'CO', isDerogatory: true })
    const is = card({ accountStatus: 'Open', payStatus: 'U' })
    const doubt = { kind: 'unknownWords', section: 'accounts', about: null, count: 1, place: null } as const
    expect(kindsOf(read(was), read(is))).toEqual(['noLongerAdverse'])
    expect(kindsOf(read(was), read(is, { doubts: [doubt] }))).toEqual([])
  })
})

describe('a history continues', () => {
  const subject = { name: 'Maya Brooks', ssnLastFour: null }
  test.each([
    ['identityiq-html', 'identityiq-pdf', true],
    ['smartcredit-pdf', 'smartcredit-html', true],
    ['smartcredit-html', 'identityiq-html', false],
    ['equifax-json', 'equifax-pdf', false],
    ['truelink-json', 'identityiq-html', false],
    ['experian-pdf', 'experian-pdf', true],
  ] as const)('from %s to %s: %s', (before, now, expected) => {
    expect(continuesHistory({ format: now, subject }, { format: before, subject })).toBe(expected)
  })
})

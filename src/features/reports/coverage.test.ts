import { describe, expect, test } from 'vitest'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { reportOf } from '#test/support/reports/report-of.ts'
import { type BureauCoverage, judge, type ReadingVerdict } from './coverage.ts'
import { finishReading } from './readers/finish-reading.ts'

const stated = (accounts: number | null, read: number): Partial<BureauCoverage> => ({
  stated: { accounts, inquiries: null, publicRecords: null },
  read: { accounts: read, inquiries: 0, publicRecords: 0 },
})

const doubt = { section: 'accounts', about: 'OAK BANK', count: 1, place: null } as const

const cases: [string, ReadingVerdict, Partial<BureauCoverage>][] = [
  ['all that is stated was read', 'complete', {}],
  ['nothing is stated and every section was read to its end', 'complete', stated(null, 3)],
  ['one of forty accounts is missing', 'partial', stated(40, 39)],
  ['one account too many was read', 'partial', stated(40, 41)],
  ['nine in ten were read', 'partial', stated(40, 36)],
  ['fewer than nine in ten were read', 'refused', stated(40, 35)],
  ['none of the stated accounts was read', 'refused', stated(1, 0)],
  ['the document says that there are none', 'complete', stated(0, 0)],
  ['a page is missing', 'refused', { pagesMissing: [12] }],
  ['a page is damaged and nothing is stated', 'partial', { ...stated(null, 3), pagesDamaged: [7] }],
  ['a page is damaged and not every total is stated', 'partial', { pagesDamaged: [7] }],
  [
    'a page is damaged and the totals agree',
    'complete',
    { pagesDamaged: [7], stated: { accounts: 1, inquiries: 1, publicRecords: 0 } },
  ],
  [
    'a page is damaged and only the total of public records is not stated',
    'partial',
    { pagesDamaged: [7], stated: { accounts: 1, inquiries: 1, publicRecords: null } },
  ],
  ['the accounts do not end', 'partial', { ...stated(null, 3), sections: ['personal', 'inquiries'] }],
  ['public records have no section', 'complete', { sections: ['accounts', 'inquiries'] }],
  ['months are unreadable', 'partial', { monthsUnreadable: 4 }],
  ['an entry was lost', 'partial', { doubts: [{ ...doubt, kind: 'entryLost' }] }],
  [
    'a label occurs twice and no totals are stated',
    'partial',
    { ...stated(null, 3), doubts: [{ ...doubt, kind: 'labelTwice' }] },
  ],
  ['a label occurs twice and the totals agree', 'complete', { doubts: [{ ...doubt, kind: 'labelTwice' }] }],
  ['a label is not known', 'complete', { doubts: [{ ...doubt, kind: 'unknownLabel' }] }],
  ['nothing was found', 'refused', { ...stated(null, 0), sections: [] }],
  ['only personal information was found', 'refused', { ...stated(null, 0), sections: ['personal'] }],
]

describe('a reading', () => {
  test.each(cases)('with %s is %s', (_what, verdict, given) => {
    expect(judge([coverageOf(given)])).toBe(verdict)
    expect(judge([coverageOf({ bureau: 'Experian' }), coverageOf(given)])).toBe(
      verdict === 'refused' && given.sections ? 'partial' : verdict,
    )
    const reading = finishReading(reportOf(), [coverageOf(given)])
    expect(reading.kind).toBe(verdict === 'refused' ? 'unreadable' : 'report')
  })

  test('of a format without any totals is complete', () => {
    expect(judge([])).toBe('complete')
  })

  test('is refused when nothing was read', () => {
    expect(finishReading(reportOf(), []).kind).toBe('unreadable')
  })
})

const messages = (...given: Partial<BureauCoverage>[]): string[] => {
  const reading = finishReading(
    reportOf(),
    given.map(one => coverageOf(one)),
  )
  return reading.kind === 'report'
    ? reading.report.warnings.map(({ bureau, message }) => `${bureau}: ${message}`)
    : [reading.kind === 'unreadable' ? reading.message : '']
}

describe('the warnings', () => {
  test('are empty for a complete reading', () => {
    expect(messages({}, { bureau: 'Experian' })).toEqual([])
  })

  test('contain both numbers if they differ', () => {
    expect(
      messages({
        bureau: 'Experian',
        stated: { accounts: 46, inquiries: 49, publicRecords: 1 },
        read: { accounts: 45, inquiries: 45, publicRecords: 0 },
      }),
    ).toEqual([
      'Experian: The report says it has 46 accounts at Experian. We read 45.',
      'Experian: The report says it has 49 inquiries at Experian. We read 45.',
      'Experian: The report says it has 1 public record at Experian. We read 0.',
    ])
  })

  test('count the accounts with unreadable months, and name damaged pages once', () => {
    const damaged = { ...stated(null, 3), pagesDamaged: [7, 3] }
    expect(
      messages(
        {
          ...damaged,
          monthsUnreadable: 9,
          doubts: [
            { ...doubt, kind: 'monthsUnreadable', count: 5 },
            { ...doubt, kind: 'monthsUnreadable', count: 4 },
            { ...doubt, kind: 'unknownLabel', count: 2 },
          ],
        },
        { ...damaged, bureau: 'Equifax' },
      ),
    ).toEqual([
      'null: Pages 3 and 7 of this file are damaged. Something on them may be missing.',
      'TransUnion: The payment marks of 2 accounts at TransUnion are drawings or damaged, and we cannot read all of them. Those months are left out.',
      'TransUnion: 2 lines of TransUnion have labels that we do not know. They were left out.',
    ])
  })

  test('name a damaged page even if the totals agree', () => {
    expect(messages({ pagesDamaged: [7], stated: { accounts: 1, inquiries: 1, publicRecords: 0 } })).toEqual([
      'null: Page 7 of this file is damaged. Something on it may be missing.',
    ])
  })

  test('name a section without an end', () => {
    expect(messages({ ...stated(null, 3), sections: ['personal', 'accounts'] })).toEqual([
      'TransUnion: We did not find where the inquiries of TransUnion end in this file. Some may be missing.',
    ])
  })

  test('a refusal reveals no bureau and no count', () => {
    const [said = ''] = messages({ bureau: 'Experian', ...stated(46, 30) })
    expect(said).toMatch(/^We could read fewer than nine in ten of the accounts/)
    expect(said).not.toMatch(/Experian|46|30/)
    expect(messages({ pagesMissing: [12, 13], pagesStated: 91 })[0]).toMatch(
      /^Pages 12 and 13 of 91 are not in this file\. Nothing was changed/,
    )
  })
})

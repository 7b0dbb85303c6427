import { expect, test } from 'vitest'
import { listParts } from '#features/reports/parts.ts'
import { accountOf, inquiryOf, reportOf } from '#test/support/reports/report-of.ts'
import { runFinder } from './find.ts'

/** One card with different opening dates at two bureaus, and an inquiry of 11/09/2026 at Equifax. */
const report = reportOf({
  accounts: [
    accountOf({ bureau: 'TransUnion', dateOpened: '2021-08-14' }),
    accountOf({ bureau: 'Equifax', dateOpened: '2023-10-20' }),
  ],
  inquiries: [inquiryOf({ bureau: 'Equifax', date: '2026-11-09' })],
})

/** The report with another date for Equifax's part. */
const joined = (equifax: string) => ({
  ...report,
  parts: listParts(report).map(part => (part.bureau === 'Equifax' ? { ...part, reportDate: equifax } : part)),
})

const found = (rule: string, from: typeof report) => runFinder(from).filter(one => one.rule === rule)

test('bureaus of the same date contradict each other', () => {
  expect(found('C-21', joined('2026-11-14'))).toMatchObject([{ verdict: 'contradiction' }])
})

test('a difference between parts of two dates is a question, with both dates', () => {
  const [finding, ...others] = found('C-21', joined('2026-11-03'))
  expect(others).toEqual([])
  expect(finding).toMatchObject({ verdict: 'ask', bureaus: ['TransUnion', 'Equifax'] })
  expect(finding?.explanation).toMatch(/TransUnion’s is of 11\/14\/2026 and Equifax’s is of 11\/03\/2026/)
})

test('what one bureau shows is judged by the date of its part', () => {
  expect(found('I-05', joined('2026-11-14'))).toEqual([])
  const [late] = found('I-05', joined('2026-11-03'))
  expect(late).toMatchObject({ verdict: 'impossible', bureaus: ['Equifax'] })
  expect(late?.explanation).toContain('the report is of 11/03/2026')
})

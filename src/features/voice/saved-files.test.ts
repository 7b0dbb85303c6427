import { describe, expect, it } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import type { BureauCoverage } from '#features/reports/coverage.ts'
import type { SavedFormat } from '#features/reports/formats.ts'
import { keepCarried } from '#features/reports/keep-carried.ts'
import { sandboxUser } from '#test/support/people/sandbox-user.ts'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { bureaus } from '#values/bureau.ts'
import { answerQuestion } from './answer-question.ts'
import { readWeights } from './server/computed.ts'

/** Answers from files that users saved: what a file cannot show must not be called missing, none or changed. */

const coverageAt = (report: Report, given: Partial<BureauCoverage>): BureauCoverage[] =>
  bureaus.map(bureau => {
    const count = (rows: readonly { bureau: string }[]) => rows.filter(row => row.bureau === bureau).length
    const read = {
      accounts: count(report.accounts),
      inquiries: count(report.inquiries),
      publicRecords: count(report.publicRecords),
    }
    return coverageOf({ bureau, stated: read, read, ...given })
  })

const savedAs = (format: SavedFormat, given: Partial<BureauCoverage> = {}, id = 'maya-brooks') =>
  sandboxUser(id, 'max', report => {
    const kept = keepCarried(report, format)
    return { ...kept, coverage: coverageAt(kept, given) }
  })

const weights = readWeights()

const answerTo = (question: string, known: ReturnType<typeof savedAs>) =>
  answerQuestion(question, known, weights).text
const inAll = 'TransUnion, Experian, and Equifax'

describe('an answer from a saved file', () => {
  it('states that a kind of file has no score to compare, and names no change', () => {
    const sameAsBefore = sandboxUser('maya-brooks', 'max', (_, before) => keepCarried(before, 'equifax-pdf'))
    expect(answerTo('Why did my score change?', sameAsBefore)).toBe(
      'A file of this kind has no score to compare. Changes appear with the next report that has one, in History.',
    )
  })

  it('states that a file without payment months cannot show late payments', () => {
    expect(answerTo('Which payments were late?', savedAs('smartcredit-pdf'))).toBe(
      `Your report has no payment history, so it cannot show late payments.\nYour file does not let us read every payment month of ${inAll}, so this answer may lack some.`,
    )
  })

  it('states which months are unreadable, only for the bureau in question', () => {
    const known = savedAs('equifax-pdf', { monthsUnreadable: 2 }, 'daniel-ortiz')
    expect(answerTo('Which payments were late at Experian?', known)).toMatch(
      /^No late payments are shown in your report\.\nYour file does not let us read every payment month of Experian, so/,
    )
    expect(answerTo('Which payments were late?', savedAs('equifax-pdf', {}, 'daniel-ortiz'))).toBe(
      'No late payments are shown in your report.',
    )
  })

  it('states that public records may be missing if their section was not found', () => {
    const stated = { accounts: null, inquiries: null, publicRecords: null }
    const unseen = savedAs('transunion-pdf', { stated, sections: ['accounts', 'inquiries'] })
    expect(answerTo('Are there any public records?', unseen)).toBe(
      `No bankruptcy and no other public record is listed in your report.\nYour file does not let us read every public record of ${inAll}, so this answer may lack some.`,
    )
    expect(answerTo('Are there any public records?', savedAs('transunion-pdf'))).toBe(
      'No bankruptcy and no other public record is listed in your report.',
    )
  })

  it('states that a kind of file has no score and no Social Security number', () => {
    expect(answerTo('What is my score?', savedAs('experian-pdf'))).toContain(
      'Equifax: a file of this kind has no score.',
    )
    expect(answerTo('What personal information is on file?', savedAs('identityiq-html'))).toContain(
      'Social Security number not in this kind of file',
    )
    expect(answerTo('What personal information is on file?', savedAs('experian-pdf'))).not.toContain(
      'not in this kind of file',
    )
  })
})

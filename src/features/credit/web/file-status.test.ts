import { describe, expect, test } from 'vitest'
import type { FullReport } from '#features/reports/contract.ts'
import { type FileStatus, noScoreReason } from './file-status.ts'

const empty: FullReport = {
  creditScores: [],
  otherScores: [],
  scoreExclusions: [],
  accountInformation: [],
  creditInquiries: [],
  publicRecords: [],
  personalInformation: [],
  fileStatuses: [],
}

const answered = (status: FileStatus['status'], text: string | null = null): FullReport => ({
  ...empty,
  fileStatuses: [{ bureau: 'Experian', status, text }],
})

describe('why a bureau shows no score', () => {
  test.each([
    ['the bureau is not in the report', empty, 'This report does not cover Experian.'],
    ['it sent a file only', answered('hit'), 'This report has no score from Experian.'],
    [
      'there is no file',
      answered('noHit'),
      'Experian found no file with your details. That is not the same as a clean file.',
    ],
    [
      'the file is frozen',
      answered('frozen'),
      'Your Experian file is frozen, so it was not opened for this report.',
    ],
    ['the file is thin', answered('thin'), 'Your Experian file has too little data to make a report.'],
    ['it gave an error', answered('error', 'System is down'), 'Experian could not answer: System is down.'],
    ['it gave an error without words', answered('error'), 'Experian could not answer.'],
    [
      'the score itself was excluded',
      {
        ...answered('hit'),
        scoreExclusions: [{ bureau: 'Experian', model: null, reason: 'Not enough credit' }],
      },
      'Not enough credit.',
    ],
  ] satisfies [string, FullReport, string][])('when %s', (_, report, words) => {
    expect(noScoreReason(report, 'Experian')).toBe(words)
  })
})

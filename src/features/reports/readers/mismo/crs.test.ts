import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

/** Invented people in the shape of CRS's published sandbox responses (docs/guides/credit-data.md). */

const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const at = { borrowerSourceType: 'Borrower', sourceType: 'Equifax' }

const row = {
  ...at,
  accountIdentifier: '44440001',
  accountOpenedDate: '2021-01-01',
  accountOwnershipType: 'JointContractualLiability',
  accountReportedDate: '2026-03-01',
  accountStatusType: 'Open',
  accountType: 'Revolving',
  creditLimitAmount: '8400',
  derogatoryDataIndicator: true,
  highBalanceAmount: '700',
  lastActivityDate: '2026-02-20',
  monthlyPaymentAmount: '20',
  monthsReviewedCount: '32',
  creditorName: 'LAKESHORE BANK',
  subscriberCode: '414VS00035',
  pastDueAmount: '90',
  currentBalanceAmount: '608',
  businessType: 'Banking',
  loanType: 'CreditCard',
  _30DayLates: '0',
  _60DayLates: '28',
  _90DayLates: '0',
  currentRatingCode: '2',
  currentRatingType: 'Late60Days',
  paymentPatternData: '22222X22',
  paymentPatternStartDate: '2026-03-01',
  comments: [
    { commentCode: 'DB', commentSourceType: 'Equifax', commentType: 'BureauRemarks', commentText: 'CHARGE' },
    {
      commentSourceType: 'CreditBureau',
      commentType: 'BureauRemarks',
      commentText: 'Late Dates: 02/26-60, 01/26-60',
    },
  ],
  adverseRatings: { highestAdverseRatingType: 'LateOver120Days' },
}

const score = {
  ...at,
  modelName: 'FICO® Score 9',
  modelNameType: '00W18',
  scoreValue: '725',
  scoreFactors: [{ scoreFactorCode: '14', scoreFactorText: 'LENGTH OF TIME ACCOUNTS HAVE BEEN ESTABLISHED' }],
}

const inquiry = {
  ...at,
  creditorName: 'NORTHERN AUTO',
  inquiryDate: '2026-01-06',
  businessType: 'Automotive',
  subscriberCode: '999ZB04441',
}

const sent = {
  requestData: {
    birthDate: '1984-05-06',
    firstName: 'ADA',
    lastName: 'QUILL',
    middleName: 'J',
    ssn: '512342041',
  },
  repositoryIncluded: { transunion: false, experian: false, equifax: true },
  responseDetail: { dateRequested: '2026-03-11T16:14:50.354421Z', requestingParty: { name: 'EXAMPLE' } },
}

const document = {
  ...sent,
  responseAlertMessages: [
    { ...at, responseAlertMessageCategoryType: 'FACTAFraudVictimInitial', responseAlertMessageText: 'ALERT' },
    {
      sourceType: 'Other',
      responseAlertMessageServiceType: 'CRSFraudFinder',
      responseAlertMessageText: 'NONE',
    },
  ],
  creditFiles: [
    {
      creditFileDetail: {
        ...at,
        creditFileInfileDate: '2002-01-17',
        creditFileResultStatusType: 'FileReturned',
      },
      aliases: [
        { firstName: 'ADA', lastName: 'QUILL', middleName: 'J' },
        { firstName: 'ADA', lastName: 'MARSH' },
      ],
      ssns: [{ ssn: '512342041' }],
      dobs: [{ dob: '1984-05-06' }],
      employments: [{ employerName: 'HARBOR CLINIC', employmentReportedDate: '2026-02-10' }],
      addresses: [
        {
          borrowerResidencyType: 'Current',
          addressLine1: '12 OAK ST',
          addressLine2: 'APT 4',
          city: 'DENTON',
          state: 'TX',
          postalCode: '76205',
          dateReported: '2025-12-01',
        },
        {
          borrowerResidencyType: 'Prior',
          addressLine1: '9 ELM ST',
          city: 'DENTON',
          state: 'TX',
          postalCode: '76201',
        },
      ],
    },
  ],
  inquiries: [inquiry, inquiry, { ...inquiry, inquiryDate: '2026-01-07' }],
  tradelines: [
    row,
    { ...row, accountIdentifier: '1212459', loanType: 'UnknownLoanType', comments: undefined },
  ],
  publicRecords: [
    {
      ...at,
      courtName: 'US BKPT CT TX',
      dispositionDate: '2022-02-11',
      dispositionType: 'Discharged',
      docketIdentifier: 'BK9321294',
      filedDate: '2021-10-28',
      legalObligationAmount: 'UNKNOWN',
      publicRecordType: 'BankruptcyChapter7',
    },
  ],
  scores: [score, score, { ...at, modelName: 'Income Insight', modelNameType: 'II', scoreValue: '37' }],
}

const read = (change: object = {}) => readReport(JSON.stringify({ ...document, ...change }), ada)

const report = (): Report => requireReport(read())

describe('CRS JSON', () => {
  test('is read as one bureau’s report of the day of the request', () => {
    expect(report()).toMatchObject({
      format: 'crs-json',
      reportDate: '2026-03-11',
      subject: { name: 'ADA J QUILL', ssnLastFour: '2041' },
      files: [{ bureau: 'Equifax', status: 'hit', text: 'An initial fraud alert is in place.' }],
      warnings: [],
    })
  })

  test('keeps an account as reported by the bureau, without the remarks that CRS adds', () => {
    expect(report().accounts[0]).toMatchObject({
      bureau: 'Equifax',
      creditorName: 'LAKESHORE BANK',
      accountNumber: '44440001',
      accountType: 'Revolving',
      accountTypeDetail: 'Credit card',
      responsibility: 'Joint',
      subscriberCode: '414VS00035',
      currentBalance: '608.00',
      creditLimit: '8400.00',
      amountPastDue: '90.00',
      payStatus: '60',
      worstStatus: '120',
      late60: 28,
      remarks: [{ code: 'DB', text: 'CHARGE' }],
      lastReported: '2026-03-01',
    })
    expect(report().accounts[0]?.paymentHistory.at(-1)).toEqual({ date: '2026-03', status: '60' })
    expect(report().accounts[1]?.accountTypeDetail).toBeNull()
  })

  test('counts a repeated inquiry and score once, and an income estimate not as a score', () => {
    const { inquiries, scores, otherScores, scoreExclusions } = report()
    expect(inquiries.map(({ company, date, kind }) => [company, date, kind])).toEqual([
      ['NORTHERN AUTO', '2026-01-06', 'unknown'],
      ['NORTHERN AUTO', '2026-01-07', 'unknown'],
    ])
    expect(scores.map(one => [one.bureau, one.score, one.family])).toEqual([['Equifax', 725, 'FICO']])
    expect([otherScores, scoreExclusions]).toEqual([[], []])
  })

  test('does not state that a bureau returned no score if it returned only an income estimate', () => {
    const reading = read({ scores: document.scores.slice(2) })
    expect(reading).toMatchObject({ report: { scores: [], scoreExclusions: [] } })
  })

  test('reads a record and the person on file', () => {
    expect(report().publicRecords).toMatchObject([
      { type: 'Bankruptcy chapter 7', disposition: 'Discharged', caseNumber: 'BK9321294', amount: null },
    ])
    expect(report().personal).toMatchObject([
      {
        aliases: ['ADA MARSH'],
        dob: '1984-05-06',
        currentAddress: { street: '12 OAK ST APT 4', postal: '76205', reported: '2025-12-01' },
        previousAddresses: [{ street: '9 ELM ST' }],
        employers: ['HARBOR CLINIC'],
      },
    ])
  })

  test('keeps no full Social Security number', () => {
    expect(JSON.stringify(report())).not.toContain('512342041')
  })

  test('another person’s number on file is shown regardless of the requested name', () => {
    const [file] = document.creditFiles
    const reading = read({ creditFiles: [{ ...file, ssns: [{ ssn: '512349999' }] }] })
    expect(reading).toMatchObject({ report: { subject: { ssnLastFour: '9999' } } })
  })

  test('a frozen file and a refused request are no report, with the reason', () => {
    const empty = { inquiries: [], tradelines: [], publicRecords: [], scores: [], responseAlertMessages: [] }
    const frozen = { creditFileDetail: { ...at, creditFileResultStatusType: 'NoFileReturnedCreditFreeze' } }
    expect(read({ ...empty, creditFiles: [frozen] })).toMatchObject({ kind: 'noReport' })
    const error = { creditErrorMessageCode: 'E4000', creditErrorMessageText: 'INVALID DATE OF BIRTH' }
    const refused = read({ ...empty, creditFiles: [], errorMessages: [error] })
    expect(refused).toMatchObject({
      kind: 'noReport',
      reason: 'rejected',
      message: expect.stringContaining('INVALID DATE OF BIRTH') as unknown,
    })
  })
})

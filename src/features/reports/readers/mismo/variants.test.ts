import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

/** Small MISMO 3 documents, one for each variation between senders. */

const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const ben: ReportOwner = { firstName: 'Ben', lastName: 'Quill', ssnLastFour: '2042' }

const tags = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${value}</${name}>`))
    .join('')

const repositories = (...bureaus: readonly string[]): string =>
  `<CREDIT_REPOSITORIES>${bureaus
    .map(bureau =>
      bureau === 'MergedData'
        ? '<CREDIT_REPOSITORY><CreditRepositorySourceType>Other</CreditRepositorySourceType><CreditRepositorySourceTypeOtherDescription>MergedData</CreditRepositorySourceTypeOtherDescription></CREDIT_REPOSITORY>'
        : `<CREDIT_REPOSITORY><CreditRepositorySourceType>${bureau}</CreditRepositorySourceType></CREDIT_REPOSITORY>`,
    )
    .join('')}</CREDIT_REPOSITORIES>`

type Row = {
  label?: string
  bureaus?: readonly string[]
  rating?: Readonly<Record<string, string>>
  detail?: Readonly<Record<string, string>>
  late?: Readonly<Record<string, string>>
  pattern?: string
  more?: string
}

const liability = ({
  label = 'A',
  bureaus = ['Equifax'],
  rating = {},
  detail = {},
  late = {},
  ...row
}: Row) =>
  `<CREDIT_LIABILITY x:label="${label}">
    <CREDIT_LIABILITY_CREDITOR><NAME><FullName>ROWAN</FullName></NAME></CREDIT_LIABILITY_CREDITOR>
    <CREDIT_LIABILITY_CURRENT_RATING>${tags(rating)}</CREDIT_LIABILITY_CURRENT_RATING>
    ${row.more ?? ''}
    <CREDIT_LIABILITY_DETAIL>${tags({ CreditLiabilityAccountType: 'Revolving', CreditLiabilityAccountReportedDate: '2026-09-01', ...detail })}</CREDIT_LIABILITY_DETAIL>
    <CREDIT_LIABILITY_LATE_COUNT><CREDIT_LIABILITY_LATE_COUNT_DETAIL>${tags(late)}</CREDIT_LIABILITY_LATE_COUNT_DETAIL></CREDIT_LIABILITY_LATE_COUNT>
    <CREDIT_LIABILITY_PAYMENT_PATTERN>${tags({ CreditLiabilityPaymentPatternDataText: row.pattern })}</CREDIT_LIABILITY_PAYMENT_PATTERN>
    ${repositories(...bureaus)}</CREDIT_LIABILITY>`

const party = (first: string, ssn: string | null, label?: string): string =>
  `<PARTY><INDIVIDUAL><NAME><FirstName>${first}</FirstName><LastName>QUILL</LastName></NAME></INDIVIDUAL><ROLES><ROLE${label ? ` x:label="${label}"` : ''}><BORROWER/></ROLE></ROLES>${ssn === null ? '' : `<TAXPAYER_IDENTIFIERS><TAXPAYER_IDENTIFIER><TaxpayerIdentifierType>SocialSecurityNumber</TaxpayerIdentifierType><TaxpayerIdentifierValue>${ssn}</TaxpayerIdentifierValue></TAXPAYER_IDENTIFIER></TAXPAYER_IDENTIFIERS>`}</PARTY>`

const file = (label: string, bureau: string, who: string, comments = ''): string =>
  `<CREDIT_FILE x:label="${label}">${comments}<CREDIT_FILE_DETAIL><CreditFileResultStatusType>FileReturned</CreditFileResultStatusType><CreditRepositorySourceType>${bureau}</CreditRepositorySourceType></CREDIT_FILE_DETAIL>${who}</CREDIT_FILE>`

const link = (from: string, to: string): string => `<RELATIONSHIP x:from="${from}" x:to="${to}"/>`

type Parts = { mergeType?: string; inner: string; deal?: string; codes?: string }

const message = ({ mergeType = 'Blend', inner, deal = '', codes }: Parts): string =>
  `<MESSAGE xmlns:x="http://www.w3.org/1999/xlink"><DEAL>${deal}<SERVICE><CREDIT><CREDIT_RESPONSE><CREDIT_RESPONSE_DETAIL>${tags({ CreditRatingCodeType: codes, CreditReportMergeType: mergeType })}</CREDIT_RESPONSE_DETAIL>${inner}</CREDIT_RESPONSE></CREDIT></SERVICE></DEAL></MESSAGE>`

const reportOf = (text: string, person = ada): Report => requireReport(readReport(text, person))
const rowOf = (row: Row, codes?: string) => {
  const [account] = reportOf(
    message(codes === undefined ? { inner: liability(row) } : { inner: liability(row), codes }),
  ).accounts
  if (account === undefined) throw new Error('no account')
  return account
}
const shown = (report: Report) =>
  report.accounts.map(row => `${row.sourceRowId} ${row.bureau} ${row.valuesShared}`)

describe('list-and-stack reports', () => {
  const inStack = (label: string, bureaus: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    liability({ label, bureaus, detail: { DuplicateGroupIdentifier: 'G1', ...more } })

  test('a merged row next to the bureaus’ own is dropped even without a stated merge type', () => {
    const rows = [inStack('M', ['MergedData']), inStack('E', ['Equifax']), inStack('T', ['TransUnion'])]
    const report = reportOf(message({ mergeType: '', inner: rows.join('') }))
    expect(shown(report)).toEqual(['E Equifax false', 'T TransUnion false'])
    expect(new Set(report.accounts.map(row => row.id)).size).toBe(1)
  })

  test('a merged row stays at the bureaus that have no row of their own in the stack', () => {
    const rows = [inStack('M', ['Equifax', 'Experian', 'TransUnion']), inStack('E', ['Equifax'])]
    expect(shown(reportOf(message({ mergeType: 'ListAndStack', inner: rows.join('') })))).toEqual([
      'M TransUnion true',
      'M Experian true',
      'E Equifax false',
    ])
  })

  test('the primary copy of a bureau’s own row is not read twice', () => {
    const number = {
      CreditLiabilityAccountIdentifier: '4411',
      CreditLiabilityAccountOpenedDate: '2020-01-01',
    }
    const rows = [
      inStack('M', ['Equifax'], { ...number, PrimaryRecordIndicator: 'true' }),
      inStack('E', ['Equifax'], { ...number, PrimaryRecordIndicator: 'false' }),
    ]
    expect(shown(reportOf(message({ mergeType: 'ListAndStack', inner: rows.join('') })))).toEqual([
      'E Equifax false',
    ])
  })

  test.each([
    ['CreditLiabilityOriginalCreditorName', 'CITY HOSPITAL', 'RIVERA DENTAL'],
    ['CreditLiabilityFirstDelinquencyDate', '2019-02-01', '2019-07-01'],
    ['CreditLiabilityUnpaidBalanceAmount', '80', '95'],
    ['CreditLiabilityAccountType', 'Open', 'Installment'],
  ])('a debt of the same masked number is no copy if it has another %s', (name, one, other) => {
    const number = {
      CreditLiabilityAccountIdentifier: '44112****',
      CreditLiabilityAccountOpenedDate: '2020-01-01',
    }
    const rows = [
      liability({ label: 'M', detail: { ...number, PrimaryRecordIndicator: 'true', [name]: one } }),
      liability({ label: 'E', detail: { ...number, PrimaryRecordIndicator: 'false', [name]: other } }),
      liability({ label: 'C', detail: { ...number, PrimaryRecordIndicator: 'true', [name]: other } }),
    ]
    const report = reportOf(message({ mergeType: 'ListAndStack', inner: rows.join('') }))
    expect(shown(report)).toEqual(['M Equifax false', 'E Equifax false'])
    expect(new Set(report.accounts.map(row => row.id)).size).toBe(2)
  })

  test.each([
    ['CreditLiabilityUnpaidBalanceAmount', '80', '$80.00'],
    ['CreditLiabilityFirstDelinquencyDate', '2019-02', '2019-02-01'],
    ['CreditLiabilityFirstDelinquencyDate', '', '2019-02-01'],
    ['CreditLoanType', 'Unknown', 'CollectionAttorney'],
    ['CreditLiabilityAccountType', 'OPEN', 'Open'],
    ['CreditLiabilityOriginalCreditorName', '-', 'CITY HOSPITAL'],
    ['CreditLiabilityOriginalCreditorName', 'CITY HOSP', 'CITY HOSPITAL'],
  ])('a primary copy is not read twice if it writes the same %s as %s, not %s', (name, one, other) => {
    const number = {
      CreditLiabilityAccountIdentifier: '44112****',
      CreditLiabilityAccountOpenedDate: '2020-01-01',
    }
    const rows = [
      liability({ label: 'M', detail: { ...number, PrimaryRecordIndicator: 'true', [name]: one } }),
      liability({ label: 'E', detail: { ...number, PrimaryRecordIndicator: 'false', [name]: other } }),
    ]
    expect(shown(reportOf(message({ mergeType: 'ListAndStack', inner: rows.join('') })))).toEqual([
      'E Equifax false',
    ])
  })

  test.each([
    ['of one of its bureaus is dropped', 'SYNCHRONY BANK', ['E Equifax false', 'T TransUnion false']],
    [
      'of none of its bureaus stays',
      'CITY HOSPITAL',
      ['M TransUnion true', 'M Equifax true', 'E Equifax false', 'T TransUnion false'],
    ],
  ])('a merged row with the original creditor %s', (_, merged, expected) => {
    const from = (label: string, bureaus: readonly string[], origin: string) =>
      inStack(label, bureaus, { CreditLiabilityOriginalCreditorName: origin })
    const rows = [
      from('M', ['Equifax', 'TransUnion'], merged),
      from('E', ['Equifax'], 'WALMART'),
      from('T', ['TransUnion'], 'SYNCHRONY BANK'),
    ]
    expect(shown(reportOf(message({ mergeType: 'ListAndStack', inner: rows.join('') })))).toEqual(expected)
  })

  test('rows of one masked number and day are two debts if they name different original creditors', () => {
    const debt = (label: string, bureau: string, origin: string) =>
      liability({
        label,
        bureaus: [bureau],
        detail: {
          CreditLiabilityAccountIdentifier: '44112****',
          CreditLiabilityAccountOpenedDate: '2020-01-01',
          CreditLiabilityOriginalCreditorName: origin,
          CreditLoanType: 'CollectionAttorney',
          CreditLiabilityUnpaidBalanceAmount: '80',
        },
      })
    const read = (origin: string) =>
      new Set(
        reportOf(
          message({
            mergeType: 'ListAndStack',
            inner: debt('E', 'Equifax', 'CITY HOSPITAL') + debt('T', 'TransUnion', origin),
          }),
        ).accounts.map(row => row.id),
      ).size
    expect([read('CITY HOSPITAL'), read('RIVERA DENTAL')]).toEqual([1, 2])
  })

  test.each([
    ['UNKNOWN', 'CITY HOSPITAL', 'RIVERA DENTAL'],
    ['CITY HOSPITAL', 'UNKNOWN', 'RIVERA DENTAL'],
    ['CITY HOSPITAL', 'RIVERA DENTAL', 'UNKNOWN'],
  ])('rows of one number are not one debt if they name %s, %s and %s', (...origins) => {
    const rows = origins.map((origin, at) =>
      liability({
        label: String(at),
        bureaus: [['Equifax', 'Experian', 'TransUnion'][at] ?? ''],
        detail: {
          CreditLiabilityAccountIdentifier: '44112233****',
          CreditLiabilityAccountOpenedDate: '2020-01-01',
          CreditLiabilityOriginalCreditorName: origin,
          CreditLoanType: 'CollectionAttorney',
          CreditLiabilityUnpaidBalanceAmount: '80',
        },
      }),
    )
    const read = reportOf(message({ mergeType: 'ListAndStack', inner: rows.join('') })).accounts
    expect(new Set(read.map(row => row.id)).size).toBeGreaterThan(1)
  })

  test('two rows of one bureau never share a stack, regardless of the senders’ group names', () => {
    const rows = ['G1', 'G1', 'G1-1'].map(group =>
      inStack(group, ['Equifax'], { DuplicateGroupIdentifier: group }),
    )
    const report = reportOf(message({ inner: rows.join('') }))
    expect(new Set(report.accounts.map(row => row.id)).size).toBe(3)
  })

  test('rows without number, date and stack have nothing in common', () => {
    const rows = [liability({ label: 'M', bureaus: ['Equifax', 'Experian'] }), liability({ label: 'E' })]
    expect(shown(reportOf(message({ mergeType: 'ListAndStack', inner: rows.join('') })))).toEqual([
      'M Experian true',
      'M Equifax true',
      'E Equifax false',
    ])
  })
})

describe('the person of a row', () => {
  const files = [
    file('F1', 'Equifax', party('ADA', '666102041')),
    file('F2', 'Equifax', party('BEN', '666102042')),
  ]
  const rows = [liability({ label: 'A1' }), liability({ label: 'B1' }), liability({ label: 'AB' })]
  const inner = `<CREDIT_FILES>${files.join('')}</CREDIT_FILES>${rows.join('')}`
  const links = [link('A1', 'R1'), link('R2', 'B1'), link('AB', 'R1'), link('AB', 'R2')]
  const deal = (parties: string) =>
    `<PARTIES>${parties}</PARTIES><RELATIONSHIPS>${links.join('')}</RELATIONSHIPS>`
  const rowsFor = (text: string, person: ReportOwner) =>
    reportOf(text, person)
      .accounts.map(row => row.sourceRowId)
      .join(' ')

  test('is found when only the deal names the people', () => {
    const text = message({
      inner,
      deal: deal(party('ADA', '666102041', 'R1') + party('BEN', '666102042', 'R2')),
    })
    expect(rowsFor(text, ada)).toBe('A1 AB')
    expect(rowsFor(text, ben)).toBe('B1 AB')
  })

  test('is found when the deal names people without their numbers', () => {
    const text = message({ inner, deal: deal(party('ADA', null, 'R1') + party('BEN', null, 'R2')) })
    expect(rowsFor(text, ben)).toBe('B1 AB')
  })

  test('a borrower without a file at any bureau gets no empty report', () => {
    const none =
      '<CREDIT_FILE x:label="F3"><CREDIT_FILE_DETAIL><CreditFileResultStatusType>NoFileReturnedNoHit</CreditFileResultStatusType><CreditRepositorySourceType>Equifax</CreditRepositorySourceType></CREDIT_FILE_DETAIL></CREDIT_FILE>'
    const text = message({
      inner: `<PARTIES>${party('ADA', '666102041', 'R1')}${party('BEN', '666102042', 'R2')}</PARTIES>${file('F1', 'Equifax', '')}${none}${liability({ label: 'A1' })}`,
      deal: [link('A1', 'R1'), link('F1', 'R1'), link('F3', 'R2')].join(''),
    })
    expect(rowsFor(text, ada)).toBe('A1')
    expect(readReport(text, ben)).toMatchObject({
      kind: 'noReport',
      reason: 'empty',
      message: 'This file contains no credit data. The sender says: "Equifax: noHit".',
    })
  })

  test('a file that names the person without an SSN still belongs to them', () => {
    const own = [
      file('F1', 'Equifax', party('ADA', '666102041')),
      file('F2', 'Experian', party('ADA J', null)),
    ]
    const report = reportOf(message({ inner: own.join('') + liability({ bureaus: ['Experian'] }) }))
    expect(report.files.map(one => one.bureau)).toEqual(['Experian', 'Equifax'])
    expect(report.warnings).toEqual([])
  })
})

describe('payment codes', () => {
  test('a rating code alone is not read as lateness if the sender’s numbering is unknown', () => {
    expect(rowOf({ rating: { CreditLiabilityCurrentRatingCode: '1' } }).payStatus).toBeNull()
    expect(rowOf({ rating: { CreditLiabilityCurrentRatingCode: '9' } }).payStatus).toBe('CO')
    expect(rowOf({ rating: { CreditLiabilityCurrentRatingCode: '1' }, pattern: '1CC' }).payStatus).toBe('30')
    expect(rowOf({ rating: { CreditLiabilityCurrentRatingCode: '1' }, pattern: '1111' }).payStatus).toBe('OK')
  })

  test('the reported counters decide the numbering, even if one is missing', () => {
    const late = { CreditLiability30DaysLateCount: '1', CreditLiability60DaysLateCount: '0' }
    const row = rowOf({ pattern: '2X', late })
    expect(row.paymentHistory.map(month => month.status)).toEqual(['30'])
  })

  test('if string and counters are undecided, the sender’s declaration decides', () => {
    const months = (codes: string) =>
      rowOf({ pattern: '22' }, codes).paymentHistory.map(month => month.status)
    expect(months('Equifax')).toEqual(['30', '30'])
    expect(months('Experian')).toEqual(['60', '60'])
  })

  test('months counted separately as 120 days late are "90 or more"', () => {
    const late = { CreditLiability90DaysLateCount: '1', CreditLiability120DaysLateCount: '2' }
    expect(rowOf({ late }).late90).toBe(3)
    expect(rowOf({ late: { CreditLiability120DaysLateCount: '2' } }).late90).toBe(2)
  })
})

describe('a row without a rating', () => {
  test('is charged off if there is a charge-off amount or date', () => {
    const row = rowOf({ detail: { CreditLiabilityChargeOffAmount: '700.10' } })
    expect([row.payStatus, row.accountStatus, row.isDerogatory]).toEqual(['CO', 'Derogatory', true])
    const zero = rowOf({ detail: { CreditLiabilityChargeOffAmount: '0.00' } })
    expect([zero.payStatus, zero.accountStatus]).toEqual([null, 'Open'])
  })

  test('is rated by its pattern for the reported month only', () => {
    expect(rowOf({ pattern: '3CC' }).payStatus).toBe('90')
    const detail = { CreditLiabilityPaymentPatternStartDate: '2026-07-01' }
    expect(rowOf({ pattern: '3CC', detail }).payStatus).toBeNull()
  })
})

describe('values', () => {
  test('of earlier months are not current ones', () => {
    const more =
      '<CREDIT_LIABILITY_PRIOR_INFORMATIONS><CREDIT_LIABILITY_PRIOR_INFORMATION><CreditLiabilityUnpaidBalanceAmount>900</CreditLiabilityUnpaidBalanceAmount></CREDIT_LIABILITY_PRIOR_INFORMATION></CREDIT_LIABILITY_PRIOR_INFORMATIONS>'
    expect(rowOf({ more }).currentBalance).toBeNull()
  })

  test('a consumer’s statement is kept regardless of its content', () => {
    const commentWith = (text: string) =>
      `<CREDIT_COMMENTS><CREDIT_COMMENT><CreditCommentText>${text}</CreditCommentText><CreditCommentType>ConsumerStatement</CreditCommentType></CREDIT_COMMENT></CREDIT_COMMENTS>`
    const text = 'MY CARD WAS BLOCKED AND MY FILE FROZEN IN 2024'
    const report = reportOf(message({ inner: file('F', 'Equifax', party('ADA', null), commentWith(text)) }))
    expect(report.personal[0]?.consumerStatements).toEqual([text])
  })

  test('an SSN in a name is reduced, with dots or without separators', () => {
    const kept = (name: string) =>
      JSON.stringify(reportOf(message({ inner: file('F', 'Equifax', party(name, null)) })).personal)
    expect(kept('ADA 666.10.2041')).toContain('ADA XXX-XX-2041')
    expect(kept('ADA 666102041')).toContain('ADA XXXXX2041')
  })
})

describe('scores', () => {
  const score = (model: string, category: string, value: string, bureau: string) =>
    `<CREDIT_SCORE><CREDIT_SCORE_DETAIL>${tags({ CreditRepositorySourceType: bureau, CreditScoreModelNameType: model, CreditScoreCategoryType: category, CreditScoreValue: value })}</CREDIT_SCORE_DETAIL></CREDIT_SCORE>`
  test('a bankruptcy score is never the score of a bureau that has another', () => {
    const scores = [
      score('EquifaxBNI3.0', 'Bankruptcy', '640', 'Equifax'),
      score('ExperianBNI', 'Bankruptcy', '641', 'Experian'),
      score('EquifaxBNI3.0', 'Bankruptcy', '642', 'TransUnion'),
      score('VantageScore3.0', 'Vantage', '701', 'Equifax'),
    ]
    const report = reportOf(message({ inner: scores.join('') }))
    expect(report.scores.find(one => one.bureau === 'Equifax')?.score).toBe(701)
  })
})

describe('recognition', () => {
  test('tags inside leading comments are not the root', () => {
    const text = `<?xml version="1.0"?><!-- was <RESPONSE_GROUP> --><?x <html> ?>${message({ inner: liability({}) })}`
    expect(reportOf(text).accounts).toHaveLength(1)
  })

  test('an order in progress is pending even if it contains an empty response', () => {
    const status = '<STATUSES><STATUS><StatusCode>Processing</StatusCode></STATUS></STATUSES>'
    const text = `<MESSAGE><SERVICE><CREDIT><CREDIT_RESPONSE/></CREDIT>${status}</SERVICE></MESSAGE>`
    expect(readReport(text, ada)).toMatchObject({ kind: 'noReport', reason: 'pending' })
  })

  test('a blocked order is not a frozen file', () => {
    const inner =
      '<CREDIT_FILE><CREDIT_ERROR_MESSAGES><CREDIT_ERROR_MESSAGE><CreditErrorMessageText>ACCESS BLOCKED</CreditErrorMessageText></CREDIT_ERROR_MESSAGE></CREDIT_ERROR_MESSAGES><CREDIT_FILE_DETAIL><CreditFileResultStatusType>NoFileReturnedError</CreditFileResultStatusType><CreditRepositorySourceType>Experian</CreditRepositorySourceType></CREDIT_FILE_DETAIL></CREDIT_FILE>'
    expect(reportOf(message({ inner: inner + liability({}) })).files).toEqual([
      { bureau: 'Experian', status: 'error', text: 'ACCESS BLOCKED' },
    ])
  })
})

describe('public records', () => {
  test('have the amount of a bankruptcy from its own part', () => {
    const record = `<CREDIT_PUBLIC_RECORD><BANKRUPTCY><BankruptcyLiabilitiesAmount>21400.00</BankruptcyLiabilitiesAmount></BANKRUPTCY><CREDIT_PUBLIC_RECORD_DETAIL><CreditPublicRecordType>BankruptcyChapter7Voluntary</CreditPublicRecordType></CREDIT_PUBLIC_RECORD_DETAIL>${repositories('Equifax')}</CREDIT_PUBLIC_RECORD>`
    expect(reportOf(message({ inner: record })).publicRecords).toMatchObject([
      { type: 'Bankruptcy chapter 7 voluntary', amount: '21400.00', petition: 'voluntary' },
    ])
    const byCreditors = record.replace('7Voluntary', '7Involuntary')
    expect(reportOf(message({ inner: byCreditors })).publicRecords).toMatchObject([
      { petition: 'involuntary' },
    ])
    const untold = record.replace('7Voluntary', '7')
    expect(reportOf(message({ inner: untold })).publicRecords[0]).not.toHaveProperty('petition')
  })
})

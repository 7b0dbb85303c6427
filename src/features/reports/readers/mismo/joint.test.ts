import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

/** Reports about two people whose joint rows are linked to one file, of either person, and to both people. */

const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const ben: ReportOwner = { firstName: 'Ben', lastName: 'Quill', ssnLastFour: '2042' }

const reportOf = (text: string, person: ReportOwner): Report => requireReport(readReport(text, person))

const merged =
  '<CREDIT_REPOSITORIES><CREDIT_REPOSITORY><CreditRepositorySourceType>Other</CreditRepositorySourceType><CreditRepositorySourceTypeOtherDescription>MergedData</CreditRepositorySourceTypeOtherDescription></CREDIT_REPOSITORY></CREDIT_REPOSITORIES>'
const party = (first: string, ssn: string, label: string) =>
  `<PARTY><INDIVIDUAL><NAME><FirstName>${first}</FirstName><LastName>QUILL</LastName></NAME></INDIVIDUAL><ROLES><ROLE x:label="${label}"><BORROWER/></ROLE></ROLES><TAXPAYER_IDENTIFIERS><TAXPAYER_IDENTIFIER><TaxpayerIdentifierValue>${ssn}</TaxpayerIdentifierValue></TAXPAYER_IDENTIFIER></TAXPAYER_IDENTIFIERS></PARTY>`
const file = (label: string, bureau: string, result = 'FileReturned') =>
  `<CREDIT_FILE x:label="${label}"><CREDIT_FILE_DETAIL><CreditFileResultStatusType>${result}</CreditFileResultStatusType><CreditRepositorySourceType>${bureau}</CreditRepositorySourceType></CREDIT_FILE_DETAIL></CREDIT_FILE>`
const mortgage = (label: string, detail: string) =>
  `<CREDIT_LIABILITY x:label="${label}"><CREDIT_LIABILITY_CREDITOR><NAME><FullName>HERON HOME LOANS</FullName></NAME></CREDIT_LIABILITY_CREDITOR><CREDIT_LIABILITY_DETAIL><CreditLiabilityAccountType>Mortgage</CreditLiabilityAccountType><CreditLiabilityUnpaidBalanceAmount>212000</CreditLiabilityUnpaidBalanceAmount>${detail}</CREDIT_LIABILITY_DETAIL>${merged}</CREDIT_LIABILITY>`
const inquiry = (label: string, name: string) =>
  `<CREDIT_INQUIRY x:label="${label}"><CREDIT_INQUIRY_DETAIL><CreditInquiryDate>2026-08-01</CreditInquiryDate></CREDIT_INQUIRY_DETAIL>${merged}<NAME><FullName>${name}</FullName></NAME></CREDIT_INQUIRY>`
const bankruptcy = (label: string) =>
  `<CREDIT_PUBLIC_RECORD x:label="${label}"><CREDIT_PUBLIC_RECORD_DETAIL><CreditPublicRecordType>BankruptcyChapter7</CreditPublicRecordType><CreditPublicRecordFiledDate>2021-03-02</CreditPublicRecordFiledDate></CREDIT_PUBLIC_RECORD_DETAIL>${merged}</CREDIT_PUBLIC_RECORD>`
const tie = (from: string, ...to: readonly string[]) =>
  to.map(one => `<RELATIONSHIP x:from="${from}" x:to="${one}"/>`).join('')

const mismo3 = (bensTransUnion: string) =>
  `<MESSAGE xmlns:x="http://www.w3.org/1999/xlink"><DEAL><SERVICE><CREDIT><CREDIT_RESPONSE>
    <PARTIES>${party('ADA', '666102041', 'P1')}${party('BEN', '666102042', 'P2')}</PARTIES>
    ${file('F1', 'TransUnion')}${file('F2', 'TransUnion', bensTransUnion)}
    ${file('F3', 'Equifax')}${file('F4', 'Equifax')}
    ${mortgage('A1', '<CreditLiabilityAccountOwnershipType>JointContractualLiability</CreditLiabilityAccountOwnershipType>')}
    ${mortgage('A2', '')}${mortgage('A3', '')}
    ${inquiry('I1', 'HERON HOME LOANS')}${inquiry('I2', 'ADAS BANK')}${bankruptcy('R1')}
  </CREDIT_RESPONSE></CREDIT>
  ${tie('F1', 'P1')}${tie('F2', 'P2')}${tie('F3', 'P1')}${tie('F4', 'P2')}
  ${tie('A1', 'P1', 'P2', 'F1')}${tie('A2', 'P1', 'P2', 'F1')}${tie('A3', 'P1', 'F1')}
  ${tie('I1', 'P1', 'P2', 'F1')}${tie('I2', 'P1', 'F3')}${tie('R1', 'P1', 'P2', 'F1')}
  </SERVICE></DEAL></MESSAGE>`

const placesOf = (rows: Report['accounts']) =>
  rows.map(row => `${row.sourceRowId} ${row.bureau} ${row.responsibility}`)

describe('MISMO 3 rows linked to both people and to one file', () => {
  test('are joint rows of both people, and only rows of the other person alone are counted', () => {
    const his = reportOf(mismo3('FileReturned'), ben)
    expect(placesOf(his.accounts)).toEqual(['A1 TransUnion Joint', 'A2 TransUnion Joint'])
    expect(his.inquiries.map(one => `${one.company} ${one.bureau}`)).toEqual(['HERON HOME LOANS TransUnion'])
    expect(his.publicRecords.map(one => `${one.type} ${one.bureau} ${one.responsibility}`)).toEqual([
      'Bankruptcy chapter 7 TransUnion Joint',
    ])
    expect(his.warnings).toEqual([expect.objectContaining({ code: 'joint_file' })])
    expect(his.warnings[0]?.message).toMatch(/2 items of the other person/)

    const hers = reportOf(mismo3('FileReturned'), ada)
    expect(placesOf(hers.accounts)).toEqual([
      'A1 TransUnion Joint',
      'A2 TransUnion Joint',
      'A3 TransUnion null',
    ])
    expect([hers.inquiries.length, hers.publicRecords.length, hers.warnings]).toEqual([2, 1, []])
  })

  test('stay at the bureau of their file if that bureau returned none for the person', () => {
    const his = reportOf(mismo3('NoFileReturnedNoHit'), ben)
    expect(placesOf(his.accounts)).toEqual(['A1 TransUnion Joint', 'A2 TransUnion Joint'])
    expect(his.accounts.every(row => row.valuesShared && !row.bureausKnown)).toBe(true)
    expect(his.publicRecords.map(one => one.bureau)).toEqual(['TransUnion'])
  })
})

describe('MISMO 2 rows of both people in one file', () => {
  const text = `<CREDIT_RESPONSE MISMOVersionID="2.3.1" CreditReportFirstIssuedDate="2026-10-05">
    <BORROWER BorrowerID="B1" _FirstName="ADA" _LastName="QUILL" _SSN="666102041" _PrintPositionType="Borrower"/>
    <BORROWER BorrowerID="B2" _FirstName="BEN" _LastName="QUILL" _SSN="666102042" _PrintPositionType="CoBorrower"/>
    <CREDIT_LIABILITY CreditLiabilityID="L1" BorrowerID="B1 B2" CreditFileID="F1" _AccountType="Mortgage" _UnpaidBalanceAmount="212000"><_CREDITOR _Name="HERON HOME LOANS"/><CREDIT_REPOSITORY _SourceType="Other" _OtherDescription="MergedData"/></CREDIT_LIABILITY>
    <CREDIT_PUBLIC_RECORD CreditPublicRecordID="R1" BorrowerID="B1 B2" CreditFileID="F1" _Type="BankruptcyChapter13" _FiledDate="2021-03-02"/>
    <CREDIT_FILE CreditFileID="F1" BorrowerID="B1" CreditRepositorySourceType="Experian" _ResultStatusType="FileReturned"/>
    <CREDIT_FILE CreditFileID="F2" BorrowerID="B2" CreditRepositorySourceType="Experian" _ResultStatusType="FileReturned"/>
    <CREDIT_FILE CreditFileID="F3" BorrowerID="B2" CreditRepositorySourceType="Equifax" _ResultStatusType="FileReturned"/>
  </CREDIT_RESPONSE>`

  test('are rows of both people', () => {
    for (const person of [ada, ben]) {
      const report = reportOf(text, person)
      expect(placesOf(report.accounts)).toEqual(['L1 Experian Joint'])
      expect(report.publicRecords.map(one => `${one.bureau} ${one.responsibility}`)).toEqual([
        'Experian Joint',
      ])
      expect(report.warnings).toEqual([])
    }
  })
})

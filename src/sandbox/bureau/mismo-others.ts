import type { Bureau } from '#values/bureau.ts'
import { companyForBureau } from './company-at.ts'
import type { ReportedInquiry, ReportedRecord, ReportedScore } from './held.ts'
import type { Day } from './life.ts'
import { repositories } from './mismo-parts.ts'
import { type Element, leaf, node } from './xml.ts'

/** MISMO CREDIT_INQUIRY, CREDIT_PUBLIC_RECORD and CREDIT_SCORE. */

export const inquiry = ({ company, on }: ReportedInquiry, bureau: Bureau, label: string): Element =>
  node(
    'CREDIT_INQUIRY',
    [
      node('CREDIT_INQUIRY_DETAIL', [
        leaf('CreditBusinessType', company.business),
        leaf('CreditInquiryDate', on),
      ]),
      repositories(bureau, company),
      node('NAME', [leaf('FullName', companyForBureau(company, bureau))]),
    ],
    { 'xlink:label': label },
  )

export const publicRecord = (record: ReportedRecord, bureau: Bureau, label: string): Element =>
  node(
    'CREDIT_PUBLIC_RECORD',
    [
      node('CREDIT_PUBLIC_RECORD_DETAIL', [
        leaf('CreditPublicRecordAccountOwnershipType', 'Individual'),
        leaf('CreditPublicRecordCourtName', record.court),
        leaf('CreditPublicRecordDispositionDate', record.discharged),
        leaf('CreditPublicRecordDispositionType', 'Discharged'),
        leaf('CreditPublicRecordDocketIdentifier', record.caseNumber),
        leaf('CreditPublicRecordFiledDate', record.filed),
        leaf('CreditPublicRecordLegalObligationAmount', record.owed.toFixed(2)),
        leaf('CreditPublicRecordType', 'BankruptcyChapter7'),
      ]),
      repositories(bureau, null),
    ],
    { 'xlink:label': label },
  )

const models: Readonly<Record<Bureau, string>> = {
  TransUnion: 'FICORiskScoreClassic04',
  Experian: 'ExperianFairIsaac',
  Equifax: 'EquifaxBeacon5.0',
}

export const creditScore = (
  { value, factors }: ReportedScore,
  bureau: Bureau,
  day: Day,
  label: string,
): Element =>
  node(
    'CREDIT_SCORE',
    [
      node('CREDIT_SCORE_DETAIL', [
        leaf('CreditScoreDate', day),
        leaf('CreditScoreModelNameType', models[bureau]),
        leaf('CreditScoreValue', String(value).padStart(5, '0')),
      ]),
      node('CREDIT_SCORE_FACTORS', [
        factors.map(({ code, words }) =>
          node('CREDIT_SCORE_FACTOR', [
            leaf('CreditScoreFactorCode', code.padStart(3, '0')),
            leaf('CreditScoreFactorText', words.toUpperCase()),
          ]),
        ),
      ]),
    ],
    { 'xlink:label': label },
  )

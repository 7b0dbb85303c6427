import { type Element, leaf, node } from '#providers/xml.ts'
import type { Bureau } from '#values/bureau.ts'
import { type Company, companyForBureau } from './companies.ts'
import type { ReportedInquiry, ReportedRecord, ReportedScore } from './held.ts'
import type { Day, Names, Place } from './life.ts'

/** Elements used in several places of a MISMO response. */

export const addressNode = ({ street, city, state, postal }: Place): Element =>
  node('ADDRESS', [
    leaf('AddressLineText', street.toUpperCase().replaceAll(',', '')),
    leaf('CityName', city.toUpperCase()),
    leaf('PostalCode', postal),
    leaf('StateCode', state),
  ])

export const telephone = (number: string): Element =>
  node('CONTACT_POINTS', [
    node('CONTACT_POINT', [node('CONTACT_POINT_TELEPHONE', [leaf('ContactPointTelephoneValue', number)])]),
  ])

export const nameNode = ({ firstName, middleName, lastName }: Names): Element =>
  node('NAME', [
    leaf('FirstName', firstName.toUpperCase()),
    leaf('LastName', lastName.toUpperCase()),
    leaf('MiddleName', middleName?.toUpperCase() ?? null),
  ])

/** The source bureau, with the company's code there. */
export const repositories = (bureau: Bureau, company: Company | null): Element =>
  node('CREDIT_REPOSITORIES', [
    node('CREDIT_REPOSITORY', [
      leaf('CreditRepositorySourceType', bureau),
      leaf('CreditRepositorySubscriberCode', company?.codes[bureau] ?? null),
    ]),
  ])

/** MISMO documents carry the whole SSN. */
export const taxpayer = (ssn: string): Element =>
  node('TAXPAYER_IDENTIFIERS', [
    node('TAXPAYER_IDENTIFIER', [
      leaf('TaxpayerIdentifierType', 'SocialSecurityNumber'),
      leaf('TaxpayerIdentifierValue', ssn),
    ]),
  ])

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

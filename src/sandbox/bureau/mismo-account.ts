import type { PayToken } from '#features/reports/canonical.ts'
import { type Element, leaf, node } from '#providers/xml.ts'
import type { Bureau } from '#values/bureau.ts'
import { type Company, companyForBureau } from './companies.ts'
import {
  type ReportedAccount,
  type ReportedInquiry,
  type ReportedRecord,
  type ReportedScore,
  remarks,
} from './held.ts'
import type { Day, Kind, Names, Place } from './life.ts'
import { countLatePayments, newestFirst, worstPayToken } from './score.ts'

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
const repositories = (bureau: Bureau, company: Company | null): Element =>
  node('CREDIT_REPOSITORIES', [
    node('CREDIT_REPOSITORY', [
      leaf('CreditRepositorySourceType', bureau),
      leaf('CreditRepositorySubscriberCode', company?.codes[bureau] ?? null),
    ]),
  ])

/** MISMO documents contain the whole SSN. */
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

/** One account at one bureau as a MISMO 3.4 CREDIT_LIABILITY. */

/** CreditLiabilityAccountType and CreditLoanType. */
const kinds: Readonly<Record<Kind, readonly [string, string]>> = {
  card: ['Revolving', 'CreditCard'],
  'secured card': ['Revolving', 'CreditCardSecured'],
  'store card': ['Revolving', 'ChargeAccount'],
  'auto loan': ['Installment', 'Automobile'],
  'student loan': ['Installment', 'Educational'],
  'personal loan': ['Installment', 'Unsecured'],
  mortgage: ['Mortgage', 'ConventionalRealEstateMortgage'],
  rent: ['Open', 'RentalAgreement'],
  collection: ['Open', 'CollectionAttorney'],
}

/** The payment pattern character and CreditLiabilityCurrentRatingType, in Experian's numbering. */
const ratings: Partial<Record<PayToken, readonly [string, string]>> = {
  OK: ['C', 'AsAgreed'],
  30: ['1', 'Late30Days'],
  60: ['2', 'Late60Days'],
  90: ['3', 'Late90Days'],
  120: ['4', 'LateOver120Days'],
  150: ['5', 'LateOver120Days'],
  180: ['6', 'LateOver120Days'],
  BK: ['7', 'BankruptcyOrWageEarnerPlan'],
  REPO: ['8', 'ForeclosureOrRepossession'],
  CO: ['9', 'ChargeOff'],
  COL: ['9', 'Collection'],
}

const ratingOf = (token: PayToken): readonly [string, string] => ratings[token] ?? ['X', 'NoDataAvailable']

const owners = {
  Individual: 'Individual',
  Joint: 'JointContractualLiability',
  'Authorized user': 'AuthorizedUser',
}

const money = (dollars: number | null): string | null => (dollars === null ? null : dollars.toFixed(2))

const statusOf = ({ condition, closed }: ReportedAccount): string => {
  if (condition === 'Paid') return 'Paid'
  return closed === null ? 'Open' : 'Closed'
}

const detailOf = (account: ReportedAccount): Element => {
  const [type, loan] = kinds[account.kind]
  const amount = (name: string, dollars: number | null) =>
    leaf(`CreditLiability${name}Amount`, money(dollars))
  const about = (name: string, text: string | number | null) => leaf(`CreditLiability${name}`, text)
  const worst = worstPayToken(account.history)
  return node('CREDIT_LIABILITY_DETAIL', [
    leaf('CreditBusinessType', account.company.business),
    about('AccountClosedDate', account.closed),
    about('AccountIdentifier', account.number),
    about('AccountOpenedDate', account.opened),
    about('AccountOwnershipType', owners[account.responsibility]),
    about('AccountPaidDate', account.paid),
    about('AccountReportedDate', account.reported),
    about('AccountStatusDate', account.status),
    about('AccountStatusType', statusOf(account)),
    about('AccountType', type),
    amount('ChargeOff', account.chargedOff?.amount ?? null),
    about('ChargeOffDate', account.chargedOff?.on ?? null),
    leaf('CreditLoanType', loan),
    amount('CreditLimit', account.limit),
    about('FirstDelinquencyDate', account.firstDelinquency),
    amount('HighBalance', account.highBalance),
    worst === 'OK' ? null : about('HighestAdverseRatingType', ratingOf(worst)[1]),
    about('LastPaymentDate', account.lastPayment),
    amount('MonthlyPayment', account.payment),
    about('MonthsReviewedCount', account.history.length === 0 ? null : newestFirst(account.history).length),
    amount('OriginalBalance', account.term === null ? null : account.highBalance),
    about('OriginalCreditorName', account.originalCreditor),
    amount('PastDue', account.pastDue),
    about('TermsMonthsCount', account.term),
    amount('UnpaidBalance', account.balance),
    leaf('DuplicateGroupIdentifier', account.key),
  ])
}

const commentsOf = ({ remark, bureau }: ReportedAccount): Element | null => {
  if (remark === null) return null
  const [code, words] = remarks[remark][bureau]
  return node('CREDIT_COMMENTS', [
    node('CREDIT_COMMENT', [
      leaf('CreditCommentCode', code),
      leaf('CreditCommentSourceType', bureau),
      leaf('CreditCommentText', words),
      leaf('CreditCommentType', 'BureauRemarks'),
    ]),
  ])
}

const patternOf = (account: ReportedAccount): readonly (Element | null)[] => {
  const months = newestFirst(account.history)
  const [newest] = months
  if (newest === undefined) return []
  const { late30, late60, late90 } = countLatePayments(account.history)
  return [
    node('CREDIT_LIABILITY_LATE_COUNT', [
      node('CREDIT_LIABILITY_LATE_COUNT_DETAIL', [
        leaf('CreditLiability30DaysLateCount', late30),
        leaf('CreditLiability60DaysLateCount', late60),
        leaf('CreditLiability90DaysLateCount', late90),
      ]),
    ]),
    node('CREDIT_LIABILITY_PAYMENT_PATTERN', [
      leaf('CreditLiabilityPaymentPatternDataText', months.map(({ status }) => ratingOf(status)[0]).join('')),
      leaf('CreditLiabilityPaymentPatternStartDate', `${newest.date}-01`),
    ]),
  ]
}

export const liability = (account: ReportedAccount, label: string): Element => {
  const [code, type] = ratingOf(account.rating)
  return node(
    'CREDIT_LIABILITY',
    [
      commentsOf(account),
      node('CREDIT_LIABILITY_CREDITOR', [
        addressNode(account.company.place),
        telephone(account.company.phone),
        node('NAME', [leaf('FullName', companyForBureau(account.company, account.bureau))]),
      ]),
      node('CREDIT_LIABILITY_CURRENT_RATING', [
        leaf('CreditLiabilityCurrentRatingCode', code),
        leaf('CreditLiabilityCurrentRatingType', type),
      ]),
      detailOf(account),
      patternOf(account),
      repositories(account.bureau, account.company),
    ],
    { 'xlink:label': label },
  )
}

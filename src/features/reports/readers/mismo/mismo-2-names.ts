/**
 * Names of values in MISMO 2 (2.3.1, 2.4, 2.6; attributes) and MISMO 3.4 (elements). Sources: the MISMO
 * credit response DTDs 2.x, the MISMO 3.4 reference model, and Array's keys beyond MISMO 2.4.
 */

/** A value's names in MISMO 2 and its name in MISMO 3. */
export type Name = readonly [to: string, ...from: readonly string[]]

/** `_AccountType`, also written in full, is `CreditLiabilityAccountType`. */
const prefixed = (prefix: string, names: string): Name[] =>
  names.split(' ').map(name => [`${prefix}${name}`, name, `${prefix}${name}`])

export const liabilityNames: readonly Name[] = [
  ...prefixed(
    'CreditLiability',
    'AccountBalanceDate AccountClosedDate AccountIdentifier AccountOpenedDate AccountOwnershipType AccountPaidDate AccountReportedDate AccountStatusDate ChargeOffAmount ChargeOffDate ConsumerDisputeIndicator CreditLimitAmount FirstDelinquencyDate HighBalanceAmount HighCreditAmount LastActivityDate LastPaymentDate MonthlyPaymentAmount MonthsReviewedCount OriginalBalanceAmount OriginalCreditorName PastDueAmount TermsMonthsCount UnpaidBalanceAmount',
  ),
  ['CreditLoanTypeOtherDescription', 'CreditLoanTypeOtherDescription'],
  ['CreditBusinessType', 'CreditBusinessType', 'RawIndustryText'],
  ['DuplicateGroupIdentifier', 'ArrayAccountIdentifier'],
]

export const lateCountNames: readonly Name[] = ['30', '60', '90', '120'].map(days => [
  `CreditLiability${days}DaysLateCount`,
  `${days}Days`,
])

export const patternNames: readonly Name[] = [
  ['CreditLiabilityPaymentPatternDataText', 'Data'],
  ['CreditLiabilityPaymentPatternStartDate', 'StartDate'],
]

export const repositoryNames: readonly Name[] = [
  ['CreditRepositorySourceType', 'SourceType', 'CreditRepositorySourceType'],
  ['CreditRepositorySourceTypeOtherDescription', 'SourceTypeOtherDescription'],
  ['CreditRepositorySubscriberCode', 'SubscriberCode'],
]

export const commentNames: readonly Name[] = [
  ...prefixed('CreditComment', 'Code Type SourceType'),
  ['CreditCommentText', 'Text', 'CreditCommentText', '#text'],
]

export const errorNames: readonly Name[] = [
  ...prefixed('CreditErrorMessage', 'SourceType'),
  ['CreditErrorMessageText', 'Text', 'CreditErrorMessageText', '#text'],
]

export const inquiryNames: readonly Name[] = [
  ...prefixed('CreditInquiry', 'Date PurposeType'),
  ['CreditBusinessType', 'CreditBusinessType', 'RawIndustryText'],
]

export const publicRecordNames: readonly Name[] = [
  ...prefixed(
    'CreditPublicRecord',
    'AccountOwnershipType CourtName DispositionDate DispositionType DocketIdentifier FiledDate LegalObligationAmount PaidDate PlaintiffName SettledDate Type TypeOtherDescription',
  ),
  ['BankruptcyLiabilitiesAmount', 'BankruptcyLiabilitiesAmount'],
]

export const scoreNames: readonly Name[] = [
  ...prefixed(
    'CreditScore',
    'CategoryType Date ExclusionReasonType ModelNameType ModelNameTypeOtherDescription Value',
  ),
  ['CreditRepositorySourceType', 'CreditRepositorySourceType'],
]

export const factorNames: readonly Name[] = [
  ['CreditScoreFactorCode', 'Code'],
  ['CreditScoreFactorText', 'Text', '#text'],
]

export const responseNames: readonly Name[] = [
  ['CreditReportFirstIssuedDate', 'CreditReportFirstIssuedDate'],
  ['CreditReportIdentifier', 'CreditReportIdentifier', 'CreditResponseID'],
  ['CreditReportLastUpdatedDate', 'CreditReportLastUpdatedDate'],
  ['CreditReportMergeType', 'CreditReportMergeType', 'CreditReportMergeTypeIndicator'],
  ['CreditReportType', 'CreditReportType'],
  ['CreditRatingCodeType', 'CreditRatingCodeType'],
]

export const addressNames: readonly Name[] = [
  ['AddressLineText', 'StreetAddress'],
  ['AddressAdditionalLineText', 'StreetAddress2'],
  ['CityName', 'City'],
  ['StateCode', 'State'],
  ['PostalCode', 'PostalCode'],
]

/** PARSED_STREET_ADDRESS, in the written order of a street. */
export const streetParts = [
  'HouseNumber',
  'DirectionPrefix',
  'StreetName',
  'StreetSuffix',
  'DirectionSuffix',
  'ApartmentOrUnit',
] as const

export const personNames: readonly Name[] = [
  ['FirstName', 'FirstName'],
  ['MiddleName', 'MiddleName'],
  ['LastName', 'LastName'],
  ['SuffixName', 'NameSuffix'],
]

export const residencyNames: readonly Name[] = [
  ['BorrowerResidencyType', 'BorrowerResidencyType'],
  ['BorrowerResidencyReportedDate', 'BorrowerResidencyReportedDate', 'DateReported', 'ReportedDate'],
  ['BorrowerResidencyStartDate', 'BorrowerResidencyStartDate'],
]

/** Alerts on a returned file that the user should know about (`_CategoryType`; FCRA section 605A). */
const alertNotices: Readonly<Record<string, string>> = {
  FACTAFraudVictimInitial: 'An initial fraud alert is in place.',
  FACTAFraudVictimExtended: 'An extended fraud alert is in place.',
  FACTAActiveDuty: 'An active duty alert is in place.',
  FraudVictim: 'A fraud alert is in place.',
  CreditFileSuppressed: 'The bureau keeps this file from being shared.',
}

export const listAlertNotices = (categories: readonly string[]): string[] =>
  [...new Set(categories)].flatMap(category =>
    Object.hasOwn(alertNotices, category) ? (alertNotices[category] ?? []) : [],
  )

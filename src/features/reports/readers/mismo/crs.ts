import { scoreFamily } from '../../scores.ts'
import { parseBureau } from '../codes.ts'
import { parseDate, parseScore, parseText } from '../fields.ts'
import { asList, findNearest, get, rawText, type Tree, type TreeNode } from '../json.ts'
import type { Reading, ReportOwner } from '../reading.ts'
import { elementOf, leafOf, type XmlNode } from '../xml.ts'
import { listAlertNotices } from './mismo-2-names.ts'
import { readResponses } from './response.ts'

/**
 * Reads the "standard" JSON of the CRS Credit API, one document per bureau. Its names and codes are MISMO's in
 * another spelling, so it is converted to MISMO 3 and read by that reader. Sources: docs/guides/credit-data.md.
 */

const value = (node: Tree | undefined, key: string): string | null => parseText(rawText(node, key))

const list = (node: Tree | undefined, key: string): TreeNode[] => asList(get(node, key))

const capital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

/** `accountType` as `CreditLiabilityAccountType`. */
const leavesOf = (node: TreeNode, prefix: string, keys: readonly string[]): XmlNode[] =>
  keys.flatMap(key => leafOf(`${prefix}${capital(key)}`, value(node, key)))

const namedElement = (name: string, fullName: string | null): XmlNode =>
  elementOf(name, [elementOf('NAME', leafOf('FullName', fullName))])

const repositoryElement = (node: TreeNode): XmlNode =>
  elementOf('CREDIT_REPOSITORY', [
    ...leafOf('CreditRepositorySourceType', value(node, 'sourceType')),
    ...leafOf('CreditRepositorySubscriberCode', value(node, 'subscriberCode')),
  ])

const personNameElement = (node: TreeNode): XmlNode =>
  elementOf('NAME', [
    ...leafOf('FirstName', value(node, 'firstName')),
    ...leafOf('MiddleName', value(node, 'middleName')),
    ...leafOf('LastName', value(node, 'lastName')),
    ...leafOf('SuffixName', value(node, 'suffix')),
  ])

const residenceElement = (node: TreeNode): XmlNode =>
  elementOf('RESIDENCE', [
    elementOf('ADDRESS', [
      ...leafOf('AddressLineText', value(node, 'addressLine1')),
      ...leafOf('AddressAdditionalLineText', value(node, 'addressLine2')),
      ...leafOf('CityName', value(node, 'city')),
      ...leafOf('StateCode', value(node, 'state')),
      ...leafOf('PostalCode', value(node, 'postalCode')),
    ]),
    ...leafOf('BorrowerResidencyType', value(node, 'borrowerResidencyType')),
    ...leafOf('BorrowerResidencyReportedDate', value(node, 'dateReported')),
  ])

type Person = {
  names: readonly TreeNode[]
  ssn: string | null
  birthDate: string | null
  addresses: readonly TreeNode[]
  employments: readonly TreeNode[]
}

const partyElement = ({ names, ssn, birthDate, addresses, employments }: Person): XmlNode => {
  const [name, ...aliases] = names.map(personNameElement)
  return elementOf('PARTY', [
    elementOf('INDIVIDUAL', [
      ...(name === undefined ? [] : [name]),
      elementOf(
        'ALIASES',
        aliases.map(alias => elementOf('ALIAS', [alias])),
      ),
      ...leafOf('BirthDate', birthDate),
    ]),
    elementOf('BORROWER', [
      ...addresses.map(residenceElement),
      ...employments.map(one => elementOf('EMPLOYER', leafOf('FullName', value(one, 'employerName')))),
    ]),
    elementOf('TAXPAYER_IDENTIFIER', leafOf('TaxpayerIdentifierValue', ssn)),
  ])
}

const personOf = (file: TreeNode): Person => ({
  names: list(file, 'aliases'),
  ssn: list(file, 'ssns').map(one => value(one, 'ssn'))[0] ?? null,
  birthDate: list(file, 'dobs').map(one => value(one, 'dob'))[0] ?? null,
  addresses: list(file, 'addresses'),
  employments: list(file, 'employments'),
})

/** The requested person, with what the bureau has on file instead of what was sent. */
const borrowerOf = (report: TreeNode, files: readonly TreeNode[]): Person => {
  const requests = list(report, 'requestData')
  const [file] = files.map(personOf)
  const [sent] = requests
  return {
    names: requests.length > 0 ? requests : (file?.names ?? []),
    ssn: file?.ssn ?? value(sent, 'ssn'),
    birthDate: file?.birthDate ?? value(sent, 'birthDate'),
    addresses: [],
    employments: [],
  }
}

const fileElement = (file: TreeNode, alerts: readonly TreeNode[]): XmlNode => {
  const detail = get(file, 'creditFileDetail')
  const source = value(detail, 'sourceType')
  const categories = alerts
    .filter(alert => parseBureau(value(alert, 'sourceType')) === parseBureau(source))
    .flatMap(alert => value(alert, 'responseAlertMessageCategoryType') ?? [])
  const notices = listAlertNotices(categories)
  return elementOf('CREDIT_FILE', [
    elementOf('CREDIT_FILE_DETAIL', [
      ...leafOf('CreditRepositorySourceType', source),
      ...leafOf('CreditFileResultStatusType', value(detail, 'creditFileResultStatusType')),
    ]),
    ...notices.flatMap(notice => leafOf('CreditFileNotice', notice)),
    partyElement(personOf(file)),
  ])
}

const liabilityKeys = [
  'accountClosedDate',
  'accountIdentifier',
  'accountOpenedDate',
  'accountOwnershipType',
  'accountPaidDate',
  'accountReportedDate',
  'accountStatusType',
  'accountType',
  'chargeOffAmount',
  'creditLimitAmount',
  'currentRatingCode',
  'currentRatingType',
  'highBalanceAmount',
  'lastActivityDate',
  'monthlyPaymentAmount',
  'monthsReviewedCount',
  'pastDueAmount',
  'paymentPatternStartDate',
  'termsMonthsCount',
] as const

const loanOf = (row: TreeNode): string | null => {
  const loan = value(row, 'loanType')
  return loan === 'UnknownLoanType' ? null : loan
}

/** The bureau's remarks, without CRS's own ("Late Dates: ..."), which bureaus do not report. */
const commentElements = (row: TreeNode): XmlNode[] =>
  list(row, 'comments')
    .filter(comment => value(comment, 'commentSourceType') !== 'CreditBureau')
    .map(comment =>
      elementOf(
        'CREDIT_COMMENT',
        ['commentCode', 'commentSourceType', 'commentText'].flatMap(key =>
          leafOf(`Credit${capital(key)}`, rawText(comment, key)),
        ),
      ),
    )

const liabilityElement = (row: TreeNode): XmlNode =>
  elementOf('CREDIT_LIABILITY', [
    namedElement('CREDIT_LIABILITY_CREDITOR', value(row, 'creditorName')),
    ...leavesOf(row, 'CreditLiability', liabilityKeys),
    ...['30', '60', '90'].flatMap(days =>
      leafOf(`CreditLiability${days}DaysLateCount`, value(row, `_${days}DayLates`)),
    ),
    ...leafOf('CreditLiabilityUnpaidBalanceAmount', value(row, 'currentBalanceAmount')),
    ...leafOf('CreditLiabilityPaymentPatternDataText', value(row, 'paymentPatternData')),
    ...leafOf(
      'CreditLiabilityHighestAdverseRatingType',
      value(get(row, 'adverseRatings'), 'highestAdverseRatingType'),
    ),
    ...leafOf('CreditBusinessType', value(row, 'businessType')),
    ...leafOf('CreditLoanType', loanOf(row)),
    ...commentElements(row),
    repositoryElement(row),
  ])

const inquiryElement = (row: TreeNode): XmlNode =>
  elementOf('CREDIT_INQUIRY', [
    elementOf('NAME', leafOf('FullName', value(row, 'creditorName'))),
    ...leafOf('CreditInquiryDate', value(row, 'inquiryDate')),
    ...leafOf('CreditBusinessType', value(row, 'businessType')),
    repositoryElement(row),
  ])

const recordKeys = [
  'courtName',
  'dispositionDate',
  'dispositionType',
  'docketIdentifier',
  'filedDate',
  'legalObligationAmount',
] as const

const recordElement = (row: TreeNode): XmlNode =>
  elementOf('CREDIT_PUBLIC_RECORD', [
    ...leavesOf(row, 'CreditPublicRecord', recordKeys),
    ...leafOf('CreditPublicRecordType', value(row, 'publicRecordType')),
    repositoryElement(row),
  ])

/** Income estimators are listed among the scores, without a range and with other values ("47 B", "37"). */
const isScore = (row: TreeNode): boolean =>
  scoreFamily(value(row, 'modelName')) !== 'Other' || parseScore(value(row, 'scoreMaximumValue')) !== null

const scoreElement = (row: TreeNode, date: string | null): XmlNode =>
  elementOf('CREDIT_SCORE', [
    ...leafOf('CreditRepositorySourceType', value(row, 'sourceType')),
    ...leafOf('CreditScoreModelNameType', value(row, 'modelName')),
    ...leafOf('CreditScoreValue', value(row, 'scoreValue')),
    ...leafOf('CreditScoreDate', date),
    ...list(row, 'scoreFactors').map(factor =>
      elementOf('CREDIT_SCORE_FACTOR', [
        ...leafOf('CreditScoreFactorCode', value(factor, 'scoreFactorCode')),
        ...leafOf('CreditScoreFactorText', rawText(factor, 'scoreFactorText')),
      ]),
    ),
  ])

/** CRS's published samples contain inquiries and scores repeatedly with all fields equal: such rows are one. */
const distinctRows = (rows: readonly TreeNode[]): TreeNode[] => [
  ...new Map(
    rows.map(row => [JSON.stringify([...row].map(([key, one]) => [key, rawText(one)])), row]),
  ).values(),
]

const errorElements = (report: TreeNode): XmlNode[] =>
  list(report, 'errorMessages').map(error =>
    elementOf(
      'CREDIT_ERROR_MESSAGE',
      leafOf('CreditErrorMessageText', rawText(error, 'creditErrorMessageText')),
    ),
  )

const responseElement = (report: TreeNode): XmlNode => {
  const files = list(report, 'creditFiles')
  const alerts = list(report, 'responseAlertMessages')
  const date = parseDate(value(get(report, 'responseDetail'), 'dateRequested')?.slice(0, 10))
  const errors = errorElements(report)
  return elementOf('CREDIT_RESPONSE', [
    elementOf('CREDIT_RESPONSE_DETAIL', [
      ...leafOf('CreditReportFirstIssuedDate', date),
      ...leafOf('CreditReportType', errors.length > 0 && files.length === 0 ? 'Error' : null),
    ]),
    elementOf('CREDIT_ERROR_MESSAGES', errors),
    elementOf('PARTIES', [partyElement(borrowerOf(report, files))]),
    ...files.map(file => fileElement(file, alerts)),
    ...list(report, 'tradelines').map(liabilityElement),
    ...distinctRows(list(report, 'inquiries')).map(inquiryElement),
    ...list(report, 'publicRecords').map(recordElement),
    ...distinctRows(list(report, 'scores'))
      .filter(isScore)
      .map(row => scoreElement(row, date)),
  ])
}

const isReport = (node: TreeNode): boolean =>
  (node.has('creditFiles') || node.has('errorMessages')) &&
  (node.has('repositoryIncluded') || node.has('requestedBureaus') || node.has('requestData'))

/** Null for anything else. The kind of inquiries is unknown, since no source states which ones are listed. */
export const readCrs = (tree: Tree, person: ReportOwner): Reading | null => {
  const report = findNearest(tree, isReport)
  if (report === undefined) return null
  const response = responseElement(report)
  return readResponses(
    {
      root: elementOf('MESSAGE', [response]),
      responses: [response],
      links: () => new Set(),
      format: 'crs-json',
      version: null,
      inquiryKind: 'unknown',
    },
    person,
  )
}

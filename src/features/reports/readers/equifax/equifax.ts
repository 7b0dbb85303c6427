import type { Account, FileStatus, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import { parseFreeText, parseMoney, parseMonthFirstDate, parseText } from '../fields.ts'
import { findAllNearest, findNearest, hasKey, listAt, rawAt, type Tree, type TreeNode } from '../json.ts'
import { type BureauFile, buildOneBureauReport } from '../one-bureau-report.ts'
import { noReport, parseFileStatus, type Reading, type ReportOwner } from '../reading.ts'
import { listScores } from '../score-factors.ts'
import { describeCollectionStatus, equifaxFileStatus, equifaxResponsibility } from './codes.ts'
import { codeAt, type Directory, descriptionAt, narrativeRemarks, readDirectory } from './parts.ts'
import {
  hasUnknownDisposition,
  readBankruptcy,
  readEquifaxPerson,
  readInquiry,
  readScores,
} from './people-and-records.ts'
import { hasUnknownCode, readTrade } from './trades.ts'

/** Equifax collection: a debt reported by a collection agency, with its date of first delinquency. */

const statusOf = (node: TreeNode): string | null =>
  describeCollectionStatus(codeAt(node, 'statusCode')) ??
  describeCollectionStatus(parseText(rawAt(node, 'statusCode', 'description')))

/** Equifax reports only the agency's number unless the report lists its companies. */
const agencyOf = (node: TreeNode, directory: Directory): string => {
  const number = parseText(rawAt(node, 'customerNumber'))
  const name = parseFreeText(rawAt(node, 'customerName')) ?? directory.get(number ?? '')?.name
  return name ?? (number === null ? 'Unnamed collection agency' : `Collection agency ${number}`)
}

const remarksOf = (node: TreeNode, status: string | null): Remark[] => {
  const code = codeAt(node, 'statusCode')
  const statusText = status ?? (code === null ? null : `Equifax collection status ${code}`)
  return [...(statusText === null ? [] : [{ code, text: statusText }]), ...narrativeRemarks(node)]
}

/** Whether a collection's status is unknown to us. */
const hasUnknownStatus = (node: TreeNode): boolean =>
  codeAt(node, 'statusCode') !== null && statusOf(node) === null

/** A collection becomes a row of type Collection whose creditor is the agency. */
const readCollection = (node: TreeNode, id: string, directory: Directory): Account => {
  const status = statusOf(node)
  const facts: AccountFacts = {
    condition: status === 'Paid' ? 'Paid' : null,
    openClosed: null,
    payStatus: 'COL',
    isCollection: true,
    currentBalance: parseMoney(rawAt(node, 'balance')),
    datePaid: null,
  }
  const name = agencyOf(node, directory)
  const company = directory.get(parseText(rawAt(node, 'customerNumber')) ?? '')
  return {
    ...facts,
    id,
    bureau: 'Equifax',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: parseText(rawAt(node, 'accountNumber')),
    accountType: 'Collection',
    accountTypeDetail: 'Collection',
    industry: 'Collection services',
    subscriberCode: parseText(rawAt(node, 'customerNumber')),
    responsibility: equifaxResponsibility(
      codeAt(node, 'accountDesignatorCode') ?? codeAt(node, 'accountDesignator'),
    ),
    condition: status,
    accountStatus: deriveAccountStatus(facts),
    worstStatus: 'COL',
    isDerogatory: deriveIsDerogatory(facts),
    originalCreditor: parseFreeText(rawAt(node, 'clientNameOrNumber')),
    monthlyPayment: null,
    highBalance: null,
    creditLimit: null,
    originalAmount: parseMoney(rawAt(node, 'originalAmount')),
    amountPastDue: null,
    chargeOffAmount: null,
    termLength: null,
    dateOpened: parseMonthFirstDate(rawAt(node, 'dateAssigned')),
    dateClosed: null,
    datePaid: null,
    dateStatus: parseMonthFirstDate(rawAt(node, 'statusDate')),
    lastReported: parseMonthFirstDate(rawAt(node, 'dateReported')),
    dateLastActive: null,
    dateLastPayment: parseMonthFirstDate(rawAt(node, 'lastPaymentDate')),
    dateChargeOff: null,
    dateFirstDelinquency: parseMonthFirstDate(rawAt(node, 'dateOfFirstDelinquency')),
    late30: null,
    late60: null,
    late90: null,
    monthsReviewed: null,
    disputed: status === 'Account disputed' ? true : null,
    remarks: remarksOf(node, status),
    address: company?.address ?? null,
    creditorPhone: company?.phone ?? null,
    paymentHistory: [],
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: null,
  }
}

/** Reads Equifax consumer credit reports in JSON (docs/reference/report-model.md). */

/** Fraud and active-duty alerts on the file, in Equifax's words. */
const alertsOf = (report: TreeNode): string[] => [
  ...(codeAt(report, 'fraudVictimIndicator') === null
    ? []
    : [descriptionAt(report, 'fraudVictimIndicator') ?? 'Fraud or active-duty alert on the file']),
  ...listAt(report, 'alertContacts').flatMap(node => descriptionAt(node, 'alertType') ?? []),
]

/** The hit code's meaning, unless there is data anyway. */
const fileOf = (report: TreeNode, hasData: boolean): FileStatus => {
  const hitText = descriptionAt(report, 'hitCode')
  const status = equifaxFileStatus(codeAt(report, 'hitCode')) ?? parseFileStatus(hitText ?? '')
  if (!hasData && status !== 'hit') return { bureau: 'Equifax', status: status ?? 'error', text: hitText }
  const notices = [
    ...new Set([...(status === 'hit' || hitText === null ? [] : [hitText]), ...alertsOf(report)]),
  ]
  return { bureau: 'Equifax', status: 'hit', text: notices.join('. ') || null }
}

const readFile = (report: TreeNode, index: number): BureauFile => {
  const directory = readDirectory(report)
  const trades = listAt(report, 'trades')
  const agencies = listAt(report, 'collections')
  const bankruptcies = listAt(report, 'bankruptcies')
  const inquiries = listAt(report, 'inquiries')
  const reportDate = parseMonthFirstDate(rawAt(report, 'reportDate'))
  const scores = readScores(report, reportDate)
  const items = [trades, agencies, bankruptcies, inquiries, listScores(scores)]
  return {
    personal: readEquifaxPerson(report),
    file: fileOf(
      report,
      items.some(list => list.length > 0),
    ),
    reportDate,
    sourceReportId: parseText(
      rawAt(report, 'fileIdentificationNumber') || rawAt(report, 'customerReferenceNumber'),
    ),
    formatVersion: null,
    accounts: [
      ...trades.map((node, row) => readTrade(node, `account-${index}-${row}`, directory)),
      ...agencies.map((node, row) => readCollection(node, `collection-${index}-${row}`, directory)),
    ],
    inquiries: inquiries.map((node, row) => readInquiry(node, `inquiry-${index}-${row}`)),
    publicRecords: bankruptcies.map((node, row) => readBankruptcy(node, `record-${index}-${row}`, directory)),
    scores,
    unknownCodes:
      trades.filter(hasUnknownCode).length +
      agencies.filter(hasUnknownStatus).length +
      bankruptcies.filter(hasUnknownDisposition).length,
  }
}

const reportKey = 'equifaxUSConsumerCreditReport'

/** A report without its envelope, recognized by a hit code and parts only a consumer report has. */
const isReport = (node: TreeNode): boolean =>
  hasKey(node, 'hitCode') && hasKey(node, 'subjectName', 'trades', 'subjectSocialNum')

const pending = /pending|process|progress|queued|accepted/i

/** An envelope without a report: an order still open, refused, or empty. */
const withoutReport = (tree: Tree, holder: TreeNode | undefined): Reading | null => {
  const error = findNearest(tree, node => hasKey(node, 'efxErrorCode'))
  if (error !== undefined) {
    return noReport.rejected(parseFreeText(rawAt(error, 'description') || rawAt(error, 'efxErrorCode')))
  }
  if (holder === undefined) return null
  const status = parseFreeText(
    rawAt(findNearest(tree, node => hasKey(node, 'status') && hasKey(node, 'consumers')) ?? null, 'status'),
  )
  return pending.test(status ?? '') ? noReport.pending(status) : noReport.empty(status)
}

/** Expects folded keys; null when it is not an Equifax document. */
export const readEquifax = (tree: Tree, person: ReportOwner): Reading | null => {
  const holder = findNearest(tree, node => hasKey(node, reportKey))
  const reports = holder === undefined ? findAllNearest(tree, isReport) : listAt(holder, reportKey)
  if (reports.length === 0) return withoutReport(tree, holder)
  return buildOneBureauReport('equifax-json', 'Equifax', reports.map(readFile), person)
}

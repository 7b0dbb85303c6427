import type { Account, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import { parseFreeText, parseMoney, parseMonthFirstDate, parseText } from '../fields.ts'
import { rawAt, type TreeNode } from '../json.ts'
import { describeCollectionStatus, equifaxResponsibility } from './codes.ts'
import { codeAt, type Directory, narrativeRemarks } from './parts.ts'

/** Equifax collection: a debt reported by a collection agency, with its date of first delinquency. */

const statusOf = (node: TreeNode): string | null =>
  describeCollectionStatus(codeAt(node, 'statusCode')) ??
  describeCollectionStatus(parseText(rawAt(node, 'statusCode', 'description')))

/** Equifax gives only the agency's number unless the report lists its companies. */
const agencyOf = (node: TreeNode, directory: Directory): string => {
  const number = parseText(rawAt(node, 'customerNumber'))
  const name = parseFreeText(rawAt(node, 'customerName')) ?? directory.get(number ?? '')?.name
  return name ?? (number === null ? 'Unnamed collection agency' : `Collection agency ${number}`)
}

const remarksOf = (node: TreeNode, status: string | null): Remark[] => {
  const code = codeAt(node, 'statusCode')
  const said = status ?? (code === null ? null : `Equifax collection status ${code}`)
  return [...(said === null ? [] : [{ code, text: said }]), ...narrativeRemarks(node)]
}

/** Whether a collection's status is unknown to us. */
export const hasUnknownStatus = (node: TreeNode): boolean =>
  codeAt(node, 'statusCode') !== null && statusOf(node) === null

/** A collection becomes a row of type Collection whose creditor is the agency. */
export const readCollection = (node: TreeNode, id: string, directory: Directory): Account => {
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

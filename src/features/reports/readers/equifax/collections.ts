import type { Account, Remark } from '../../canonical.ts'
import { type AccountFacts, accountStatusOf, isDerogatoryOf } from '../../derive.ts'
import { freeTextOf, moneyOf, monthFirstDateOf, textOf } from '../fields.ts'
import type { TreeNode } from '../json.ts'
import { rawAt } from '../json-folded.ts'
import { collectionStatusOf, equifaxResponsibilityOf } from './codes.ts'
import { codeAt, type Directory, narrativeRemarks } from './parts.ts'

/** Equifax collection: a debt that a collection agency reports. It carries the date of first delinquency. */

const statusOf = (node: TreeNode): string | null =>
  collectionStatusOf(codeAt(node, 'statusCode')) ??
  collectionStatusOf(textOf(rawAt(node, 'statusCode', 'description')))

/** Equifax names the agency by its number alone unless the report lists its companies. */
const agencyOf = (node: TreeNode, directory: Directory): string => {
  const number = textOf(rawAt(node, 'customerNumber'))
  const name = freeTextOf(rawAt(node, 'customerName')) ?? directory.get(number ?? '')?.name
  return name ?? (number === null ? 'Unnamed collection agency' : `Collection agency ${number}`)
}

const remarksOf = (node: TreeNode, status: string | null): Remark[] => {
  const code = codeAt(node, 'statusCode')
  const said = status ?? (code === null ? null : `Equifax collection status ${code}`)
  return [...(said === null ? [] : [{ code, text: said }]), ...narrativeRemarks(node)]
}

/** Whether a collection has a status that our table does not hold. */
export const hasUnknownStatus = (node: TreeNode): boolean =>
  codeAt(node, 'statusCode') !== null && statusOf(node) === null

/** Reads one collection: an account of its agency, as a row of the type Collection. */
export const readCollection = (node: TreeNode, id: string, directory: Directory): Account => {
  const status = statusOf(node)
  const facts: AccountFacts = {
    condition: status === 'Paid' ? 'Paid' : null,
    openClosed: null,
    payStatus: 'COL',
    isCollection: true,
    currentBalance: moneyOf(rawAt(node, 'balance')),
    datePaid: null,
  }
  const name = agencyOf(node, directory)
  const company = directory.get(textOf(rawAt(node, 'customerNumber')) ?? '')
  return {
    ...facts,
    id,
    bureau: 'Equifax',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: textOf(rawAt(node, 'accountNumber')),
    accountType: 'Collection',
    accountTypeDetail: 'Collection',
    industry: 'Collection services',
    subscriberCode: textOf(rawAt(node, 'customerNumber')),
    responsibility: equifaxResponsibilityOf(
      codeAt(node, 'accountDesignatorCode') ?? codeAt(node, 'accountDesignator'),
    ),
    condition: status,
    accountStatus: accountStatusOf(facts),
    worstStatus: 'COL',
    isDerogatory: isDerogatoryOf(facts),
    originalCreditor: freeTextOf(rawAt(node, 'clientNameOrNumber')),
    monthlyPayment: null,
    highBalance: null,
    creditLimit: null,
    originalAmount: moneyOf(rawAt(node, 'originalAmount')),
    amountPastDue: null,
    chargeOffAmount: null,
    termLength: null,
    dateOpened: monthFirstDateOf(rawAt(node, 'dateAssigned')),
    dateClosed: null,
    datePaid: null,
    dateStatus: monthFirstDateOf(rawAt(node, 'statusDate')),
    lastReported: monthFirstDateOf(rawAt(node, 'dateReported')),
    dateLastActive: null,
    dateLastPayment: monthFirstDateOf(rawAt(node, 'lastPaymentDate')),
    dateChargeOff: null,
    dateFirstDelinquency: monthFirstDateOf(rawAt(node, 'dateOfFirstDelinquency')),
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

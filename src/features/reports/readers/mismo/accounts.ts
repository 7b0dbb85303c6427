import type { Bureau } from '#values/bureau.ts'
import type { Account, AccountType, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import {
  mismoAccountType,
  mismoCondition,
  mismoResponsibility,
  parseBureau,
  splitCamelCase,
} from '../codes.ts'
import {
  isHighBalanceTheLimit,
  parseCount,
  parseDate,
  parseFlag,
  parseFreeText,
  parseMoney,
  parsePhone,
  parsePositiveCount,
  parseText,
  resolveLimitAndHighBalance,
} from '../fields.ts'
import { at, below, child, every, leaves, type XmlNode } from '../xml.ts'
import { readAddress } from './files.ts'
import { readLabel } from './links.ts'
import type { RowBureau } from './place.ts'
import { type Leaf, readRatings } from './ratings.ts'

/** MISMO 3 CREDIT_LIABILITY: an account, as one row for each bureau it belongs to. */

type Comment = Remark & { source: Bureau | null }

const commentsOf = (node: XmlNode): Comment[] =>
  every(node, 'CREDIT_COMMENT').flatMap(comment => {
    const text = parseFreeText(below(comment, 'CreditCommentText'))
    const source = parseBureau(parseText(below(comment, 'CreditCommentSourceType')))
    return text === null ? [] : [{ code: parseText(below(comment, 'CreditCommentCode')), text, source }]
  })

/**
 * Each remark once: a reseller repeats what the bureaus' coded remarks say, alone or joined by semicolons. Remarks
 * of another bureau than the row's are left out.
 */
const remarksAt = (bureau: Bureau, place: RowBureau, comments: readonly Comment[]): Remark[] => {
  const own = comments.filter(one => !place.bureausKnown || one.source === null || one.source === bureau)
  const said = new Set(own.filter(one => one.code !== null).map(one => one.text.toUpperCase()))
  const isRepeated = (one: Comment) =>
    one.code === null && one.text.split(';').every(part => said.has(part.trim().toUpperCase()))
  const remarks = own.filter(one => !isRepeated(one)).map(({ code, text }) => ({ code, text }))
  return [...new Map(remarks.map(remark => [`${remark.code} ${remark.text.toUpperCase()}`, remark])).values()]
}

/** Whether a comment says so in words or in Equifax's code. */
const holdsLimit = ({ source, code, text }: Comment): boolean =>
  (source === 'Equifax' && (code === 'AZ' || code === '233')) || isHighBalanceTheLimit(text)

/** Limit, original amount and high balance: a limit given for anything but revolving credit is the original amount. */
const amountsOf = (leaf: Leaf, type: AccountType, comments: readonly Comment[]) => {
  const given = parseMoney(leaf('CreditLiabilityCreditLimitAmount'))
  const high = parseMoney(leaf('CreditLiabilityHighBalanceAmount') ?? leaf('CreditLiabilityHighCreditAmount'))
  const original = parseMoney(leaf('CreditLiabilityOriginalBalanceAmount'))
  const isRevolving = type === 'Revolving' || type === 'Line of credit'
  if (!isRevolving) return { creditLimit: null, originalAmount: original ?? given, highBalance: high }
  return { ...resolveLimitAndHighBalance(given, high, comments.some(holdsLimit)), originalAmount: null }
}

const collectionLoans = /^(Collection|CollectionAttorney|FactoringCompanyAccount|DebtBuyer)/

const originalCreditorOf = (leaf: Leaf, comments: readonly Comment[]): string | null =>
  parseFreeText(leaf('CreditLiabilityOriginalCreditorName')) ??
  comments.map(one => /ORIGINAL CREDITOR:?\s*([^;]+)/i.exec(one.text)?.[1]).find(Boolean) ??
  null

const openClosedOf = (leaf: Leaf, type: AccountType, comments: readonly Comment[]): Account['openClosed'] => {
  const status = leaf('CreditLiabilityAccountStatusType')
  if (status === 'Open' || status === 'Frozen') return 'Open'
  if (parseDate(leaf('CreditLiabilityAccountClosedDate')) !== null) return 'Closed'
  if (status === 'Closed' || status === 'Transferred' || status === 'Refinanced') return 'Closed'
  if (status !== 'Paid') return null
  if (type === 'Installment' || type === 'Mortgage') return 'Closed'
  return comments.some(one => /\bCLOSED\b/i.test(one.text)) ? 'Closed' : null
}

/** The furnisher's address and phone, from the row or from the creditor that the report lists under its subscriber code. */
type TradeReferences = ReadonlyMap<string, XmlNode>

const tradeReferencesOf = (response: XmlNode): TradeReferences =>
  new Map(
    every(response, 'CREDIT_TRADE_REFERENCE').flatMap(node => {
      const code = parseText(below(node, 'CreditRepositorySubscriberCode'))
      return code === null ? [] : [[code, node]]
    }),
  )

/** What a response says for all of its liabilities. */
export type SharedFacts = { references: TradeReferences; ratingCodes: string | null }

/** Reads what a response says once for all of its liabilities. */
export const readSharedFacts = (response: XmlNode): SharedFacts => {
  const detail = child(response, 'CREDIT_RESPONSE_DETAIL')
  return {
    references: tradeReferencesOf(response),
    ratingCodes: parseText(
      below(detail, 'PaymentPatternRatingCodeType') ?? below(detail, 'CreditRatingCodeType'),
    ),
  }
}

/** The rows of one CREDIT_LIABILITY, sharing the document-local id `group`. */
export const readLiability = (
  node: XmlNode,
  group: string,
  place: RowBureau,
  { references, ratingCodes }: SharedFacts,
): Account[] => {
  const found = leaves(node)
  const leaf: Leaf = name => found.get(name)
  const comments = commentsOf(node)
  const loan = parseText(
    leaf('CreditLoanType') === 'Other' ? leaf('CreditLoanTypeOtherDescription') : leaf('CreditLoanType'),
  )
  const business = parseText(leaf('CreditBusinessType'))
  const isAgency = collectionLoans.test(loan ?? '') || business === 'CollectionServices'
  const type: AccountType = isAgency
    ? 'Collection'
    : mismoAccountType(parseText(leaf('CreditLiabilityAccountType')))
  const openClosed = openClosedOf(leaf, type, comments)
  const kind = { collection: isAgency, mortgage: type === 'Mortgage' }
  const ratings = readRatings(leaf, kind, ratingCodes, openClosed === 'Closed')
  const condition = parseText(leaf('CreditLiabilityAccountStatusType'))
  const facts: AccountFacts = {
    condition: mismoCondition(condition),
    openClosed,
    payStatus: ratings.payStatus,
    isCollection: ratings.isCollection,
    currentBalance: parseMoney(leaf('CreditLiabilityUnpaidBalanceAmount')),
    datePaid: parseDate(leaf('CreditLiabilityAccountPaidDate')),
  }
  const creditor = child(node, 'CREDIT_LIABILITY_CREDITOR')
  const name =
    parseFreeText(at(creditor, 'NAME', 'FullName')?.text ?? below(creditor, 'FullName')) ?? 'Unnamed creditor'

  return place.bureaus.map(bureau => {
    const subscriberCode = place.subscriberCodes.get(bureau) ?? null
    const reference = references.get(subscriberCode ?? '')
    return {
      ...facts,
      ...ratings,
      ...amountsOf(leaf, type, comments),
      id: group,
      bureau,
      creditorName: name,
      creditorNameReported: name,
      accountNumber: parseText(leaf('CreditLiabilityAccountIdentifier')),
      accountType: type,
      accountTypeDetail: splitCamelCase(loan),
      industry: splitCamelCase(business),
      subscriberCode,
      responsibility: mismoResponsibility(parseText(leaf('CreditLiabilityAccountOwnershipType'))),
      condition,
      accountStatus: deriveAccountStatus(facts),
      isDerogatory: deriveIsDerogatory(facts, ratings.worstStatus),
      originalCreditor: originalCreditorOf(leaf, comments),
      monthlyPayment: parseMoney(leaf('CreditLiabilityMonthlyPaymentAmount')),
      amountPastDue: parseMoney(leaf('CreditLiabilityPastDueAmount')),
      chargeOffAmount: parseMoney(leaf('CreditLiabilityChargeOffAmount')),
      termLength: parsePositiveCount(leaf('CreditLiabilityTermsMonthsCount')),
      dateOpened: parseDate(leaf('CreditLiabilityAccountOpenedDate')),
      dateClosed: parseDate(leaf('CreditLiabilityAccountClosedDate')),
      dateStatus: parseDate(leaf('CreditLiabilityAccountStatusDate')),
      lastReported: parseDate(
        leaf('CreditLiabilityAccountReportedDate') ?? leaf('CreditLiabilityAccountBalanceDate'),
      ),
      dateLastActive: parseDate(leaf('CreditLiabilityLastActivityDate')),
      dateLastPayment: parseDate(leaf('CreditLiabilityLastPaymentDate')),
      dateChargeOff: parseDate(leaf('CreditLiabilityChargeOffDate')),
      dateFirstDelinquency: parseDate(leaf('CreditLiabilityFirstDelinquencyDate')),
      monthsReviewed: parseCount(leaf('CreditLiabilityMonthsReviewedCount')),
      disputed: parseFlag(leaf('CreditLiabilityConsumerDisputeIndicator')),
      remarks: remarksAt(bureau, place, comments),
      address: readAddress(child(creditor, 'ADDRESS')) ?? readAddress(child(reference, 'ADDRESS')),
      creditorPhone: parsePhone(
        below(creditor, 'ContactPointTelephoneValue') ?? below(reference, 'ContactPointTelephoneValue'),
      ),
      valuesShared: place.valuesShared,
      bureausKnown: place.bureausKnown,
      sourceRowId: parseText(readLabel(node) ?? node.attributes.get('SequenceNumber')),
    }
  })
}

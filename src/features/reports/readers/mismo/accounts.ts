import type { Bureau } from '#values/bureau.ts'
import type { Account, AccountType, Remark } from '../../canonical.ts'
import { type AccountFacts, accountStatusOf, isDerogatoryOf } from '../../derive.ts'
import { bureauOf, mismoAccountTypeOf, mismoConditionOf, mismoResponsibilityOf, wordsOf } from '../codes.ts'
import {
  countOf,
  dateOf,
  flagOf,
  freeTextOf,
  limitAndHigh,
  moneyOf,
  phoneOf,
  positiveCountOf,
  saysHighIsLimit,
  textOf,
} from '../fields.ts'
import { at, below, child, every, leaves, type XmlNode } from '../xml.ts'
import { addressOf } from './files.ts'
import { labelOf } from './links.ts'
import type { Place } from './place.ts'
import { type Leaf, ratingsOf } from './ratings.ts'

/** MISMO 3 CREDIT_LIABILITY: an account, as one row for each bureau it belongs to. */

type Comment = Remark & { source: Bureau | null }

const commentsOf = (node: XmlNode): Comment[] =>
  every(node, 'CREDIT_COMMENT').flatMap(comment => {
    const text = freeTextOf(below(comment, 'CreditCommentText'))
    const source = bureauOf(textOf(below(comment, 'CreditCommentSourceType')))
    return text === null ? [] : [{ code: textOf(below(comment, 'CreditCommentCode')), text, source }]
  })

/**
 * Each remark once: a reseller repeats what the bureaus' coded remarks say, alone or joined by semicolons. Remarks
 * of another bureau than the row's are left out.
 */
const remarksAt = (bureau: Bureau, place: Place, comments: readonly Comment[]): Remark[] => {
  const own = comments.filter(one => !place.bureausKnown || one.source === null || one.source === bureau)
  const said = new Set(own.filter(one => one.code !== null).map(one => one.text.toUpperCase()))
  const isRepeated = (one: Comment) =>
    one.code === null && one.text.split(';').every(part => said.has(part.trim().toUpperCase()))
  const remarks = own.filter(one => !isRepeated(one)).map(({ code, text }) => ({ code, text }))
  return [...new Map(remarks.map(remark => [`${remark.code} ${remark.text.toUpperCase()}`, remark])).values()]
}

/** Whether a comment says so in words or in Equifax's code. */
const holdsLimit = ({ source, code, text }: Comment): boolean =>
  (source === 'Equifax' && (code === 'AZ' || code === '233')) || saysHighIsLimit(text)

/** Limit, original amount and high balance: a limit given for anything but revolving credit is the original amount. */
const amountsOf = (leaf: Leaf, type: AccountType, comments: readonly Comment[]) => {
  const given = moneyOf(leaf('CreditLiabilityCreditLimitAmount'))
  const high = moneyOf(leaf('CreditLiabilityHighBalanceAmount') ?? leaf('CreditLiabilityHighCreditAmount'))
  const original = moneyOf(leaf('CreditLiabilityOriginalBalanceAmount'))
  const isRevolving = type === 'Revolving' || type === 'Line of credit'
  if (!isRevolving) return { creditLimit: null, originalAmount: original ?? given, highBalance: high }
  return { ...limitAndHigh(given, high, comments.some(holdsLimit)), originalAmount: null }
}

const collectionLoans = /^(Collection|CollectionAttorney|FactoringCompanyAccount|DebtBuyer)/

const originalCreditorOf = (leaf: Leaf, comments: readonly Comment[]): string | null =>
  freeTextOf(leaf('CreditLiabilityOriginalCreditorName')) ??
  comments.map(one => /ORIGINAL CREDITOR:?\s*([^;]+)/i.exec(one.text)?.[1]).find(Boolean) ??
  null

const openClosedOf = (leaf: Leaf, type: AccountType, comments: readonly Comment[]): Account['openClosed'] => {
  const status = leaf('CreditLiabilityAccountStatusType')
  if (status === 'Open' || status === 'Frozen') return 'Open'
  if (dateOf(leaf('CreditLiabilityAccountClosedDate')) !== null) return 'Closed'
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
      const code = textOf(below(node, 'CreditRepositorySubscriberCode'))
      return code === null ? [] : [[code, node]]
    }),
  )

/** What a response says for all of its liabilities. */
export type Shared = { references: TradeReferences; ratingCodes: string | null }

/** Reads what a response says once for all of its liabilities. */
export const sharedBy = (response: XmlNode): Shared => {
  const detail = child(response, 'CREDIT_RESPONSE_DETAIL')
  return {
    references: tradeReferencesOf(response),
    ratingCodes: textOf(
      below(detail, 'PaymentPatternRatingCodeType') ?? below(detail, 'CreditRatingCodeType'),
    ),
  }
}

/** The rows of one CREDIT_LIABILITY, sharing the document-local id `group`. */
export const readLiability = (
  node: XmlNode,
  group: string,
  place: Place,
  { references, ratingCodes }: Shared,
): Account[] => {
  const found = leaves(node)
  const leaf: Leaf = name => found.get(name)
  const comments = commentsOf(node)
  const loan = textOf(
    leaf('CreditLoanType') === 'Other' ? leaf('CreditLoanTypeOtherDescription') : leaf('CreditLoanType'),
  )
  const business = textOf(leaf('CreditBusinessType'))
  const isAgency = collectionLoans.test(loan ?? '') || business === 'CollectionServices'
  const type: AccountType = isAgency
    ? 'Collection'
    : mismoAccountTypeOf(textOf(leaf('CreditLiabilityAccountType')))
  const openClosed = openClosedOf(leaf, type, comments)
  const kind = { collection: isAgency, mortgage: type === 'Mortgage' }
  const ratings = ratingsOf(leaf, kind, ratingCodes, openClosed === 'Closed')
  const condition = textOf(leaf('CreditLiabilityAccountStatusType'))
  const facts: AccountFacts = {
    condition: mismoConditionOf(condition),
    openClosed,
    payStatus: ratings.payStatus,
    isCollection: ratings.isCollection,
    currentBalance: moneyOf(leaf('CreditLiabilityUnpaidBalanceAmount')),
    datePaid: dateOf(leaf('CreditLiabilityAccountPaidDate')),
  }
  const creditor = child(node, 'CREDIT_LIABILITY_CREDITOR')
  const name =
    freeTextOf(at(creditor, 'NAME', 'FullName')?.text ?? below(creditor, 'FullName')) ?? 'Unnamed creditor'

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
      accountNumber: textOf(leaf('CreditLiabilityAccountIdentifier')),
      accountType: type,
      accountTypeDetail: wordsOf(loan),
      industry: wordsOf(business),
      subscriberCode,
      responsibility: mismoResponsibilityOf(textOf(leaf('CreditLiabilityAccountOwnershipType'))),
      condition,
      accountStatus: accountStatusOf(facts),
      isDerogatory: isDerogatoryOf(facts, ratings.worstStatus),
      originalCreditor: originalCreditorOf(leaf, comments),
      monthlyPayment: moneyOf(leaf('CreditLiabilityMonthlyPaymentAmount')),
      amountPastDue: moneyOf(leaf('CreditLiabilityPastDueAmount')),
      chargeOffAmount: moneyOf(leaf('CreditLiabilityChargeOffAmount')),
      termLength: positiveCountOf(leaf('CreditLiabilityTermsMonthsCount')),
      dateOpened: dateOf(leaf('CreditLiabilityAccountOpenedDate')),
      dateClosed: dateOf(leaf('CreditLiabilityAccountClosedDate')),
      dateStatus: dateOf(leaf('CreditLiabilityAccountStatusDate')),
      lastReported: dateOf(
        leaf('CreditLiabilityAccountReportedDate') ?? leaf('CreditLiabilityAccountBalanceDate'),
      ),
      dateLastActive: dateOf(leaf('CreditLiabilityLastActivityDate')),
      dateLastPayment: dateOf(leaf('CreditLiabilityLastPaymentDate')),
      dateChargeOff: dateOf(leaf('CreditLiabilityChargeOffDate')),
      dateFirstDelinquency: dateOf(leaf('CreditLiabilityFirstDelinquencyDate')),
      monthsReviewed: countOf(leaf('CreditLiabilityMonthsReviewedCount')),
      disputed: flagOf(leaf('CreditLiabilityConsumerDisputeIndicator')),
      remarks: remarksAt(bureau, place, comments),
      address: addressOf(child(creditor, 'ADDRESS')) ?? addressOf(child(reference, 'ADDRESS')),
      creditorPhone: phoneOf(
        below(creditor, 'ContactPointTelephoneValue') ?? below(reference, 'ContactPointTelephoneValue'),
      ),
      valuesShared: place.valuesShared,
      bureausKnown: place.bureausKnown,
      sourceRowId: textOf(labelOf(node) ?? node.attributes.get('SequenceNumber')),
    }
  })
}

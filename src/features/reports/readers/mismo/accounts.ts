import type { Bureau } from '#values/bureau.ts'
import { monthOf } from '#values/dates.ts'
import type { Account, AccountType, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import {
  type AccountKind,
  mismoAccountType,
  mismoCondition,
  mismoResponsibility,
  parseBureau,
  payTokenFromCode,
  payTokenFromRating,
  splitCamelCase,
} from '../codes.ts'
import {
  isHighBalanceTheLimit,
  isOwed,
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
import {
  addReportedMonth,
  detectPaymentDialect,
  type LateCounts,
  type PaymentDialect,
  parsePaymentMonths,
  sortByMonth,
} from '../payment-pattern.ts'
import { at, below, child, every, leaves, type XmlNode } from '../xml.ts'
import type { RowBureau } from './bureaus.ts'
import { readAddress } from './files.ts'
import { readLabel } from './people.ts'

/** The payment status of a MISMO liability: rating, late counters, payment pattern. */

type Leaf = (name: string) => string | undefined

/** Months counted separately as 120 days late are "90 or more" in our model. */
const countsOf = (leaf: Leaf): LateCounts => {
  const count = (days: string) => parseCount(leaf(`CreditLiability${days}DaysLateCount`))
  const [late90, late120] = [count('90'), count('120')]
  return {
    late30: count('30'),
    late60: count('60'),
    late90: late90 === null ? late120 : late90 + (late120 ?? 0),
  }
}

/** The rating: its type, otherwise its code. Digits 1 to 6 have no meaning until the numbering is known. */
const ratingOf = (
  leaf: Leaf,
  typed: PayToken | null,
  dialect: PaymentDialect | null,
  kind: AccountKind,
): PayToken | null => {
  const code = parseText(leaf('CreditLiabilityCurrentRatingCode'))
  if (typed !== null) return typed
  return dialect === null && /^[1-6]$/.test(code ?? '')
    ? null
    : payTokenFromCode(dialect ?? 'experian', code, kind)
}

/** Without a rating, a charge-off amount or date decides. */
const chargedOff = (leaf: Leaf): PayToken | null =>
  isOwed(parseMoney(leaf('CreditLiabilityChargeOffAmount'))) ||
  parseDate(leaf('CreditLiabilityChargeOffDate')) !== null
    ? 'CO'
    : null

type Ratings = Pick<
  Account,
  'payStatus' | 'worstStatus' | 'late30' | 'late60' | 'late90' | 'paymentHistory' | 'isCollection'
>

/** `kind.collection`: a collection agency's account. `declared`: the response's CreditRatingCodeType. */
const readRatings = (leaf: Leaf, kind: AccountKind, declared: string | null, isClosed: boolean): Ratings => {
  const pattern = (leaf('CreditLiabilityPaymentPatternDataText') ?? '').trim()
  const counts = countsOf(leaf)
  const reported = monthOf(parseDate(leaf('CreditLiabilityAccountReportedDate')))
  const start = monthOf(parseDate(leaf('CreditLiabilityPaymentPatternStartDate')))
  const newest = start ?? reported
  const typed = payTokenFromRating(parseText(leaf('CreditLiabilityCurrentRatingType')), kind)
  const dialect = detectPaymentDialect(
    pattern,
    counts,
    declared,
    start !== null && start === reported ? typed : null,
  )
  const monthsAs = (collection: boolean) =>
    newest === null ? [] : parsePaymentMonths(pattern, newest, dialect ?? 'experian', { ...kind, collection })

  const given = ratingOf(leaf, typed, dialect, kind)
  const lastMonth = dialect === null ? undefined : sortByMonth(monthsAs(kind.collection)).at(-1)
  const inPattern =
    lastMonth !== undefined && lastMonth.date === (reported ?? newest) ? lastMonth.status : null
  const unrated = chargedOff(leaf) ?? given ?? inPattern
  const payStatus = given === null || given === 'U' ? unrated : given
  const isCollection = kind.collection || payStatus === 'COL'
  const worst = payTokenFromRating(parseText(leaf('CreditLiabilityHighestAdverseRatingType')), {
    ...kind,
    collection: isCollection,
  })
  return {
    ...counts,
    payStatus,
    worstStatus: worst === 'U' ? null : worst,
    isCollection,
    paymentHistory: addReportedMonth(monthsAs(isCollection), reported, payStatus, isClosed),
  }
}

/** MISMO 3 CREDIT_LIABILITY: an account, as one row for each of its bureaus. */

type Comment = Remark & { source: Bureau | null }

const commentsOf = (node: XmlNode): Comment[] =>
  every(node, 'CREDIT_COMMENT').flatMap(comment => {
    const text = parseFreeText(below(comment, 'CreditCommentText'))
    const source = parseBureau(parseText(below(comment, 'CreditCommentSourceType')))
    return text === null ? [] : [{ code: parseText(below(comment, 'CreditCommentCode')), text, source }]
  })

/**
 * A row's remarks without duplicates: resellers repeat the bureaus' coded remarks, alone or joined by
 * semicolons. Remarks of other bureaus are dropped.
 */
const remarksAt = (bureau: Bureau, place: RowBureau, comments: readonly Comment[]): Remark[] => {
  const own = comments.filter(one => !place.bureausKnown || one.source === null || one.source === bureau)
  const codedTexts = new Set(own.filter(one => one.code !== null).map(one => one.text.toUpperCase()))
  const isRepeated = (one: Comment) =>
    one.code === null && one.text.split(';').every(part => codedTexts.has(part.trim().toUpperCase()))
  const remarks = own.filter(one => !isRepeated(one)).map(({ code, text }) => ({ code, text }))
  return [...new Map(remarks.map(remark => [`${remark.code} ${remark.text.toUpperCase()}`, remark])).values()]
}

/** Whether a comment marks the high credit as the limit, in words or by Equifax's code. */
const holdsLimit = ({ source, code, text }: Comment): boolean =>
  (source === 'Equifax' && (code === 'AZ' || code === '233')) || isHighBalanceTheLimit(text)

/**
 * Limit, original amount and high balance. A limit on anything but revolving credit is the original amount.
 */
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

/** The furnisher's address and phone, from the row or from the creditor listed under its subscriber code. */
type TradeReferences = ReadonlyMap<string, XmlNode>

const tradeReferencesOf = (response: XmlNode): TradeReferences =>
  new Map(
    every(response, 'CREDIT_TRADE_REFERENCE').flatMap(node => {
      const code = parseText(below(node, 'CreditRepositorySubscriberCode'))
      return code === null ? [] : [[code, node]]
    }),
  )

/** Values that apply to all liabilities of a response. */
type SharedFacts = { references: TradeReferences; ratingCodes: string | null }

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

import { isCollectorAccount } from '#features/findings/account-facts.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { Bureau } from '#values/bureau.ts'
import { centsOf, dollarsOf, showMoney } from '#values/money.ts'
import { evidenceAt, maskedRows, rowAt } from '../account-rules.ts'
import type { BuiltDispute, DisputedItem } from '../build-dispute.ts'
import { companyLines } from '../company-address.ts'
import type { CompanyAddress, DirectDispute, GoodwillRequest, SettlementOffer } from '../dispute-requests.ts'
import { isBankruptcy } from '../facts.ts'
import type { ProofTopic } from '../letters/enclosures.ts'
import type { LetterEvidence } from '../letters/evidence.ts'
import { directContent, goodwillContent, type ShownAccount, settlementContent } from '../letters/furnisher.ts'
import { datedReport, shownIn } from '../letters/item-letters.ts'
import { composeLetter, type DisputeContext, type LetterContent } from '../letters/letter.ts'
import { toPrintable } from '../letters/printable.ts'
import { isLate, isReasonAllowed, owes, showsLatePayments } from '../reason-eligibility.ts'
import { reasonWords } from '../reason-words.ts'
import {
  checkOwnAddress,
  explanationNeeded,
  reasonRuledOut,
  refusal,
  toLetterText,
} from '../request-checks.ts'
import { isContested } from '../value-differences.ts'

/** One account as the letter to its company quotes it, with the names that the report gives the company. */
type QuotedAccount = ShownAccount & { creditorName: string; companyNames: string[] }

/**
 * An account of the current report as one bureau of the plan reports it. Refuses `plan_required`, `not_found` and
 * `item_not_reported`. What other bureaus show on another day is left out: it may have changed in between.
 */
export const findShownAccount = (
  { accountId, bureau }: { accountId: string; bureau: Bureau },
  context: DisputeContext,
): QuotedAccount => {
  const { report, plan } = context
  const allowed = bureausInPlan(plan)
  if (!allowed.includes(bureau))
    throw refusal('plan_required', 'account.bureau', `Your plan does not include ${bureau}`)
  const shown = maskedRows(report).filter(row => allowed.includes(row.bureau))
  const rows = shown.filter(({ id }) => id === accountId)
  const [first] = rows
  if (first === undefined)
    throw refusal('not_found', 'account.accountId', 'This account is not in your current report')
  const row = rowAt(rows, bureau, report)
  if (row === undefined)
    throw refusal(
      'item_not_reported',
      'account.bureau',
      `${bureau} does not report this account in your current report`,
    )
  const found = evidenceAt(bureau, row, shown, context)
  const date = findPartDate(context, bureau)
  const evidence: LetterEvidence = {
    ...found,
    elsewhere: found.elsewhere.filter(other => findPartDate(context, other.bureau) === date),
    right: null,
    asksToVerify: false,
    ...(found.row.merged ? {} : { source: `My ${bureau} report` }),
  }
  return {
    creditorName: first.creditorName,
    companyNames: [...new Set(rows.flatMap(one => [one.creditorName, one.creditorNameReported]))],
    evidence,
    seen: found.row.merged
      ? `, which is listed in my ${datedReport('merged credit report', date)}`
      : shownIn(bureau, context),
  }
}

/** Letters to the company that reports an account: each is one letter about one account. */

type Made = {
  bureau: Bureau
  company: CompanyAddress
  kind: 'furnisher' | 'collector'
  found: QuotedAccount
  content: LetterContent
  item: DisputedItem
  topics: ProofTopic[]
}

/** The dispute whose one letter goes to a company. Refuses an address that is another's (`invalid_request`). */
export const letterToCompany = (made: Made, context: DisputeContext): BuiltDispute => {
  const { bureau, company, kind, found, content, item, topics } = made
  checkOwnAddress(company, found.companyNames, context.report.accounts, 'company')
  const recipient = { kind, bureau: null, name: toPrintable(company.name), lines: companyLines(company) }
  return {
    type: item.type,
    title: found.creditorName,
    items: [item],
    itemPath: 'account',
    letters: [composeLetter(recipient, content, context)],
    reportDates: [{ bureau, reportDate: findPartDate(context, bureau) }],
    topics: topics.map(topic => ({ topic, bureaus: [] })),
  }
}

export const kindOf = ({ evidence }: QuotedAccount): Made['kind'] =>
  isCollectorAccount(evidence.row) ? 'collector' : 'furnisher'

/** What every item of these types tells of its account. */
export const itemOf = (
  { bureau, company, found }: Pick<Made, 'bureau' | 'company' | 'found'>,
  accountId: string,
) => ({
  accountId,
  creditorName: found.creditorName,
  company: toPrintable(company.name),
  shownBy: bureau,
  bureaus: [],
})

export const explanationOf = (words: string | undefined, context: DisputeContext): string | null =>
  toLetterText(words, 'account.explanation', context.sender.ssnLastFour)

/**
 * A direct dispute with the company that reports an account (12 CFR 1022.43). Refuses as `findShownAccount` does, and
 * `invalid_request` for a reason that does not fit or an address that is another's, `explanation_needed`.
 */
export const buildDirectDispute = (
  { account, company }: DirectDispute,
  context: DisputeContext,
): BuiltDispute => {
  const { accountId, bureau, reason } = account
  const { report, plan, today, enclosed } = context
  const found = findShownAccount(account, context)
  const allBankruptcies = report.publicRecords.filter(
    record => bureausInPlan(plan).includes(record.bureau) && isBankruptcy(record),
  )
  if (!isReasonAllowed(reason, { ...found.evidence, allBankruptcies }, today))
    throw reasonRuledOut(bureau, 'account')
  const explanation = explanationOf(account.explanation, context)
  if (explanation === null) throw explanationNeeded('account', reasonWords[reason].details)
  const asksToVerify = isContested(reason, [found.evidence])
  // Public records are no part of what the company answers for (12 CFR 1022.43(b)(1)(iv)).
  const evidence = { ...found.evidence, asksToVerify, bankruptcies: [] }
  const content = directContent({ ...found, evidence, reason, explanation, enclosed, today })
  const item = {
    ...itemOf({ bureau, company, found }, accountId),
    type: 'direct',
    reason,
    asksToVerify,
    explanation,
  } as const
  return letterToCompany(
    { bureau, company, kind: 'furnisher', found, content, item, topics: [reason] },
    context,
  )
}

/** A goodwill request. Refuses as `findShownAccount` does, `invalid_request`, `explanation_needed`. */
export const buildGoodwillRequest = (
  { account, company }: GoodwillRequest,
  context: DisputeContext,
): BuiltDispute => {
  const { accountId, bureau, wish } = account
  const found = findShownAccount(account, context)
  if (!isLate(found.evidence.row))
    throw refusal('invalid_request', 'account.wish', `${bureau} shows nothing late or negative here`)
  if (wish === 'late_payments' && !showsLatePayments(found.evidence.row))
    throw refusal('invalid_request', 'account.wish', `${bureau} shows no late payment on this account`)
  const explanation = explanationOf(account.explanation, context)
  if (explanation === null) throw explanationNeeded('account', 'Say in your own words why you ask for it')
  const item = {
    ...itemOf({ bureau, company, found }, accountId),
    type: 'goodwill',
    reason: wish,
    explanation,
  } as const
  const content = goodwillContent({ ...found, wish, explanation })
  return letterToCompany({ bureau, company, kind: kindOf(found), found, content, item, topics: [] }, context)
}

/** An offer to settle. Refuses as `findShownAccount` does, and `invalid_request`. */
export const buildSettlementOffer = (
  { account, company }: SettlementOffer,
  context: DisputeContext,
): BuiltDispute => {
  const { accountId, bureau, reporting, payBy = null } = account
  const found = findShownAccount(account, context)
  const { row } = found.evidence
  if (!owes(row))
    throw refusal('invalid_request', 'account.bureau', `${bureau} shows nothing owed on this account`)
  const cents = centsOf(account.amount) ?? 0
  const owed = Math.max(centsOf(row.currentBalance) ?? 0, centsOf(row.amountPastDue) ?? 0)
  if (cents === 0) throw refusal('invalid_request', 'account.amount', 'Enter an amount above zero')
  if (cents > owed)
    throw refusal(
      'invalid_request',
      'account.amount',
      `${bureau} shows ${showMoney(dollarsOf(owed))} as owed. Offer at most that.`,
    )
  if (payBy !== null && payBy <= context.today)
    throw refusal('invalid_request', 'account.payBy', 'Choose a day in the future')
  const explanation = explanationOf(account.explanation, context)
  const amount = dollarsOf(cents)
  const item = {
    ...itemOf({ bureau, company, found }, accountId),
    type: 'settlement',
    reason: reporting,
    amount,
    payBy,
    explanation,
  } as const
  const content = settlementContent({ ...found, amount, payBy, reporting, explanation })
  return letterToCompany({ bureau, company, kind: kindOf(found), found, content, item, topics: [] }, context)
}

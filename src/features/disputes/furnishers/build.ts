import { isCollectorAccount } from '#features/findings/account-facts.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { Bureau } from '#values/bureau.ts'
import { centsOf, dollarsOf, showMoney } from '#values/money.ts'
import { evidenceAt, maskedRows, rowAt } from '../account-rules.ts'
import type { BuiltDispute, DisputedItem } from '../build-dispute.ts'
import { bankruptcyCaution, type Caution } from '../cautions.ts'
import { companyLines } from '../company-address.ts'
import type { CompanyAddress, DirectDispute, GoodwillRequest, SettlementOffer } from '../dispute-requests.ts'
import { isBankruptcy } from '../facts.ts'
import type { ProofTopic } from '../letters/enclosures.ts'
import type { LetterEvidence } from '../letters/evidence.ts'
import { isSuperseded } from '../letters/follow-up.ts'
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

/** One account as quoted in the letter to its company, with the company's names in the report. */
type QuotedAccount = ShownAccount & { creditorName: string; companyNames: string[] }

/**
 * An account of the current report as one bureau of the plan reports it. Throws `plan_required`, `not_found` or
 * `item_not_reported`. Other bureaus' rows of another date are left out, since the values may have changed in between.
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
  const found = evidenceAt(bureau, row, shown, context, 'company')
  const date = findPartDate(context, bureau)
  const evidence: LetterEvidence = {
    ...found,
    elsewhere: found.elsewhere.filter(
      other =>
        !isSuperseded({ type: 'account', accountId }, other.bureau, context) &&
        findPartDate(context, other.bureau) === date,
    ),
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

/** Builds letters to the company that reports an account: one letter about one account each. */

type Made = {
  bureau: Bureau
  company: CompanyAddress
  kind: 'furnisher' | 'collector'
  found: QuotedAccount
  content: LetterContent
  item: DisputedItem
  topics: ProofTopic[]
  cautions?: readonly (Caution | null)[]
}

/** The dispute with one letter to a company. Refuses an address that belongs to another company (`invalid_request`). */
export const letterToCompany = (made: Made, context: DisputeContext): BuiltDispute => {
  const { bureau, company, kind, found, content, item, topics, cautions = [] } = made
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
    cautions: cautions.filter(caution => caution !== null),
  }
}

export const kindOf = ({ evidence }: QuotedAccount): Made['kind'] =>
  isCollectorAccount(evidence.row) ? 'collector' : 'furnisher'

/** The account's fields in items of these types. */
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
 * A direct dispute with the company that reports an account (12 CFR 1022.43). Throws the errors of `findShownAccount`,
 * `invalid_request` for a reason that does not apply or another company's address, or `explanation_needed`.
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
  // The company is not responsible for public records (12 CFR 1022.43(b)(1)(iv)).
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

/** The cautions for requests that were made before, given the current report. */
export const listRequestCautions = (
  items: readonly DisputedItem[],
  { report, plan }: Pick<DisputeContext, 'report' | 'plan'>,
): Caution[] =>
  items.flatMap(item => {
    if (item.type !== 'goodwill' && item.type !== 'settlement') return []
    const shown = report.accounts.filter(row => bureausInPlan(plan).includes(row.bureau))
    const rows = shown.filter(({ id }) => id === item.accountId)
    const row = rowAt(rows, item.shownBy, report)
    if (row === undefined) return []
    const found = evidenceAt(item.shownBy, row, shown, { report, sender: { ssnLastFour: '' } }, 'company')
    return bankruptcyCaution(item.type, item.shownBy, found) ?? []
  })

/** A goodwill request. Throws the errors of `findShownAccount`, `invalid_request` or `explanation_needed`. */
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
  const cautions = [bankruptcyCaution('goodwill', bureau, found.evidence)]
  const kind = kindOf(found)
  return letterToCompany({ bureau, company, kind, found, content, item, topics: [], cautions }, context)
}

/** An offer to settle. Throws the errors of `findShownAccount`, or `invalid_request`. */
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
  const cautions = [bankruptcyCaution('settlement', bureau, found.evidence)]
  const kind = kindOf(found)
  return letterToCompany({ bureau, company, kind, found, content, item, topics: [], cautions }, context)
}

import { isSameDebt } from '#features/findings/same-debt.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { createMasks, type Masks } from '#features/reports/masks.ts'
import { arrivedTogether } from '#features/reports/parts.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { AccountDispute } from './dispute-requests.ts'
import { type AccountFacts, type Bankruptcy, canIncludeDebt, isBankruptcy, toAccountFacts } from './facts.ts'
import type { DisputedAccount } from './letters/account.ts'
import {
  accountReference,
  addDistinguishingFacts,
  type DistinguishedFor,
  type LetterEvidence,
  type SameDebt,
} from './letters/evidence.ts'
import type { DisputeContext } from './letters/letter.ts'
import { isReasonAllowed } from './reason-eligibility.ts'
import { needsExplanation, reasonWords } from './reason-words.ts'
import {
  checkBureaus,
  explanationNeeded,
  reasonRuledOut,
  refusal,
  rejectRepeated,
  toLetterText,
} from './request-checks.ts'
import { canBeRight, isContested } from './value-differences.ts'

/** `asksToVerify`: the letters that these follow up asked to verify, so these must not assert more. */
type AskedItem = AccountDispute['items'][number] & { asksToVerify?: boolean }

/**
 * The row that a dispute at a bureau is about: the bureau's own, otherwise a merged row if the bureau's file is part of
 * the same document; undefined if the bureau does not report the account.
 */
export const rowAt = (rows: readonly Account[], bureau: Bureau, report: Report): Account | undefined => {
  const own = rows.find(row => row.bureau === bureau)
  if (own) return own
  const held = report.files.some(file => file.bureau === bureau && file.status === 'hit')
  return held ? rows.find(row => isMergedRow(row) && arrivedTogether(report, bureau, row.bureau)) : undefined
}

/** A row with Social Security numbers and long account numbers masked in its texts, as on screens. */
const masked = (row: Account, { text }: Masks): Account => {
  const maybe = (words: string | null) => (words === null ? null : text(words))
  return {
    ...row,
    creditorName: text(row.creditorName),
    creditorNameReported: text(row.creditorNameReported),
    originalCreditor: maybe(row.originalCreditor),
    responsibility: maybe(row.responsibility),
    accountTypeDetail: maybe(row.accountTypeDetail),
    industry: maybe(row.industry),
    condition: maybe(row.condition),
    remarks: row.remarks.map(remark => ({ ...remark, text: text(remark.text) })),
  }
}

/** The accounts of a report as letters may name them. */
export const maskedRows = (report: Report): Account[] => {
  const mask = createMasks(report)
  return report.accounts.map(account => masked(account, mask))
}

/** Everything that a letter to one bureau may state about an account, from the rows that the plan shows. */
export const evidenceAt = (
  bureau: Bureau,
  row: Account,
  shown: readonly Account[],
  {
    report,
    sender: { ssnLastFour },
  }: Pick<DisputeContext, 'report'> & { sender: Pick<DisputeContext['sender'], 'ssnLastFour'> },
  to: DistinguishedFor = 'bureau',
): Omit<LetterEvidence, 'right' | 'asksToVerify'> => ({
  row: accountFactsInFile(row, bureau, shown, ssnLastFour, to),
  elsewhere: shown
    .filter(other => other.id === row.id && other.bureau !== bureau && !isMergedRow(other))
    .map(other => toAccountFacts(other, ssnLastFour)),
  sameDebt: findSameDebts(row, shown, ssnLastFour),
  bankruptcies: report.publicRecords
    .filter(record => record.bureau === bureau && isBankruptcy(record) && canIncludeDebt(record, row))
    .map(({ type, filed, disposition, disposed }) => ({ type, filed, disposition, disposed })),
})

/**
 * The values of the bureau that the user calls right; refuses a bureau whose values cannot be right given those written
 * to.
 */
const factsCalledRight = (
  rows: readonly Account[],
  { reason, bureaus, correctBureau: bureau }: AskedItem & { correctBureau: Bureau },
  written: readonly { row: AccountFacts }[],
  { plan, sender: { ssnLastFour } }: DisputeContext,
  path: string,
): AccountFacts => {
  const field = `${path}.correctBureau`
  if (!bureausInPlan(plan).includes(bureau))
    throw refusal('plan_required', field, `Your plan does not include ${bureau}`)
  if (bureaus.includes(bureau))
    throw refusal('contradicts_dispute', field, `You say that ${bureau} is right. Leave ${bureau} out.`)
  const row = rows.find(one => one.bureau === bureau && !isMergedRow(one))
  const right = row === undefined ? null : toAccountFacts(row, ssnLastFour)
  const same = written.find(one => right === null || !canBeRight(reason, right, one.row))
  if (right === null || same !== undefined)
    throw refusal(
      'invalid_request',
      field,
      `${bureau} shows nothing here that would set ${same?.row.bureau ?? 'the others'} right.`,
    )
  return right
}

/**
 * The accounts of a dispute in the form their letters need, or the first error that applies: `invalid_request` (an
 * account twice, an explanation that must not be printed, a reason that does not apply), `plan_required`, `not_found` (no
 * such account in what the plan shows), `item_not_reported`, `explanation_needed`. Field paths are those of the body.
 */
export const resolveAccountItems = (
  asked: readonly AskedItem[],
  context: DisputeContext,
): DisputedAccount[] => {
  const { report, plan, sender, today } = context
  const allowed = bureausInPlan(plan)
  const allBankruptcies: Bankruptcy[] = report.publicRecords.filter(
    record => allowed.includes(record.bureau) && isBankruptcy(record),
  )
  const shown = maskedRows(report).filter(account => allowed.includes(account.bureau))
  return asked.map((one, index) => {
    const path = `items.${index}`
    const { accountId, reason, correctBureau = null } = one
    const isRepeated = asked.slice(0, index).some(earlier => earlier.accountId === accountId)
    rejectRepeated(isRepeated, `${path}.accountId`, 'This account is already in the dispute')
    checkBureaus(one.bureaus, plan, path)
    const rows = shown.filter(account => account.id === accountId)
    const [first] = rows
    if (first === undefined)
      throw refusal('not_found', `${path}.accountId`, 'This account is not in your current report')
    const explanation = toLetterText(one.explanation, `${path}.explanation`, sender.ssnLastFour)
    const at = sortBureaus(one.bureaus).map(bureau => {
      const row = rowAt(rows, bureau, report)
      if (row === undefined) {
        const sentence = `${bureau} does not report this account in your current report`
        throw refusal('item_not_reported', `${path}.bureaus`, sentence)
      }
      const evidence = evidenceAt(bureau, row, shown, context)
      if (!isReasonAllowed(reason, { ...evidence, allBankruptcies }, today))
        throw reasonRuledOut(bureau, path)
      return { bureau, evidence }
    })
    if (explanation === null && needsExplanation(reason))
      throw explanationNeeded(path, reasonWords[reason].details)
    const written = at.map(({ evidence }) => evidence)
    const right =
      correctBureau === null
        ? null
        : factsCalledRight(rows, { ...one, correctBureau }, written, context, path)
    const asksToVerify = right === null && (one.asksToVerify === true || isContested(reason, written))
    return {
      accountId,
      creditorName: first.creditorName,
      reason,
      correctBureau,
      asksToVerify,
      explanation,
      at: at.map(({ bureau, evidence }) => ({ bureau, evidence: { ...evidence, right, asksToVerify } })),
    }
  })
}

/**
 * Whether the reason of a dispute is possible at another bureau given what its file shows, and the bureau that the user
 * calls right differs from it.
 */
export const isDisputableAt = (
  bureau: Bureau,
  { accountId, reason, correctBureau }: Pick<DisputedAccount, 'accountId' | 'reason' | 'correctBureau'>,
  { report, plan, today }: Pick<DisputeContext, 'report' | 'plan' | 'today'>,
): boolean => {
  const allowed = bureausInPlan(plan)
  const shown = report.accounts.filter(account => allowed.includes(account.bureau))
  const rows = shown.filter(account => account.id === accountId)
  const row = rowAt(rows, bureau, report)
  if (row === undefined) return false
  const evidence = evidenceAt(bureau, row, shown, { report, sender: { ssnLastFour: '' } })
  const allBankruptcies = report.publicRecords.filter(
    record => allowed.includes(record.bureau) && isBankruptcy(record),
  )
  if (!isReasonAllowed(reason, { ...evidence, allBankruptcies }, today)) return false
  const right = rows.find(one => one.bureau === correctBureau && !isMergedRow(one))
  return correctBureau === null || (right !== undefined && canBeRight(reason, toAccountFacts(right, ''), row))
}

/** The default title of a dispute: "Meridian Collections + 1 more". */
export const disputeTitle = (creditors: readonly string[]): string => {
  const [first = 'Dispute', ...more] = creditors
  return more.length === 0 ? first : `${first} + ${more.length} more`
}

/**
 * What a letter to a bureau may state about a row, with what distinguishes it from the other rows of the bureau's file.
 */
const accountFactsInFile = (
  row: Account,
  bureau: Bureau,
  shown: readonly Account[],
  ssnLastFour: string,
  to?: DistinguishedFor,
): AccountFacts =>
  addDistinguishingFacts(
    toAccountFacts(row, ssnLastFour),
    shown
      .filter(
        other => other !== row && other.id !== row.id && (other.bureau === bureau || isMergedRow(other)),
      )
      .map(other => toAccountFacts(other, ssnLastFour)),
    to,
  )

/**
 * Other entries of the same bureau's file that are the same debt according to both entries, numbers masked as in letters.
 */
const findSameDebts = (account: Account, shown: readonly Account[], ssnLastFour: string): SameDebt[] =>
  shown
    .filter(other => isSameDebt(account, other))
    .map(other => ({
      named: accountReference(accountFactsInFile(other, account.bureau, shown, ssnLastFour)),
    }))

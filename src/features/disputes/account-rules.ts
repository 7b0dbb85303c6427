import { AppError, type ErrorCode } from '#api/errors.ts'
import { isSameDebt } from '#features/findings/same-debt.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { createMasks, type Masks } from '#features/reports/masks.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { AccountDispute } from './dispute-contract.ts'
import { type AccountFacts, type Bankruptcy, canIncludeDebt, isBankruptcy, toAccountFacts } from './facts.ts'
import type { DisputedAccount } from './letters/account.ts'
import {
  accountReference,
  addDistinguishingFacts,
  type LetterEvidence,
  type SameDebt,
} from './letters/evidence.ts'
import { isReasonAllowed } from './reason-eligibility.ts'
import { needsExplanation, reasonWords } from './reason-words.ts'
import { checkBureaus, explanationNeeded, rejectRepeated, toLetterText } from './request-checks.ts'
import { canBeRight, isContested } from './value-differences.ts'

/** What a dispute is held against. */
export type DisputeContext = {
  report: Report
  plan: Plan
  ssnLastFour: string
  /** Today, `YYYY-MM-DD`. */
  today: string
}

/** `asksToVerify`: the letters that these follow asked to verify, so these do not assert more. */
type AskedItem = AccountDispute['items'][number] & { asksToVerify?: boolean }

/**
 * The row that a dispute at a bureau is about: the bureau's own, else, where the bureau's file is in the same
 * report, a merged row; undefined when the bureau does not report the account.
 */
const rowAt = (rows: readonly Account[], bureau: Bureau, report: Report): Account | undefined => {
  const own = rows.find(row => row.bureau === bureau)
  if (own) return own
  const held = report.files.some(file => file.bureau === bureau && file.status === 'hit')
  return held ? rows.find(isMergedRow) : undefined
}

/** A row whose words hide Social Security numbers and long account numbers, as screens show them. */
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

/** Everything that a letter to one bureau may say of an account, from the rows that the plan shows. */
const toldAt = (
  bureau: Bureau,
  row: Account,
  shown: readonly Account[],
  { report, ssnLastFour }: DisputeContext,
): Omit<LetterEvidence, 'right' | 'asksToVerify'> => ({
  facts: accountFactsInFile(row, bureau, shown, ssnLastFour),
  elsewhere: shown
    .filter(other => other.id === row.id && other.bureau !== bureau && !isMergedRow(other))
    .map(other => toAccountFacts(other, ssnLastFour)),
  sameDebt: findSameDebts(row, shown, ssnLastFour),
  bankruptcies: report.publicRecords
    .filter(record => record.bureau === bureau && isBankruptcy(record) && canIncludeDebt(record, row))
    .map(({ type, filed, disposition, disposed }) => ({ type, filed, disposition, disposed })),
})

/** What the bureau shows that the person calls right; refuses one that cannot be right beside those written to. */
const rightAt = (
  rows: readonly Account[],
  { reason, bureaus, correctBureau: bureau }: AskedItem & { correctBureau: Bureau },
  written: readonly { row: AccountFacts }[],
  { plan, ssnLastFour }: DisputeContext,
  path: string,
): AccountFacts => {
  const refusal = (code: ErrorCode, sentence: string) =>
    new AppError(code, { fields: { [`${path}.correctBureau`]: sentence } })
  if (!bureausInPlan(plan).includes(bureau))
    throw refusal('plan_required', `Your plan does not include ${bureau}`)
  if (bureaus.includes(bureau))
    throw refusal('contradicts_dispute', `You say that ${bureau} is right. Leave ${bureau} out.`)
  const row = rows.find(one => one.bureau === bureau && !isMergedRow(one))
  const right = row === undefined ? null : toAccountFacts(row, ssnLastFour)
  const same = written.find(one => right === null || !canBeRight(reason, right, one.row))
  if (right === null || same !== undefined)
    throw refusal(
      'invalid_request',
      `${bureau} shows nothing here that would set ${same?.row.bureau ?? 'the others'} right.`,
    )
  return right
}

/**
 * The accounts of a dispute as their letters need them, or the first refusal that applies: `invalid_request` (an
 * account twice, an explanation that must not be printed, a reason that does not fit), `plan_required`,
 * `not_found` (no such account in what the plan shows), `item_not_reported`, `explanation_needed`. Paths of fields
 * are the body's.
 */
export const resolveAccountItems = (
  asked: readonly AskedItem[],
  ground: DisputeContext,
): DisputedAccount[] => {
  const allowed = bureausInPlan(ground.plan)
  const mask = createMasks(ground.report)
  const allBankruptcies: Bankruptcy[] = ground.report.publicRecords.filter(
    record => allowed.includes(record.bureau) && isBankruptcy(record),
  )
  const shown = ground.report.accounts
    .filter(account => allowed.includes(account.bureau))
    .map(account => masked(account, mask))
  return asked.map((one, index) => {
    const path = `items.${index}`
    const isRepeated = asked.slice(0, index).some(({ accountId }) => accountId === one.accountId)
    rejectRepeated(isRepeated, `${path}.accountId`, 'This account is already in the dispute')
    checkBureaus(one.bureaus, ground.plan, path)
    const rows = shown.filter(account => account.id === one.accountId)
    const [first] = rows
    if (first === undefined) {
      throw new AppError('not_found', {
        fields: { [`${path}.accountId`]: 'This account is not in your current report' },
      })
    }
    const explanation = toLetterText(one.explanation, `${path}.explanation`, ground.ssnLastFour)
    const at = sortBureaus(one.bureaus).map(bureau => {
      const row = rowAt(rows, bureau, ground.report)
      if (row === undefined) {
        const sentence = `${bureau} does not report this account in your current report`
        throw new AppError('item_not_reported', { fields: { [`${path}.bureaus`]: sentence } })
      }
      const told = toldAt(bureau, row, shown, ground)
      if (!isReasonAllowed(one.reason, { ...told, row: told.facts, allBankruptcies }, ground.today)) {
        const sentence = `This does not fit what ${bureau} shows. Choose another reason, or leave ${bureau} out.`
        throw new AppError('invalid_request', { fields: { [`${path}.reason`]: sentence } })
      }
      return { bureau, told }
    })
    if (explanation === null && needsExplanation(one.reason))
      throw explanationNeeded(path, reasonWords[one.reason].details)
    const { accountId, reason, correctBureau = null } = one
    const written = at.map(({ told }) => ({ row: told.facts, elsewhere: told.elsewhere }))
    const right =
      correctBureau === null ? null : rightAt(rows, { ...one, correctBureau }, written, ground, path)
    const asksToVerify = right === null && (one.asksToVerify === true || isContested(reason, written))
    return {
      accountId,
      creditorName: first.creditorName,
      reason,
      correctBureau,
      asksToVerify,
      explanation,
      at: at.map(({ bureau, told }) => ({ bureau, told: { ...told, right, asksToVerify } })),
    }
  })
}

/** The title that a dispute has when the person gives none: "Meridian Collections and 1 more". */
export const disputeTitle = (creditors: readonly string[]): string => {
  const [first = 'Dispute', ...more] = creditors
  return more.length === 0 ? first : `${first} and ${more.length} more`
}

/** What a letter to a bureau may say of a row, with what tells it from the other rows of the bureau's file. */
export const accountFactsInFile = (
  row: Account,
  bureau: Bureau,
  shown: readonly Account[],
  ssnLastFour: string,
): AccountFacts =>
  addDistinguishingFacts(
    toAccountFacts(row, ssnLastFour),
    shown
      .filter(
        other => other !== row && other.id !== row.id && (other.bureau === bureau || isMergedRow(other)),
      )
      .map(other => toAccountFacts(other, ssnLastFour)),
  )

/** Other entries of the same bureau's file that are the same debt by what both show, numbers masked as letters need. */
export const findSameDebts = (account: Account, shown: readonly Account[], ssnLastFour: string): SameDebt[] =>
  shown
    .filter(other => isSameDebt(account, other))
    .map(other => ({
      named: accountReference(accountFactsInFile(other, account.bureau, shown, ssnLastFour)),
    }))

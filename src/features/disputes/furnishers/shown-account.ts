import { bureausInPlan } from '#features/identity/plan.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { Bureau } from '#values/bureau.ts'
import { evidenceAt, maskedRows, rowAt } from '../account-rules.ts'
import type { LetterEvidence } from '../letters/evidence.ts'
import type { ShownAccount } from '../letters/furnisher.ts'
import { datedReport, shownIn } from '../letters/item-letters.ts'
import type { DisputeContext } from '../letters/letter.ts'
import { refusal } from '../request-checks.ts'

/** One account as the letter to its company quotes it, with the names that the report gives the company. */
export type QuotedAccount = ShownAccount & { creditorName: string; companyNames: string[] }

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

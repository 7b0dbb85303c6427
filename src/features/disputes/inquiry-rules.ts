import { groupApplications, normalizeName } from '#features/findings/applications.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import type { Inquiry, Report } from '#features/reports/canonical.ts'
import { createMasks } from '#features/reports/masks.ts'
import { findPartDate } from '#features/reports/parts.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { InquiryDispute } from './dispute-requests.ts'
import type { DisputedInquiry, InquiryEvidence } from './letters/inquiry.ts'
import type { DisputeContext } from './letters/letter.ts'
import { denyingInquiryReasons, findRepeatedInquiries, isInquiryReasonAllowed } from './reason-eligibility.ts'
import { inquiryReasonWords, needsExplanation, softInquiryMessage } from './reason-words.ts'
import {
  checkBureaus,
  explanationNeeded,
  reasonRuledOut,
  refusal,
  rejectRepeated,
  toLetterText,
} from './request-checks.ts'

type AskedItem = InquiryDispute['items'][number]

/** The inquiries that the plan shows, with names masked as on screens. */
const visibleInquiries = ({ report, plan }: DisputeContext): Inquiry[] => {
  const [allowed, mask] = [bureausInPlan(plan), createMasks(report)]
  return report.inquiries
    .filter(({ bureau }) => allowed.includes(bureau))
    .map(row => ({ ...row, company: mask.text(row.company) }))
}

/** The same company's account in the same file, if it was opened before the inquiry (finder rule I-04). */
const heldBefore = (row: Inquiry, { accounts }: Report): InquiryEvidence['held'] => {
  const own = accounts.find(
    account =>
      account.bureau === row.bureau &&
      !isMergedRow(account) &&
      normalizeName(account.creditorNameReported) === normalizeName(row.company) &&
      account.dateOpened !== null &&
      row.date !== null &&
      account.dateOpened.slice(0, 7) < row.date.slice(0, 7),
  )
  return own?.dateOpened ? { opened: own.dateOpened } : null
}

/** `undenied`: the inquiries that no other item of the dispute denies; what an earlier letter denied is left out too. */
const evidenceOf = (
  row: Inquiry,
  undenied: readonly Inquiry[],
  { report, deniedInquiries = [] }: DisputeContext,
): InquiryEvidence => ({
  bureau: row.bureau,
  company: row.company,
  date: row.date,
  kind: row.kind,
  repeats: findRepeatedInquiries(row, undenied)
    .filter(({ id }) => !deniedInquiries.includes(id))
    .map(({ date }) => date),
  held: heldBefore(row, report),
  reportDate: findPartDate(report, row.bureau),
})

/** The row of an application at a bureau: the one with the id, otherwise any. */
const rowAt = (rows: readonly Inquiry[], id: string, bureau: Bureau): Inquiry | undefined => {
  const there = rows.filter(row => row.bureau === bureau)
  return there.find(row => row.id === id) ?? there[0]
}

const deniedOther =
  'In this dispute you also deny the other inquiry of this company. An application that is listed twice was made.'

/**
 * The inquiries of a dispute in the form their letters need, or the first error that applies: `plan_required`,
 * `not_found` (no such inquiry in what the plan shows), `contradicts_dispute` (a duplicate of an inquiry that another item
 * denies), `invalid_request` (an inquiry twice, a soft one, an explanation
 * that must not be printed, a reason that does not apply), `item_not_reported` (a bureau that does not list the
 * application), `explanation_needed`. An id names one bureau's inquiry and also those of the same company and day at the
 * other chosen bureaus. Field paths are those of the body.
 */
export const resolveInquiryItems = (
  asked: readonly AskedItem[],
  context: DisputeContext,
): DisputedInquiry[] => {
  const { plan, sender, today } = context
  const shown = visibleInquiries(context)
  const applications = groupApplications(shown)
  const rowsOf = (named: Inquiry): readonly Inquiry[] =>
    applications.find(application => application.rows.includes(named))?.rows ?? [named]
  const denied = asked
    .filter(({ reason }) => denyingInquiryReasons.includes(reason))
    .flatMap(({ inquiryId, bureaus }) => {
      const named = shown.find(row => row.id === inquiryId)
      return named === undefined ? [] : bureaus.map(bureau => rowAt(rowsOf(named), named.id, bureau))
    })
  const undenied = shown.filter(row => !denied.includes(row))
  const taken = new Set<string>()
  return asked.map(({ inquiryId, bureaus, reason, explanation: typed }, index) => {
    const path = `items.${index}`
    checkBureaus(bureaus, plan, path)
    const named = shown.find(row => row.id === inquiryId)
    if (named === undefined)
      throw refusal('not_found', `${path}.inquiryId`, 'This inquiry is not in your current report')
    if (named.kind === 'soft') throw refusal('invalid_request', `${path}.inquiryId`, softInquiryMessage)
    const rows = rowsOf(named)
    const explanation = toLetterText(typed, `${path}.explanation`, sender.ssnLastFour)
    if (explanation === null && needsExplanation(reason))
      throw explanationNeeded(path, inquiryReasonWords[reason].details)
    const at = sortBureaus(bureaus).map(bureau => {
      const row = rowAt(rows, named.id, bureau)
      if (row === undefined) {
        const sentence = `${bureau} does not list this inquiry in your current report`
        throw refusal('item_not_reported', `${path}.bureaus`, sentence)
      }
      rejectRepeated(taken.has(row.id), `${path}.inquiryId`, 'This inquiry is already in the dispute')
      taken.add(row.id)
      if (!isInquiryReasonAllowed(reason, row, shown, today)) throw reasonRuledOut(bureau, path)
      if (!isInquiryReasonAllowed(reason, row, undenied, today))
        throw refusal('contradicts_dispute', `${path}.reason`, deniedOther)
      return { bureau, evidence: evidenceOf(row, undenied, context) }
    })
    const ids = Object.fromEntries(rows.map(row => [row.bureau, rowAt(rows, named.id, row.bureau)?.id]))
    return { inquiryId: named.id, ids, company: named.company, reason, explanation, at }
  })
}

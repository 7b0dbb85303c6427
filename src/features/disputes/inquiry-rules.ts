import { AppError } from '#api/errors.ts'
import { groupApplications, normalizeName } from '#features/findings/applications.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import type { Inquiry, Report } from '#features/reports/canonical.ts'
import { createMasks } from '#features/reports/masks.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { DisputeContext } from './account-rules.ts'
import type { InquiryDispute } from './dispute-contract.ts'
import type { DisputedInquiry, InquiryEvidence } from './letters/inquiry.ts'
import { findRepeatedInquiries, isInquiryReasonAllowed } from './reason-eligibility.ts'
import { inquiryReasonWords, needsExplanation, softInquiryMessage } from './reason-words.ts'
import { checkBureaus, explanationNeeded, rejectRepeated, toLetterText } from './request-checks.ts'

type AskedItem = InquiryDispute['items'][number]

/** The inquiries that the plan shows, names masked as screens show them. */
const shownOf = ({ report, plan }: DisputeContext): Inquiry[] => {
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

const toldOf = (row: Inquiry, shown: readonly Inquiry[], { report }: DisputeContext): InquiryEvidence => ({
  bureau: row.bureau,
  company: row.company,
  date: row.date,
  kind: row.kind,
  repeats: findRepeatedInquiries(row, shown).map(({ date }) => date),
  held: heldBefore(row, report),
  reportDate: report.reportDate,
})

/** The row that stands for an application at a bureau: the one named, else any of it there. */
const rowAt = (rows: readonly Inquiry[], id: string, bureau: Bureau): Inquiry | undefined => {
  const there = rows.filter(row => row.bureau === bureau)
  return there.find(row => row.id === id) ?? there[0]
}

/**
 * The inquiries of a dispute as their letters need them, or the first refusal that applies: `plan_required`, `not_found`
 * (no such inquiry in what the plan shows), `invalid_request` (an inquiry twice, a soft one, an explanation that must not
 * be printed, a reason that does not fit), `item_not_reported` (a bureau that does not list the application),
 * `explanation_needed`. An id names one bureau's inquiry and, with it, those of the same company and day at the other
 * bureaus chosen. Paths of fields are the body's.
 */
export const resolveInquiryItems = (
  asked: readonly AskedItem[],
  ground: DisputeContext,
): DisputedInquiry[] => {
  const shown = shownOf(ground)
  const applications = groupApplications(shown)
  const taken = new Set<string>()
  return asked.map((one, index) => {
    const path = `items.${index}`
    checkBureaus(one.bureaus, ground.plan, path)
    const named = shown.find(row => row.id === one.inquiryId)
    if (named === undefined) {
      throw new AppError('not_found', {
        fields: { [`${path}.inquiryId`]: 'This inquiry is not in your current report' },
      })
    }
    if (named.kind === 'soft')
      throw new AppError('invalid_request', { fields: { [`${path}.inquiryId`]: softInquiryMessage } })
    const rows = applications.find(application => application.rows.includes(named))?.rows ?? [named]
    const explanation = toLetterText(one.explanation, `${path}.explanation`, ground.ssnLastFour)
    if (explanation === null && needsExplanation(one.reason))
      throw explanationNeeded(path, inquiryReasonWords[one.reason].details)
    const at = sortBureaus(one.bureaus).map(bureau => {
      const row = rowAt(rows, named.id, bureau)
      if (row === undefined) {
        const sentence = `${bureau} does not list this inquiry in your current report`
        throw new AppError('item_not_reported', { fields: { [`${path}.bureaus`]: sentence } })
      }
      rejectRepeated(taken.has(row.id), `${path}.inquiryId`, 'This inquiry is already in the dispute')
      taken.add(row.id)
      if (!isInquiryReasonAllowed(one.reason, row, shown, ground.today)) {
        const sentence = `This does not fit what ${bureau} shows. Choose another reason, or leave ${bureau} out.`
        throw new AppError('invalid_request', { fields: { [`${path}.reason`]: sentence } })
      }
      return { bureau, told: toldOf(row, shown, ground) }
    })
    const ids = Object.fromEntries(rows.map(row => [row.bureau, rowAt(rows, named.id, row.bureau)?.id]))
    return { inquiryId: named.id, ids, company: named.company, reason: one.reason, explanation, at }
  })
}

import { AppError } from '#api/errors.ts'
import type { Report } from '#features/reports/canonical.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { BuiltDispute } from '../build-dispute.ts'
import type { ReportDates } from '../cautions.ts'
import { companyLines } from '../company-address.ts'
import type { CeaseDispute, CompanyAddress, ValidationDispute } from '../dispute-contract.ts'
import { ceaseContent, validationContent } from '../letters/debt-collector.ts'
import { composeLetter, type LetterContent } from '../letters/letter.ts'
import { toPrintable } from '../letters/printable.ts'
import { checkOwnAddress, toLetterText } from '../request-checks.ts'
import { type DebtContext, type ResolvedDebt, resolveDebt } from './debt.ts'
import { ceaseProblems, type Problems, parseAmount, validationProblems } from './problems.ts'
import { findPeriod, toKnownNotice } from './validation-period.ts'

/** Disputes of a debt with its collector, and requests to stop contact: one letter to one company each. */

const refuse = (problems: Problems): void => {
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
}

const reportDatesOf = ({ named: { bureau } }: ResolvedDebt, report: Report | null): ReportDates =>
  bureau === null || report === null ? [] : [{ bureau, reportDate: findPartDate(report, bureau) }]

type ToCollector = { collector: CompanyAddress; debt: ResolvedDebt; content: LetterContent }

/** What disputes with a collector have in common beside their item. */
const toCollector = ({ collector, debt, content }: ToCollector, context: DebtContext) => {
  checkOwnAddress(collector, [], context.report?.accounts ?? [], 'collector')
  const name = toPrintable(collector.name)
  const recipient = { kind: 'collector', bureau: null, name, lines: companyLines(collector) } as const
  return {
    title: name,
    letters: [composeLetter(recipient, content, context)],
    reportDates: reportDatesOf(debt, context.report),
    topics: [],
  }
}

/** Refuses as `resolveDebt` does, and `invalid_request` for what `validationProblems` finds or the letter cannot print. */
export const buildValidationDispute = (body: ValidationDispute, context: DebtContext): BuiltDispute => {
  const { collector, claims = [], asksOriginalCreditor = false } = body
  const notice = toKnownNotice(body.notice)
  const debt = resolveDebt(body.debt, context)
  refuse(validationProblems({ ...body, notice }, debt.named.amount, context.today))
  const explanation = toLetterText(body.explanation, 'explanation', context.sender.ssnLastFour)
  const partAmount = body.partAmount === undefined ? null : parseAmount(body.partAmount)
  const said = { notice, partAmount, claims, asksOriginalCreditor, explanation }
  const period = findPeriod(notice, context.today)
  const content = validationContent({ ...said, debt: debt.inLetter, period })
  const made = toCollector({ collector, debt, content }, context)
  return {
    type: 'validation',
    ...made,
    items: [
      {
        type: 'validation',
        collector: made.title,
        debt: debt.named,
        reason: body.scope,
        ...said,
        bureaus: [],
      },
    ],
  }
}

/** Refuses as `resolveDebt` does, and `invalid_request` for what `ceaseProblems` finds or the letter cannot print. */
export const buildCeaseDispute = (body: CeaseDispute, context: DebtContext): BuiltDispute => {
  const { collector, scope, media = [], notAtWork = false } = body
  const debt = resolveDebt(body.debt, context)
  refuse(ceaseProblems(body))
  const explanation = toLetterText(body.explanation, 'explanation', context.sender.ssnLastFour)
  const limits = scope === 'all' ? null : { media, notAtWork }
  const content = ceaseContent({ debt: debt.inLetter, limits, explanation })
  const made = toCollector({ collector, debt, content }, context)
  return {
    type: 'cease',
    ...made,
    items: [
      {
        type: 'cease',
        collector: made.title,
        debt: debt.named,
        reason: scope,
        media,
        notAtWork,
        explanation,
        bureaus: [],
      },
    ],
  }
}

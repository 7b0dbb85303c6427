import { AppError } from '#api/errors.ts'
import { isCollectorAccount } from '#features/findings/account-facts.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { findOriginalCreditor } from '#features/reports/creditor.ts'
import { findPartDate } from '#features/reports/parts.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import type { Dollars } from '#values/money.ts'
import { maskedRows } from '../account-rules.ts'
import type { BuiltDispute } from '../build-dispute.ts'
import type { ReportDates } from '../cautions.ts'
import { companyLines } from '../company-address.ts'
import type { CeaseDispute, CompanyAddress, ValidationDispute } from '../dispute-requests.ts'
import { toAccountFacts } from '../facts.ts'
import { ceaseContent, type LetterDebt, validationContent } from '../letters/debt-collector.ts'
import { findClearerNumber } from '../letters/evidence.ts'
import { datedReport } from '../letters/item-letters.ts'
import { composeLetter, type LetterContent, type LetterContext } from '../letters/letter.ts'
import { toPrintable } from '../letters/printable.ts'
import { checkOwnAddress, refusal, toLetterText } from '../request-checks.ts'
import {
  ceaseProblems,
  findOwed,
  findWhole,
  noDebtMessage,
  type Problems,
  parseAmount,
  validationProblems,
} from './debt-answers.ts'
import type { CollectedDebt, NamedDebt } from './fields.ts'
import { toKnownNotice } from './validation-period.ts'

/** Resolves and builds letters to debt collectors about one debt. */

/** Where a debt is looked up, in addition to what every letter needs; `report` is null if the user has none. */
export type DebtContext = LetterContext & { report: Report | null; plan: Plan }

/** A debt in the form of an item and in the form of its letter, and its whole amount, if known. */
type ResolvedDebt = { named: NamedDebt; inLetter: LetterDebt; whole: Dollars | null }

type FromReport = Extract<CollectedDebt, { from: 'report' }>
type Typed = Extract<CollectedDebt, { from: 'typed' }>

const fromReport = ({ accountId, bureau }: FromReport, context: DebtContext): ResolvedDebt => {
  const { report, plan, sender } = context
  if (!bureausInPlan(plan).includes(bureau))
    throw refusal('plan_required', 'debt.bureau', `Your plan does not include ${bureau}`)
  const rows = report === null ? [] : maskedRows(report).filter(({ id }) => id === accountId)
  const row = rows.find(one => one.bureau === bureau)
  if (report === null || row === undefined)
    throw refusal('not_found', 'debt.accountId', 'This account is not in your current report')
  if (!isCollectorAccount(row))
    throw refusal(
      'invalid_request',
      'debt.accountId',
      'Your report does not show this as a debt collector’s entry',
    )
  const facts = toAccountFacts(row, sender.ssnLastFour)
  const { accountNumber: number, creditorNameReported: reportedBy } = facts
  const owed = findOwed(facts)
  const amountLabel = owed?.label ?? 'Balance'
  const stated = { number, originalCreditor: findOriginalCreditor(facts), amount: owed?.amount ?? null }
  const dated = findPartDate(report, bureau)
  const seenIn = isMergedRow(row)
    ? `my ${datedReport('merged credit report', dated)} lists`
    : `my ${datedReport('credit report', dated)} shows in my ${bureau} file`
  const elsewhere = rows
    .filter(one => one.bureau !== bureau && bureausInPlan(plan).includes(one.bureau) && !isMergedRow(one))
    .filter(one => findPartDate(report, one.bureau) === dated)
    .map(one => toAccountFacts(one, sender.ssnLastFour))
  const clearerNumber = findClearerNumber({ bureau, accountNumber: number }, elsewhere)
  return {
    named: { accountId, bureau, ...stated },
    inLetter: { ...stated, amountLabel, reportedBy, seenIn, clearerNumber },
    whole: findWhole(owed),
  }
}

const typed = ({ number, amount, originalCreditor }: Typed, { sender }: DebtContext): ResolvedDebt => {
  const text = (words: string | undefined, part: string) =>
    toLetterText(words, `debt.${part}`, sender.ssnLastFour)
  const stated = {
    number: text(number, 'number'),
    originalCreditor: text(originalCreditor, 'originalCreditor'),
    amount: amount === undefined ? null : parseAmount(amount),
  }
  if (Object.values(stated).every(one => one === null)) {
    throw refusal('invalid_request', 'debt.number', noDebtMessage)
  }
  return {
    named: { accountId: null, bureau: null, ...stated },
    inLetter: {
      ...stated,
      amountLabel: 'Amount you ask for',
      reportedBy: null,
      seenIn: null,
      clearerNumber: null,
    },
    whole: stated.amount,
  }
}

/**
 * The debt in the form a letter may name it: as the current report shows it, or as typed. Throws `plan_required`,
 * `not_found`, or `invalid_request` at the debt's fields.
 */
export const resolveDebt = (debt: CollectedDebt, context: DebtContext): ResolvedDebt =>
  debt.from === 'report' ? fromReport(debt, context) : typed(debt, context)

/** Disputes of a debt with its collector, and requests to stop contact: one letter to one company each. */

const refuse = (problems: Problems): void => {
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
}

const reportDatesOf = ({ named: { bureau } }: ResolvedDebt, report: Report | null): ReportDates =>
  bureau === null || report === null ? [] : [{ bureau, reportDate: findPartDate(report, bureau) }]

type ToCollector = { collector: CompanyAddress; debt: ResolvedDebt; content: LetterContent }

/** What disputes with a collector have in common besides their item. */
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

/**
 * Throws the errors of `resolveDebt`, and `invalid_request` for what `validationProblems` finds or the letter cannot
 * print.
 */
export const buildValidationDispute = (body: ValidationDispute, context: DebtContext): BuiltDispute => {
  const { collector, claims = [], asksOriginalCreditor = false } = body
  const notice = toKnownNotice(body.notice)
  const debt = resolveDebt(body.debt, context)
  refuse(validationProblems({ ...body, notice }, debt.whole, context.today))
  const explanation = toLetterText(body.explanation, 'explanation', context.sender.ssnLastFour)
  const partAmount = body.partAmount === undefined ? null : parseAmount(body.partAmount)
  const stated = { notice, partAmount, claims, asksOriginalCreditor, explanation }
  const content = validationContent({ ...stated, debt: debt.inLetter, today: context.today })
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
        ...stated,
        bureaus: [],
      },
    ],
  }
}

/**
 * Throws the errors of `resolveDebt`, and `invalid_request` for what `ceaseProblems` finds or the letter cannot print.
 */
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

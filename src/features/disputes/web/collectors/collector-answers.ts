import { isCollectorAccount } from '#features/findings/account-facts.ts'
import type { Bureau } from '#values/bureau.ts'
import {
  amountMessage,
  amountPattern,
  type ContactMedium,
  ceaseProblems,
  ceaseScopes,
  contactMedia,
  type DebtClaim,
  debtClaims,
  findOwed,
  findWhole,
  type NoticeState,
  noDebtMessage,
  notDebtCollectorMessage,
  noticeStates,
  type Problems,
  parseAmount,
  validationProblems,
  validationScopes,
} from '../../collectors/debt-answers.ts'
import type { CollectedDebt } from '../../collectors/fields.ts'
import type { KnownNotice } from '../../collectors/validation-period.ts'
import type { CeaseDispute, ValidationDispute } from '../../dispute-requests.ts'
import { maxExplanationLength, tooLongMessage } from '../../limits.ts'
import { type CompanyAnswers, companyProblems, noCompany, readCompany } from '../company/company-answers.ts'
import {
  type KeptForm,
  keepAnswers,
  keepCompany,
  keepSeveral,
  keepTick,
  restoreChoice,
  restoreCompany,
  restoreSeveral,
  restoreTick,
} from '../company/kept-answers.ts'
import type { FullReport } from '../wizard/disputable-item.ts'

/** The form state of a letter to a debt collector, and the request built from it. */

/** A collector's entry of the report at one bureau. */
export type CollectedRow = FullReport['accountInformation'][number]

export const collectedRows = (report: FullReport | null): CollectedRow[] =>
  (report?.accountInformation ?? []).filter(row => isCollectorAccount(row))

type FromReport = { accountId: string; bureau: Bureau }

/** The questions of both letters: which debt, and which collector. */
export type DebtAnswers = {
  /** `typed`: the report does not show it. */
  debt: FromReport | 'typed' | null
  number: string
  amount: string
  originalCreditor: string
  isDebtCollector: boolean
  company: CompanyAnswers
  explanation: string
}

const noDebt: DebtAnswers = {
  debt: null,
  number: '',
  amount: '',
  originalCreditor: '',
  isDebtCollector: false,
  company: noCompany,
  explanation: '',
}

export type ValidationAnswers = DebtAnswers & {
  notice: { state: NoticeState | null; on: string; endsOn: string }
  scope: (typeof validationScopes)[number] | null
  partAmount: string
  claims: readonly DebtClaim[]
  asksOriginalCreditor: boolean
}

export const noValidation: ValidationAnswers = {
  ...noDebt,
  notice: { state: null, on: '', endsOn: '' },
  scope: null,
  partAmount: '',
  claims: [],
  asksOriginalCreditor: false,
}

export type CeaseAnswers = DebtAnswers & {
  scope: (typeof ceaseScopes)[number] | null
  media: readonly ContactMedium[]
  notAtWork: boolean
}

export const noCease: CeaseAnswers = { ...noDebt, scope: null, media: [], notAtWork: false }

const keepDebt = (answers: DebtAnswers): Record<string, string> => {
  const { debt, number, amount, originalCreditor, isDebtCollector, company, explanation } = answers
  return {
    debt: debt === null || debt === 'typed' ? (debt ?? '') : `${debt.bureau} ${debt.accountId}`,
    number,
    amount,
    originalCreditor,
    isDebtCollector: keepTick(isDebtCollector),
    ...keepCompany(company),
    explanation,
  }
}

const restoreDebt = (form: KeptForm, rows: readonly CollectedRow[]): DebtAnswers => {
  const row = rows.find(({ id, bureau }) => form['debt'] === `${bureau} ${id}`)
  return {
    debt:
      row === undefined
        ? restoreChoice(['typed'] as const, form['debt'])
        : { accountId: row.id, bureau: row.bureau },
    number: form['number'] ?? '',
    amount: form['amount'] ?? '',
    originalCreditor: form['originalCreditor'] ?? '',
    isDebtCollector: restoreTick(form['isDebtCollector']),
    company: restoreCompany(form),
    explanation: form['explanation'] ?? '',
  }
}

export const keepValidation = (answers: ValidationAnswers) => {
  const { notice, scope, partAmount, claims, asksOriginalCreditor } = answers
  return keepAnswers({
    ...keepDebt(answers),
    'notice.state': notice.state ?? '',
    'notice.on': notice.on,
    'notice.endsOn': notice.endsOn,
    scope: scope ?? '',
    partAmount,
    claims: keepSeveral(claims),
    asksOriginalCreditor: keepTick(asksOriginalCreditor),
  })
}

export const restoreValidation = (form: KeptForm, rows: readonly CollectedRow[]): ValidationAnswers => ({
  ...restoreDebt(form, rows),
  notice: {
    state: restoreChoice(noticeStates, form['notice.state']),
    on: form['notice.on'] ?? '',
    endsOn: form['notice.endsOn'] ?? '',
  },
  scope: restoreChoice(validationScopes, form['scope']),
  partAmount: form['partAmount'] ?? '',
  claims: restoreSeveral(debtClaims, form['claims']),
  asksOriginalCreditor: restoreTick(form['asksOriginalCreditor']),
})

export const keepCease = (answers: CeaseAnswers) => {
  const { scope, media, notAtWork } = answers
  return keepAnswers({
    ...keepDebt(answers),
    scope: scope ?? '',
    media: keepSeveral(media),
    notAtWork: keepTick(notAtWork),
  })
}

export const restoreCease = (form: KeptForm, rows: readonly CollectedRow[]): CeaseAnswers => ({
  ...restoreDebt(form, rows),
  scope: restoreChoice(ceaseScopes, form['scope']),
  media: restoreSeveral(contactMedia, form['media']),
  notAtWork: restoreTick(form['notAtWork']),
})

/** The answers derived from choosing a row: the debt, and its company's name as the bureau spells it. */
export const chooseRow = ({ id, bureau, creditorNameReported }: CollectedRow): Partial<DebtAnswers> => ({
  debt: { accountId: id, bureau },
  company: { ...noCompany, name: creditorNameReported },
})

/** The report's row that was chosen; null for a typed debt. */
export const chosenRow = (
  { debt }: Pick<DebtAnswers, 'debt'>,
  rows: readonly CollectedRow[],
): CollectedRow | null =>
  debt === null || debt === 'typed'
    ? null
    : (rows.find(row => row.id === debt.accountId && row.bureau === debt.bureau) ?? null)

const amountProblem = (path: string, typed: string): Problems =>
  typed.trim() === '' || amountPattern.test(typed.trim()) ? {} : { [path]: amountMessage }

const debtProblems = (answers: DebtAnswers): Problems => {
  const { debt, number, amount, originalCreditor, isDebtCollector, company, explanation } = answers
  const isUnnamed = [number, amount, originalCreditor].every(text => text.trim() === '')
  return {
    ...(debt === null ? { debt: 'Choose the debt' } : {}),
    ...(debt === 'typed' ? amountProblem('debt.amount', amount) : {}),
    ...(debt === 'typed' && isUnnamed ? { 'debt.number': noDebtMessage } : {}),
    ...(isDebtCollector ? {} : { isDebtCollector: notDebtCollectorMessage }),
    ...Object.fromEntries(
      Object.entries(companyProblems(company)).map(([part, sentence]) => [`collector.${part}`, sentence]),
    ),
    ...(explanation.length > maxExplanationLength
      ? { explanation: tooLongMessage(maxExplanationLength) }
      : {}),
  }
}

/** The day in a field; null while it is empty. */
const dayIn = (text: string): string | null => (text === '' ? null : text)

/** The notice as far as it was answered; days count only if the notice was received. */
export const noticeOf = ({ state, on, endsOn }: ValidationAnswers['notice']): KnownNotice | null => {
  if (state === null) return null
  return state === 'came'
    ? { state, on: dayIn(on), endsOn: dayIn(endsOn) }
    : { state, on: null, endsOn: null }
}

/** The amount of the debt as shown in the report or typed by the user; null if unknown. */
const wholeOf = (answers: DebtAnswers, row: CollectedRow | null): string | null => {
  if (answers.debt !== 'typed') return row === null ? null : findWhole(findOwed(row))
  const typed = answers.amount.trim()
  return amountPattern.test(typed) ? parseAmount(typed) : null
}

/** Problems that block the preview of the letter, by the body's paths. */
export const findValidationProblems = (
  answers: ValidationAnswers,
  row: CollectedRow | null,
  today: string,
): Problems => {
  const notice = noticeOf(answers.notice)
  const { scope, claims } = answers
  const typed = scope === 'part' ? answers.partAmount.trim() : ''
  const partAmount = typed !== '' && amountPattern.test(typed) ? { partAmount: typed } : {}
  return {
    ...debtProblems(answers),
    ...(notice === null ? { 'notice.state': 'Say whether the notice came' } : {}),
    ...(scope === null ? { scope: 'Choose what you dispute' } : {}),
    ...validationProblems(
      {
        scope: scope ?? 'whole',
        claims: [...claims],
        ...partAmount,
        notice: notice ?? { state: 'unknown', on: null, endsOn: null },
      },
      wholeOf(answers, row),
      today,
    ),
    ...amountProblem('partAmount', typed),
  }
}

/** Problems that block the preview of the letter, by the body's paths. */
export const findCeaseProblems = (answers: CeaseAnswers): Problems => ({
  ...debtProblems(answers),
  ...(answers.scope === null
    ? { scope: 'Choose what should stop' }
    : ceaseProblems({ ...limitsOf(answers), scope: answers.scope })),
})

const typedPart = <Name extends string>(name: Name, text: string): Partial<Record<Name, string>> => {
  const part: Partial<Record<Name, string>> = {}
  if (text.trim() !== '') part[name] = text.trim()
  return part
}

const debtOf = ({ debt, number, amount, originalCreditor }: DebtAnswers): CollectedDebt =>
  debt === null || debt === 'typed'
    ? {
        from: 'typed',
        ...typedPart('number', number),
        ...typedPart('amount', amount),
        ...typedPart('originalCreditor', originalCreditor),
      }
    : { from: 'report', ...debt }

/** The common part of both requests; null while the address is not confirmed. */
const sharedBody = (answers: DebtAnswers, documentIds: readonly string[]) => {
  const collector = readCompany(answers.company)
  if (collector === null || !answers.isDebtCollector) return null
  return {
    collector,
    isDebtCollector: true as const,
    debt: debtOf(answers),
    ...(documentIds.length === 0 ? {} : { documentIds: [...documentIds] }),
  }
}

/** The request; null while a required answer is missing. */
export const validationBody = (
  answers: ValidationAnswers,
  documentIds: readonly string[],
): ValidationDispute | null => {
  const shared = sharedBody(answers, documentIds)
  const { notice, scope, partAmount, claims, asksOriginalCreditor, explanation } = answers
  if (shared === null || notice.state === null || scope === null) return null
  const days = notice.state === 'came' ? notice : { on: '', endsOn: '' }
  return {
    ...shared,
    notice: { state: notice.state, ...typedPart('on', days.on), ...typedPart('endsOn', days.endsOn) },
    scope,
    ...(scope === 'part' ? typedPart('partAmount', partAmount) : {}),
    claims: [...claims],
    asksOriginalCreditor,
    ...typedPart('explanation', explanation),
  }
}

/** Limits are sent only with a limited request. */
const limitsOf = ({ scope, media, notAtWork, explanation }: CeaseAnswers) =>
  scope === 'limited' ? { media: [...media], notAtWork, ...typedPart('explanation', explanation) } : {}

/** The request; null while a required answer is missing. */
export const ceaseBody = (answers: CeaseAnswers, documentIds: readonly string[]): CeaseDispute | null => {
  const shared = sharedBody(answers, documentIds)
  const { scope } = answers
  return shared === null || scope === null ? null : { ...shared, scope, ...limitsOf(answers) }
}

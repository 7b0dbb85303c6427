import type { CreditSnapshot } from '#features/credit/analytics.ts'
import type { Basis, Factor } from '#features/credit/contract.ts'
import { type CreditFacts, isAuthorizedUserAccount } from '#features/credit/facts.ts'
import { accountName, describeSilence } from '#features/credit/wording.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { FileGap, FullReport, ShownAccount } from '#features/reports/contract.ts'
import type { Bureau } from '#values/bureau.ts'
import { showList } from '#values/list.ts'
import type { Citation, NextStep } from './contract.ts'
import type { Period } from './period.ts'

/** The data for answers: what the plan shows of the user's data. */
export type VisibleData = CreditSnapshot & {
  disputes: readonly Dispute[]
  plan: Plan
  /** `name`: the operator's name for this service. */
  support: { name: string; email: string; phone: string | null }
  timeZone: string
  today: string
}

export type ReportData = VisibleData & { report: FullReport; facts: CreditFacts; reportDate: string | null }

export type QuestionDetails = {
  bureaus: readonly Bureau[]
  /** The named companies that are in the report. */
  companies: readonly string[]
  words: readonly string[]
  /** The period named in the question. */
  period: Period | null
}

/** `fixed`: the text is never reworded by a model. Other texts contain figures of the report but nothing identifying. */
export type Answer = {
  text: string
  citations: readonly Citation[]
  ways: readonly NextStep[]
  fixed: boolean
}

/** An answer from the report, which a model may reword. */
export const reportAnswer = (text: string, citations: readonly Citation[] = []): Answer => ({
  text,
  citations,
  ways: [],
  fixed: false,
})

/** Sentences with a list between them. A page shows lines that begin with a hyphen as a list. */
export const listText = (lead: string, items: readonly string[], rest = ''): string =>
  [lead, ...items.map(item => `- ${item}`), rest].filter(line => line !== '').join('\n')

export const fixedAnswer = (
  text: string,
  ways: readonly NextStep[] = [],
  citations: readonly Citation[] = [],
): Answer => ({ text, citations, ways, fixed: true })

export const citeScore = ({ bureau }: { bureau: Bureau }): Citation => ({
  label: `${bureau} score`,
  bureau,
  field: 'creditScores/score',
})

export const citeScoreHistory = (bureau: Bureau): Citation => ({
  label: `${bureau} score history`,
  bureau,
  field: 'history',
})

export const citeFactor = ({ id, title }: Pick<Factor, 'id' | 'title'>): Citation => ({
  label: title,
  field: `creditFactors/${id}`,
})

export const citeAccount = (row: ShownAccount, field: keyof ShownAccount, facts: CreditFacts): Citation => ({
  label: accountName(row, facts),
  bureau: row.bureau,
  field: `accountInformation/${row.id}/${field}`,
})

export const citePublicRecord = ({ id, type, bureau }: FullReport['publicRecords'][number]): Citation => ({
  label: type,
  bureau,
  field: `publicRecords/${id}/type`,
})

export const citePersonalInformation = (bureau: Bureau): Citation => ({
  label: `Personal information at ${bureau}`,
  bureau,
  field: 'personalInformation',
})

export const citeBasis = (basis: readonly Basis[], field: keyof ShownAccount): Citation[] =>
  basis.flatMap(({ label, bureau, accountId, inquiryId, recordId }) => {
    const place = accountId
      ? `accountInformation/${accountId}/${field}`
      : inquiryId
        ? `creditInquiries/${inquiryId}/date`
        : recordId && `publicRecords/${recordId}/type`
    return place ? [{ label, field: place, ...(bureau ? { bureau } : {}) }] : []
  })

/** Puts the warning about identity theft before advice to pay if the report has signs of it. */
export const afterTheftCheck = ({ analytics }: VisibleData, answer: Answer): Answer =>
  analytics.mainAlert.kind === 'identity_theft'
    ? {
        ...answer,
        text: `Your report has signs of identity theft. Pay nothing that is not yours: check each account first, and dispute what you did not open.\n${answer.text}`,
        ways: ['dispute', ...answer.ways],
      }
    : answer

/** How a kind of question is suggested. */
export type ScoredKindDefinition = {
  /** The answer itself declines promises and advice, so it also serves questions that seem to ask for them. */
  promisesNothing?: boolean
  /** The question may concern another person's account without asking for that person's report. */
  mayNameOthers?: boolean
  /** Whether words can ask for this at all; otherwise it is neither answered nor suggested. */
  canBeAsked?: (words: readonly string[]) => boolean
  /** The question to choose when another was not understood; it must be recognized as its kind. */
  suggestion?: { english: string; spanish: string }
}

/** Forms of a question that figures alone do not answer. */
export type QuestionForm = 'why' | 'when' | 'how_long'

/** A kind of question that is answered from the user's report, history, disputes and plan. */
export type ReportKindDefinition = ScoredKindDefinition & {
  answer: (known: ReportData, asked: QuestionDetails) => Answer
  /** Set if the answer needs no report and does not depend on the bureaus of the plan. */
  answerWithoutReport?: (known: VisibleData, asked: QuestionDetails) => Answer
  /**
   * The effect of a named company on the answer: `account` answers with one line about each of its accounts, `rows`
   * restricts the answer to its rows, and `whole` covers all companies by its nature.
   */
  company?: 'account' | 'rows' | 'whole'
  /** The data that the answer depends on: if a bureau's file does not show all of it, the answer states so. */
  needs?: readonly FileGap[]
  /** The answer names the bureau of each figure. */
  namesBureaus?: boolean
  says?: readonly QuestionForm[]
  /** The effect of a period: the answer covers only that time, or states that it is from the newest report. */
  period?: 'restricts' | 'newest'
}

/** The bureaus among these whose file has a gap. */
export const bureausWithGap = (
  { analytics }: VisibleData,
  gap: FileGap,
  among: readonly Bureau[] = [],
): Bureau[] =>
  (analytics.report?.parts ?? [])
    .filter(({ bureau, lacks }) => lacks.includes(gap) && (among.length === 0 || among.includes(bureau)))
    .map(({ bureau }) => bureau)

/**
 * What to say of bureaus of the plan, all or some, that gave the report no file: that nothing is listed there proves
 * nothing.
 */
export const describeMissingFiles = (
  { report, plan }: ReportData,
  among: readonly Bureau[] = [],
): string[] => {
  const rows = [
    ...report.accountInformation,
    ...report.creditInquiries,
    ...report.publicRecords,
    ...report.creditScores,
    ...report.personalInformation,
  ]
  return bureausInPlan(plan)
    .filter(bureau => among.length === 0 || among.includes(bureau))
    .flatMap(bureau => {
      const file = report.fileStatuses.find(one => one.bureau === bureau)
      const why =
        file === undefined
          ? rows.some(row => row.bureau === bureau)
            ? null
            : `Your report has no file of ${bureau}`
          : describeSilence(file)
      return why === null ? [] : [`${why}, so this answer does not cover it.`]
    })
}

/** The accounts that someone else owes, each by the row that the answer mentions. */
export const describeOthersCards = (rows: readonly ShownAccount[], facts: CreditFacts): string => {
  const names = rows.filter(row => isAuthorizedUserAccount(facts, row)).map(row => accountName(row, facts))
  return names.length === 0
    ? ''
    : `\nYou are only an authorized user of ${showList(names)}: ${names.length === 1 ? 'its owner owes that' : 'their owners owe that'}.`
}

export const contactSupport = ({ support: { email, phone } }: VisibleData): string =>
  phone === null ? `Write to ${email}.` : `Write to ${email} or call ${phone}.`

import { AppError } from '#api/errors.ts'
import { findPartDate } from '#features/reports/parts.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { disputeTitle, resolveAccountItems } from './account-rules.ts'
import type { Caution, ReportDates } from './cautions.ts'
import type { Item } from './dispute-contract.ts'
import type {
  AgencyFreezeDispute,
  DisputeType,
  FraudAlertDispute,
  FreezeAction,
  FreezeDispute,
  InquiryDispute,
  PersonalInfoDispute,
} from './dispute-requests.ts'
import { alertWords, fraudAlertProblems } from './fraud-alert-rules.ts'
import { freezeDayProblems, freezeWords } from './freeze-rules.ts'
import { specialtyAgencyTable } from './freezes/specialty-agencies.ts'
import { resolveInquiryItems } from './inquiry-rules.ts'
import { accountLetters } from './letters/account.ts'
import type { ProofTopic } from './letters/enclosures.ts'
import { fraudAlertLetter } from './letters/fraud-alert.ts'
import { agencyFreezeLetter, createFreezeRequest, freezeLetters } from './letters/freeze.ts'
import { inquiryLetters } from './letters/inquiry.ts'
import type { AtBureaus } from './letters/item-letters.ts'
import type { DisputeContext, Letter, LetterContext } from './letters/letter.ts'
import { personalLetters } from './letters/personal.ts'
import { personalTitle } from './personal-entries.ts'
import { resolvePersonalItems } from './personal-rules.ts'

type Progress = 'id' | 'outcomes' | 'answers' | 'steps'
type WithoutProgress<T> = T extends unknown ? Omit<T, Progress> : never

type WithRows<T> = T extends { type: 'inquiry' } ? T & { ids: Partial<Record<Bureau, string>> } : T

/** An item as disputed, before any answer; for an inquiry also its row at each bureau. */
export type DisputedItem = WithRows<WithoutProgress<Item>>

/** A dispute before it is stored: its items and letters. */
export type BuiltDispute = {
  type: DisputeType
  /** The default title. */
  title: string
  items: DisputedItem[]
  letters: Letter[]
  /** The body's path of its only item; absent if the body lists `items`. */
  itemPath?: string
  /** The dates of the reports that the letters are about, for each bureau; none if they are about no report. */
  reportDates: ReportDates
  /** The topics of its items for choosing helpful proof, and the bureaus of the dispute; none for a company. */
  topics: readonly { topic: ProofTopic; bureaus: readonly Bureau[] }[]
  /** What the user should know about the subject of its letter; absent if nothing. */
  cautions?: readonly Caution[]
}

const bureausOf = ({ at }: AtBureaus<unknown>): Bureau[] => at.map(({ bureau }) => bureau)

const datesOf = (disputed: readonly AtBureaus<unknown>[], context: LetterContext): ReportDates =>
  sortBureaus(disputed.flatMap(bureausOf)).map(bureau => ({
    bureau,
    reportDate: findPartDate(context, bureau),
  }))

const topicsBy = <Disputed extends AtBureaus<unknown>>(
  disputed: readonly Disputed[],
  topicOf: (item: Disputed) => ProofTopic,
): BuiltDispute['topics'] => disputed.map(item => ({ topic: topicOf(item), bureaus: bureausOf(item) }))

/** Throws the same errors as `resolveAccountItems`. */
export const buildAccountDispute = (
  { items }: { items: Parameters<typeof resolveAccountItems>[0] },
  context: DisputeContext,
): BuiltDispute => {
  const disputed = resolveAccountItems(items, context)
  return {
    type: 'account',
    title: disputeTitle(disputed.map(({ creditorName }) => creditorName)),
    items: disputed.map(({ at, ...item }) => ({ type: 'account', ...item, bureaus: bureausOf({ at }) })),
    letters: accountLetters(disputed, context),
    reportDates: datesOf(disputed, context),
    topics: topicsBy(disputed, ({ reason }) => reason),
  }
}

/** Throws the same errors as `resolveInquiryItems`. */
export const buildInquiryDispute = ({ items }: InquiryDispute, context: DisputeContext): BuiltDispute => {
  const disputed = resolveInquiryItems(items, context)
  return {
    type: 'inquiry',
    title: disputeTitle(disputed.map(({ company }) => company)),
    items: disputed.map(({ at, ...item }) => ({ type: 'inquiry', ...item, bureaus: bureausOf({ at }) })),
    letters: inquiryLetters(disputed, context),
    reportDates: datesOf(disputed, context),
    topics: topicsBy(disputed, ({ reason }) => reason),
  }
}

/** Throws the same errors as `resolvePersonalItems`. */
export const buildPersonalInfoDispute = (
  { items }: PersonalInfoDispute,
  context: DisputeContext,
): BuiltDispute => {
  const disputed = resolvePersonalItems(items, context)
  return {
    type: 'personal-info',
    title: disputeTitle(disputed.map(({ field, reportedValue }) => personalTitle(field, reportedValue))),
    items: disputed.map(({ field, reportedValue, action, correctValue, at }) => ({
      type: 'personal-info',
      field,
      reportedValue,
      reason: action,
      correctValue,
      explanation: null,
      bureaus: bureausOf({ at }),
    })),
    letters: personalLetters(disputed, context),
    reportDates: datesOf(disputed, context),
    topics: topicsBy(disputed, ({ field }) => field),
  }
}

/** A freeze request, which needs no report; throws the same errors as `createFreezeRequest`. */
export const buildFreezeDispute = (asked: FreezeDispute, context: LetterContext): BuiltDispute => {
  const request = createFreezeRequest(asked, context.today)
  const { action: reason, bureaus, from, until } = request
  return {
    type: 'freeze',
    title: freezeWords[reason].title,
    items: [{ type: 'freeze', reason, from, until, explanation: null, bureaus: [...bureaus] }],
    letters: freezeLetters(request, context),
    reportDates: [],
    topics: [],
  }
}

/**
 * A request for a fraud alert, which needs no report. `phone` is the number of the user's account. Throws
 * `document_needed` for an extended alert without an identity theft report, or `invalid_request`.
 */
export const buildFraudAlertDispute = (
  { alert, bureau, givePhone = false, askFile = false }: FraudAlertDispute,
  phone: string,
  context: LetterContext,
): BuiltDispute => {
  const { documentIds, ...problems } = fraudAlertProblems({ alert, askFile, enclosed: context.enclosed })
  if (documentIds !== undefined) throw new AppError('document_needed', { fields: { documentIds } })
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
  const request = { alert, bureau, phone: givePhone ? phone : null, asksFile: askFile }
  return {
    type: 'fraud-alert',
    title: alertWords[alert].title,
    items: [
      {
        type: 'fraud-alert',
        reason: alert,
        givesPhone: givePhone,
        asksFile: askFile,
        explanation: null,
        bureaus: [bureau],
      },
    ],
    letters: [fraudAlertLetter(request, context)],
    reportDates: [],
    topics: [],
  }
}

const titles: Readonly<Record<FreezeAction, string>> = {
  place: 'Freeze',
  lift: 'Lift of the freeze',
  remove: 'Removal of the freeze',
}

/**
 * A freeze request to one specialty agency, which needs no report; throws `invalid_request` if its days are impossible,
 * or if no source states an address of the agency.
 */
export const buildAgencyFreezeDispute = (
  { agency, action, from, until }: AgencyFreezeDispute,
  context: LetterContext,
): BuiltDispute => {
  const problems = freezeDayProblems({ action, from, until }, context.today)
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
  const { address } = specialtyAgencyTable[agency]
  if (address === null) {
    const sentence = `No source gives an address of ${agency} for letters. Ask online or by phone`
    throw new AppError('invalid_request', { fields: { agency: sentence } })
  }
  const request = { action, from: from ?? null, until: until ?? null }
  const recipient = { kind: 'agency' as const, name: agency, bureau: null, lines: address.lines }
  return {
    type: 'agency-freeze',
    title: `${titles[action]} at ${agency}`,
    items: [
      {
        type: 'agency-freeze',
        agency,
        reason: action,
        from: request.from,
        until: request.until,
        explanation: null,
        bureaus: [],
      },
    ],
    letters: [agencyFreezeLetter(request, recipient, context)],
    reportDates: [],
    topics: [],
  }
}

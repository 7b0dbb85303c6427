import type { Bureau } from '#values/bureau.ts'
import { type DisputeContext, disputeTitle, resolveAccountItems } from './account-rules.ts'
import type {
  DisputeType,
  FreezeDispute,
  InquiryDispute,
  Item,
  PersonalInfoDispute,
} from './dispute-contract.ts'
import { createFreezeRequest, freezeWords } from './freeze-rules.ts'
import { resolveInquiryItems } from './inquiry-rules.ts'
import { accountLetters } from './letters/account.ts'
import type { ProofTopic } from './letters/enclosures.ts'
import { freezeLetters } from './letters/freeze.ts'
import { inquiryLetters } from './letters/inquiry.ts'
import type { Letter, LetterContext } from './letters/letter.ts'
import { personalLetters } from './letters/personal.ts'
import { type ProfileDetails, personalTitle } from './personal-entries.ts'
import { resolvePersonalItems } from './personal-rules.ts'

type Told = 'id' | 'outcomes' | 'answers' | 'steps'
type WithoutTold<T> = T extends unknown ? Omit<T, Told> : never

type WithRows<T> = T extends { type: 'inquiry' } ? T & { ids: Partial<Record<Bureau, string>> } : T

/** An item as it is disputed, before any bureau answered; of an inquiry also its row at each bureau. */
export type DisputedItem = WithRows<WithoutTold<Item>>

/** A dispute as it would be made: what is disputed, and the letters. */
export type BuiltDispute = {
  type: DisputeType
  /** The title that it has when the person gives none. */
  title: string
  items: DisputedItem[]
  letters: Letter[]
  /** The day of the report that the letters are about; null when it gives none, or they are about no report. */
  reportDate: LetterContext['reportDate']
  /** What the letter to a bureau is about, so far as it tells which proof helps. */
  about: (bureau: Bureau) => ProofTopic[]
}

/** What a draft is made from: what it is held against, with the person's own details, and the occasion of its letters. */
export type Footing = { ground: DisputeContext & { own: ProfileDetails }; occasion: LetterContext }

type At = { at: readonly { bureau: Bureau }[] }
const bureausOf = ({ at }: At): Bureau[] => at.map(({ bureau }) => bureau)
const reaches = (one: At, bureau: Bureau) => one.at.some(place => place.bureau === bureau)

/** An account dispute; refuses as `disputedAccounts` does. */
export const buildAccountDispute = (
  { items }: { items: Parameters<typeof resolveAccountItems>[0] },
  { ground, occasion }: Footing,
): BuiltDispute => {
  const disputed = resolveAccountItems(items, ground)
  return {
    type: 'account',
    title: disputeTitle(disputed.map(({ creditorName }) => creditorName)),
    items: disputed.map(({ at, ...item }) => ({ type: 'account', ...item, bureaus: bureausOf({ at }) })),
    letters: accountLetters(disputed, occasion),
    reportDate: occasion.reportDate,
    about: bureau => disputed.filter(one => reaches(one, bureau)).map(({ reason }) => reason),
  }
}

/** An inquiry dispute; refuses as `disputedInquiries` does. */
export const buildInquiryDispute = (
  { items }: InquiryDispute,
  { ground, occasion }: Footing,
): BuiltDispute => {
  const disputed = resolveInquiryItems(items, ground)
  return {
    type: 'inquiry',
    title: disputeTitle(disputed.map(({ company }) => company)),
    items: disputed.map(({ at, ...item }) => ({ type: 'inquiry', ...item, bureaus: bureausOf({ at }) })),
    letters: inquiryLetters(disputed, occasion),
    reportDate: occasion.reportDate,
    about: bureau => disputed.filter(one => reaches(one, bureau)).map(({ reason }) => reason),
  }
}

/** A dispute of personal information; refuses as `disputedPersonal` does. */
export const buildPersonalInfoDispute = (
  { items }: PersonalInfoDispute,
  { ground, occasion }: Footing,
): BuiltDispute => {
  const disputed = resolvePersonalItems(items, { ...ground, enclosed: occasion.enclosed })
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
    letters: personalLetters(disputed, occasion),
    reportDate: occasion.reportDate,
    about: bureau => disputed.filter(one => reaches(one, bureau)).map(({ field }) => field),
  }
}

/** A freeze request, which needs no report; refuses as `freezeRequested` does. */
export const buildFreezeDispute = (asked: FreezeDispute, occasion: LetterContext): BuiltDispute => {
  const request = createFreezeRequest(asked, occasion.today)
  const { action: reason, bureaus, from, until } = request
  return {
    type: 'freeze',
    title: freezeWords[reason].title,
    items: [{ type: 'freeze', reason, from, until, explanation: null, bureaus: [...bureaus] }],
    letters: freezeLetters(request, occasion),
    reportDate: null,
    about: () => [],
  }
}

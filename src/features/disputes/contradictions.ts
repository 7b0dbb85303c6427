import { isAdverse, selectDisputedMonths } from '#features/findings/disputed-months.ts'
import { isBefore } from '#features/findings/partial-dates.ts'
import type { AccountReason, InquiryReason } from '#features/findings/reasons.ts'
import { areOneDebt } from '#features/findings/same-debt.ts'
import type { Account } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'
import type { DisputedItem } from './build-dispute.ts'
import { noticeWords } from './collectors/words.ts'
import type { AccountRow } from './facts.ts'
import type { ProfileDetails } from './personal-entries.ts'
import { isSameEntry } from './personal-match.ts'
import { denyingInquiryReasons, findRepeatedInquiries, type InquiryRow, owes } from './reason-eligibility.ts'
import { inquiryReasonWords, reasonWords } from './reason-words.ts'
import { disputedFields } from './value-differences.ts'

/** Ensures that no two letters of one user claim opposite things, in one dispute or over time. */

type AccountItem = Extract<DisputedItem, { type: 'account' }>
type InquiryItem = Extract<DisputedItem, { type: 'inquiry' }>
type PersonalItem = Extract<DisputedItem, { type: 'personal-info' }>

/** An item of an earlier dispute, created `on` a day (`YYYY-MM-DD`). */
export type EarlierItem = DisputedItem & { on: string }

/** Where a previous claim was made: in an earlier dispute, or in an earlier item of the same one. */
type Previous = { on: string; isInThisDispute: boolean }

/**
 * An item that would claim the opposite of an earlier one. `part` is the answer to change, `message` tells how; `claim` is
 * the message without that.
 */
export type Contradiction = { index: number; part: string; message: string; claim: string }

/** How two claims oppose each other, and what can be changed before the letters are made; null if nothing can. */
type Opposition = { part: string; claim: string; change: string | null }

/** Instead of what can be changed before letters are made. */
export const finishedLetterAdvice =
  'What this letter claims cannot be changed. To claim something else, start a new dispute.'

/** The rows of the disputed debts in the current report, and for disputes of inquiries also all of those. */
export type CurrentRows = {
  rows: readonly (AccountRow & Pick<Account, 'id' | 'bureau' | 'lastReported' | 'accountNumber'>)[]
  inquiries: readonly InquiryRow[]
}

/**
 * The current facts: rows of the current report, and the user's own details. `leftOut`: the inquiries that the new letters
 * leave out because earlier ones denied them.
 */
export type CurrentFacts = CurrentRows & { own: ProfileDetails; leftOut?: readonly string[] }

type Opposed<Reason> = readonly { one: readonly Reason[]; other: readonly Reason[]; why: string }[]

/**
 * Which reasons deny each other. Reasons about the file alone are compatible with everything: that an entry is too old,
 * listed twice, has inaccurate dates, or is marked as deceased does not depend on who owes the debt. `never_late` is
 * compatible with a bankruptcy, since debts paid on time are discharged too; `other` claims only the user's own words.
 */
const opposedReasons: Opposed<AccountReason> = [
  {
    one: ['not_mine', 'identity_theft', 'not_responsible'],
    other: ['paid_or_settled', 'never_late', 'included_in_bankruptcy'],
    why: 'They tell of the person’s own payments, or of a debt in the same person’s bankruptcy.',
  },
  {
    one: ['not_mine', 'identity_theft', 'not_responsible'],
    other: [
      'wrong_balance',
      'wrong_limit',
      'wrong_payment_status',
      'closed_shown_open',
      'sold_or_transferred',
    ],
    why: 'What an account owes, allows or became is known to who holds it.',
  },
  {
    one: ['paid_or_settled'],
    other: ['included_in_bankruptcy'],
    why: 'A debt ends by payment or by discharge (11 USC 524(a)).',
  },
  {
    one: ['unknown_original_creditor'],
    other: ['medical', 'included_in_bankruptcy'],
    why: 'Who knows what the debt is for, or scheduled it in court, knows where it comes from.',
  },
  {
    one: ['never_late'],
    other: ['reaged'],
    why: 'An earlier first missed payment is a missed payment.',
  },
]

const opposedInquiryReasons: Opposed<InquiryReason> = [
  {
    one: denyingInquiryReasons,
    other: ['duplicate'],
    why: 'An application that is listed twice was made.',
  },
]

const areOpposed = <Reason>(table: Opposed<Reason>, a: Reason, b: Reason): boolean =>
  table.some(
    ({ one, other }) => (one.includes(a) && other.includes(b)) || (one.includes(b) && other.includes(a)),
  )

/** The value that a reason calls inaccurate at a bureau. Letters that only ask to verify claim nothing about it. */
const doubted: Partial<Record<AccountReason, 'balance' | 'limit' | 'status' | 'dates'>> = {
  wrong_balance: 'balance',
  paid_or_settled: 'balance',
  sold_or_transferred: 'balance',
  included_in_bankruptcy: 'balance',
  wrong_limit: 'limit',
  wrong_payment_status: 'status',
  closed_shown_open: 'status',
  wrong_dates: 'dates',
  reaged: 'dates',
}

/** Whether two items of one account call the same value of a bureau right and wrong, or two different values right. */
const valuesOppose = (
  previous: AccountItem & Previous,
  now: AccountItem,
  { rows }: CurrentFacts,
): boolean => {
  const field = doubted[now.reason]
  if (field === undefined || field !== doubted[previous.reason]) return false
  const rowOf = (bureau: Bureau) => rows.find(row => row.id === now.accountId && row.bureau === bureau)
  // A bureau that has reported again since then shows another balance, limit or status; an old date does not change.
  const isNewer = (bureau: Bureau) =>
    field !== 'dates' && isBefore(previous.on, rowOf(bureau)?.lastReported ?? null)
  const calls = (item: AccountItem, bureau: Bureau) => !item.asksToVerify && item.bureaus.includes(bureau)
  const [before, after] = [previous.correctBureau, now.correctBureau]
  if (before !== null && calls(now, before) && !isNewer(before)) return true
  if (after !== null && calls(previous, after) && !isNewer(after)) return true
  if (before === null || after === null || before === after || isNewer(before) || isNewer(after)) return false
  const [one, other] = [rowOf(before), rowOf(after)]
  return (
    one === undefined ||
    other === undefined ||
    disputedFields(now.reason).some(each => each.differs(one, other))
  )
}

type CurrentRow = CurrentRows['rows'][number]

/**
 * Whether a letter that denies late months of a row denies that the account was late when another bureau, called right,
 * last reported its status. Debts paid on time can be in a bankruptcy too.
 */
const deniesStatus = (
  right: CurrentRow,
  row: CurrentRow | undefined,
  all: readonly CurrentRow[],
): boolean => {
  if (!isAdverse(right.payStatus) || right.payStatus === 'BK') return false
  if (row === undefined) return true
  const months = selectDisputedMonths(
    row,
    all.filter(other => other.id === row.id && other !== row),
  )
  return (
    months.length === 0 || months.some(({ date }) => date.slice(0, 7) === right.lastReported?.slice(0, 7))
  )
}

/**
 * Reasons that deny what the bureau that is called right shows under another reason: that something is owed, that the
 * account is open, that it is late. `isEvent`: what they claim can have happened since an earlier letter.
 */
const deniesRight: Partial<
  Record<AccountReason, { reason: AccountReason; opposes: typeof deniesStatus; isEvent: boolean }>
> = {
  paid_or_settled: { reason: 'wrong_balance', opposes: owes, isEvent: true },
  sold_or_transferred: { reason: 'wrong_balance', opposes: owes, isEvent: true },
  closed_shown_open: {
    reason: 'wrong_payment_status',
    opposes: ({ openClosed }) => openClosed === 'Open',
    isEvent: true,
  },
  never_late: { reason: 'wrong_payment_status', opposes: deniesStatus, isEvent: false },
}

/**
 * Whether one item calls a bureau right that shows what the other one denies, and that has not reported again since. A
 * payment, a sale or a closing since then can be true of what the disputed bureaus have reported since.
 */
const rightOpposes = (
  previous: AccountItem & Previous,
  now: AccountItem,
  { rows }: CurrentFacts,
): boolean => {
  const rowOf = (bureau: Bureau | null) => rows.find(row => row.id === now.accountId && row.bureau === bureau)
  const isNewer = (bureau: Bureau) => isBefore(previous.on, rowOf(bureau)?.lastReported ?? null)
  const isDeniedBy = (called: AccountItem, { reason, bureaus }: AccountItem) => {
    const [denied, right] = [deniesRight[reason], rowOf(called.correctBureau)]
    return (
      right !== undefined &&
      denied?.reason === called.reason &&
      bureaus.some(bureau => denied.opposes(right, rowOf(bureau), rows)) &&
      !isNewer(right.bureau) &&
      !(called === previous && denied.isEvent && bureaus.every(isNewer))
    )
  }
  return isDeniedBy(previous, now) || isDeniedBy(now, previous)
}

const otherwise = 'This would say otherwise.'
const inOwnWords = 'choose “Something else is wrong” and say so in your own words.'
const ifMistaken = `If you were mistaken then, ${inOwnWords}`

const introducePrevious = ({ on, isInThisDispute }: Previous): string =>
  isInThisDispute ? 'In this dispute you also say' : `In your dispute of ${showDay(on)} you said`

/** Whether the report has entries of one debt under two accounts: of its creditor and a collector, or of two collectors. */
const areEntriesOfOneDebt = (one: string, other: string, { rows }: CurrentRows): boolean =>
  rows.some(row => row.id === one && rows.some(next => next.id === other && areOneDebt(row, next)))

const accountsOppose = (
  previous: AccountItem & Previous,
  now: AccountItem,
  present: CurrentFacts,
): Opposition | null => {
  const isSameAccount = previous.accountId === now.accountId
  if (!isSameAccount && !areEntriesOfOneDebt(previous.accountId, now.accountId, present)) return null
  const asserts = ({ reason, asksToVerify }: AccountItem) =>
    !asksToVerify || disputedFields(reason).length === 0
  if (areOpposed(opposedReasons, previous.reason, now.reason) && asserts(previous) && asserts(now)) {
    const claim = `${introducePrevious(previous)} “${reasonWords[previous.reason].label}”`
    return {
      part: 'reason',
      claim: isSameAccount
        ? `${claim}. ${otherwise}`
        : `${claim} about ${previous.creditorName}, which looks like the same debt. ${otherwise}`,
      change: isSameAccount
        ? ifMistaken
        : `If they are two debts${previous.isInThisDispute ? '' : ', or you were mistaken then'}, ${inOwnWords}`,
    }
  }
  if (!isSameAccount) return null
  const isDenied = rightOpposes(previous, now, present)
  if (!isDenied && !valuesOppose(previous, now, present)) return null
  const denial = isDenied
    ? `“${reasonWords[previous.reason].label}”`
    : `that what ${previous.bureaus.join(' and ')} shows is inaccurate`
  const claim = previous.correctBureau === null ? denial : `that ${previous.correctBureau} is right`
  return {
    part: now.correctBureau === null ? 'reason' : 'correctBureau',
    claim: `${introducePrevious(previous)} ${claim}. ${otherwise}`,
    change: ifMistaken,
  }
}

/**
 * A letter's claim about a debt, expressed as an account's reason: to a collector that it is not theirs, or, if part of
 * it is disputed, the claim of someone who owes it. Null if it claims neither.
 */
export const debtReason = (item: DisputedItem): AccountReason | null => {
  if (item.type === 'account') return item.asksToVerify ? null : item.reason
  if (item.type !== 'validation') return null
  if (item.claims.includes('not_mine')) return 'not_mine'
  return item.reason === 'part' ? 'wrong_balance' : null
}

/** A debt that the report does not show is identified by its collector and the collector's number. */
export const isSameDebt = (one: DisputedItem, other: DisputedItem, present: CurrentRows): boolean => {
  const idOf = (item: DisputedItem) => {
    if (item.type === 'account') return item.accountId
    if (item.type !== 'validation') return null
    const { collector, debt } = item
    if (debt.accountId !== null) return debt.accountId
    return debt.number === null ? null : `${collector} ${debt.number}`.toUpperCase()
  }
  const [first, second] = [idOf(one), idOf(other)]
  if (first === null || second === null) return false
  return first === second || areEntriesOfOneDebt(first, second, present)
}

export const describeClaim = (previous: DisputedItem & Previous, reason: AccountReason): string =>
  previous.type === 'validation'
    ? `In your letter of ${showDay(previous.on)} you told ${previous.collector} that ${reason === 'not_mine' ? 'this is not your debt' : 'a part of this debt is wrong'}`
    : `${introducePrevious(previous)} “${reasonWords[reason].label}”`

/** Whether two letters about one debt contradict each other about the collector's notice of it. */
const noticesOppose = (
  previous: DisputedItem & Previous,
  now: DisputedItem,
  present: CurrentFacts,
): Opposition | null => {
  if (previous.type !== 'validation' || now.type !== 'validation') return null
  const isSameCollector = previous.collector.toUpperCase() === now.collector.toUpperCase()
  if (!isSameCollector || !isSameDebt(previous, now, present)) return null
  const said = (words: string) =>
    `In your letter of ${showDay(previous.on)} you said that the notice of ${previous.collector} ${words}. ${otherwise}`
  const [before, after] = [previous.notice, now.notice]
  if (before.state === 'came' && after.state === 'not_come')
    return {
      part: 'notice.state',
      claim: said('came'),
      change: `If you were mistaken then, choose “${noticeWords.unknown.label}” and say so in your own words.`,
    }
  return before.state === 'not_come' && after.on !== null && after.on < previous.on
    ? {
        part: 'notice.on',
        claim: said('had not come'),
        change: 'If you were mistaken then, give only the last day that the notice names.',
      }
    : null
}

const debtsOppose = (
  previous: DisputedItem & Previous,
  now: DisputedItem,
  present: CurrentFacts,
): Opposition | null => {
  const about = noticesOppose(previous, now, present)
  if (about !== null) return about
  const [before, after] = [debtReason(previous), debtReason(now)]
  if (before === null || after === null || !isSameDebt(previous, now, present)) return null
  if (!areOpposed(opposedReasons, before, after)) return null
  const claim = `${describeClaim(previous, before)}. ${otherwise}`
  return now.type === 'validation'
    ? { part: after === 'not_mine' ? 'claims' : 'scope', claim, change: null }
    : { part: 'reason', claim, change: ifMistaken }
}

/** The rows of an inquiry item's application. */
const rowIdsOf = ({ inquiryId, ids }: InquiryItem): string[] => [inquiryId, ...Object.values(ids)]

/** The other inquiries, at each bureau, that the letters of a `duplicate` can name as the same application. */
const repeatsOf = (item: InquiryItem, inquiries: readonly InquiryRow[]): string[][] =>
  item.reason === 'duplicate'
    ? inquiries
        .filter(({ id, bureau }) => item.bureaus.includes(bureau) && rowIdsOf(item).includes(id))
        .map(row => findRepeatedInquiries(row, inquiries).map(({ id }) => id))
    : []

const deniesInquiry = ({ reason }: InquiryItem): boolean => denyingInquiryReasons.includes(reason)

/** The inquiries whose applications items deny. */
export const listDeniedInquiries = (items: readonly DisputedItem[]): string[] =>
  items.flatMap(item => (item.type === 'inquiry' && deniesInquiry(item) ? rowIdsOf(item) : []))

/** Inquiries that earlier letters denied, and those that the new letters do not name as another's application. */
type DeniedInquiries = { deniedBefore: readonly string[]; unnamed: readonly string[] }

/**
 * Whether one item denies an inquiry that the letters of the other name as the person's own application, or the only one
 * that they could name. Within one dispute `resolveInquiryItems` checks that.
 */
const deniesNamed = (
  previous: InquiryItem & Previous,
  now: InquiryItem,
  { inquiries, deniedBefore, unnamed }: Pick<CurrentFacts, 'inquiries'> & DeniedInquiries,
): boolean => {
  if (previous.isInThisDispute) return false
  if (deniesInquiry(previous)) {
    const denied = rowIdsOf(previous)
    return repeatsOf(now, inquiries).some(ids => {
      const named = ids.filter(id => !unnamed.includes(id))
      return (
        ids.some(id => denied.includes(id)) && (named.length === 0 || named.some(id => denied.includes(id)))
      )
    })
  }
  const ids = rowIdsOf(now)
  // The earlier letter left out what was denied before it, and could not name what was not there yet.
  const listed = inquiries.filter(({ date }) => !isBefore(previous.on, date))
  return (
    deniesInquiry(now) &&
    !ids.some(id => deniedBefore.includes(id)) &&
    repeatsOf(previous, listed).some(named => named.some(id => ids.includes(id)))
  )
}

const inquiriesOppose = (
  previous: InquiryItem & Previous,
  now: InquiryItem,
  present: Parameters<typeof deniesNamed>[2],
): Opposition | null => {
  const ids = rowIdsOf(previous)
  const isSame = rowIdsOf(now).some(id => ids.includes(id))
  const claim = `${introducePrevious(previous)} “${inquiryReasonWords[previous.reason].label}”`
  if (isSame && areOpposed(opposedInquiryReasons, previous.reason, now.reason))
    return { part: 'reason', claim: `${claim}. ${otherwise}`, change: ifMistaken }
  return deniesNamed(previous, now, present)
    ? {
        part: 'reason',
        claim: `${claim} about another inquiry of ${previous.company} of about the same day. ${otherwise}`,
        change: ifMistaken,
      }
    : null
}

/** What the user claimed about an entry earlier, as text; null if both can be true. */
const previousPersonalClaim = (
  previous: PersonalItem,
  now: PersonalItem,
  { own }: CurrentFacts,
): string | null => {
  const { field } = now
  if (previous.field !== field) return null
  const same = (one: string | null, other: string | null) =>
    one !== null && other !== null && isSameEntry(field, one, other)
  if (previous.correctValue === null)
    // A removed value cannot be the right one, unless a move, a marriage or a new number made it so.
    return same(previous.reportedValue, now.correctValue) && !same(now.correctValue, own[field])
      ? `that ${previous.reportedValue} is not yours`
      : null
  const called = `that ${previous.correctValue} is right`
  if (now.correctValue === null) return same(now.reportedValue, previous.correctValue) ? called : null
  // A person has one name, and one entry has one correction.
  const isAboutTheSame =
    field === 'name' ||
    same(now.reportedValue, previous.reportedValue) ||
    same(now.reportedValue, previous.correctValue)
  return isAboutTheSame &&
    !same(now.correctValue, previous.correctValue) &&
    !same(now.correctValue, own[field])
    ? called
    : null
}

const oppose = (
  previous: DisputedItem & Previous,
  now: DisputedItem,
  present: CurrentFacts & DeniedInquiries,
): Opposition | null => {
  if (previous.type === 'validation' || now.type === 'validation') return debtsOppose(previous, now, present)
  if (previous.type === 'account')
    return now.type === 'account' ? accountsOppose(previous, now, present) : null
  if (previous.type === 'inquiry')
    return now.type === 'inquiry' ? inquiriesOppose(previous, now, present) : null
  if (previous.type !== 'personal-info' || now.type !== 'personal-info') return null
  const claim = previousPersonalClaim(previous, now, present)
  return claim === null
    ? null
    : {
        part: now.correctValue === null ? 'action' : 'correctValue',
        claim: `${introducePrevious(previous)} ${claim}. Two letters of yours cannot say both.`,
        change: null,
      }
}

/** The accounts of the report that an item is about. */
export const accountIdsOf = (item: DisputedItem): string[] => {
  const { type } = item
  if (type === 'validation') return item.debt.accountId === null ? [] : [item.debt.accountId]
  return 'accountId' in item ? [item.accountId] : []
}

/** The rows of the given accounts and of other entries of the same debts. */
export const listDebtRows = (accounts: readonly Account[], ids: readonly string[]): Account[] => {
  const own = accounts.filter(({ id }) => ids.includes(id))
  return accounts.filter(row => own.some(one => one === row || areOneDebt(one, row)))
}

/** For a dispute of nothing that a report shows. */
export const noRows: CurrentRows = { rows: [], inquiries: [] }

/** What a letter to the company that reports an account claims, expressed as an account's reason. */
const companyClaim = (item: Extract<DisputedItem, { company: string }>) => {
  if (item.type === 'direct') return item
  // The texts of requests claim nothing about the debt.
  return { reason: item.type === 'theft-notice' ? 'identity_theft' : 'other', asksToVerify: false } as const
}

/** Converts an item of a letter to the company that reports an account to the equivalent item at the quoted bureau. */
export const toBureauItem = (item: DisputedItem): DisputedItem => {
  if (!('shownBy' in item)) return item
  const { reason, asksToVerify } = companyClaim(item)
  return { ...item, type: 'account', reason, asksToVerify, correctBureau: null, bureaus: [item.shownBy] }
}

/** The items of a new dispute that contradict an earlier one, or one another. */
export const findContradictions = (
  asked: readonly DisputedItem[],
  earlier: readonly EarlierItem[],
  present: CurrentFacts,
  today: string,
): Contradiction[] => {
  const denied = {
    deniedBefore: listDeniedInquiries(earlier),
    unnamed: [...(present.leftOut ?? []), ...listDeniedInquiries(asked)],
  }
  return asked.flatMap((now, index) => {
    const before = earlier.map(item => ({ item, on: item.on, isInThisDispute: false }))
    const inThisDispute = asked.slice(0, index).map(item => ({ item, on: today, isInThisDispute: true }))
    const [found] = [...before, ...inThisDispute].flatMap(
      ({ item, ...previous }) =>
        oppose({ ...toBureauItem(item), ...previous }, toBureauItem(now), { ...present, ...denied }) ?? [],
    )
    if (found === undefined) return []
    const { claim, change } = found
    // A notice of identity theft has no other reason to choose: only its account can be changed.
    const part = now.type === 'theft-notice' ? 'accountId' : found.part
    return [{ index, part, message: change === null ? claim : `${claim} ${change}`, claim }]
  })
}

import type { Bureau } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'

/**
 * The state of the items that the user disputed, from the record of disputes and answers and from newer reports. Every
 * screen that shows an item states the same.
 */

/** A bureau's result for a disputed item, as the user recorded it. */
export const outcomes = ['deleted', 'corrected', 'verified', 'frivolous', 'no_answer'] as const
export type Outcome = (typeof outcomes)[number]

/** How far the letter to a bureau is while no answer is recorded. */
export const letterProgress = ['unconfirmed', 'letter_ready', 'letter_failed', 'in_dispute'] as const
export type LetterProgress = (typeof letterProgress)[number]

export const itemStateNames = [
  ...letterProgress,
  ...outcomes,
  /** Verified, and the user asked how. */
  'asked_how',
  /** No answer is recorded, and a report newer than the letter no longer lists it. */
  'not_listed',
  /** Answered as deleted, and a report newer than the answer lists it. */
  'relisted',
] as const
export type ItemStateName = (typeof itemStateNames)[number]

/** How a disputed item is identified. Ids of accounts and inquiries stay the same across reports. */
export type DisputedItem =
  | { kind: 'account'; id: string }
  | { kind: 'inquiry'; ids: readonly string[] }
  | { kind: 'personal'; field: string; value: string }

/** What one dispute requested from one bureau about an item. Days are `YYYY-MM-DD`. */
export type Asked = {
  bureau: Bureau
  progress: LetterProgress
  /** The day the letter was sent to the mail provider. */
  mailedOn: string | null
  /** The day by which the bureau must have answered; null until the letter is known to have been delivered. */
  dueOn: string | null
  answer: { outcome: Outcome; on: string } | null
}

export type DisputeRecord = {
  disputeId: string
  createdOn: string
  /** Asks how the bureau verified the item, and disputes nothing. */
  asksHow: boolean
  item: DisputedItem
  asked: readonly Asked[]
}

/** The state of an item at one bureau. */
export type StateAt = {
  bureau: Bureau
  disputeId: string
  state: ItemStateName
  createdOn: string
  mailedOn: string | null
  dueOn: string | null
  /** The day of the answer that the user recorded. */
  answeredOn: string | null
  /**
   * The bureau's report that is newer than the answer, or than the letter if there is none, and whether it lists the
   * item; null if that is not certain.
   */
  newerReport: { date: PartialDate; lists: boolean | null } | null
}

/** A disputed item with its state at each bureau. */
export type ItemState = { item: DisputedItem; at: StateAt[] }

/** Letters and digits only: entries that differ in anything else are the same. */
export const plainText = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export const isSameItem = (one: DisputedItem, other: DisputedItem): boolean => {
  if (one.kind === 'account') return other.kind === 'account' && one.id === other.id
  if (one.kind === 'inquiry') return other.kind === 'inquiry' && one.ids.some(id => other.ids.includes(id))
  return (
    other.kind === 'personal' && one.field === other.field && plainText(one.value) === plainText(other.value)
  )
}

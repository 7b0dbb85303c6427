import type { Bureau } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'
import { concerns, respondents } from './recipients.ts'

/** The claim about one item: enough to detect whether it repeats an earlier one. */
export type ItemClaim = {
  /**
   * How the item is identified; claims that share a key are about the same item. Empty for requests that may always be
   * repeated.
   */
  keys: readonly string[]
  bureaus: readonly Bureau[]
  /** A reason, or an action. */
  reason: string
  /** The explanation, or the right value; null if there is none. */
  words: string | null
  documentIds: readonly string[]
}

/** An item as disputed, of any type. */
type Disputed = { bureaus: readonly Bureau[]; reason: string; explanation?: string | null } & (
  | { type: 'account'; accountId: string }
  | { type: 'inquiry'; inquiryId: string; ids: Partial<Record<Bureau, string>> }
  | { type: 'personal-info'; field: string; reportedValue: string; correctValue: string | null }
  | {
      type: 'freeze' | 'agency-freeze' | 'fraud-alert' | 'cease' | 'goodwill' | 'settlement' | 'theft-notice'
    }
  | {
      type: 'validation'
      collector: string
      debt: { accountId: string | null; number: string | null }
      notice: { state: string }
    }
  | { type: 'direct'; accountId: string }
)

const keysOf = (item: Disputed): string[] => {
  switch (item.type) {
    case 'account':
      return [item.accountId]
    case 'inquiry':
      return [item.inquiryId, ...Object.values(item.ids)]
    case 'personal-info':
      return [`${item.field}|${item.reportedValue.toLowerCase()}`]
    case 'direct':
      return [`direct|${item.accountId}`]
    case 'freeze':
    case 'fraud-alert':
    case 'agency-freeze':
    case 'cease':
    case 'goodwill':
    case 'settlement':
    case 'theft-notice':
      return []
    case 'validation':
      return [`debt|${item.debt.accountId ?? `${item.collector}|${item.debt.number ?? ''}`.toLowerCase()}`]
  }
}

/** The claim about an item in a dispute with these documents. */
export const toItemClaim = (item: Disputed, documentIds: readonly string[]): ItemClaim => ({
  keys: keysOf(item),
  bureaus: item.bureaus,
  // A dispute made after the notice was received is within the validation period, and not a repeat of one made before.
  reason: item.type === 'validation' ? `${item.reason}|${item.notice.state}` : item.reason,
  words: item.explanation ?? (item.type === 'personal-info' ? item.correctValue : null),
  documentIds,
})

/** A claim of an earlier dispute, created `on` a day, `YYYY-MM-DD`. */
export type EarlierClaim = ItemClaim & { on: string }

/** An item that repeats an earlier claim. */
type Duplicate = { index: number; bureaus: Bureau[]; on: string; message: string }

/** Fewer new words than this are only another wording. */
const fewWords = 3

/** Words that are not meaningful by themselves. */
const fillers = new Set(
  'a an and again are as at be been but by do for from has have i in is it its me my no not of on or please really so that the these this to very was we were will with you your'.split(
    ' ',
  ),
)

/** The meaningful words, each once, lowercase without punctuation. */
const meaningfulWords = (text: string | null): Set<string> =>
  new Set(
    (text ?? '')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word !== '' && !fillers.has(word)),
  )

/**
 * Whether a claim adds anything to earlier ones: a new document, a new number such as a date or an amount, or new words.
 */
const addsTo = (claim: ItemClaim, earlier: readonly ItemClaim[]): boolean => {
  const documents = new Set(earlier.flatMap(({ documentIds }) => documentIds))
  if (claim.documentIds.some(id => !documents.has(id))) return true
  const earlierWords = new Set(earlier.flatMap(({ words }) => [...meaningfulWords(words)]))
  const added = [...meaningfulWords(claim.words)].filter(word => !earlierWords.has(word))
  return added.length >= fewWords || added.some(word => /\d/.test(word))
}

/**
 * Items that were disputed before with the same bureau or company for the same reason, and now with nothing new. A bureau
 * may end such a dispute as frivolous or irrelevant (15 USC 1681i(a)(3)(A)), and a debt collector need not verify again
 * (12 CFR 1006.38(d)(2)(ii)), so the user must confirm before it is sent.
 */
export const findDuplicates = (asked: readonly ItemClaim[], earlier: readonly EarlierClaim[]): Duplicate[] =>
  asked.flatMap((claim, index) => {
    const same = earlier.filter(
      one => one.reason === claim.reason && one.keys.some(key => claim.keys.includes(key)),
    )
    const again = respondents(claim.bureaus).filter(bureau => {
      const there = same.filter(one => concerns({ bureau }, one.bureaus))
      return there.length > 0 && !addsTo(claim, there)
    })
    const on = same
      .filter(one => again.some(bureau => concerns({ bureau }, one.bureaus)))
      .map(one => one.on)
      .toSorted()
      .at(-1)
    if (on === undefined || again.length === 0) return []
    const who = claim.bureaus.length === 0 ? 'company' : 'bureau'
    const message = `You disputed this on ${showDay(on)} for the same reason. A ${who} may turn down a dispute that adds nothing new.`
    return [{ index, bureaus: again.flatMap(bureau => bureau ?? []), on, message }]
  })

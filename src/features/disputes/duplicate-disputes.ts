import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'

/** What was said of one item: enough to tell whether it was said before. */
export type ItemClaim = {
  /** What the item is known by; claims that share one are of the same item. None of a freeze: it may always be asked. */
  keys: readonly string[]
  bureaus: readonly Bureau[]
  /** A reason, or what is to be done. */
  reason: string
  /** The explanation, or what is right; null when there is none. */
  words: string | null
  documentIds: readonly string[]
}

/** An item as it is disputed, of whichever type. */
type Disputed = { bureaus: readonly Bureau[]; reason: string; explanation?: string | null } & (
  | { type: 'account'; accountId: string }
  | { type: 'inquiry'; inquiryId: string; ids: Partial<Record<Bureau, string>> }
  | { type: 'personal-info'; field: string; reportedValue: string; correctValue: string | null }
  | { type: 'freeze' }
)

const keysOf = (item: Disputed): string[] => {
  switch (item.type) {
    case 'account':
      return [item.accountId]
    case 'inquiry':
      return [item.inquiryId, ...Object.values(item.ids)]
    case 'personal-info':
      return [`${item.field}|${item.reportedValue.toLowerCase()}`]
    case 'freeze':
      return []
  }
}

/** What is said of an item in a dispute with these documents. */
export const toItemClaim = (item: Disputed, documentIds: readonly string[]): ItemClaim => ({
  keys: keysOf(item),
  bureaus: item.bureaus,
  reason: item.reason,
  words: item.explanation ?? (item.type === 'personal-info' ? item.correctValue : null),
  documentIds,
})

/** A claim of an earlier dispute, made `on` a day, `YYYY-MM-DD`. */
export type EarlierClaim = ItemClaim & { on: string }

/** An item that says again what was said before. */
export type Duplicate = { index: number; bureaus: Bureau[]; on: string; message: string }

/** Fewer new words than this are another way to say the same. */
const fewWords = 3

/** Words that add nothing by themselves. */
const fillers = new Set(
  'a an and again are as at be been but by do for from has have i in is it its me my no not of on or please really so that the these this to very was we were will with you your'.split(
    ' ',
  ),
)

/** The words that say something, each once, in small letters without marks. */
const tellingWords = (text: string | null): Set<string> =>
  new Set(
    (text ?? '')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word !== '' && !fillers.has(word)),
  )

/** Whether a claim adds to earlier ones: a new document, a new number such as a date or an amount, or new words. */
const addsTo = (claim: ItemClaim, earlier: readonly ItemClaim[]): boolean => {
  const documents = new Set(earlier.flatMap(({ documentIds }) => documentIds))
  if (claim.documentIds.some(id => !documents.has(id))) return true
  const said = new Set(earlier.flatMap(({ words }) => [...tellingWords(words)]))
  const added = [...tellingWords(claim.words)].filter(word => !said.has(word))
  return added.length >= fewWords || added.some(word => /\d/.test(word))
}

/**
 * Items that were disputed before at the same bureau for the same reason and now with nothing new. A bureau may end such
 * a dispute as frivolous or irrelevant (15 USC 1681i(a)(3)(A)), so the person is asked before it is sent.
 */
export const findDuplicates = (asked: readonly ItemClaim[], earlier: readonly EarlierClaim[]): Duplicate[] =>
  asked.flatMap((claim, index) => {
    const same = earlier.filter(
      one => one.reason === claim.reason && one.keys.some(key => claim.keys.includes(key)),
    )
    const bureaus = sortBureaus(claim.bureaus).filter(bureau => {
      const there = same.filter(one => one.bureaus.includes(bureau))
      return there.length > 0 && !addsTo(claim, there)
    })
    const on = same
      .filter(one => one.bureaus.some(bureau => bureaus.includes(bureau)))
      .map(one => one.on)
      .toSorted()
      .at(-1)
    if (on === undefined || bureaus.length === 0) return []
    const message = `You disputed this on ${showDay(on)} for the same reason. A bureau may turn down a dispute that adds nothing new.`
    return [{ index, bureaus, on, message }]
  })

/**
 * How a model may word an answer. What it gets are our own sentences with every name taken out (`[[1]]`); what it gives
 * back is taken only when each figure, name and judgement of ours stands in it, in our order, and nothing else does.
 */

/** A text for the model, and the names that its places stand for. */
export type MaskedText = { text: string; names: readonly string[] }

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Takes names out of a text: creditors, courts and people are no business of a model, nor is what a name may tell it to do. */
export const maskNames = (text: string, known: readonly string[]): MaskedText => {
  const longestFirst = known
    .filter(name => name.trim() !== '')
    .toSorted((one, other) => other.length - one.length)
  if (longestFirst.length === 0) return { text, names: [] }
  const names: string[] = []
  const anyName = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  )
  return {
    text: text.replaceAll(anyName, found => {
      if (!names.includes(found)) names.push(found)
      return `[[${names.indexOf(found) + 1}]]`
    }),
    names,
  }
}

/** Whether nothing in a text looks like a number of a person, a card or an account. */
export const isSafeToSend = (text: string): boolean => !/\d{6,}|\*{2,}|@|X{3}/.test(text)

/** The names put back. */
export const unmaskNames = (text: string, names: readonly string[]): string =>
  text.replaceAll(/\[\[(\d+)\]\]/g, (place, at: string) => names[Number(at) - 1] ?? place)

/** Numbers, dates, amounts, places of names and bureaus: what a sentence claims. */
const figure = /\[\[\d+\]\]|\$?\d[\d,./-]*\d|\$?\d|TransUnion|Experian|Equifax/g

const figuresOf = (text: string): string[] => text.match(figure) ?? []

/** Words that turn a claim round or judge it; each stands as often as in our own words. */
const judging =
  /\b(no|not|none|never|nothing|nobody|without|only|up|down|late|past|due|behind|open|closed|paid|derogatory|collection|excellent|good|fair|poor|high|medium|low|higher|lower|more|less|above|below|under|over|average|oldest|newest|all|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|half|twice|double)\b|n['’]t\b/gi

const judgementsOf = (text: string): string[] =>
  (text.match(judging) ?? []).map(word => word.toLowerCase()).toSorted()

/** What no answer says: promises, advice on law and products, links and markup. */
const forbidden =
  /guarantee|promis(?!e what)|will (?:rise|go up|increase|improve|be approved)|\bsue\b|lawsuit|https?:|www\.|[<>{}`#]|\bssn\b/i

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])

/** Whether a model's wording says what ours says: the same figures in the same order, the same judgements, no more. */
export const makesSameClaims = (worded: string, ours: string): boolean =>
  worded.trim() !== '' &&
  worded.length <= 2 * ours.length + 200 &&
  (!forbidden.test(worded) || forbidden.test(ours)) &&
  same(figuresOf(worded), figuresOf(ours)) &&
  same(judgementsOf(worded), judgementsOf(ours))

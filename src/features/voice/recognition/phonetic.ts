import { isWithinOneEdit } from './words.ts'

/** Terms that speech recognition splits up or mistakes for everyday words. */
const spokenTerms =
  'utilization payment payments collection collections inquiry inquiries derogatory bankruptcy judgment judgments delinquent delinquencies balance balances transunion equifax experian vantage dispute disputes foreclosure repossession identity creditors collectors installment limits tradelines hard_pulls charge_offs credit_score public_records past_due'.split(
    ' ',
  )

/** Mistranscriptions that sound too different for the phonetic key. */
const knownMistranscriptions = {
  utilization: ['you till is action', 'utility action', 'you tilization'],
  equifax: ['equal facts', 'echo facts'],
  experian: ['ex peer ian', 'experi an'],
  derogatory: ['the rogatory'],
  score: ['scoar', 'skore', 'scor'],
  debt: ['det', 'dept'],
  liens: ['leans', 'leens'],
} as const

/** Rules applied in this order. */
const phoneticRules: readonly (readonly [RegExp, string])[] = [
  [/choir/g, 'kwir'],
  [/[ct]ion|[ct]ian|shun|tzion|zation|sation|sion/g, 'xn'],
  [/[sc]h/g, 'x'],
  [/ph/g, 'f'],
  [/q|ck|c(?![eiy])|g(?=h)/g, 'k'],
  [/c|z/g, 's'],
  [/[dj]ge?|j/g, 'j'],
  [/v/g, 'f'],
  [/d/g, 't'],
  [/[aeiouyhw]/g, ''],
  [/(.)\1+/g, '$1'],
]

/** The consonants of a word as they sound. */
const phoneticKey = (word: string): string =>
  phoneticRules.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word.toLowerCase())

const termsByKey = spokenTerms.map(term => ({
  words: term.split('_'),
  key: phoneticKey(term.replaceAll('_', '')),
}))

const mistranscriptions = Object.entries(knownMistranscriptions).flatMap(([word, texts]) =>
  texts.map(text => ({ heard: text.split(' '), word })),
)

/** A term is split into at most this many words. */
const MAX_WORDS = 4

/** Shorter keys match accidentally; from SHORTEST_TYPO on, one sound may differ. */
const SHORTEST_KEY = 4
const SHORTEST_TYPO = 6

type Correction = { length: number; words: readonly string[]; distance: number }

const findTerm = (heard: readonly string[]): Correction | null => {
  const key = phoneticKey(heard.join(''))
  if (key.length < SHORTEST_KEY) return null
  const { length } = heard
  const exact = termsByKey.find(term => term.key === key)
  if (exact !== undefined) return { length, words: exact.words, distance: 0 }
  const near = termsByKey.find(
    term => term.key.length >= SHORTEST_TYPO && term.key[0] === key[0] && isWithinOneEdit(term.key, key),
  )
  return near === undefined ? null : { length, words: near.words, distance: 1 }
}

/** The closest correction of the words from a position on that contains an unknown word. */
const correctAt = (
  words: readonly string[],
  at: number,
  unknown: readonly boolean[],
): Correction | undefined => {
  const known = mistranscriptions.find(({ heard }) =>
    heard.every((word, offset) => words[at + offset] === word),
  )
  if (known) return { length: known.heard.length, words: [known.word], distance: 0 }
  return Array.from({ length: Math.min(MAX_WORDS, words.length - at) }, (_, more) =>
    words.slice(at, at + more + 1),
  )
    .filter(heard => unknown.slice(at, at + heard.length).includes(true))
    .flatMap(heard => findTerm(heard) ?? [])
    .toSorted((a, b) => a.distance - b.distance)[0]
}

/**
 * The words as they were probably spoken: an unknown word and its neighbors that sound like a term become the term
 * ("you till is action": utilization).
 */
export const correctMisheardWords = (
  words: readonly string[],
  isUnknown: (word: string) => boolean,
): string[] => {
  const unknown = words.map(isUnknown)
  const corrected: string[] = []
  for (let at = 0; at < words.length; ) {
    const correction = correctAt(words, at, unknown)
    corrected.push(...(correction?.words ?? words.slice(at, at + 1)))
    at += correction?.length ?? 1
  }
  return corrected
}

import { editDistance } from './spelling.ts'

/** Words of this field that a listening machine breaks up or takes for everyday ones. */
const spoken =
  'utilization payment payments collection collections inquiry inquiries derogatory bankruptcy judgment judgments delinquent delinquencies balance balances transunion equifax experian vantage dispute disputes foreclosure repossession identity creditors collectors installment limits tradelines hard_pulls charge_offs credit_score public_records past_due'.split(
    ' ',
  )

/** The same as they were heard elsewhere, where the sounds are too far apart. */
const heardBefore = {
  utilization: ['you till is action', 'utility action', 'you tilization'],
  equifax: ['equal facts', 'echo facts'],
  experian: ['ex peer ian', 'experi an'],
  derogatory: ['the rogatory'],
  score: ['scoar', 'skore', 'scor'],
  debt: ['det', 'dept'],
  liens: ['leans', 'leens'],
} as const

/** Sounds that are written in several ways, one after the other. */
const written: readonly (readonly [RegExp, string])[] = [
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

/** How a word sounds, by its consonants. */
const soundOf = (word: string): string =>
  written.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word.toLowerCase())

const bySound = spoken.map(word => ({ words: word.split('_'), sound: soundOf(word.replaceAll('_', '')) }))

const before = Object.entries(heardBefore).flatMap(([word, heard]) =>
  heard.map(text => ({ pieces: text.split(' '), word })),
)

/** So many words may be the pieces of one, and so many sounds must agree: fewer agree by chance. */
const PIECES = 4
const SOUNDS = 4

/** From so many sounds on, one may be another. */
const MANY = 6

/** What pieces sound like when read in one, and how many sounds differ; null when like none of our words. */
const heardAs = (pieces: readonly string[]): { words: readonly string[]; apart: number } | null => {
  const sound = soundOf(pieces.join(''))
  if (sound.length < SOUNDS) return null
  const exact = bySound.find(known => known.sound === sound)
  if (exact !== undefined) return { words: exact.words, apart: 0 }
  const near = bySound.find(
    known =>
      known.sound.length >= MANY && known.sound[0] === sound[0] && editDistance(known.sound, sound, 1) <= 1,
  )
  return near === undefined ? null : { words: near.words, apart: 1 }
}

type Heard = { length: number; words: readonly string[]; apart: number }

/** What the words from a place on sound like: as nearly as can be, and of equals with as few words as can be. */
const heardFrom = (words: readonly string[], at: number, strange: readonly boolean[]): Heard | undefined =>
  Array.from({ length: Math.min(PIECES, words.length - at) }, (_, more) => words.slice(at, at + more + 1))
    .filter(pieces => strange.slice(at, at + pieces.length).includes(true))
    .flatMap(pieces => {
      const heard = heardAs(pieces)
      return heard === null ? [] : [{ length: pieces.length, ...heard }]
    })
    .toSorted((one, other) => one.apart - other.apart)[0]

/**
 * A question as it may have been meant: where a word is strange, it and its neighbours are read aloud, and what sounds
 * like one word of this field becomes that word ("you till is action": utilization).
 */
export const correctMisheardWords = (
  words: readonly string[],
  isStrange: (word: string) => boolean,
): string[] => {
  const strange = words.map(isStrange)
  const meant: string[] = []
  for (let at = 0; at < words.length; ) {
    const known = before.find(({ pieces }) => pieces.every((piece, after) => words[at + after] === piece))
    const heard: Heard | undefined = known
      ? { length: known.pieces.length, words: [known.word], apart: 0 }
      : heardFrom(words, at, strange)
    meant.push(...(heard?.words ?? words.slice(at, at + 1)))
    at += heard?.length ?? 1
  }
  return meant
}

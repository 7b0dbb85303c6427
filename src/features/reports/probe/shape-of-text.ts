/**
 * The shape of printed text without what it says: `9` for digits, `A` and `a` for letters, signs as they are. Runs are cut
 * short, so that they do not tell a length either.
 */

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const monthOrShort = new Set([...months, ...months.map(month => month.slice(0, 3)), 'Sept'])

const repeat = (sign: string, count: number, most: number): string => sign.repeat(Math.min(count, most))

const codeOf = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`

/** Runs of one kind: digits, capitals, other letters, icons, one sign repeated, anything else. */
const runs = /\p{Nd}+|\p{Lu}+|[\p{L}\p{M}]+|\p{Co}|([!-/:-@[-`{-~])\1*|[^]/gu

const shapeOfRun = (run: string): string => {
  if (/^\p{Nd}/u.test(run)) return run.length > 4 ? '9999+' : repeat('9', run.length, 4)
  if (/^\p{Lu}/u.test(run)) return repeat('A', run.length, 3)
  if (/^[\p{L}\p{M}]/u.test(run)) return repeat('a', run.length, 3)
  return /^[!-~]/.test(run) ? run.slice(0, 4) : codeOf(run)
}

const shapeOfWord = (word: string): string => {
  const [, name = '', rest = ''] = /^(\p{L}+)(\P{L}*)$/u.exec(word) ?? []
  if (monthOrShort.has(name)) return `${name.length > 4 ? 'Month' : 'Mon'}${shapeOfWord(rest)}`
  return word.replaceAll(runs, shapeOfRun)
}

const mostWords = 8

/** Web addresses may name a person or a file; all but how they begin is left out. */
export const shapeOfText = (text: string): string => {
  const words = text
    .normalize('NFKC')
    .split(/\s+/)
    .filter(word => word !== '')
  const shown = words
    .slice(0, mostWords)
    .map(word => (/^[a-z]{2,10}:\/\//i.test(word) ? 'https://aaa' : shapeOfWord(word)))
  return [...shown, ...(words.length > mostWords ? ['...'] : [])].join(' ')
}

import type { Address } from '#features/reports/canonical.ts'
import type { PartialDate } from '#values/dates.ts'

/** Comparison of names, birth dates and addresses between bureaus. */

export const datesAgree = (one: PartialDate, other: PartialDate): boolean => {
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) === other.slice(0, length)
}

const generations: Readonly<Record<string, string>> = { JR: 'JR', SR: 'SR', II: '2', III: '3', IV: '4' }

type Name = { words: string[]; generation: string | null }

const parseName = (text: string): Name => {
  const words = text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(word => word !== '')
  const last = words.map(word => generations[word]).find(one => one !== undefined) ?? null
  return { words: words.filter(word => generations[word] === undefined), generation: last }
}

/** The suffix in a name (`JR`, `SR`, `2` to `4`). */
export const parseNameSuffix = (name: string): string | null => parseName(name).generation

/** The words of a name in capitals, without a suffix. */
export const nameWords = (name: string): readonly string[] => parseName(name).words

/** A word or its initial: `M` matches Maya. */
const isWordOf = (word: string, other: string): boolean =>
  word === other || (Math.min(word.length, other.length) === 1 && word[0] === other[0])

/**
 * Whether each word of the shorter name is in the longer one, in any order, allowing initials and missing
 * middle names. Different suffixes (Jr, Sr) are different people.
 */
export const isSameName = (one: string, other: string): boolean => {
  const [a, b] = [parseName(one), parseName(other)]
  if (a.generation !== null && b.generation !== null && a.generation !== b.generation) return false
  const [few, many] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words]
  const open = [...many]
  return few.every(word => {
    const index = open.findIndex(each => isWordOf(word, each))
    if (index !== -1) open.splice(index, 1)
    return index !== -1
  })
}

/** House number with postal code or city, which bureaus write the same way; null if not reported. */
export const addressKey = ({ street, city, postal }: Address): string | null => {
  const text = (street ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 ]/g, ' ')
    .trim()
  const house = /\d+/.exec(text)?.[0] ?? text.replaceAll(' ', '')
  const town = postal === null ? (city ?? '').toUpperCase().replaceAll(/[^A-Z]/g, '') : postal.slice(0, 5)
  return house === '' || town === '' ? null : `${house} ${town}`
}

export const eighteenthBirthday = (birth: PartialDate | null): PartialDate | null =>
  birth === null ? null : `${Number(birth.slice(0, 4)) + 18}${birth.slice(4)}`

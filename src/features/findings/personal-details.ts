import type { Address } from '#features/reports/canonical.ts'
import type { PartialDate } from '#values/dates.ts'

/** How names, dates of birth and addresses of two bureaus are compared. */

/** Whether two dates are one as far as both are known. */
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

/** The generation that a name gives (`JR`, `SR`, `2` to `4`); null when it gives none. */
export const parseNameSuffix = (name: string): string | null => parseName(name).generation

/** The words of a name in capitals, without its generation. */
export const nameWords = (name: string): readonly string[] => parseName(name).words

/** A word, or its initial: `M` is Maya. */
const isWordOf = (word: string, other: string): boolean =>
  word === other || (Math.min(word.length, other.length) === 1 && word[0] === other[0])

/**
 * Whether two names are one person's by their words: each word of the shorter is one of the longer, in any order, initials
 * and left-out middle names too. Two different generations (Jr, Sr) are two persons.
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

/** House number and postal code, or town: what bureaus write alike of one place; null when that is not reported. */
export const addressKey = ({ street, city, postal }: Address): string | null => {
  const text = (street ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 ]/g, ' ')
    .trim()
  const house = /\d+/.exec(text)?.[0] ?? text.replaceAll(' ', '')
  const town = postal === null ? (city ?? '').toUpperCase().replaceAll(/[^A-Z]/g, '') : postal.slice(0, 5)
  return house === '' || town === '' ? null : `${house} ${town}`
}

/** The eighteenth birthday, as precisely as the birth is known; null when it is not. */
export const eighteenthBirthday = (birth: PartialDate | null): PartialDate | null =>
  birth === null ? null : `${Number(birth.slice(0, 4)) + 18}${birth.slice(4)}`

import fc, { type StringConstraints } from 'fast-check'

const LAST_CODE_POINT = 0x10ffff
const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any character, like fast-check's unit `binary`, which takes a second for its first text because it lists all million
 * characters in a map.
 */
const anyCharacter = fc.nat({ max: LAST_CODE_POINT - surrogates.count }).map(
  number => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
  character => {
    if (typeof character !== 'string' || !character.isWellFormed() || Array.from(character).length !== 1)
      throw new Error('not a character')
    const point = character.codePointAt(0) ?? 0
    return point < surrogates.first ? point : point - surrogates.count
  },
)

/** Any text without lone surrogates. */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: anyCharacter })

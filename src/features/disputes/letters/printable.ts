/**
 * The characters that the letter's fonts (Public Sans, regular and bold) can print, as ranges of code points. A test
 * compares this table with the fonts themselves.
 */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x131],
  [0x134, 0x148],
  [0x14a, 0x17e],
  [0x18f, 0x18f],
  [0x192, 0x192],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x1d4, 0x1d4],
  [0x1ea, 0x1eb],
  [0x1fa, 0x21b],
  [0x237, 0x237],
  [0x259, 0x259],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c7],
  [0x2d8, 0x2dd],
  [0x1e80, 0x1e85],
  [0x1ea0, 0x1ef9],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2030],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
]

/** Spaces and dashes that keyboards or programs insert, mapped to ones that the fonts have. */
const sameLooking: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '\u2013',
  '\u2015': '\u2014',
  '\u2212': '-',
  '\u2032': '\u2019',
  '\u2033': '\u201d',
}

/** Whether the letter's fonts can print a character. */
export const isPrintable = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0
  return ranges.some(([first, last]) => point >= first && point <= last)
}

/** The closest printable form of a character: itself, its look-alike, its base letter, or nothing. */
const nearest = (character: string): string => {
  const alike = sameLooking[character] ?? character
  if (isPrintable(alike)) return alike
  if (/\s/u.test(character)) return ' '
  return [...character.normalize('NFKD')].filter(isPrintable).join('')
}

/** Nearly every text is, and need not be examined by character. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

const isWritten = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

/**
 * Converts a text to one printable line: runs of white space become one space; control and direction marks and
 * pictographs are removed; a letter that the fonts lack becomes its base letter, or '?' if it has none.
 */
export const toPrintable = (text: string): string => {
  const printable = isPlain(text)
    ? text
    : Array.from(text.toWellFormed().normalize('NFC'), character => {
        const shown = nearest(character)
        return shown === '' && isWritten(character) ? '?' : shown
      }).join('')
  return printable.replaceAll(/ +/g, ' ').trim()
}

/** The letters and digits of a text that cannot be printed, each once. */
export const findUnprintable = (text: string): string[] => [
  ...new Set(
    Array.from(text.toWellFormed().normalize('NFC')).filter(
      character => isWritten(character) && nearest(character) === '',
    ),
  ),
]

/** One printed line of an answer letter. */
export type LetterLine = { page: number; text: string }

/** More than any result letter prints; what follows is not read. */
const mostLines = 3_000
const longestLine = 300

/** Lines as the readers here expect them: plain characters, single blanks, nothing empty. */
export const cleanLines = (lines: readonly LetterLine[]): LetterLine[] =>
  lines
    .slice(0, mostLines)
    .map(({ page, text }) => ({
      page,
      text: text.slice(0, longestLine).normalize('NFKC').replaceAll(/\s/g, ' ').split(/ +/).join(' ').trim(),
    }))
    .filter(({ text }) => text !== '')

/** Words as letters and digits in capitals: `O'Neil & Co.` is `O NEIL CO`. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

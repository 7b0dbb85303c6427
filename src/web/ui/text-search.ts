/** A list longer than this gets a search and filters. */
export const LONG_LIST = 10

const normalize = (text: string): string => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Whether the texts contain every typed word, ignoring case and accents. */
export const matchesAllWords = (texts: readonly (string | null)[], typed: string): boolean => {
  const all = normalize(texts.filter(text => text !== null).join('\n'))
  return normalize(typed)
    .split(/\s+/)
    .every(word => all.includes(word))
}

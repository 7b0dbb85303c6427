/** A list longer than this gets a search and filters. */
export const longList = 10

const folded = (text: string): string => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Whether every word that was typed begins or stands somewhere in these texts; capitals and accents do not matter. */
export const hasWords = (texts: readonly (string | null)[], typed: string): boolean => {
  const all = folded(texts.filter(text => text !== null).join('\n'))
  return folded(typed)
    .split(/\s+/)
    .every(word => all.includes(word))
}

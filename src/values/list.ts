const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** A list in a sentence: `a`, `a and b`, `a, b, and c`. */
export const showList = (items: readonly string[]): string => list.format(items)

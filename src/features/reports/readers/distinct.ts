/** The texts that are given, each once, in their order. */
export const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter(text => text !== null)),
]

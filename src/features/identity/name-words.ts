/** The words of a name by which it can be found: each one once, without signs, in small letters. */
export const searchWords = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word !== ''),
  ),
]

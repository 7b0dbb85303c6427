import { searchWords } from '#features/identity/personal-details.ts'

/**
 * What a manager's search looks for. Names and contacts are encrypted, so only what is indexed can be found: a whole email
 * address or phone number, or words of the name or their beginnings, all of them required.
 */
export type ClientSearch =
  | { by: 'nothing' }
  | { by: 'email'; email: string }
  | { by: 'phone'; phoneNumber: string }
  | { by: 'words'; words: readonly string[] }

const isPhone = (text: string) => /^\+?[\d\s().-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 7

/** How a query is meant; an empty one looks for nothing, which is every client. */
export const parseClientSearch = (query: string): ClientSearch => {
  const text = query.trim()
  if (text === '') return { by: 'nothing' }
  if (text.includes('@')) return { by: 'email', email: text }
  if (isPhone(text)) return { by: 'phone', phoneNumber: text }
  return { by: 'words', words: searchWords(text) }
}

/**
 * Replies to our texts. The words to stop are those of 47 CFR 64.1200(a)(10) and those that carriers know (CTIA Messaging Principles and Best Practices, section 5.1.3).
 */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const helpWords = ['HELP', 'INFO']

/** What a text asks for, as a whole and in any case, spacing and punctuation; null when it is neither. */
export const parseKeyword = (text: string): 'stop' | 'help' | null => {
  const word = text.toUpperCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
  if (stopWords.includes(word)) return 'stop'
  return helpWords.includes(word) ? 'help' : null
}

/** The answer to HELP: who texts, where help is, and the way out. */
export const helpText = (support: { name: string; email: string; phone: string | null }): string => {
  const contact = support.phone === null ? support.email : `${support.email} or ${support.phone}`
  return `${support.name} sign-in codes and notices. Help: ${contact}. Message and data rates may apply. Reply STOP to stop.`
}

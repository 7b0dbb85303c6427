import { Refusal } from '#api/errors.ts'
import { unprintable } from './letters/printable.ts'

/** What a person types into a letter. */

/** A full SSN: in its written form, or nine digits that end like the person's own. */
const holdsSsn = (text: string, lastFour: string): boolean =>
  /(?<!\d)\d{3}[-.\s\u2010-\u2015\u2212]\d{2}[-.\s\u2010-\u2015\u2212]\d{4}(?!\d)/.test(text) ||
  (text.match(/(?<!\d)\d{9}(?!\d)/g) ?? []).some(digits => digits.endsWith(lastFour))

/** Why words may not stand in a letter, as a sentence; null when they may. */
const wordsProblem = (words: string, ssnLastFour: string): string | null => {
  if (holdsSsn(words, ssnLastFour))
    return 'Leave out your Social Security number. The letter gives its last four digits.'
  const missing = unprintable(words)
  return missing.length === 0
    ? null
    : `A letter cannot print these characters: ${missing.slice(0, 10).join(' ')}`
}

/** Refuses words that may not stand in a letter: `invalid_request` with a sentence at the field. */
export const checkWords = (words: string, field: string, ssnLastFour: string): void => {
  const problem = wordsProblem(words, ssnLastFour)
  if (problem !== null) throw new Refusal('invalid_request', { fields: { [field]: problem } })
}

/** An item's explanation, null when there is none; `explanation_needed` when it says nothing without one. */
export const checkedExplanation = (
  explanation: string | undefined,
  { path, needed, ssnLastFour }: { path: string; needed: boolean; ssnLastFour: string },
): string | null => {
  const [words, field] = [explanation ?? '', `${path}.explanation`]
  if (words === '') {
    if (!needed) return null
    throw new Refusal('explanation_needed', { fields: { [field]: 'Say in your own words what is wrong.' } })
  }
  checkWords(words, field, ssnLastFour)
  return words
}

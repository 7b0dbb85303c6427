import { AppError } from '#api/errors.ts'
import { findUnprintable, toPrintable } from './letters/printable.ts'

/** What a person types into a letter. */

/** A full SSN: in its written form, or nine digits that end like the person's own. */
const holdsSsn = (text: string, lastFour: string): boolean =>
  /(?<!\d)\d{3}[-.\s\u2010-\u2015\u2212]\d{2}[-.\s\u2010-\u2015\u2212]\d{4}(?!\d)/.test(text) ||
  (text.match(/(?<!\d)\d{9}(?!\d)/g) ?? []).some(digits => digits.endsWith(lastFour))

/** Why words may not stand in a letter, as a sentence; null when they may. */
const wordsProblem = (words: string, ssnLastFour: string): string | null => {
  if (holdsSsn(words, ssnLastFour))
    return 'Leave out your Social Security number. The letter gives its last four digits.'
  const missing = findUnprintable(words)
  return missing.length === 0
    ? null
    : `A letter cannot print these characters: ${missing.slice(0, 10).join(' ')}`
}

/** Refuses words that may not stand in a letter: `invalid_request` with a sentence at the field. */
export const checkText = (words: string, field: string, ssnLastFour: string): void => {
  const problem = wordsProblem(words, ssnLastFour)
  if (problem !== null) throw new AppError('invalid_request', { fields: { [field]: problem } })
}

/**
 * Words as a letter prints them, so that what is kept is what is mailed: on one line, without control characters and
 * pictures. Null when nothing is left of them; refuses as `checkWords`.
 */
export const toLetterText = (
  words: string | undefined,
  field: string,
  ssnLastFour: string,
): string | null => {
  checkText(words ?? '', field, ssnLastFour)
  const printed = toPrintable(words ?? '')
  return printed === '' ? null : printed
}

/** The refusal of an item that says nothing without the person's own words; `sentence` asks for them. */
export const explanationNeeded = (path: string, sentence: string): AppError =>
  new AppError('explanation_needed', { fields: { [`${path}.explanation`]: sentence } })

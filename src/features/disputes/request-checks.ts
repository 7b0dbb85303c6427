import { AppError, type ErrorCode } from '#api/errors.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { otherOwnerProblem } from './company-address.ts'
import type { CompanyAddress } from './dispute-requests.ts'
import { editableText, extractMiddle, type Letter } from './letters/letter.ts'
import { findUnprintable, toPrintable } from './letters/printable.ts'

/** Validates user text for letters, and other common checks of disputes. */

/** A full SSN: in its usual format, or nine digits that end like the user's own. */
const holdsSsn = (text: string, lastFour: string): boolean =>
  /(?<!\d)\d{3}[-.\s\u2010-\u2015\u2212]\d{2}[-.\s\u2010-\u2015\u2212]\d{4}(?!\d)/.test(text) ||
  (text.match(/(?<!\d)\d{9}(?!\d)/g) ?? []).some(digits => digits.endsWith(lastFour))

/** Why a text may not be in a letter, as a message; null if it may. */
const wordsProblem = (words: string, ssnLastFour: string): string | null => {
  if (holdsSsn(words, ssnLastFour)) return 'Leave out your Social Security number. No letter needs all of it.'
  const missing = findUnprintable(words)
  return missing.length === 0
    ? null
    : `A letter cannot print these characters: ${missing.slice(0, 10).join(' ')}`
}

/** Refuses a text that may not be in a letter: `invalid_request` with a message at the field. */
const checkText = (words: string, field: string, ssnLastFour: string): void => {
  const problem = wordsProblem(words, ssnLastFour)
  if (problem !== null) throw refusal('invalid_request', field, problem)
}

/**
 * Refuses a full SSN in a title, which is used in file names and as a property of each PDF: `invalid_request` at the
 * field.
 */
export const checkTitle = (title: string | undefined, ssnLastFour: string): void => {
  if (title !== undefined && holdsSsn(title, ssnLastFour))
    throw refusal('invalid_request', 'title', 'Leave out your Social Security number. A title names files.')
}

/**
 * Converts a text to what a letter prints, so that the stored text is what is mailed: one line, without control
 * characters and pictographs. Null if nothing is left; throws like `checkText`.
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

/** An error at one field of the request body. */
export const refusal = (code: ErrorCode, field: string, sentence: string): AppError =>
  new AppError(code, { fields: { [field]: sentence } })

export const explanationNeeded = (path: string, sentence: string): AppError =>
  refusal('explanation_needed', `${path}.explanation`, sentence)

/** Refuses an item listed twice in one dispute; `field` is the path of its id. */
export const rejectRepeated = (isRepeated: boolean, field: string, sentence: string): void => {
  if (isRepeated) throw refusal('invalid_request', field, sentence)
}

/** Refuses bureaus outside the plan: `plan_required` at the item's bureaus. */
export const checkBureaus = (asked: readonly Bureau[], plan: Plan, path: string): void => {
  const outside = asked.find(bureau => !bureausInPlan(plan).includes(bureau))
  if (outside !== undefined)
    throw refusal('plan_required', `${path}.bureaus`, `Your plan does not include ${outside}`)
}

/** The error for a reason that a bureau's row excludes. */
export const reasonRuledOut = (bureau: Bureau, path: string): AppError =>
  refusal(
    'invalid_request',
    `${path}.reason`,
    `This does not fit what ${bureau} shows. Choose another reason, or leave ${bureau} out.`,
  )

/**
 * Refuses another company's address: `invalid_request` at the street. `known` are the company's names in the report,
 * `rows` what it states about all companies, `path` the address's path.
 */
export const checkOwnAddress = (
  address: CompanyAddress,
  known: readonly string[],
  rows: Parameters<typeof otherOwnerProblem>[2],
  path: string,
): void => {
  const problem = otherOwnerProblem(address, known, rows)
  if (problem !== null) throw refusal('invalid_request', `${path}.street`, problem)
}

/** Separates paragraphs by one empty line and converts every line to what is printed. */
const normalizeParagraphs = (text: string): string =>
  text
    .split(/\n[\s\n]*\n/)
    .map(paragraph => paragraph.split('\n').map(toPrintable).filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n')

/**
 * The user's text for a letter's middle, extracted from the whole letter as reworded by the user and checked against the
 * last four digits of the SSN; null if the letter is back to its original text. Throws `invalid_request` if more than the
 * middle differs, and for text that a letter must not or cannot contain. Head and foot must not change, because the
 * letter needs them to reach the bureau, and the bureau to identify its sender (15 USC 1681h(a)(1)).
 */
export const parseRewording = (letter: Letter, body: string, ssnLastFour: string): string | null => {
  const written = extractMiddle(letter, body.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
  if (written === null) {
    const sentence = 'Leave the addresses, the date, the subject, “About me” and the signature as they are.'
    throw refusal('invalid_request', 'body', sentence)
  }
  checkText(written, 'body', ssnLastFour)
  const middle = normalizeParagraphs(written)
  if (middle === '') throw refusal('invalid_request', 'body', 'Say in the letter what should be done.')
  return middle === editableText(letter) ? null : middle
}

import { AppError, type ErrorCode } from '#api/errors.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { otherOwnerProblem } from './company-address.ts'
import type { CompanyAddress } from './dispute-requests.ts'
import { editableText, extractMiddle, type Letter } from './letters/letter.ts'
import { findUnprintable, toPrintable } from './letters/printable.ts'

/** Checks of what a user types into a letter, and refusals of disputes. */

/** A full SSN: in its written form, or nine digits that end like the user's own. */
const holdsSsn = (text: string, lastFour: string): boolean =>
  /(?<!\d)\d{3}[-.\s\u2010-\u2015\u2212]\d{2}[-.\s\u2010-\u2015\u2212]\d{4}(?!\d)/.test(text) ||
  (text.match(/(?<!\d)\d{9}(?!\d)/g) ?? []).some(digits => digits.endsWith(lastFour))

/** Why words may not be in a letter, as a sentence; null when they may. */
const wordsProblem = (words: string, ssnLastFour: string): string | null => {
  if (holdsSsn(words, ssnLastFour))
    return 'Leave out your Social Security number. The letter gives its last four digits.'
  const missing = findUnprintable(words)
  return missing.length === 0
    ? null
    : `A letter cannot print these characters: ${missing.slice(0, 10).join(' ')}`
}

/** Refuses words that may not be in a letter: `invalid_request` with a sentence at the field. */
const checkText = (words: string, field: string, ssnLastFour: string): void => {
  const problem = wordsProblem(words, ssnLastFour)
  if (problem !== null) throw refusal('invalid_request', field, problem)
}

/** Refuses a full SSN in a title, which names files and is a property of each PDF: `invalid_request` at the field. */
export const checkTitle = (title: string | undefined, ssnLastFour: string): void => {
  if (title !== undefined && holdsSsn(title, ssnLastFour))
    throw refusal('invalid_request', 'title', 'Leave out your Social Security number. A title names files.')
}

/**
 * Words as a letter prints them, so that what is kept is what is mailed: on one line, without control characters and
 * pictures. Null when nothing is left of them; refuses as `checkText`.
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

/** A refusal at one field of the request body. */
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

/** Refuses a reason that what a bureau shows rules out. */
export const reasonRuledOut = (bureau: Bureau, path: string): AppError =>
  refusal(
    'invalid_request',
    `${path}.reason`,
    `This does not fit what ${bureau} shows. Choose another reason, or leave ${bureau} out.`,
  )

/**
 * Refuses an address that is another's: `invalid_request` at the street. `known` are the names that the report gives the
 * company, `rows` what it states of all companies, `path` that of the address.
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

/** Paragraphs apart by one empty line, every line as it is printed. */
const normalizeParagraphs = (text: string): string =>
  text
    .split(/\n[\s\n]*\n/)
    .map(paragraph => paragraph.split('\n').map(toPrintable).filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n')

/**
 * What a user writes in place of a letter's middle, given the whole letter as the user worded it and the last four digits of
 * the SSN; null when the letter then says what it said when it was made. Refuses `invalid_request` when more than the
 * middle differs, and for words that a letter must not or cannot hold. The head and the foot of a letter are how it
 * reaches the bureau and how the bureau knows who wrote it (15 USC 1681h(a)(1)).
 */
export const parseRewording = (letter: Letter, body: string, ssnLastFour: string): string | null => {
  const written = extractMiddle(letter, body.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
  if (written === null) {
    const sentence = 'Leave the addresses, the date, the subject, “About me” and the signature as they are.'
    throw refusal('invalid_request', 'body', sentence)
  }
  checkText(written, 'body', ssnLastFour)
  const middle = normalizeParagraphs(written)
  if (middle === '') throw refusal('invalid_request', 'body', 'Say in the letter what the bureau should do.')
  return middle === editableText(letter) ? null : middle
}

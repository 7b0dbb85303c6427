import { AppError } from '#api/errors.ts'
import { editableText, extractMiddle, type Letter } from './letters/letter.ts'
import { toPrintable } from './letters/printable.ts'
import { checkText } from './request-checks.ts'

const refused = (sentence: string) => new AppError('invalid_request', { fields: { body: sentence } })

/** Paragraphs apart by one empty line, every line as it is printed. */
const set = (text: string): string =>
  text
    .split(/\n[\s\n]*\n/)
    .map(paragraph => paragraph.split('\n').map(toPrintable).filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n')

/**
 * What a person writes in place of a letter's middle, given the whole letter as she worded it and the last four digits of
 * her SSN; null when the letter then says what it said when it was made. Refuses `invalid_request` when more than the
 * middle differs, and for words that a letter must not or cannot hold. The head and the foot of a letter are how it
 * reaches the bureau and how the bureau knows the person (15 USC 1681h(a)(1)).
 */
export const parseRewording = (letter: Letter, body: string, ssnLastFour: string): string | null => {
  const written = extractMiddle(letter, body.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
  if (written === null) {
    throw refused('Leave the addresses, the date, the subject, “About me” and the signature as they are.')
  }
  checkText(written, 'body', ssnLastFour)
  const middle = set(written)
  if (middle === '') throw refused('Say in the letter what the bureau should do.')
  return middle === editableText(letter) ? null : middle
}

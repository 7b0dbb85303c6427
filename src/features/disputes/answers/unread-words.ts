import { showLongDay } from '#values/dates.ts'
import type { AnswerLetterReading, UnreadReason } from './answer-letter-contract.ts'
import type { AnswerReading } from './read-answer.ts'

/** Why a letter yields no proposal, as messages with what to do. */

const byHand = 'You can record each answer yourself.'

/** What can be read, for answers of other kinds. */
export const readsResultLettersOnly =
  'We read result letters of the three bureaus about disputed items, and no other answers.'

const words: Readonly<Record<Exclude<UnreadReason, 'other_bureau' | 'earlier'>, string>> = {
  no_text: `We found no text in this file. ${byHand}`,
  not_offered: `Photos of letters are not read here. ${byHand}`,
  unreadable: `We could not read this file. It may be damaged, locked with a password or too long. ${byHand}`,
  not_read: `${readsResultLettersOnly} ${byHand}`,
  no_bureau: `We cannot tell from this letter which credit bureau wrote it. ${byHand}`,
  other_person:
    'This letter is not addressed to you by your full name. Check that it is your letter; if it is, record each answer yourself.',
}

export const unread = (reason: keyof typeof words): AnswerLetterReading => ({
  kind: 'unread',
  reason,
  message: words[reason],
})

/** Converts the reader's result to the reply. */
export const toLetterReading = (reading: AnswerReading): AnswerLetterReading => {
  switch (reading.kind) {
    case 'read':
      return reading
    case 'other_bureau':
      return {
        kind: 'unread',
        reason: 'other_bureau',
        message: `This letter is from ${reading.bureau}. Nothing in this dispute was disputed at ${reading.bureau}.`,
      }
    case 'earlier':
      return {
        kind: 'unread',
        reason: 'earlier',
        message: `This letter is dated ${showLongDay(reading.on)}, before this dispute was made. It answers something else.`,
      }
    case 'no_bureau':
    case 'other_person':
      return unread(reading.kind)
  }
}

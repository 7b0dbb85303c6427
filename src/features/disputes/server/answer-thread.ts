import { readRows } from '#features/reports/readers/pdf/rows.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { parsePdfAnswer } from '#features/reports/server/pdf/pdf-answer.ts'
import type { AnswerLetterReading } from '../answers/answer-letter-contract.ts'
import type { LetterLine } from '../answers/letter-head.ts'
import { type AskedDispute, readAnswer } from '../answers/read-answer.ts'
import { toLetterReading, unread } from '../answers/unread-words.ts'

/** Reads letters in a worker thread, since the content of a file or the service's response may be long and hostile. */

const hasText = (lines: readonly LetterLine[]): boolean => lines.some(({ text }) => /[a-z]{3}/i.test(text))

/** The subject of a letter: the dispute, its accounts, and the packed report with all others. */
export type AskedOfThread = Omit<AskedDispute, 'others'> & {
  accountIds: readonly string[]
  content: Uint8Array | null
}
type Asked = { asked: AskedOfThread }

const withOthers = ({ accountIds, content, ...asked }: AskedOfThread): AskedDispute => ({
  ...asked,
  others: (content === null ? [] : unpackReport(content).accounts)
    .filter(({ id }) => !accountIds.includes(id))
    .map(({ bureau, creditorNameReported: name, accountNumber: number }) => ({
      bureau,
      named: { kind: 'account', name, number },
    })),
})

export const readLetterLines = ({
  lines,
  asked,
}: Asked & { lines: readonly LetterLine[] }): AnswerLetterReading =>
  hasText(lines) ? toLetterReading(readAnswer(lines, withOthers(asked))) : unread('no_text')

/** `answer`: the output of the process that opened a PDF. */
export const readLetterPdf = ({ answer, asked }: Asked & { answer: Uint8Array }): AnswerLetterReading => {
  const parsed = parsePdfAnswer(answer)
  if (parsed.kind === 'refused') return unread('unreadable')
  return readLetterLines({ lines: readRows(parsed.pages).map(({ page, text }) => ({ page, text })), asked })
}

import { AppError } from '#api/errors.ts'
import { findDocumentImages, readDocumentImage } from '#features/documents/server/store.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { pdfPages } from '#features/reports/server/pdf/pdf-pages.ts'
import { findCurrentPackedReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { createThreads, ThreadLost } from '#platform/threads.ts'
import type { DocumentText } from '#providers/document-text/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Storage } from '#providers/storage/port.ts'
import { dayIn } from '#values/dates.ts'
import { AnswerLetterReading } from '../answers/answer-letter-contract.ts'
import type { NamedItem } from '../answers/item-in-letter.ts'
import type { LetterLine } from '../answers/letter-head.ts'
import type { AskedItem } from '../answers/read-answer.ts'
import { unread } from '../answers/unread-words.ts'
import type { Calendar } from '../deadlines/letter-deadlines.ts'
import type { Dispute, Item } from '../dispute-contract.ts'
import type { Letter } from '../letters/letter.ts'
import { answersOfBureaus } from '../recipients.ts'
import type {
  AskedOfThread,
  readLetterLines as linesHere,
  readLetterPdf as pdfHere,
} from './answer-thread.ts'
import { findDispute } from './find-disputes.ts'
import { findPrintableLetters } from './store.ts'

export type AnswerLetterDeps = {
  db: Database
  keyring: Keyring
  storage: Storage
  log: Log
  /** Null if no service reads pictures. */
  documentText: DocumentText | null
}

const threads = createThreads({ threads: 1, waiting: 20, timeoutMs: 10_000, memoryMb: 256, fresh: true })
const isReading = (value: unknown): value is AnswerLetterReading =>
  AnswerLetterReading.safeParse(value).success
const thread = new URL('./answer-thread.ts', import.meta.url)
const readLetterLines = threads.define<typeof linesHere>(thread, 'readLetterLines', isReading)
const readLetterPdf = threads.define<typeof pdfHere>(thread, 'readLetterPdf', isReading)

type LetterItem = Letter['items'][number]

/** A number that shows the last digits of the SSN is not used to identify an account. */
const numberIn = ({ facts }: LetterItem): string | null => {
  const number = facts.find(({ label }) => label === 'Account number')?.value ?? null
  return number === null || number.startsWith('XXX-XX-') ? null : number
}

/** How a letter identified an item; null for items that no answer letter lists. */
const namedBy = (item: Item, letterItem: LetterItem): NamedItem | null => {
  switch (item.type) {
    case 'account':
      return { kind: 'account', name: letterItem.title, number: numberIn(letterItem) }
    case 'inquiry':
      return { kind: 'inquiry', name: item.company }
    case 'personal-info':
      return { kind: 'personal', value: item.reportedValue }
    default:
      return null
  }
}

/** The items as the letter to each bureau named them: a letter has an entry for each of its items, in order. */
const toAskedItems = ({ items }: Dispute, letters: readonly Letter[]): AskedItem[] =>
  items.map(item => ({
    id: item.id,
    at: answersOfBureaus(letters).flatMap(({ bureau, items: entries }) => {
      const own = items.filter(({ bureaus }) => bureaus.includes(bureau))
      const letterItem = own.length === entries.length ? entries[own.indexOf(item)] : undefined
      const named = letterItem === undefined ? null : namedBy(item, letterItem)
      return named === null ? [] : [{ bureau, named }]
    }),
  }))

type Wanted = { userId: string; disputeId: string; calendar: Calendar }

/** Throws `not_found` or `attestation_needed`. */
const findAsked = async (
  { db, keyring }: AnswerLetterDeps,
  { userId, disputeId, calendar }: Wanted,
): Promise<AskedOfThread> => {
  const dispute = await findDispute(db, keyring, userId, disputeId, calendar)
  const { letters } = await findPrintableLetters(db, keyring, userId, { disputeId })
  const { profile } = await requireUser(db, keyring, userId)
  return {
    items: toAskedItems(
      dispute,
      letters.map(({ letter }) => letter),
    ),
    accountIds: dispute.items.flatMap(item => (item.type === 'account' ? [item.accountId] : [])),
    content: (await findCurrentPackedReport(db, keyring, userId))?.content ?? null,
    person: { firstName: profile.firstName, lastName: profile.lastName },
    createdOn: dayIn(calendar.timeZone, new Date(dispute.createdAt)),
    today: calendar.today,
  }
}

/** Throws `not_found`, or `unavailable` if the storage or the service fails. */
const readPictures = async (
  { db, keyring, storage, log, documentText }: AnswerLetterDeps & { documentText: DocumentText },
  userId: string,
  documentIds: readonly string[],
): Promise<LetterLine[]> => {
  const images = await findDocumentImages(db, keyring, userId, documentIds)
  if (images.length < documentIds.length)
    throw new AppError('not_found', { fields: { documentIds: 'A document is not among yours' } })
  const lines: LetterLine[] = []
  for (const [at, image] of images.entries()) {
    const jpeg = await readDocumentImage({ db, keyring, storage, log }, userId, image)
    const page = await documentText.readLines(jpeg).catch((error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('an answer letter was not read', { code: error.code })
      throw new AppError('unavailable', {
        message: 'The photo could not be read now. Try again later, or record each answer yourself.',
      })
    })
    lines.push(...page.map(text => ({ page: at + 1, text })))
  }
  return lines
}

/** Reads an answer letter against a dispute. Stores nothing. */
export const readAnswerLetter = async (
  deps: AnswerLetterDeps,
  wanted: Wanted,
  { pdf, documentIds }: { pdf: Uint8Array | null; documentIds: readonly string[] | null },
): Promise<AnswerLetterReading> => {
  const { documentText } = deps
  if ((pdf === null) === (documentIds === null))
    throw new AppError('invalid_request', { fields: { file: 'Send a PDF, or the ids of documents' } })
  const asked = await findAsked(deps, wanted)
  if (asked.items.every(({ at }) => at.length === 0)) return unread('not_read')
  try {
    if (pdf !== null) {
      const answer = await pdfPages.open(pdf)
      return answer === null ? unread('unreadable') : await readLetterPdf({ answer, asked })
    }
    if (documentText === null) return unread('not_offered')
    const lines = await readPictures({ ...deps, documentText }, wanted.userId, documentIds ?? [])
    return await readLetterLines({ lines, asked })
  } catch (error) {
    if (error instanceof ThreadLost) return unread('unreadable')
    throw error
  }
}

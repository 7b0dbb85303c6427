import { AppError } from '#api/errors.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { createThreads, reportThreads, ThreadLost } from '#platform/threads.ts'
import type { DocumentPart, StoragePolicy } from '#providers/credit-data/port.ts'
import type { FileStatus, ReportOrigin } from '../canonical.ts'
import { describeFullQuota, type ReportLimits, type ReportQuota } from '../permitted.ts'
import { isVerifiedAs, type ReportSource } from '../person.ts'
import { failureMessages } from '../refresh-rules.ts'
import { type ReceivedDocument, restrictPolicy } from '../storage-policy.ts'
import {
  isPreparedReport,
  type joinPackedReports,
  type PackedPart,
  type PreparedReport,
  type prepareReport,
} from './computed.ts'
import type { ReadingResult, readDocument as readHere } from './read-document.ts'
import { findNewestOfSource, measureStoredReports, type OnReport, saveReport } from './store.ts'

/**
 * A real three-bureau file parses in well under a second. Each reader takes memory and a CPU core, so only a few run at
 * once and the queue is short; each document gets its own thread, so that a hostile one affects nobody else.
 */
const readers = createThreads({ threads: 2, waiting: 20, timeoutMs: 20_000, memoryMb: 512, fresh: true })

/**
 * The reader crashed or timed out. The cause may be the file or the machine; it says nothing about the file's
 * content.
 */
export class ReadingAborted extends AppError {
  constructor() {
    super('unreadable_report', {
      message: 'Reading this file took more time or memory than a credit report needs.',
    })
  }
}

const isRead = (value: unknown): value is ReadingResult =>
  typeof value === 'object' && value !== null && 'kind' in value

const readInThread = readers.define<typeof readHere>(
  new URL('./read-document.ts', import.meta.url),
  'readDocument',
  isRead,
)

/**
 * Parses a document off the main thread. Throws `ReadingAborted`, or `unavailable` when the queue is full.
 */
export const readDocument: typeof readInThread = async task => {
  try {
    return await readInThread(task)
  } catch (error) {
    throw error instanceof ThreadLost || !(error instanceof AppError) ? new ReadingAborted() : error
  }
}

/** A parsed report, packed, with its subject. */
export type ReadReport = { content: Uint8Array; source: ReportSource }

/**
 * Parses a document for a user in its own thread. Throws `unreadable_report` (what was expected and where
 * parsing stopped), `not_a_report` (an envelope without a finished report) and `report_too_long`.
 */
export const readReportDocument = async (
  bytes: Uint8Array,
  { firstName, lastName, ssnLastFour }: Profile,
  permitted: ReportLimits,
): Promise<ReadReport> => {
  const read = await readDocument({ bytes, person: { firstName, lastName, ssnLastFour }, permitted })
  switch (read.kind) {
    case 'report':
      return { content: read.content, source: read.source }
    case 'unreadable':
      throw new AppError('unreadable_report', { message: read.message })
    case 'noReport':
      throw new AppError('not_a_report', { message: read.message })
    case 'tooLong':
      throw new AppError('report_too_long', { message: read.message })
  }
}

const joinParts = reportThreads.define<typeof joinPackedReports>(
  new URL('./computed.ts', import.meta.url),
  'joinPackedReports',
  (value): value is ReturnType<typeof joinPackedReports> =>
    value === null || (typeof value === 'object' && 'content' in value && 'source' in value),
)

/**
 * What a multi-part answer gave. `noFile`: every bureau answered that it has none. `others`: a part is another
 * person's. `nothing`: no part may be stored.
 */
export type PartsReading =
  | { kind: 'report'; report: ReadReport; documents: ReceivedDocument[] }
  | { kind: 'pending' }
  | { kind: 'noFile' }
  | { kind: 'otherPerson' }
  | { kind: 'nothing' }

/**
 * Parses a multi-part answer and joins it into one report. A part that may not be stored is not read. A bureau
 * whose part holds no report is named in the report with its answer; without any readable part, it throws like
 * `readReportDocument`.
 */
export const readReportParts = async (
  given: readonly DocumentPart[],
  policy: StoragePolicy,
  profile: Profile,
  permitted: ReportLimits,
): Promise<PartsReading> => {
  const stored = restrictPolicy(policy, given)
  const documents = given.map(part =>
    stored[part.bureau] === 'nothing' ? { ...part, bytes: new Uint8Array() } : part,
  )
  const readable = given.filter(({ bureau }) => stored[bureau] !== 'nothing')
  if (readable.length === 0) return { kind: 'nothing' }
  const { firstName, lastName, ssnLastFour } = profile
  const person = { firstName, lastName, ssnLastFour }
  const parts: PackedPart[] = []
  const missing: FileStatus[] = []
  for (const { bureau, bytes } of readable) {
    const read = await readDocument({ bytes, person, permitted })
    if (read.kind === 'report') {
      if (!isVerifiedAs(profile, read.source)) return { kind: 'otherPerson' }
      parts.push({ bureau, content: read.content })
    } else {
      if (read.kind === 'noReport' && read.reason === 'pending') return { kind: 'pending' }
      const isEmpty = read.kind === 'noReport' && read.reason === 'empty'
      missing.push({ bureau, status: isEmpty ? 'noHit' : 'error', text: null })
    }
  }
  const report = await joinParts({ parts, missing })
  if (report !== null) return { kind: 'report', report, documents }
  if (missing.every(({ status }) => status === 'noHit')) return { kind: 'noFile' }
  throw new AppError('unreadable_report')
}

const toKeep = reportThreads.define<typeof prepareReport>(
  new URL('./computed.ts', import.meta.url),
  'prepareReport',
  isPreparedReport,
)

export type IncomingReport = {
  report: ReadReport
  documents: readonly ReceivedDocument[]
  policy: StoragePolicy
  origin: ReportOrigin
  receivedAt: Date
}

/** The quota that applies to stored reports, and who is notified. */
export type ReportStorage = { keyring: Keyring; quota: ReportQuota; onReport: readonly OnReport[] }

/** The stored report's id, and each plan's view of the import. */
export type StoredImport = { id: string; importSummaries: PreparedReport['importSummaries'] }

/**
 * Assigns account ids to a report, computes the changes since the previous one, stores everything and notifies
 * listeners, in the caller's transaction. A report older than those stored starts its own history: it is not a
 * change. Throws `no_room_for_report` when the quota is full; no report is ever removed to make room.
 */
export const storeReport = async (
  tx: Database,
  { keyring, quota, onReport }: ReportStorage,
  userId: string,
  { report, documents, policy, origin, receivedAt }: IncomingReport,
): Promise<StoredImport> => {
  const earlier = await findNewestOfSource(tx, keyring, userId, { report: report.source, origin })
  const id = newId()
  const made = await toKeep({ id, incoming: report.content, documents, policy, earlier })
  if (made === null) throw new AppError('not_a_report', { message: failureMessages.notStored })
  const { content, summary, followsEarlier, importSummaries } = made
  const size = content.byteLength + made.document.byteLength
  const message = describeFullQuota(await measureStoredReports(tx, userId), size, quota)
  if (message !== null) throw new AppError('no_room_for_report', { message: message })
  await saveReport(tx, keyring, userId, { id, origin, receivedAt, content, summary, document: made.document })
  const before = followsEarlier ? (earlier?.content ?? null) : null
  for (const hear of onReport) await hear(tx, { id, userId, origin, receivedAt, content, before })
  return { id, importSummaries }
}

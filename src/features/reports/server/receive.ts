import { AppError } from '#api/errors.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { createThreads, reportThreads, ThreadLost } from '#platform/threads.ts'
import type { ReportOrigin } from '../canonical.ts'
import { describeFullQuota, type ReportLimits, type ReportQuota } from '../permitted.ts'
import type { ReportSource } from '../person.ts'
import { isPreparedReport, type PreparedReport, type prepareReport } from './computed.ts'
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

const toKeep = reportThreads.define<typeof prepareReport>(
  new URL('./computed.ts', import.meta.url),
  'prepareReport',
  isPreparedReport,
)

export type IncomingReport = {
  report: ReadReport
  document: Uint8Array
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
  { report, document, origin, receivedAt }: IncomingReport,
): Promise<StoredImport> => {
  const earlier = await findNewestOfSource(tx, keyring, userId, { report: report.source, origin })
  const id = newId()
  const made = await toKeep({ id, incoming: report.content, document, earlier })
  const { content, summary, followsEarlier, importSummaries } = made
  const size = content.byteLength + made.document.byteLength
  const message = describeFullQuota(await measureStoredReports(tx, userId), size, quota)
  if (message !== null) throw new AppError('no_room_for_report', { message: message })
  await saveReport(tx, keyring, userId, { id, origin, receivedAt, content, summary, document: made.document })
  const before = followsEarlier ? (earlier?.content ?? null) : null
  for (const hear of onReport) await hear(tx, { id, userId, origin, receivedAt, content, before })
  return { id, importSummaries }
}

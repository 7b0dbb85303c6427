import { AppError } from '#api/errors.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import { lockUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { createThreads, reportThreads, ThreadLost } from '#platform/threads.ts'
import type { DocumentPart, StoragePolicy } from '#providers/credit-data/port.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { FileStatus, ReportOrigin } from '../canonical.ts'
import { reports } from '../contract.ts'
import { type IncomingPart, type JoinPlan, planJoin } from '../join-plan.ts'
import { isAtLeastAsNew } from '../parts.ts'
import { describeFullQuota, type ReportBounds, type ReportLimits } from '../permitted.ts'
import { describePeople, isVerifiedAs, type NamedPerson } from '../person.ts'
import { type ReportOwner, unreadable } from '../readers/reading.ts'
import { failureMessages } from '../refresh-rules.ts'
import { type ReceivedDocument, restrictPolicy } from '../storage-policy.ts'
import { listStoredParts, type StoredSummary } from '../summary.ts'
import type {
  joinPackedReports,
  PackedPart,
  PreparedReport,
  prepareReport,
  ReceivedReport,
  StoredParts,
} from './computed.ts'
import { fileKindOf } from './document-text.ts'
import { createPageReader } from './page-reader.ts'
import { pdfPages } from './pdf/pdf-pages.ts'
import type {
  ReadingResult,
  ReadingTask,
  ReadSource,
  readDocument as readHere,
  readPdfAnswer,
} from './read-document.ts'
import { removeReport } from './removal.ts'
import {
  findPackedReports,
  listReportSummaries,
  measureStoredReports,
  type OnReport,
  originOf,
  saveReport,
} from './store.ts'

/**
 * A real three-bureau file parses in well under a second. Each reader takes memory and a CPU core, so only a few run
 * concurrently and the queue is short; each document gets its own thread, so that a hostile one affects no other user.
 */
const readers = createThreads({ threads: 2, waiting: 20, timeoutMs: 20_000, memoryMb: 512, fresh: true })

/**
 * The reader crashed or timed out. The cause may be the file or the machine; it does not show anything about the
 * file's content.
 */
export class ReadingAborted extends AppError {
  constructor(message = 'Reading this file took more time or memory than a credit report needs.') {
    super('unreadable_report', { message })
  }
}

const isRead = (value: unknown): value is ReadingResult =>
  typeof value === 'object' && value !== null && 'kind' in value

const readingModule = new URL('./read-document.ts', import.meta.url)
const readText = readers.define<typeof readHere>(readingModule, 'readDocument', isRead)
const readAnswer = readers.define<typeof readPdfAnswer>(readingModule, 'readPdfAnswer', isRead)

/** Starts the thread of the first import in advance. */
export const startReaderAhead = (): void => readers.startAhead(readingModule)

const pageReader = createPageReader()

const readPage = async (task: ReadingTask): Promise<ReadingResult> => {
  const read = await pageReader.read(task)
  if (read === null) throw new ReadingAborted()
  return read
}

/** A process opens the file; a thread reads its result, which may be as hostile as the file. */
const readPdf = async (task: ReadingTask): Promise<ReadingResult> => {
  const answer = await pdfPages.open(task.bytes)
  if (answer === null) throw new ReadingAborted(unreadable.pdf('tooCostly').message)
  return readAnswer({ ...task, bytes: answer })
}

/** Data formats are far smaller than a PDF or a web page of the same report. */
const MAX_DATA_BYTES = 10 * 1024 * 1024

/**
 * Reads a document off the main thread. Throws `ReadingAborted`, `too_large`, or `unavailable` when the queue is full.
 */
export const readDocument = async (task: ReadingTask): Promise<ReadingResult> => {
  const kind = fileKindOf(task.bytes)
  if (kind === 'data' && task.bytes.length > MAX_DATA_BYTES)
    throw new AppError('too_large', { message: reports.importFile.upload.tooLarge })
  try {
    if (kind === 'pdf') return await readPdf(task)
    return await (kind === 'page' || kind === 'archive' ? readPage(task) : readText(task))
  } catch (error) {
    throw error instanceof ThreadLost || !(error instanceof AppError) ? new ReadingAborted() : error
  }
}

/** A parsed report, packed, with its parts, and the user it was read for. */
export type ReadReport = { content: Uint8Array; source: ReadSource; person: ReportOwner }

const toReportOwner = ({ firstName, lastName, ssnLastFour, birthDate }: Profile): ReportOwner => ({
  firstName,
  lastName,
  ssnLastFour,
  ...(birthDate !== null && { birthYear: birthDate.slice(0, 4) }),
})

/** The people of a joint file by the field that chooses one, such as `person.0`. */
const fieldsOf = (people: readonly NamedPerson[]): Record<string, string> =>
  Object.fromEntries(describePeople(people).map((words, index) => [`person.${index}`, words]))

/**
 * Parses a document for a user in its own thread. Throws `unreadable_report` (what was expected and where
 * parsing stopped), `not_a_report` (an envelope without a finished report), `report_too_long`, and
 * `which_person` with the people of a joint file when neither the profile nor `choice` decides which is the user.
 */
export const readReportDocument = async (
  bytes: Uint8Array,
  profile: Profile,
  permitted: ReportLimits,
  choice?: number,
): Promise<ReadReport & { partial: Bureau[] }> => {
  const person = { ...toReportOwner(profile), ...(choice !== undefined && { choice }) }
  const read = await readDocument({ bytes, person, permitted })
  switch (read.kind) {
    case 'report':
      return { content: read.content, source: read.source, person, partial: read.partial }
    case 'whichPerson':
      throw new AppError('which_person', { fields: fieldsOf(read.people) })
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
 * The result of a multi-part response. `noFile`: every bureau responded that it has none. `others`: a part is another
 * person's. `nothing`: no part may be stored.
 */
type PartsReading =
  | { kind: 'report'; report: ReadReport; documents: ReceivedDocument[] }
  | { kind: 'pending' }
  | { kind: 'noFile' }
  | { kind: 'otherPerson' }
  | { kind: 'nothing' }

/**
 * Parses a multi-part response and joins it into one report. A part that may not be stored is not read. A bureau whose
 * part contains no report is listed in the report with its result; without any readable part, it throws like
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
  const person = toReportOwner(profile)
  const parts: PackedPart[] = []
  const missing: FileStatus[] = []
  for (const { bureau, bytes } of readable) {
    const read = await readDocument({ bytes, person, permitted })
    if (read.kind === 'report') {
      if (!isVerifiedAs(profile, read.source)) return { kind: 'otherPerson' }
      parts.push({ bureau, content: read.content })
    } else if (read.kind === 'whichPerson') {
      return { kind: 'otherPerson' }
    } else {
      if (read.kind === 'noReport' && read.reason === 'pending') return { kind: 'pending' }
      const isEmpty = read.kind === 'noReport' && read.reason === 'empty'
      missing.push({ bureau, status: isEmpty ? 'noHit' : 'error', text: null })
    }
  }
  const report = await joinParts({ parts, missing })
  if (report !== null) return { kind: 'report', report: { ...report, person }, documents }
  if (missing.every(({ status }) => status === 'noHit')) return { kind: 'noFile' }
  throw new AppError('unreadable_report')
}

const toKeep = reportThreads.define<typeof prepareReport>(
  new URL('./computed.ts', import.meta.url),
  'prepareReport',
  (value): value is PreparedReport => typeof value === 'object' && value !== null && 'kind' in value,
)

type IncomingReport = {
  report: ReadReport
  documents: readonly ReceivedDocument[]
  policy: StoragePolicy
  /** The name of an imported file. */
  fileName: string | null
  origin: ReportOrigin
  receivedAt: Date
}

/** The bounds that apply to stored reports, and who is notified. */
export type ReportStorage = { keyring: Keyring; bounds: ReportBounds; onReport: readonly OnReport[] }

/** The bureau whose part in the report a file should replace. */
type Replacement = {
  bureau: Bureau
  /** The import whose part, newer than the file, the user agrees to remove. */
  removesNewer: string | null
}

/** The stored report's id, each plan's view of the import, and what was not used or not kept. */
type StoredImport = {
  id: string
  importSummaries: Extract<PreparedReport, { kind: 'report' }>['importSummaries']
} & Pick<JoinPlan, 'leftOut' | 'newer'>

const describeNewer = (newer: JoinPlan['newer']): string =>
  `Your report already has a newer ${showList(
    newer.map(({ bureau, reportDate }) => `${bureau} file, of ${showDate(reportDate)}`),
  )}. Nothing was changed. If the newer one is wrong, replace or remove it.`

/**
 * The part of the current report that a replacement removes: one that is newer than the file. Null if the file is at
 * least as new and needs no removal. Throws `not_a_report` for a file without the bureau, and `older_report` unless
 * the user agreed to remove exactly this part.
 */
const findReplacedPart = (
  { bureau, removesNewer }: Replacement,
  parts: readonly IncomingPart[],
  [current]: readonly StoredSummary[],
): { reportId: string; bureau: Bureau } | null => {
  const incoming = parts.find(part => part.bureau === bureau)
  if (incoming === undefined)
    throw new AppError('not_a_report', {
      message: `This file contains no report of ${bureau}. Nothing was changed.`,
    })
  const shown = current && listStoredParts(current).find(part => part.bureau === bureau)
  if (shown === undefined || isAtLeastAsNew(incoming.reportDate, shown.reportDate)) return null
  const { reportId } = shown.arrival
  if (reportId !== removesNewer)
    throw new AppError('older_report', {
      message: `This file is of ${showDate(incoming.reportDate)}. The ${bureau} file in your report is newer, of ${showDate(shown.reportDate)}. Nothing was changed.`,
    })
  return { reportId, bureau }
}

/**
 * Joins a report with the user's other current parts, assigns account ids, computes the changes since the
 * previous parts, stores everything and notifies listeners, in the caller's transaction. A part older than those
 * stored is not a change. Throws `older_report` when there already are newer parts, `report_too_long`, and
 * `no_room_for_report` when the quota is full; no report is ever removed to make room. With `replacement` a newer
 * part is removed in the same transaction, so it is removed only if the file replaces it.
 */
export const storeReport = async (
  tx: Database,
  { keyring, bounds: { limits, quota, joinDays }, onReport }: ReportStorage,
  userId: string,
  { report, documents, policy, fileName, origin, receivedAt: cameAt }: IncomingReport,
  replacement: Replacement | null = null,
): Promise<StoredImport> => {
  // No report of the user is stored or removed concurrently.
  await lockUser(tx, userId)
  const before = await listReportSummaries(tx, keyring, userId)
  const { person, source } = report
  const now = cameAt
  const permitted = restrictPolicy(policy, documents)
  const parts = source.parts.filter(({ bureau }) => permitted[bureau] !== 'nothing')
  const planWith = (stored: readonly StoredSummary[], replaced: Bureau | null) =>
    planJoin({ parts, origin, person, now, joinDays, stored, replaced })
  const removed = replacement && findReplacedPart(replacement, parts, before)
  const replaced = removed?.bureau ?? null
  // Accounts only in the removed part keep their ids, because disputes refer to them.
  const lost = planWith(before, replaced).former.filter(({ bureau }) => bureau === replaced)
  const lostParts = (await openStoredParts(tx, keyring, userId, { kept: null, former: lost })).former
  if (removed !== null) await removeReport(tx, keyring, userId, removed, joinDays)
  const stored = removed === null ? before : await listReportSummaries(tx, keyring, userId)
  const plan = planWith(stored, replaced)
  if (plan.taken.length === 0 && plan.newer.length > 0)
    throw new AppError('older_report', { message: describeNewer(plan.newer) })
  const id = newId()
  // The report that was stored last is the current one, also when two arrive concurrently.
  const [newest] = stored
  const receivedAt =
    newest !== undefined && newest.receivedAt >= cameAt ? new Date(newest.receivedAt.getTime() + 1) : cameAt
  const partsOf = await openStoredParts(tx, keyring, userId, plan)
  const isKnown = plan.former.some(({ bureau }) => bureau === replaced)
  const made = await toKeep({
    meta: { id, origin, receivedAt: receivedAt.toISOString() },
    incoming: report.content,
    documents,
    policy,
    fileName,
    kept: partsOf.kept,
    former: isKnown ? partsOf.former : [...partsOf.former, ...lostParts],
    taken: plan.taken,
    historyId: plan.historyId,
    joinDays,
    limits,
  })
  if (made.kind === 'nothing') throw new AppError('not_a_report', { message: failureMessages.notStored })
  if (made.kind === 'tooLong') throw new AppError('report_too_long', { message: made.message })
  const { content, summary, changed, importSummaries } = made
  const size = content.byteLength + made.document.byteLength
  const message = describeFullQuota(await measureStoredReports(tx, userId), size, quota)
  if (message !== null) throw new AppError('no_room_for_report', { message: message })
  const row = { id, origin: originOf(summary, origin), receivedAt, content, summary }
  await saveReport(tx, keyring, userId, { ...row, document: made.document })
  for (const hear of onReport) await hear(tx, { id, userId, origin, receivedAt, changed })
  return { id, importSummaries, leftOut: plan.leftOut, newer: plan.newer }
}

/** The packed reports from which a join plan takes parts, each read once. */
const openStoredParts = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { kept, former }: Pick<JoinPlan, 'kept' | 'former'>,
): Promise<Pick<ReceivedReport, 'kept' | 'former'>> => {
  const ids = new Set([...(kept === null ? [] : [kept.reportId]), ...former.map(({ reportId }) => reportId)])
  const rows = new Map((await findPackedReports(tx, keyring, userId, [...ids])).map(row => [row.id, row]))
  const open = (reportId: string, bureaus: readonly Bureau[]): StoredParts[] => {
    const row = rows.get(reportId)
    if (row === undefined) return []
    const { id, origin, receivedAt, content } = row
    return [{ meta: { id, origin, receivedAt: receivedAt.toISOString() }, content, bureaus }]
  }
  const bureausByReport = Map.groupBy(former, ({ reportId }) => reportId)
  return {
    kept: kept === null ? null : (open(kept.reportId, kept.bureaus)[0] ?? null),
    former: [...bureausByReport].flatMap(([reportId, of]) =>
      open(
        reportId,
        of.map(({ bureau }) => bureau),
      ),
    ),
  }
}

import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { identityConfirmedSql, type UserRecord } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import { reportThreads } from '#platform/threads.ts'
import type { PersonalInfo, ReportOrigin } from '../canonical.ts'
import type { ReportQuota } from '../permitted.ts'
import type { LastPull } from '../refresh-rules.ts'
import type { ReportSummary, StoredSummary } from '../summary.ts'
import type * as computed from './computed.ts'
import type { PackedReportView } from './packed-report-view.ts'
import { reportPulls, reports } from './tables.ts'

/** A stored report, packed (`packed-report.ts`). */
export type PackedReport = { id: string; origin: ReportOrigin; receivedAt: Date; content: Uint8Array }

/** A new report. */
export type Received = {
  id: string
  userId: string
  /** The origin of the arrived file or pull. */
  origin: ReportOrigin
  receivedAt: Date
  /** Its parts that continue earlier ones, packed, before and now; null without any. */
  changed: { before: Uint8Array; now: Uint8Array } | null
}

/** A listener for stored reports, run once per report in the same transaction. */
export type OnReport = (tx: Database, received: Received) => Promise<void>

const placeOf = (column: 'content' | 'document' | 'summary', row: string) => ({
  table: 'reports',
  column,
  row,
})

const isSummary = (value: unknown): value is ReportSummary =>
  typeof value === 'object' && value !== null && 'historyId' in value && 'bureaus' in value

/** A user's newest report and newest pull. */
export type NewestReportAndPull = {
  report: { id: string; revision: number; receivedAt: Date } | null
  pull: LastPull | null
}

/**
 * The reports that a user may see, decided only here: imported ones, and pulled ones once the identity is confirmed. Every
 * query below uses this condition.
 */
const visibleTo = (userId: string | PgColumn): SQL | undefined =>
  and(eq(reports.userId, userId), or(eq(reports.origin, 'import'), identityConfirmedSql(userId)))

/** The ids of the reports that a user may see, for separately stored data that is derived from one. */
export const visibleReportIds = (db: Database, userId: string) =>
  db.select({ id: reports.id }).from(reports).where(visibleTo(userId))

const newestByPerson = preparePerConnection(db => {
  const report = db
    .select({ id: reports.id, revision: reports.revision, receivedAt: reports.receivedAt })
    .from(reports)
    .where(visibleTo(users.id))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
    .limit(1)
    .as('report')
  const { id, state, message, endedAt } = reportPulls
  const pull = db
    .select({ id, state, message, endedAt })
    .from(reportPulls)
    .where(eq(reportPulls.userId, users.id))
    .orderBy(desc(reportPulls.requestedAt), desc(reportPulls.id))
    .limit(1)
    .as('pull')
  return db
    .select({
      report: { id: report.id, revision: report.revision, receivedAt: report.receivedAt },
      pull: { id: pull.id, state: pull.state, message: pull.message, endedAt: pull.endedAt },
    })
    .from(users)
    .leftJoinLateral(report, sql`true`)
    .leftJoinLateral(pull, sql`true`)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('newest_by_person')
})

/** Decrypts nothing. */
export const findNewest = async (db: Database, userId: string): Promise<NewestReportAndPull> => {
  const [newest] = await newestByPerson(db).execute({ userId })
  return { report: newest?.report ?? null, pull: newest?.pull ?? null }
}

const columns = {
  id: reports.id,
  origin: reports.origin,
  receivedAt: reports.receivedAt,
  content: reports.content,
}

type Row = Pick<typeof reports.$inferSelect, keyof typeof columns>

const openedWith = (cipher: Cipher, { id, origin, receivedAt, content }: Row): PackedReport => ({
  id,
  origin,
  receivedAt,
  content: cipher.decryptBytes(placeOf('content', id), content),
})

/** The current report, packed, for worker threads; null when there is none. */
export const findCurrentPackedReport = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<PackedReport | null> => {
  const [row] = await db
    .select(columns)
    .from(reports)
    .where(visibleTo(userId))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
    .limit(1)
  return row ? openedWith(await keyring.cipherForUser(db, userId), row) : null
}

/** Every report of a user, packed, oldest first. */
export const listPackedReports = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<PackedReport[]> => {
  const rows = await db
    .select(columns)
    .from(reports)
    .where(visibleTo(userId))
    .orderBy(asc(reports.receivedAt), asc(reports.id))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => openedWith(cipher, row))
}

const personalOf = reportThreads.define<typeof computed.personalOf>(
  new URL('./computed.ts', import.meta.url),
  'personalOf',
  (value): value is PersonalInfo[] => Array.isArray(value),
)

/** The person according to the newest imported report, confirmed or not. */
export const listImportedPersonal = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<PersonalInfo[]> => {
  const [row] = await db
    .select(columns)
    .from(reports)
    .where(and(eq(reports.userId, userId), eq(reports.origin, 'import')))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
    .limit(1)
  return row ? personalOf(openedWith(await keyring.cipherForUser(db, userId), row)) : []
}

export const measureStoredReports = async (db: Database, userId: string): Promise<ReportQuota> => {
  const bytes = sql<number>`coalesce(sum(octet_length(${reports.content}) + octet_length(${reports.document})), 0)`
  const [held] = await db
    .select({ reports: sql<number>`count(*)`.mapWith(Number), bytes: bytes.mapWith(Number) })
    .from(reports)
    .where(eq(reports.userId, userId))
  return held ?? { reports: 0, bytes: 0 }
}

/** Oldest first. */
export const listPulls = (db: Database, userId: string) =>
  db
    .select({
      state: reportPulls.state,
      attempts: reportPulls.attempts,
      words: reportPulls.message,
      requestedAt: reportPulls.requestedAt,
      endedAt: reportPulls.endedAt,
    })
    .from(reportPulls)
    .where(eq(reportPulls.userId, userId))
    .orderBy(asc(reportPulls.requestedAt), asc(reportPulls.id))

/** The summaries of all reports of a user, last received first; no report is decrypted. */
export const listReportSummaries = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<StoredSummary[]> => {
  const { id, origin, receivedAt, summary } = reports
  const rows = await db
    .select({ id, origin, receivedAt, summary })
    .from(reports)
    .where(visibleTo(userId))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => {
    const value: unknown = JSON.parse(cipher.decrypt(placeOf('summary', row.id), row.summary))
    if (!isSummary(value)) throw new Error('a stored summary is not one')
    return { ...row, summary: value }
  })
}

/** A report with a pulled part counts as pulled: it is shown only to users who may see pulled reports. */
export const originOf = ({ parts = [] }: ReportSummary, origin: ReportOrigin): ReportOrigin =>
  parts.map(({ arrival }) => arrival.origin).find(one => one !== 'import') ??
  (parts.length > 0 ? 'import' : origin)

/** Some reports of a user, packed. */
export const findPackedReports = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  ids: readonly string[],
): Promise<PackedReport[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select(columns)
    .from(reports)
    .where(and(visibleTo(userId), inArray(reports.id, [...ids])))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => openedWith(cipher, row))
}

/** How many of the newest earlier reports are used, in addition to the very first, which predates all changes. */
const EARLIER = 11

/** Reports before the current one in its history, packed, newest first: the eleven newest and the first. */
export const listEarlierReports = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<Uint8Array[]> => {
  const [shown, ...others] = await listReportSummaries(db, keyring, userId)
  const ids = others
    .filter(({ summary }) => summary.historyId === shown?.summary.historyId)
    .filter((_one, index, all) => index < EARLIER || index === all.length - 1)
    .map(({ id }) => id)
  return (await findPackedReports(db, keyring, userId, ids)).map(({ content }) => content)
}

/**
 * The input of analytics, findings, history and voice: the current report, the earlier ones of its history,
 * and the plan to redact them for. Null when the user has no report.
 */
export const loadReportView = async (
  db: Database,
  vault: Keyring,
  { id: userId, profile, plan }: UserRecord,
): Promise<PackedReportView | null> => {
  const current = await findCurrentPackedReport(db, vault, userId)
  if (current === null) return null
  const { id, origin, receivedAt, content } = current
  const earlier = await listEarlierReports(db, vault, userId)
  return {
    meta: { id, origin, receivedAt: receivedAt.toISOString() },
    content,
    earlier,
    person: { profile, plan },
  }
}

/** Stores a packed report, its summary and the gzipped source document; it becomes the current one. */
export const saveReport = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  {
    id,
    origin,
    receivedAt,
    content,
    summary,
    document,
  }: PackedReport & { summary: ReportSummary; document: Uint8Array },
): Promise<void> => {
  const cipher = await keyring.cipherForUser(tx, userId)
  await tx.insert(reports).values({
    id,
    userId,
    origin,
    receivedAt,
    content: cipher.encrypt(placeOf('content', id), content),
    summary: cipher.encrypt(placeOf('summary', id), JSON.stringify(summary)),
    document: cipher.encrypt(placeOf('document', id), document),
  })
}

/**
 * Replaces a report under its id. One that was compared with a removed part is inserted again: data stored about
 * that comparison refers to the old row and is deleted with it.
 */
export const replaceReport = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  {
    meta: { id },
    content,
    summary,
    isCompared,
  }: { meta: { id: string }; content: Uint8Array; summary: ReportSummary; isCompared: boolean },
): Promise<void> => {
  const cipher = await keyring.cipherForUser(tx, userId)
  const [old] = await tx.select().from(reports).where(eq(reports.id, id))
  if (old === undefined) throw new Error('a stored report vanished while it was replaced')
  const row = {
    ...old,
    origin: originOf(summary, old.origin),
    content: cipher.encrypt(placeOf('content', id), content),
    summary: cipher.encrypt(placeOf('summary', id), JSON.stringify(summary)),
    revision: old.revision + 1,
  }
  if (isCompared) {
    await tx.delete(reports).where(eq(reports.id, id))
    await tx.insert(reports).values(row)
  } else {
    await tx.update(reports).set(row).where(eq(reports.id, id))
  }
}

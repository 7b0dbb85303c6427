import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { findCurrentPackedReport } from '#features/reports/server/store.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { newId } from '#platform/ids.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { dayIn } from '#values/dates.ts'
import { type FreezeRecordBody, type FreezeStatus, type freezes } from '../freezes/contract.ts'
import { freezeRecordProblems, freezeStates } from '../freezes/freeze-record.ts'
import { type FreezeRecord, listFreezes, type ReportedFile } from '../freezes/freeze-status.ts'
import { listDisputesWithoutSteps } from './find-disputes.ts'
import { listDatedFiles } from './from-report.ts'
import { freezeRecords } from './tables.ts'

/** What users record about their freezes, and what is known about them. */

const content = encryptedJson(
  freezeRecords.content,
  z.strictObject({
    state: z.enum(freezeStates),
    on: z.string(),
    until: z.string().nullable(),
    byStaff: z.boolean(),
  }),
)

type FreezeDeps = { db: Database; keyring: Keyring; timeZone: string }

/** Oldest first. */
const listFreezeRecords = async (db: Database, keyring: Keyring, userId: string): Promise<FreezeRecord[]> => {
  const rows = await db
    .select()
    .from(freezeRecords)
    .where(eq(freezeRecords.userId, userId))
    .orderBy(asc(freezeRecords.recordedAt), asc(freezeRecords.id))
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(({ id, agency, remindOn, recordedAt, content: encrypted }) => ({
    id,
    agency,
    remindOn,
    recordedAt,
    ...content.decrypt(cipher, id, encrypted),
  }))
}

/** The bureaus of the plan with their file status in the current report. */
const reportedFiles = async (
  { db, keyring, timeZone }: FreezeDeps,
  userId: string,
): Promise<ReportedFile[]> => {
  const current = await findCurrentPackedReport(db, keyring, userId)
  if (current === null) return []
  const { plan } = await requireUser(db, keyring, userId)
  const shown = bureausInPlan(plan)
  const received = dayIn(timeZone, current.receivedAt)
  return (await listDatedFiles({ content: current.content }))
    .filter(({ bureau }) => shown.includes(bureau))
    .map(({ bureau, status, text, date }) => ({ bureau, status, text, date: date ?? received }))
}

/** The known state of all freezes of a user on a day. */
export const findFreezes = async (deps: FreezeDeps, userId: string, now: Date): Promise<FreezeStatus[]> => {
  const { db, keyring, timeZone } = deps
  const today = dayIn(timeZone, now)
  return listFreezes({
    records: await listFreezeRecords(db, keyring, userId),
    disputes: await listDisputesWithoutSteps(db, keyring, userId, { today, timeZone }),
    files: await reportedFiles(deps, userId),
    timeZone,
  })
}

/** Saves a record, unless the newest one of the agency is equal; returns the id of the new or equal one. */
const saveRecord = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  body: FreezeRecordBody,
  { byStaff, now }: { byStaff: boolean; now: Date },
): Promise<string> => {
  const { agency, state, on } = body
  const until = body.until ?? null
  const remindOn = body.remindOn ?? null
  const newest = (await listFreezeRecords(tx, keyring, userId)).findLast(one => one.agency === agency)
  if (newest?.state === state && newest.on === on && newest.until === until && newest.remindOn === remindOn)
    return newest.id
  const id = newId()
  const cipher = await keyring.cipherForUser(tx, userId)
  const encrypted = content.encrypt(cipher, id, { state, on, until, byStaff })
  await tx.insert(freezeRecords).values({ id, userId, agency, content: encrypted, remindOn, recordedAt: now })
  return id
}

export const freezeRoutes = (deps: FreezeDeps): Handlers<typeof freezes> => {
  const { db, keyring, timeZone } = deps
  const overview = async (userId: string, now: Date) => ({ data: await findFreezes(deps, userId, now) })
  return {
    list: ({ principal, now }) => overview(principal.userId, now),

    record: async ({ principal: { userId, impersonation }, body, now, audit }) => {
      const fields = freezeRecordProblems(body, dayIn(timeZone, now))
      if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
      await db.transaction(async tx => {
        const id = await saveRecord(tx, keyring, userId, body, { byStaff: impersonation !== null, now })
        await audit(tx, { objectId: id })
      })
      return overview(userId, now)
    },

    remove: async ({ principal: { userId }, params: { recordId }, now, audit }) => {
      await db.transaction(async tx => {
        const removed = await tx
          .delete(freezeRecords)
          .where(and(eq(freezeRecords.id, recordId), eq(freezeRecords.userId, userId)))
          .returning({ id: freezeRecords.id })
        if (removed.length === 0) throw new AppError('not_found')
        await audit(tx, { objectId: recordId })
      })
      return overview(userId, now)
    },
  }
}

/** Erased with the user. */
export const freezesPersonalData: PersonalDataSource = {
  name: 'freezes',
  exportFiles: async (db, keyring, userId) => {
    const records = await listFreezeRecords(db, keyring, userId)
    return records.length > 0 ? [jsonExportFile('freezes.json', records)] : []
  },
}

/** Deletes records older than the retention of disputes once the agency has a newer one. */
export const freezeDisposal: Disposal = {
  kind: 'disputes',
  dispose: async (tx, { before, most }) => {
    const old = tx
      .select({ id: freezeRecords.id })
      .from(freezeRecords)
      .where(
        sql`${freezeRecords.recordedAt} < ${before.toISOString()}::timestamptz and exists (
          select from ${freezeRecords} newer where newer.user_id = ${freezeRecords.userId}
          and newer.agency = ${freezeRecords.agency} and newer.recorded_at > ${freezeRecords.recordedAt})`,
      )
      .limit(most)
    return (
      await tx.delete(freezeRecords).where(inArray(freezeRecords.id, old)).returning({ id: freezeRecords.id })
    ).length
  },
}

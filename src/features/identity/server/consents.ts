import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { type ConsentChannel, type ConsentKind, consentKinds, consentTexts } from '../consent-texts.ts'
import { lockUser } from './store.ts'
import { consents, users } from './tables.ts'

/** Consents are a series: the newest row of a kind holds, and no row is ever changed. */

/** Called in the transaction in which a user allows report pulls. */
export type OnReportAccessGranted = (tx: Database, userId: string, now: Date) => Promise<void>

export type NewConsent = { id: string; kind: ConsentKind; given: boolean; at: Date; via?: ConsentChannel }

/** Stores answers under today's version of their texts. */
export const saveConsents = async (
  tx: Database,
  userId: string,
  given: readonly NewConsent[],
): Promise<void> => {
  if (given.length === 0) return
  await tx
    .insert(consents)
    .values(given.map(consent => ({ ...consent, userId, version: consentTexts[consent.kind].version })))
}

export type Consent = Pick<typeof consents.$inferSelect, 'kind' | 'given' | 'version' | 'via' | 'at'>

/** Every answer of a user, newest first. */
export const listConsentHistory = (db: Database, userId: string): Promise<Consent[]> =>
  db
    .select({
      kind: consents.kind,
      given: consents.given,
      version: consents.version,
      via: consents.via,
      at: consents.at,
    })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at), desc(consents.id))

/** The answer in force for each kind; one never answered has the version of today's text. */
export const listCurrentConsents = async (
  db: Database,
  userId: string,
): Promise<(Omit<Consent, 'at'> & { at: Date | null })[]> => {
  const series = await listConsentHistory(db, userId)
  return consentKinds.map(
    kind =>
      series.find(consent => consent.kind === kind) ?? {
        kind,
        given: false,
        version: consentTexts[kind].version,
        via: null,
        at: null,
      },
  )
}

/** A user's newest answer; null when there is none. */
const newestAnswer = async (db: Database, userId: string, kind: ConsentKind): Promise<boolean | null> => {
  const [newest] = await db
    .select({ given: consents.given })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.kind, kind)))
    .orderBy(desc(consents.at), desc(consents.id))
    .limit(1)
  return newest?.given ?? null
}

export const hasConsent = async (db: Database, userId: string, kind: ConsentKind): Promise<boolean> =>
  (await newestAnswer(db, userId, kind)) ?? false

/** Whether a user's newest answer is yes, in SQL; null when there is none. */
export const latestConsentSql = (userId: string | PgColumn, kind: ConsentKind): SQL =>
  sql`(select ${consents.given} from ${consents} where ${consents.userId} = ${userId} and ${consents.kind} = ${kind}
    order by ${consents.at} desc, ${consents.id} desc limit 1)`

/**
 * Adds one answer. `reportAccess` enrolls the user or not: without written instructions no report is pulled
 * (Fair Credit Reporting Act, section 604(a)(2), 15 U.S.C. 1681b(a)(2)).
 */
export const setConsent = async (
  tx: Database,
  userId: string,
  { kind, given, via }: { kind: ConsentKind; given: boolean; via?: ConsentChannel },
  now: Date,
): Promise<void> => {
  // Answers that arrive at once are added one after the other, so that what holds is the newest of them.
  await lockUser(tx, userId)
  await saveConsents(tx, userId, [{ id: newId(), kind, given, at: now, via }])
  if (kind !== 'reportAccess') return
  await tx
    .update(users)
    .set({ enrolled: latestConsentSql(userId, kind) })
    .where(eq(users.id, userId))
}

/** Withdraws a consent; false when it was withdrawn before. */
export const withdrawConsent = async (
  tx: Database,
  userId: string,
  kind: ConsentKind,
  now: Date,
  via?: ConsentChannel,
): Promise<boolean> => {
  if ((await newestAnswer(tx, userId, kind)) === false) return false
  await setConsent(tx, userId, { kind, given: false, via }, now)
  return true
}

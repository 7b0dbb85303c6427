import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { type ConsentChannel, type ConsentKind, consentKinds } from '../consent-texts.ts'
import { type AgreementTexts, isAbout } from './agreements.ts'
import { lockUser } from './store.ts'
import { consents, users } from './tables.ts'

/** Consents are a series: the newest row of a kind counts, and no row is ever changed. */

/** Called in the transaction in which a user allows report pulls. */
export type OnReportAccessGranted = (tx: Database, userId: string, now: Date) => Promise<void>

type NewConsent = { id: string; kind: ConsentKind; given: boolean; at: Date; via?: ConsentChannel }

/** Stores answers to the texts in force. */
export const saveConsents = async (
  tx: Database,
  texts: AgreementTexts,
  userId: string,
  given: readonly NewConsent[],
): Promise<void> => {
  if (given.length === 0) return
  await tx.insert(consents).values(
    given.map(consent => {
      const { version, hash } = texts[consent.kind]
      return { ...consent, userId, version, textHash: hash }
    }),
  )
}

type Consent = Pick<typeof consents.$inferSelect, 'kind' | 'given' | 'version' | 'textHash' | 'via' | 'at'>

/** Every answer of a user, newest first. */
const listConsentHistory = (db: Database, userId: string): Promise<Consent[]> =>
  db
    .select({
      kind: consents.kind,
      given: consents.given,
      version: consents.version,
      textHash: consents.textHash,
      via: consents.via,
      at: consents.at,
    })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at), desc(consents.id))

type CurrentConsent = Omit<Consent, 'at' | 'textHash'> & { at: Date | null; current: boolean }

/**
 * The current answer for each kind, and whether it is about the text in force, which counts as true if there is no
 * answer.
 */
export const listCurrentConsents = async (
  db: Database,
  texts: AgreementTexts,
  userId: string,
): Promise<CurrentConsent[]> => {
  const series = await listConsentHistory(db, userId)
  return consentKinds.map(kind => {
    const text = texts[kind]
    const found = series.find(consent => consent.kind === kind)
    if (!found) return { kind, given: false, version: text.version, via: null, at: null, current: true }
    const { textHash, ...consent } = found
    return { ...consent, current: isAbout(found, text) }
  })
}

/** A user's newest answer; null if there is none. */
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

/** Whether a user's newest answer is yes, in SQL; null if there is none. */
export const latestConsentSql = (userId: string | PgColumn, kind: ConsentKind): SQL =>
  sql`(select ${consents.given} from ${consents} where ${consents.userId} = ${userId} and ${consents.kind} = ${kind}
    order by ${consents.at} desc, ${consents.id} desc limit 1)`

/**
 * Adds one answer. `reportAccess` also sets whether the user is enrolled: without written instructions no report is
 * pulled (Fair Credit Reporting Act, section 604(a)(2), 15 U.S.C. 1681b(a)(2)).
 */
export const setConsent = async (
  tx: Database,
  texts: AgreementTexts,
  userId: string,
  { kind, given, via }: { kind: ConsentKind; given: boolean; via?: ConsentChannel },
  now: Date,
): Promise<void> => {
  // Concurrent answers are added one after the other, so that the newest one counts.
  await lockUser(tx, userId)
  await saveConsents(tx, texts, userId, [{ id: newId(), kind, given, at: now, via }])
  if (kind !== 'reportAccess') return
  await tx
    .update(users)
    .set({ enrolled: latestConsentSql(userId, kind) })
    .where(eq(users.id, userId))
}

/** Withdraws a consent; false if it was withdrawn before. */
export const withdrawConsent = async (
  tx: Database,
  texts: AgreementTexts,
  userId: string,
  kind: ConsentKind,
  now: Date,
  via?: ConsentChannel,
): Promise<boolean> => {
  if ((await newestAnswer(tx, userId, kind)) === false) return false
  await setConsent(tx, texts, userId, { kind, given: false, via }, now)
  return true
}

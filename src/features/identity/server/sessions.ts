import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Authenticate } from '#server/access.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import type { Vault } from '#server/sealed.ts'
import {
  ABSOLUTE_LIFE,
  ACCESS_LIFE,
  IDLE_LIFE,
  isAlive,
  rotationOf,
  SEEN_EVERY,
  SESSIONS_A_PERSON,
} from '../session-rules.ts'
import { sessions, sessionTokens } from './tables.ts'

/** A pair of tokens and how long the refresh token's cookie may live. */
export type TokenPair = { access: string; refresh: string; sessionId: string; secondsLeft: number }

type Session = typeof sessions.$inferSelect

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Tokens are derived from the session's secret and a generation, so that a pair whose answer was lost can be
 * given again; in the database stand only their hashes. The prefixes let secret scanners find a leaked one.
 */
const tokenOf = (secret: Buffer, kind: 'access' | 'refresh', generation: number) =>
  `${kind === 'access' ? 'cra_' : 'crr_'}${createHmac('sha256', secret).update(`${kind}|${generation}`).digest('base64url')}`

const pairOf = (
  secret: Buffer,
  session: Pick<Session, 'id' | 'expiresAt'>,
  generation: number,
  now: Date,
): TokenPair => ({
  access: tokenOf(secret, 'access', generation),
  refresh: tokenOf(secret, 'refresh', generation),
  sessionId: session.id,
  secondsLeft: Math.max(0, Math.floor((session.expiresAt.getTime() - now.getTime()) / 1_000)),
})

const secretPlace = (row: string) => ({ table: 'sessions', column: 'secret', row })

const keepTokens = (tx: Database, pair: TokenPair, generation: number, expiresAt: Date, now: Date) =>
  tx.insert(sessionTokens).values([
    {
      hash: hashOf(pair.access),
      sessionId: pair.sessionId,
      kind: 'access',
      generation,
      expiresAt: new Date(now.getTime() + ACCESS_LIFE),
    },
    { hash: hashOf(pair.refresh), sessionId: pair.sessionId, kind: 'refresh', generation, expiresAt },
  ])

const lifeOf = ({ lastSeenAt, expiresAt, endedAt }: Session) => ({
  lastSeenAt: lastSeenAt.getTime(),
  expiresAt: expiresAt.getTime(),
  ended: endedAt !== null,
})

const end = (tx: Database, sessionId: string, reason: NonNullable<Session['endReason']>, now: Date) =>
  tx.update(sessions).set({ endedAt: now, endReason: reason }).where(eq(sessions.id, sessionId))

/** Begins a session; when a person has ten, the oldest ends. */
export const beginSession = async (
  tx: Database,
  vault: Vault,
  userId: string,
  now: Date,
): Promise<TokenPair> => {
  const living = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(asc(sessions.createdAt))
  for (const { id } of living.slice(0, Math.max(0, living.length - SESSIONS_A_PERSON + 1)))
    await end(tx, id, 'too_many', now)
  const id = newId()
  const secret = randomBytes(32)
  const expiresAt = new Date(now.getTime() + ABSOLUTE_LIFE)
  await tx.insert(sessions).values({
    id,
    userId,
    secret: vault.system.seal(secretPlace(id), secret),
    generation: 1,
    rotatedAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  })
  const pair = pairOf(secret, { id, expiresAt }, 1, now)
  await keepTokens(tx, pair, 1, expiresAt, now)
  return pair
}

/** The next pair for a refresh token, or null: not ours, too old, or a copy (then the whole session ends). */
export const refreshSession = (
  db: Database,
  vault: Vault,
  token: string,
  now: Date,
): Promise<TokenPair | null> =>
  db.transaction(async tx => {
    const [presented] = await tx
      .select()
      .from(sessionTokens)
      .where(and(eq(sessionTokens.hash, hashOf(token)), eq(sessionTokens.kind, 'refresh')))
    if (!presented) return null
    const [session] = await tx
      .select()
      .from(sessions)
      .where(eq(sessions.id, presented.sessionId))
      .for('update')
    if (!session || !isAlive(lifeOf(session), now.getTime())) return null
    const secret = vault.system.openBytes(secretPlace(session.id), session.secret)
    const rotation = rotationOf(
      session.generation,
      presented.generation,
      session.rotatedAt.getTime(),
      now.getTime(),
    )
    if (rotation === 'reuse') {
      await end(tx, session.id, 'reuse', now)
      return null
    }
    if (rotation === 'repeat') return pairOf(secret, session, session.generation, now)
    const generation = session.generation + 1
    const pair = pairOf(secret, session, generation, now)
    await tx
      .update(sessions)
      .set({ generation, rotatedAt: now, lastSeenAt: now })
      .where(eq(sessions.id, session.id))
    await keepTokens(tx, pair, generation, session.expiresAt, now)
    return pair
  })

/** Ends the session that a refresh token belongs to, when its browser begins another one. */
export const endReplaced = async (tx: Database, refreshToken: string, now: Date): Promise<void> => {
  const [found] = await tx
    .select({ sessionId: sessionTokens.sessionId })
    .from(sessionTokens)
    .where(and(eq(sessionTokens.hash, hashOf(refreshToken)), eq(sessionTokens.kind, 'refresh')))
  if (found) await end(tx, found.sessionId, 'replaced', now)
}

/** Ends a session at once: its next request is refused. */
export const signOut = async (db: Database, sessionId: string, now: Date): Promise<void> => {
  await end(db, sessionId, 'signed_out', now)
}

/** Finds the living session of an access token and notes that it was seen. */
export const authenticateWith =
  (db: Database, clock: Clock): Authenticate =>
  async token => {
    const now = clock()
    const [found] = await db
      .select({ session: sessions })
      .from(sessionTokens)
      .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
      .where(
        and(
          eq(sessionTokens.hash, hashOf(token)),
          eq(sessionTokens.kind, 'access'),
          gt(sessionTokens.expiresAt, now),
        ),
      )
    if (!found || !isAlive(lifeOf(found.session), now.getTime())) return null
    const { id, userId, lastSeenAt, expiresAt } = found.session
    if (now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY) {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
    }
    return {
      kind: 'user',
      userId,
      sessionId: id,
      expiresAt,
      idleExpiresAt: new Date(Math.min(now.getTime() + IDLE_LIFE, expiresAt.getTime())),
    }
  }

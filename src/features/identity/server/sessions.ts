import { createHmac, randomBytes } from 'node:crypto'
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ManagerRole } from '#api/endpoint.ts'
import { columnAssociatedData, type Keyring } from '#platform/crypto/encryption.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import { newId } from '#platform/ids.ts'
import {
  ACCESS_TOKEN_LIFE_MS,
  type EndReason,
  rotate,
  type SessionKind,
  type SignInProof,
  sessionLimits,
} from '../session-rules.ts'
import type { NewestAnswer } from './agreements.ts'
import { endSessions, isSessionValid, type Session, updateLastSeen } from './session-store.ts'
import { type UserRow, userColumns } from './store.ts'
import { consents, sessions, sessionTokens, users } from './tables.ts'

/** A pair of tokens of one kind of session, and how long the refresh token's cookie is valid. */
export type TokenPair = {
  kind: SessionKind
  access: string
  refresh: string
  sessionId: string
  secondsLeft: number
}

/** A user, a manager (`appDue`: a password alone is not enough), or a manager impersonating a client. */
type SessionOwner =
  | { kind: 'user'; userId: string }
  | { kind: 'manager'; managerId: string; role: ManagerRole; appDue: boolean }
  | {
      kind: 'assist' | 'read'
      userId: string
      managerId: string
      managerName: string
      openingId: string
      /** The manager's own session; when it ends, so does this one. */
      managerSessionId: string
    }

/** The prefix lets secret scanners find a leaked token, and tells whether it is a user's or a manager's. */
const prefixes = {
  access: { user: 'cra_', manager: 'cma_' },
  refresh: { user: 'crr_', manager: 'cmr_' },
} as const

/**
 * Tokens are derived from the session's secret and a generation, so that a pair whose response was lost can be returned
 * again; the database stores only their hashes.
 */
const tokenOf = (secret: Buffer, kind: SessionKind, use: 'access' | 'refresh', generation: number) =>
  prefixes[use][kind === 'manager' ? 'manager' : 'user'] +
  createHmac('sha256', secret).update(`${use}|${generation}`).digest('base64url')

const pairOf = (
  secret: Buffer,
  session: Pick<Session, 'id' | 'kind' | 'expiresAt'>,
  generation: number,
  now: Date,
): TokenPair => ({
  kind: session.kind,
  access: tokenOf(secret, session.kind, 'access', generation),
  refresh: tokenOf(secret, session.kind, 'refresh', generation),
  sessionId: session.id,
  secondsLeft: Math.max(0, Math.floor((session.expiresAt.getTime() - now.getTime()) / 1_000)),
})

const secretData = columnAssociatedData(sessions.secret)
const managerNameData = columnAssociatedData(sessions.managerName)

/** The name of the manager in an impersonation's session. */
export const readManagerName = (
  keyring: Keyring,
  { id, managerName }: Pick<Session, 'id' | 'managerName'>,
): string => {
  if (!managerName) throw new Error('an impersonation without its manager')
  return keyring.system.decrypt(managerNameData(id), managerName)
}

type Token = Omit<typeof sessionTokens.$inferSelect, 'mac'>
/** The parts of a session that never change: its owner, scope and limits. */
type SessionClaims = Omit<
  Session,
  'managerName' | 'device' | 'secret' | 'generation' | 'rotatedAt' | 'lastSeenAt' | 'endedAt' | 'endReason'
>

/**
 * The text covered by a token's MAC: nobody can move a token to another session, or change a session's owner, role or
 * end.
 */
const tokenText = (token: Token, session: SessionClaims): string =>
  JSON.stringify([
    token.hash.toString('hex'),
    token.kind,
    token.generation,
    token.expiresAt.getTime(),
    session.id,
    session.kind,
    session.userId,
    session.managerId,
    session.role,
    session.openingId,
    session.managerSessionId,
    session.proof,
    session.appDue,
    session.createdAt.getTime(),
    session.expiresAt.getTime(),
  ])

const keepTokens = (
  tx: Database,
  keyring: Keyring,
  session: SessionClaims,
  { pair, generation, now }: { pair: TokenPair; generation: number; now: Date },
) => {
  const { id: sessionId, expiresAt } = session
  const accessEnds = new Date(Math.min(now.getTime() + ACCESS_TOKEN_LIFE_MS, expiresAt.getTime()))
  const tokens: Token[] = [
    { hash: sha256(pair.access), sessionId, kind: 'access', generation, expiresAt: accessEnds },
    { hash: sha256(pair.refresh), sessionId, kind: 'refresh', generation, expiresAt },
  ]
  return tx
    .insert(sessionTokens)
    .values(tokens.map(token => ({ ...token, mac: keyring.sessions.make(tokenText(token, session)) })))
}

const ownerColumns = (keyring: Keyring, id: string, owner: SessionOwner) => {
  const nobody = {
    userId: null,
    managerId: null,
    role: null,
    openingId: null,
    managerName: null,
    managerSessionId: null,
    appDue: false,
  }
  if (owner.kind === 'user') return { ...nobody, userId: owner.userId }
  if (owner.kind === 'manager') {
    const { managerId, role, appDue } = owner
    return { ...nobody, managerId, role, appDue }
  }
  const { userId, managerId, openingId, managerSessionId, managerName } = owner
  return {
    ...nobody,
    userId,
    managerId,
    openingId,
    managerSessionId,
    managerName: keyring.system.encrypt(managerNameData(id), managerName),
  }
}

const sameOwner = (owner: SessionOwner) =>
  owner.kind === 'user'
    ? and(eq(sessions.kind, 'user'), eq(sessions.userId, owner.userId))
    : and(
        owner.kind === 'manager' ? eq(sessions.kind, 'manager') : inArray(sessions.kind, ['assist', 'read']),
        eq(sessions.managerId, owner.managerId),
      )

/**
 * Begins a session, limited by its kind and by `until`; if its owner has the maximum number of its kind, the oldest ends.
 */
export const beginSession = async (
  tx: Database,
  keyring: Keyring,
  owner: SessionOwner,
  { proof, device, now, until }: { proof: SignInProof; device: string; now: Date; until?: Date },
): Promise<TokenPair> => {
  const { absolute, atMost } = sessionLimits[owner.kind]
  const living = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(sameOwner(owner), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(asc(sessions.createdAt))
  const over = living.slice(0, Math.max(0, living.length - atMost + 1)).map(({ id }) => id)
  for (const old of over) await endSessions(tx, { id: old }, 'too_many', now)
  const id = newId()
  const secret = randomBytes(32)
  const expiresAt = new Date(Math.min(now.getTime() + absolute, until?.getTime() ?? Number.POSITIVE_INFINITY))
  const session = {
    id,
    kind: owner.kind,
    ...ownerColumns(keyring, id, owner),
    proof,
    device,
    secret: keyring.system.encrypt(secretData(id), secret),
    generation: 1,
    rotatedAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  }
  await tx.insert(sessions).values(session)
  const pair = pairOf(secret, session, 1, now)
  await keepTokens(tx, keyring, session, { pair, generation: 1, now })
  return pair
}

/** Whether a server issued this token for the session as stored. */
const isOurs = (
  keyring: Keyring,
  token: typeof sessionTokens.$inferSelect,
  session: SessionClaims,
): boolean => token.mac !== null && keyring.sessions.matches(tokenText(token, session), token.mac)

/** The next pair; nothing (not ours, or expired); or a copied token was detected and the session ended. */
type RefreshResult =
  | { kind: 'pair'; pair: TokenPair; session: Session }
  | { kind: 'none' }
  | { kind: 'reuse'; session: Session }

/** Exchanges a refresh token of a session of one of these kinds, in the caller's transaction. */
export const refreshSession = async (
  tx: Database,
  keyring: Keyring,
  token: string,
  wanted: readonly SessionKind[],
  now: Date,
): Promise<RefreshResult> => {
  const [presented] = await tx
    .select()
    .from(sessionTokens)
    .where(and(eq(sessionTokens.hash, sha256(token)), eq(sessionTokens.kind, 'refresh')))
  if (!presented) return { kind: 'none' }
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, presented.sessionId)).for('update')
  if (
    !session ||
    !isOurs(keyring, presented, session) ||
    !wanted.includes(session.kind) ||
    !(await isSessionValid(tx, session, now))
  )
    return { kind: 'none' }
  const secret = keyring.system.decryptBytes(secretData(session.id), session.secret)
  const rotation = rotate(
    session.generation,
    presented.generation,
    session.rotatedAt.getTime(),
    now.getTime(),
  )
  if (rotation === 'reuse') {
    await endSessions(tx, { id: session.id }, 'reuse', now)
    return { kind: 'reuse', session }
  }
  if (rotation === 'repeat')
    return { kind: 'pair', pair: pairOf(secret, session, session.generation, now), session }
  const generation = session.generation + 1
  const pair = pairOf(secret, session, generation, now)
  await tx.update(sessions).set({ generation, rotatedAt: now }).where(eq(sessions.id, session.id))
  await updateLastSeen(tx, session, now)
  await keepTokens(tx, keyring, session, { pair, generation, now })
  return { kind: 'pair', pair, session }
}

const {
  device: _device,
  secret: _secret,
  generation: _generation,
  rotatedAt: _rotatedAt,
  endReason: _reason,
  ...read
} = getTableColumns(sessions)
const mailed = alias(sessions, 'mailed')

const byToken = preparePerConnection(db => {
  const terms = db
    .select({ given: consents.given, textHash: consents.textHash, version: consents.version })
    .from(consents)
    .where(and(eq(consents.userId, users.id), eq(consents.kind, 'terms')))
    .orderBy(desc(consents.at), desc(consents.id))
    .limit(1)
    .as('terms')
  const mailedSignIn = db
    .select({ at: max(mailed.createdAt).as('at') })
    .from(mailed)
    .where(and(eq(mailed.userId, users.id), eq(mailed.proof, 'code+email')))
    .as('mailed_sign_in')
  return db
    .select({
      session: read,
      token: sessionTokens,
      user: userColumns,
      terms: { given: terms.given, textHash: terms.textHash, version: terms.version },
      mailedSignInAt: mailedSignIn.at,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .leftJoinLateral(terms, sql`true`)
    .leftJoinLateral(mailedSignIn, sql`true`)
    .where(
      and(eq(sessionTokens.hash, sql.placeholder('hash')), eq(sessionTokens.kind, sql.placeholder('use'))),
    )
    .prepare('session_by_token')
})

/** A session without the secret from which its tokens are derived. */
export type FoundSession = Pick<Session, keyof typeof read>

/** The user of a session, with what nearly every request needs about them. */
export type SessionUser = {
  row: UserRow
  /** The newest answer to the terms. */
  terms: NewestAnswer | null
  /** The newest sign-in proven by a mailed code. */
  mailedSignInAt: Date | null
}

/** The session of a token, active or not, and its user; null if no server issued the token for it. */
export const findSessionByToken = async (
  tx: Database,
  keyring: Keyring,
  token: string,
  use: 'access' | 'refresh',
): Promise<{ session: FoundSession; user: SessionUser | null; tokenExpiresAt: Date } | null> => {
  const [found] = await byToken(tx).execute({ hash: sha256(token), use })
  if (!found || !isOurs(keyring, found.token, found.session)) return null
  const { session, user: row, terms, mailedSignInAt } = found
  return { session, user: row && { row, terms, mailedSignInAt }, tokenExpiresAt: found.token.expiresAt }
}

/** Ends the session that a browser's refresh token belongs to, if it has one. */
export const endSessionByToken = async (
  tx: Database,
  refreshToken: string | null,
  reason: EndReason,
  now: Date,
): Promise<void> => {
  if (refreshToken === null) return
  const [found] = await byToken(tx).execute({ hash: sha256(refreshToken), use: 'refresh' })
  if (found) await endSessions(tx, { id: found.session.id }, reason, now)
}

import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { and, arrayContains, asc, desc, eq, lt, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import type { OutgoingEventType } from '#api/outgoing-events.ts'
import type { LetterNews, OnLetter } from '#features/mailing/server/tracking-events.ts'
import type { OnReport } from '#features/reports/server/store.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { EmitEvent } from '#platform/http/handler.ts'
import { newId } from '#platform/ids.ts'
import { isLoopback, isPublic, publicLookup } from '#providers/public-address.ts'
import { SECRET_OVERLAP_HOURS } from '../delivery-rules.ts'
import { createSigningSecret } from './signature.ts'
import { eventDeliveries, outgoingEvents, webhookTargets } from './tables.ts'

/** Targets, the outbox of their events, and the log of deliveries. */

const TargetContent = z.object({
  url: z.string(),
  secret: z.string(),
  /** The previous secret, and until when events are also signed with it. */
  earlier: z.object({ secret: z.string(), until: z.string() }).nullable(),
})

const encryptedContent = encryptedJson(webhookTargets.content, TargetContent)

type TargetRow = typeof webhookTargets.$inferSelect
export type Target = Omit<TargetRow, 'content'> & z.output<typeof TargetContent>

const toTarget = ({ system }: Keyring, { content, ...row }: TargetRow): Target => ({
  ...row,
  ...encryptedContent.decrypt(system, row.id, content),
})

export const listTargets = async (db: Database, keyring: Keyring): Promise<Target[]> => {
  const rows = await db
    .select()
    .from(webhookTargets)
    .orderBy(asc(webhookTargets.createdAt), asc(webhookTargets.id))
  return rows.map(row => toTarget(keyring, row))
}

/** The target, locked until the transaction ends; null if there is none. */
export const lockTarget = async (tx: Database, keyring: Keyring, id: string): Promise<Target | null> => {
  const [row] = await tx.select().from(webhookTargets).where(eq(webhookTargets.id, id)).for('update')
  return row ? toTarget(keyring, row) : null
}

/** Adds a target and returns its secret, which is shown once. */
export const addTarget = async (
  tx: Database,
  { system }: Keyring,
  { url, events }: { url: string; events: readonly OutgoingEventType[] },
  now: Date,
): Promise<{ id: string; secret: string }> => {
  const id = newId()
  const secret = createSigningSecret()
  await tx.insert(webhookTargets).values({
    id,
    content: encryptedContent.encrypt(system, id, { url, secret, earlier: null }),
    events: [...events],
    enabled: true,
    createdAt: now,
  })
  return { id, secret }
}

/** Changes a locked target. */
export const changeTarget = async (
  tx: Database,
  { system }: Keyring,
  target: Target,
  change: { url: string; events: readonly OutgoingEventType[]; enabled: boolean },
): Promise<void> => {
  const { id, secret, earlier } = target
  const { url, events, enabled } = change
  const isSwitched = enabled !== target.enabled
  await tx
    .update(webhookTargets)
    .set({
      content: encryptedContent.encrypt(system, id, { url, secret, earlier }),
      events: [...events],
      enabled,
      ...(isSwitched && { offBecause: enabled ? null : ('manager' as const), failingSince: null }),
    })
    .where(eq(webhookTargets.id, id))
  if (isSwitched && !enabled) await endDeliveries(tx, id)
}

/** Gives a locked target a new secret; the previous one stays valid for another day. */
export const rotateSecret = async (
  tx: Database,
  { system }: Keyring,
  { id, url, secret: before }: Target,
  now: Date,
): Promise<string> => {
  const secret = createSigningSecret()
  const until = new Date(now.getTime() + SECRET_OVERLAP_HOURS * 3_600_000).toISOString()
  const content = { url, secret, earlier: { secret: before, until } }
  await tx
    .update(webhookTargets)
    .set({ content: encryptedContent.encrypt(system, id, content) })
    .where(eq(webhookTargets.id, id))
  return secret
}

/** Fails the pending deliveries of a target that is off; each can be sent again. */
const endDeliveries = async (tx: Database, targetId: string): Promise<void> => {
  await tx
    .update(eventDeliveries)
    .set({ state: 'failed' })
    .where(and(eq(eventDeliveries.targetId, targetId), eq(eventDeliveries.state, 'pending')))
}

/** Switches off a target that fails; false if it was off already. */
export const switchOff = async (
  tx: Database,
  targetId: string,
  offBecause: 'failing' | 'gone',
): Promise<boolean> => {
  const off = await tx
    .update(webhookTargets)
    .set({ enabled: false, offBecause })
    .where(and(eq(webhookTargets.id, targetId), eq(webhookTargets.enabled, true)))
    .returning({ id: webhookTargets.id })
  await endDeliveries(tx, targetId)
  return off.length > 0
}

/** Stores an event for the targets that want it; if there are none, stores nothing. */
export const emitEvent: EmitEvent = async (tx, { type, clientId, at, ...ids }) => {
  const targets = await tx
    .select({ id: webhookTargets.id })
    .from(webhookTargets)
    .where(and(eq(webhookTargets.enabled, true), arrayContains(webhookTargets.events, [type])))
  if (targets.length === 0) return
  const eventId = newId()
  await tx.insert(outgoingEvents).values({ id: eventId, type, clientId, ids, at })
  await tx.insert(eventDeliveries).values(
    targets.map(({ id: targetId }) => ({
      id: newId(),
      eventId,
      targetId,
      state: 'pending' as const,
      attempts: [],
      dueAt: at,
      createdAt: at,
    })),
  )
}

/** Adds a test event for one target and returns its delivery. */
export const addTestEvent = async (tx: Database, targetId: string, now: Date): Promise<string> => {
  const [eventId, id] = [newId(), newId()]
  await tx.insert(outgoingEvents).values({ id: eventId, type: 'test', clientId: null, ids: {}, at: now })
  const state = 'pending' as const
  await tx
    .insert(eventDeliveries)
    .values({ id, eventId, targetId, state, attempts: [], dueAt: now, createdAt: now })
  return id
}

const deliveryColumns = {
  id: eventDeliveries.id,
  eventId: eventDeliveries.eventId,
  targetId: eventDeliveries.targetId,
  type: outgoingEvents.type,
  state: eventDeliveries.state,
  attempts: eventDeliveries.attempts,
  dueAt: eventDeliveries.dueAt,
  createdAt: eventDeliveries.createdAt,
}

/** Deliveries of a target, newest first, one page; `after` is the last one of the previous page. */
export const listDeliveries = async (
  db: Database,
  { targetId, after, limit }: { targetId: string; after: string | null; limit: number },
) => {
  const { id, createdAt } = eventDeliveries
  const [last] =
    after === null
      ? []
      : await db
          .select({ createdAt })
          .from(eventDeliveries)
          .where(and(eq(id, after), eq(eventDeliveries.targetId, targetId)))
  // The first condition bounds the index scan, which the second alone would not.
  const older =
    last &&
    and(
      lte(createdAt, last.createdAt),
      or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, after ?? ''))),
    )
  return db
    .select(deliveryColumns)
    .from(eventDeliveries)
    .innerJoin(outgoingEvents, eq(outgoingEvents.id, eventDeliveries.eventId))
    .where(and(eq(eventDeliveries.targetId, targetId), older))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

export const findDelivery = async (db: Database, deliveryId: string) => {
  const [row] = await db
    .select(deliveryColumns)
    .from(eventDeliveries)
    .innerJoin(outgoingEvents, eq(outgoingEvents.id, eventDeliveries.eventId))
    .where(eq(eventDeliveries.id, deliveryId))
  return row ?? null
}

/** Makes a delivery due again and keeps its earlier attempts; false if there is none, or it is in progress. */
export const sendAgain = async (tx: Database, deliveryId: string, now: Date): Promise<boolean> => {
  const due = await tx
    .update(eventDeliveries)
    .set({ state: 'pending', dueAt: now })
    .where(
      and(
        eq(eventDeliveries.id, deliveryId),
        or(eq(eventDeliveries.state, 'failed'), eq(eventDeliveries.state, 'delivered')),
      ),
    )
    .returning({ id: eventDeliveries.id })
  return due.length > 0
}

/**
 * Where events may be sent: https, and only to public addresses at the time of the connection (OWASP, Server Side Request
 * Forgery Prevention). Unlike providers, which the operator names in the environment, targets are entered by managers:
 * `PRIVATE_HOSTS` allows nothing here.
 */

type TargetProblem = 'not_https' | 'private_address' | 'not_found'

export const targetProblemMessages: Readonly<Record<TargetProblem, string>> = {
  not_https: 'Enter an address that begins with https:// and has no user name or password in it.',
  private_address:
    'This address leads to a private network or this machine. Events are only sent to public addresses.',
  not_found: 'The name in this address cannot be found. Check its spelling.',
}

/** Why events may not be sent to an address now; null if they may. */
export const findTargetProblem = async (
  address: string,
  resolve: LookupFunction = lookUp,
): Promise<TargetProblem | null> => {
  if (!URL.canParse(address)) return 'not_https'
  const { protocol, hostname, username, password } = new URL(address)
  if (protocol !== 'https:' || username !== '' || password !== '') return 'not_https'
  const plain = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isLoopback(hostname)) return 'private_address'
  // A numeric address needs no lookup when connecting.
  if (isIP(plain) !== 0) return isPublic(plain) ? null : 'private_address'
  return new Promise(done => {
    publicLookup([], resolve)(hostname, { all: true }, error => {
      if (error === null) done(null)
      else done(error.code === 'ERR_PRIVATE_ADDRESS' ? 'private_address' : 'not_found')
    })
  })
}

/** Turns what happens in features into events for the operator's own systems. */

const ofStatus = {
  submitted: 'letter.mailed',
  delivered: 'letter.delivered',
  returned: 'letter.returned',
} as const

const isTold = (status: LetterNews['status']): status is keyof typeof ofStatus => status in ofStatus

/** No event is sent about a letter of an erased client. */
export const letterEvents: OnLetter = async (tx, { userId, letterId, status, at }) => {
  if (userId !== null && isTold(status))
    await emitEvent(tx, { type: ofStatus[status], clientId: userId, letterId, at })
}

export const reportEvents: OnReport = (tx, { id, userId, receivedAt }) =>
  emitEvent(tx, { type: 'report.imported', clientId: userId, reportId: id, at: receivedAt })

import type { LookupFunction } from 'node:net'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { EventIds } from '#api/outgoing-events.ts'
import { listStaffAddresses } from '#features/staff/server/managers.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { FetchBytes } from '#providers/http-call.ts'
import {
  type AttemptResult,
  isGivenUp,
  isGone,
  isTaken,
  nextAttemptSeconds,
  switchedOffEmail,
} from '../delivery-rules.ts'
import { signatureHeaders } from './signature.ts'
import { eventDeliveries, outgoingEvents, webhookTargets } from './tables.ts'
import { findTargetProblem, lockTarget, switchOff, type Target } from './targets.ts'

/**
 * Delivery of events: at least once, in any order. A delivery is claimed before the call and its result stored after it;
 * if the process ends in between, it is tried again.
 */

/** How connections to targets are made; replaced in tests. */
export type TargetCalls = { call: FetchBytes; resolve?: LookupFunction }

export type DeliveryDeps = {
  db: Database
  keyring: Keyring
  clock: Clock
  log: Log
  queueEmail: QueueEmail
  publicUrl: URL
  targetCalls: TargetCalls
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 16 * 1024
/** Longer than an attempt may take. */
const CLAIMED_MS = 2 * 60_000
/** The limit for a delivery that is sent again and again. */
const KEPT_ATTEMPTS = 20
const AT_ONCE = 20
/** The job runs every minute and starts nothing in the last ten seconds. */
const RUN_MS = 50_000

type EventRow = typeof outgoingEvents.$inferSelect

/** The message that is signed and sent. */
const bodyOf = ({ type, clientId, ids, at }: Pick<EventRow, 'type' | 'clientId' | 'ids' | 'at'>): string => {
  const data: EventIds & { clientId?: string } = { ...(clientId !== null && { clientId }), ...ids }
  return JSON.stringify({ type, timestamp: at.toISOString(), data })
}

/**
 * Makes one call. The address is checked here and again on connecting, since its DNS name may resolve differently by
 * then.
 */
const attempt = async (
  { call, resolve }: TargetCalls,
  { url, secret, earlier }: Pick<Target, 'url' | 'secret' | 'earlier'>,
  event: EventRow,
  now: Date,
): Promise<AttemptResult> => {
  const problem = await findTargetProblem(url, resolve)
  if (problem !== null) return { kind: problem === 'not_found' ? 'not_found' : 'private_address' }
  const body = bodyOf(event)
  const secrets = earlier !== null && new Date(earlier.until) > now ? [secret, earlier.secret] : [secret]
  const answer = await call({
    method: 'POST',
    url: new URL(url),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Fairfile-Webhooks',
      ...signatureHeaders(secrets, { id: event.id, at: now, body }),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  })
  if (answer.kind === 'answer') return { kind: 'status', status: answer.status }
  return { kind: answer.kind === 'unsent' ? 'unreachable' : 'no_answer' }
}

/** Emails admins about a target that was switched off, in the same transaction. */
const emailAdmins = async (
  tx: Database,
  { keyring, queueEmail, publicUrl, log, clock }: DeliveryDeps,
  target: Target,
  why: 'failing' | 'gone',
): Promise<void> => {
  log.error('a webhook target was switched off', { code: why })
  await recordSystemAudit(tx, keyring, 'webhook_target_off', { objectId: target.id }, clock())
  const email = switchedOffEmail(new URL(target.url).host, why, `${publicUrl.origin}/manager/integrations`)
  for (const to of await listStaffAddresses(tx, keyring, ['admin']))
    await queueEmail(tx, { userId: null, to, kind: 'webhook-target-off', ...email })
}

type Claimed = { id: string; dueAt: Date }

/** Stores the result of an attempt, unless another process has claimed the delivery in the meantime. */
const record = (
  deps: DeliveryDeps,
  { id, dueAt }: Claimed,
  targetId: string,
  result: AttemptResult,
  now: Date,
) =>
  deps.db.transaction(async tx => {
    const target = await lockTarget(tx, deps.keyring, targetId)
    const mine = and(eq(eventDeliveries.id, id), eq(eventDeliveries.dueAt, dueAt))
    const [delivery] = await tx.select().from(eventDeliveries).where(mine).for('update')
    if (!delivery || target === null) return
    const status = result.kind === 'status' ? result.status : null
    const attempts = [...delivery.attempts, { at: now.toISOString(), result: result.kind, status }].slice(
      -KEPT_ATTEMPTS,
    )
    if (isTaken(result)) {
      await tx.update(eventDeliveries).set({ state: 'delivered', attempts }).where(eq(eventDeliveries.id, id))
      await tx.update(webhookTargets).set({ failingSince: null }).where(eq(webhookTargets.id, targetId))
      return
    }
    const wait = nextAttemptSeconds(attempts.length, Math.random())
    await tx
      .update(eventDeliveries)
      .set(
        wait === null || !target.enabled
          ? { state: 'failed', attempts }
          : { attempts, dueAt: new Date(now.getTime() + wait * 1_000) },
      )
      .where(eq(eventDeliveries.id, id))
    if (!target.enabled) return
    const failingSince = target.failingSince ?? now
    await tx.update(webhookTargets).set({ failingSince }).where(eq(webhookTargets.id, targetId))
    const why = isGone(result) ? 'gone' : isGivenUp(failingSince, now) ? 'failing' : null
    if (why !== null && (await switchOff(tx, targetId, why))) await emailAdmins(tx, deps, target, why)
  })

/** Attempts a claimed delivery. */
const deliver = async (deps: DeliveryDeps, claimed: Claimed): Promise<void> => {
  const { db, keyring, clock, targetCalls } = deps
  const [found] = await db
    .select({ event: outgoingEvents, targetId: eventDeliveries.targetId })
    .from(eventDeliveries)
    .innerJoin(outgoingEvents, eq(outgoingEvents.id, eventDeliveries.eventId))
    .where(eq(eventDeliveries.id, claimed.id))
  if (!found) return
  const target = await db.transaction(tx => lockTarget(tx, keyring, found.targetId))
  if (target === null) return
  const now = clock()
  await record(deps, claimed, target.id, await attempt(targetCalls, target, found.event, now), now)
}

/** Claims due deliveries, so that no other process attempts them too. */
const claim = async ({ db, clock }: DeliveryDeps, most: number, only?: string): Promise<Claimed[]> => {
  const now = clock()
  const { id, dueAt, state } = eventDeliveries
  const due = db
    .select({ id })
    .from(eventDeliveries)
    .where(and(eq(state, 'pending'), lte(dueAt, now), only === undefined ? undefined : eq(id, only)))
    .orderBy(asc(dueAt))
    .limit(most)
    .for('update', { skipLocked: true })
  return db
    .update(eventDeliveries)
    .set({ dueAt: new Date(now.getTime() + CLAIMED_MS) })
    .where(and(inArray(id, due), sql`${state} = 'pending'`))
    .returning({ id, dueAt })
}

/** Attempts one delivery now, for example a test. */
export const deliverNow = async (deps: DeliveryDeps, deliveryId: string): Promise<void> => {
  for (const claimed of await claim(deps, 1, deliveryId)) await deliver(deps, claimed)
}

const deliverTask: Task<Record<string, never>> = {
  name: 'integrations.deliver',
  payload: z.strictObject({}),
  retry: { times: 0, firstSeconds: 1, longestSeconds: 1 },
  limitSeconds: 120,
}

/** Runs every minute. A failing or slow target delays only the deliveries claimed together with its own. */
export const createDeliveryJob = (deps: DeliveryDeps): Job =>
  defineJob(
    deliverTask,
    async () => {
      const until = Date.now() + RUN_MS
      while (Date.now() < until) {
        const claimed = await claim(deps, AT_ONCE)
        if (claimed.length === 0) return
        await Promise.all(claimed.map(one => deliver(deps, one)))
      }
    },
    '* * * * *',
  )

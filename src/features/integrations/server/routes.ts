import { eq, lt } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { retention } from '#api/retention.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { daysBefore } from '#values/dates.ts'
import type { EventDelivery, integrations, WebhookTarget } from '../contract.ts'
import { type DeliveryDeps, deliverNow } from './deliver.ts'
import { keyRoutes } from './keys.ts'
import { outgoingEvents, webhookTargets } from './tables.ts'
import {
  addTarget,
  addTestEvent,
  changeTarget,
  emitEvent,
  findDelivery,
  findTargetProblem,
  listDeliveries,
  listTargets,
  lockTarget,
  rotateSecret,
  sendAgain,
  type Target,
  targetProblemMessages,
} from './targets.ts'

const toWebhookTarget = (target: Target, now: Date): WebhookTarget => {
  const { id, url, events, enabled, offBecause, failingSince, createdAt, earlier } = target
  return {
    id,
    url,
    events,
    enabled,
    offBecause,
    failingSince: failingSince?.toISOString() ?? null,
    earlierSecretUntil: earlier !== null && new Date(earlier.until) > now ? earlier.until : null,
    createdAt: createdAt.toISOString(),
  }
}

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number]

const toEventDelivery = ({
  id,
  eventId,
  type,
  state,
  attempts,
  dueAt,
  createdAt,
}: Delivery): EventDelivery => ({
  id,
  eventId,
  type,
  state,
  attempts,
  nextAt: state === 'pending' ? dueAt.toISOString() : null,
  createdAt: createdAt.toISOString(),
})

/** Limits how often each event is sent if targets are added by mistake or in an attack. */
const MAX_TARGETS = 20

export const integrationRoutes = (deps: DeliveryDeps): Handlers<typeof integrations> => {
  const { db, keyring, targetCalls } = deps

  /** Refuses an address to which events may not be sent, before anything is stored. */
  const requireSendable = async (url: string) => {
    const problem = await findTargetProblem(url, targetCalls.resolve)
    if (problem === null) return
    const message = targetProblemMessages[problem]
    throw new AppError('invalid_request', { message, fields: { url: message } })
  }

  const locked = async (tx: Database, targetId: string): Promise<Target> => {
    const target = await lockTarget(tx, keyring, targetId)
    if (target === null) throw new AppError('not_found')
    return target
  }

  const requireEnabled = ({ enabled }: Target) => {
    if (!enabled) throw new AppError('conflict', { message: 'This target is off. Switch it on first.' })
  }

  /** Attempts a delivery now and returns its new state. */
  const tried = async (deliveryId: string): Promise<EventDelivery> => {
    await deliverNow(deps, deliveryId)
    const delivery = await findDelivery(db, deliveryId)
    if (delivery === null) throw new AppError('not_found')
    return toEventDelivery(delivery)
  }

  return {
    ...keyRoutes(deps),

    targets: async ({ now }) => ({
      data: (await listTargets(db, keyring)).map(target => toWebhookTarget(target, now)),
    }),

    addTarget: async ({ body, now, audit }) => {
      await requireSendable(body.url)
      return db.transaction(async tx => {
        const count = (await listTargets(tx, keyring)).length
        if (count >= MAX_TARGETS)
          throw new AppError('conflict', {
            message: `There can be at most ${MAX_TARGETS} targets. Remove one first.`,
          })
        const { id, secret } = await addTarget(tx, keyring, body, now)
        await audit(tx, { objectId: id })
        return { target: toWebhookTarget(await locked(tx, id), now), secret }
      })
    },

    changeTarget: async ({ params: { targetId }, body, now, audit }) => {
      if (body.url !== undefined) await requireSendable(body.url)
      return db.transaction(async tx => {
        const target = await locked(tx, targetId)
        const { url = target.url, events = target.events, enabled = target.enabled } = body
        await changeTarget(tx, keyring, target, { url, events, enabled })
        await audit(tx, { objectId: targetId })
        return toWebhookTarget(await locked(tx, targetId), now)
      })
    },

    removeTarget: async ({ params: { targetId }, audit }) => {
      await db.transaction(async tx => {
        await locked(tx, targetId)
        await tx.delete(webhookTargets).where(eq(webhookTargets.id, targetId))
        await audit(tx, { objectId: targetId })
      })
      return { success: true }
    },

    rotateSecret: ({ params: { targetId }, now, audit }) =>
      db.transaction(async tx => {
        const secret = await rotateSecret(tx, keyring, await locked(tx, targetId), now)
        await audit(tx, { objectId: targetId })
        return { target: toWebhookTarget(await locked(tx, targetId), now), secret }
      }),

    sendTest: async ({ params: { targetId }, now, audit }) =>
      tried(
        await db.transaction(async tx => {
          requireEnabled(await locked(tx, targetId))
          await audit(tx, { objectId: targetId })
          return addTestEvent(tx, targetId, now)
        }),
      ),

    deliveries: async ({ params: { targetId }, query: { after = null, limit } }) => {
      await db.transaction(tx => locked(tx, targetId))
      const page = await listDeliveries(db, { targetId, after, limit: limit + 1 })
      const shown = page.slice(0, limit)
      return {
        data: shown.map(toEventDelivery),
        next: page.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    },

    sendAgain: async ({ params: { targetId, deliveryId }, now, audit }) => {
      await db.transaction(async tx => {
        requireEnabled(await locked(tx, targetId))
        const delivery = await findDelivery(tx, deliveryId)
        if (delivery?.targetId !== targetId) throw new AppError('not_found')
        if (!(await sendAgain(tx, deliveryId, now)))
          throw new AppError('conflict', { message: 'This event is already being sent.' })
        await audit(tx, { objectId: deliveryId })
      })
      return tried(deliveryId)
    },
  }
}

/** Deletes events and their log after a month. */
export const cleanUpEvents: CleanupTask = async (db, now) => {
  await db
    .delete(outgoingEvents)
    .where(lt(outgoingEvents.at, daysBefore(now, retention.outgoingEvents.usual)))
}

/** Events refer to a client by id. Erasing the client deletes all except the event that reports the erasure. */
export const integrationsPersonalData = (clock: () => Date): PersonalDataSource => ({
  name: 'integrations',
  exportFiles: async (db, _keyring, userId) => {
    const { type, at, clientId } = outgoingEvents
    const rows = await db.select({ type, at }).from(outgoingEvents).where(eq(clientId, userId)).orderBy(at)
    return [jsonExportFile('events-sent.json', rows)]
  },
  erase: async (tx, _keyring, { userId }) => {
    await tx.delete(outgoingEvents).where(eq(outgoingEvents.clientId, userId))
    await emitEvent(tx, { type: 'client.erased', clientId: userId, at: clock() })
  },
})

import { signedInPerson } from '#features/identity/server/store.ts'
import { currentPackedOf } from '#features/reports/server/store.ts'
import { apart } from '#platform/apart.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { Limits } from '#platform/http/limits.ts'
import type { Once } from '#platform/http/once.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { TradelineFeed } from '#providers/tradeline-feed/port.ts'
import { dayIn } from '#values/dates.ts'
import { adviceOf, choiceOf, isOver, type Line, tradeLineOf } from '../advice.ts'
import { type InventoryLine, tradelines } from '../contract.ts'
import { linesFound } from '../line-search.ts'
import type { Goal } from '../offers.ts'
import { emptyFile } from '../own-file.ts'
import { requestEmail } from '../request-email.ts'
import type * as computed from './computed.ts'
import { isOwnFile } from './computed.ts'
import { changedAt, linesOnOffer } from './inventory.ts'
import { planned } from './planning.ts'
import { mailAgain, makeRequest, requestsOf } from './requests.ts'
import { fetchedFrom, takeOverFile } from './sync.ts'

export type TradelineDeps = {
  db: Database
  vault: Vault
  once: Once
  limits: Limits
  queueEmail: QueueEmail
  tradelineFeed: TradelineFeed
  managerInbox: string
  timeZone: string
  log: Log
}

const inventoryLineOf = (line: Line, today: string): InventoryLine => ({
  ...tradeLineOf(line, today),
  slots: line.slots,
  bureaus: [...line.bureaus],
})

const ownFile = apart<typeof computed.ownFile>(
  new URL('./computed.ts', import.meta.url),
  'ownFile',
  isOwnFile,
)

export const tradelineRoutes = (deps: TradelineDeps): Answers<typeof tradelines> => {
  const { db, vault, once, limits, tradelineFeed, managerInbox, timeZone, log } = deps

  /** The advice for a person today, from the lines on offer and from what her plan shows of her report. */
  const advised = async (userId: string, goal: Goal, now: Date) => {
    const person = await signedInPerson(db, vault, userId)
    const stored = await currentPackedOf(db, vault, userId)
    const today = dayIn(timeZone, now)
    const file =
      stored === null ? emptyFile : await ownFile({ content: stored.content, plan: person.plan, today })
    const choice = choiceOf(await linesOnOffer(db), file, today)
    const { plan, curve } = await planned(choice.instance, goal)
    const { goal: wish, goalTargetPeriod: targetPeriod } = person.profile
    const personal = { goal: wish, targetPeriod, since: dayIn(timeZone, person.createdAt) }
    return { person, advice: adviceOf({ choice, file, personal, goal, plan, curve, today }) }
  }

  return {
    advice: async ({ caller: { userId, opened }, query, body, now, idempotencyKey, note }) => {
      const goal = {
        ageTenths: Math.round(body.desiredAverageAge * 10),
        limit: body.desiredExtraLimit,
      }
      if (!body.sendToManager && query.request === 'false') {
        const { advice } = await advised(userId, goal, now)
        await db.transaction(note)
        return { ...advice, request: null }
      }
      const request = { scope: `tradeline-request|${userId}`, key: idempotencyKey, body: goal, owner: userId }
      const read = (value: unknown) => tradelines.advice.reply.parse(value)
      const earlier = await once.earlier(request, read)
      if (earlier) return earlier
      await limits.spend('tradelineRequest', { person: userId })
      const { person, advice } = await advised(userId, goal, now)
      const { firstName, lastName, phoneNumber } = person.profile
      const email = requestEmail({
        client: { name: `${firstName} ${lastName}`, phoneNumber },
        goal,
        advice,
        byStaff: opened !== null,
      })
      return once.act(
        request,
        async tx => {
          const made = await makeRequest(tx, deps, { userId, recipient: managerInbox, ...email, now })
          await note(tx, { objectId: made.id })
          return { ...advice, request: made }
        },
        read,
      )
    },

    inventory: async ({ now }) => {
      const today = dayIn(timeZone, now)
      const lines = await linesOnOffer(db)
      return { data: lines.map(line => inventoryLineOf(line, today)) }
    },

    staffInventory: async ({ query: { query, limit, offset }, now }) => {
      const today = dayIn(timeZone, now)
      const found = linesFound(await linesOnOffer(db), query)
      return {
        data: found.slice(offset, offset + limit).map(line => ({
          ...inventoryLineOf(line, today),
          supplierId: line.supplierId,
          isOver: isOver(line, today),
          changedAt: line.updatedAt.toISOString(),
        })),
        total: found.length,
        changedAt: (await changedAt(db))?.toISOString() ?? null,
        sandbox: tradelineFeed.sandbox,
      }
    },

    requested: ({ caller, query }) => requestsOf(db, vault, caller.userId, query),

    retry: async ({ caller: { userId }, params: { requestId }, note }) =>
      db.transaction(async tx => {
        const request = await mailAgain(tx, deps, userId, requestId)
        await note(tx, { objectId: requestId })
        return request
      }),

    sync: async ({ now, note }) => {
      const bytes = await fetchedFrom(tradelineFeed, now, log)
      return takeOverFile(deps, { bytes, now, note })
    },

    syncFile: async ({ file, now, note }) => takeOverFile(deps, { bytes: file.bytes, now, note }),
  }
}

import { NotOffered } from '#api/errors.ts'
import { frozenBureaus } from '#features/disputes/freezes/freeze-words.ts'
import { findFreezes } from '#features/disputes/server/freezes.ts'
import { type PolicyDeps, requireTerms } from '#features/identity/server/policy-facts.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { findCurrentPackedReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { reportThreads } from '#platform/threads.ts'
import type { TradelineFeed } from '#providers/tradeline-feed/port.ts'
import { dayIn } from '#values/dates.ts'
import {
  buildAdvice,
  type InventoryEntry,
  isPastDeadline,
  selectEligibleLines,
  toTradeLine,
} from '../advice.ts'
import { renderRequestEmail } from '../advice-text.ts'
import { type InventoryLine, tradelines } from '../contract.ts'
import { emptyCreditFile } from '../credit-file.ts'
import type { Goal } from '../planning-model.ts'
import type * as computed from './computed.ts'
import { findLastChange, listLinesOnOffer, searchLines } from './inventory.ts'
import { createRequest, listRequests, planInWorker, resendRequest } from './planning.ts'
import { fetchFeed, importFeedFile } from './sync.ts'

type TradelineDeps = PolicyDeps & {
  db: Database
  keyring: Keyring
  idempotency: Idempotency
  limits: RateLimits
  queueEmail: QueueEmail
  /** Null without a supplier: then nothing is offered or imported. */
  tradelineFeed: TradelineFeed | null
  managerInbox: string
  timeZone: string
  log: Log
}

const toInventoryLine = (line: InventoryEntry, today: string): InventoryLine => ({
  ...toTradeLine(line, today),
  slots: line.slots,
  bureaus: [...line.bureaus],
})

const ownFile = reportThreads.define<typeof computed.ownFile>(
  new URL('./computed.ts', import.meta.url),
  'ownFile',
  (value): value is ReturnType<typeof computed.ownFile> =>
    typeof value === 'object' && value !== null && 'accountAges' in value && 'creditors' in value,
)

export const tradelineRoutes = (deps: TradelineDeps): Handlers<typeof tradelines> => {
  const { db, keyring, idempotency, limits, tradelineFeed, managerInbox, timeZone, log } = deps

  const requireFeed = (): TradelineFeed => {
    if (tradelineFeed === null) throw new NotOffered('Tradelines are not offered here.')
    return tradelineFeed
  }

  /** Today's advice from the lines on offer and the report as the user's plan shows it. */
  const computeAdvice = async (userId: string, goal: Goal, now: Date) => {
    const user = await requireUser(db, keyring, userId)
    const stored = await findCurrentPackedReport(db, keyring, userId)
    const today = dayIn(timeZone, now)
    const ownReport =
      stored === null ? emptyCreditFile : await ownFile({ content: stored.content, plan: user.plan, today })
    // Freezes recorded since are newer than the report.
    const file = { ...ownReport, frozenAt: frozenBureaus(await findFreezes(deps, userId, now), today) }
    const choice = selectEligibleLines(await listLinesOnOffer(db), file, today)
    const { plan, curve } = await planInWorker(choice.instance, goal)
    const { profile } = user
    const personal = {
      goal: profile.goal,
      targetPeriod: profile.goalTargetPeriod,
      since: dayIn(timeZone, user.createdAt),
    }
    return { profile, advice: buildAdvice({ choice, file, personal, goal, plan, curve, today }) }
  }

  return {
    advice: async ({ principal: { userId, impersonation }, query, body, now, idempotencyKey, audit }) => {
      requireFeed()
      const goal = {
        ageTenths: Math.round(body.desiredAverageAge * 10),
        limit: body.desiredExtraLimit,
      }
      if (!body.sendToManager && query.request === 'false') {
        const { advice } = await computeAdvice(userId, goal, now)
        await db.transaction(audit)
        return { ...advice, request: null }
      }
      const request = { scope: `tradeline-request|${userId}`, key: idempotencyKey, body: goal, owner: userId }
      const read = (value: unknown) => tradelines.advice.reply.parse(value)
      const earlier = await idempotency.findResponse(request, read)
      if (earlier) return earlier
      await requireTerms(deps, userId)
      await limits.consume('tradelineRequest', { person: userId })
      const { profile, advice } = await computeAdvice(userId, goal, now)
      const { firstName, lastName, phoneNumber } = profile
      const email = renderRequestEmail({
        client: { name: `${firstName} ${lastName}`, phoneNumber },
        goal,
        advice,
        byStaff: impersonation !== null,
      })
      return idempotency.run(
        request,
        async tx => {
          const created = await createRequest(tx, deps, { userId, recipient: managerInbox, ...email, now })
          await audit(tx, { objectId: created.id })
          return { ...advice, request: created }
        },
        read,
      )
    },

    inventory: async ({ now }) => {
      requireFeed()
      const today = dayIn(timeZone, now)
      const lines = await listLinesOnOffer(db)
      return { data: lines.map(line => toInventoryLine(line, today)) }
    },

    staffInventory: async ({ query: { query, limit, before }, now }) => {
      const { sandbox } = requireFeed()
      const today = dayIn(timeZone, now)
      const found = searchLines(await listLinesOnOffer(db), query)
      const from = before === undefined ? 0 : found.findIndex(({ id }) => id === before) + 1
      const page = found.slice(from, from + limit)
      return {
        data: page.map(line => ({
          ...toInventoryLine(line, today),
          supplierId: line.supplierId,
          isOver: isPastDeadline(line, today),
          changedAt: line.updatedAt.toISOString(),
        })),
        total: found.length,
        next: from + limit < found.length ? (page.at(-1)?.id ?? null) : null,
        changedAt: (await findLastChange(db))?.toISOString() ?? null,
        sandbox,
      }
    },

    requested: ({ principal, query }) => listRequests(db, keyring, principal.userId, query),

    retry: async ({ principal: { userId }, params: { requestId }, audit }) => {
      requireFeed()
      return db.transaction(async tx => {
        const request = await resendRequest(tx, deps, userId, requestId)
        await audit(tx, { objectId: requestId })
        return request
      })
    },

    sync: async ({ now, audit }) => {
      const bytes = await fetchFeed(requireFeed(), now, log)
      return importFeedFile(deps, { bytes, now, audit })
    },

    syncFile: async ({ file, now, audit }) => {
      requireFeed()
      return importFeedFile(deps, { bytes: file.bytes, now, audit })
    },
  }
}

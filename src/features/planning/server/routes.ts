import { AppError } from '#api/errors.ts'
import { requireCaller } from '#features/identity/server/authenticate.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { findCurrentPackedReport, loadReportView } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { type Handlers, PreparedJson } from '#platform/http/handler.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import { dayIn } from '#values/dates.ts'
import type { planning } from '../contract.ts'
import type { PayoffRequest, PayoffStart } from '../payoff/payoff.ts'
import type * as computed from './computed.ts'
import { changePlan, deletePlan, listPlans, savePlan } from './saved-plans.ts'

const payoffModule = new URL('./computed.ts', import.meta.url)
const payoffStart = reportThreads.define<typeof computed.payoffStart>(
  payoffModule,
  'payoffStart',
  (value): value is ReturnType<typeof computed.payoffStart> =>
    typeof value === 'object' && value !== null && 'cards' in value && 'saved' in value,
)
const payoffBody = reportThreads.define<typeof computed.payoffBody>(payoffModule, 'payoffBody', isBytes)

const evaluateInThread = async (request: PayoffRequest): Promise<PreparedJson> =>
  new PreparedJson(Buffer.from(await payoffBody(request)))

const startPayoff = async (db: Database, keyring: Keyring, userId: string): Promise<PayoffStart> => {
  const { plan } = await requireUser(db, keyring, userId)
  const stored = await findCurrentPackedReport(db, keyring, userId)
  if (stored === null) return { hasReport: false, cards: [], others: { balance: 0, limit: 0 }, saved: [] }
  const saved = (await listPlans(db, keyring, userId)).flatMap(({ id, content }) =>
    content.kind === 'payoff' ? { planId: id, startsOn: content.startsOn, request: content.request } : [],
  )
  return payoffStart({ content: stored.content, plan, saved })
}

const whatIf = reportThreads.define<typeof computed.whatIf>(
  new URL('./computed.ts', import.meta.url),
  'whatIf',
  (value): value is ReturnType<typeof computed.whatIf> =>
    typeof value === 'object' && value !== null && 'steps' in value && 'bureaus' in value,
)

const progress = reportThreads.define<typeof computed.progress>(
  new URL('./computed.ts', import.meta.url),
  'progress',
  (value): value is ReturnType<typeof computed.progress> =>
    typeof value === 'object' && value !== null && 'bureaus' in value,
)

export const planningRoutes = ({
  db,
  keyring,
  timeZone,
}: {
  db: Database
  keyring: Keyring
  timeZone: string
}): Handlers<typeof planning> => ({
  whatIf: async ({ principal, body: { steps }, now, audit }) => {
    const { plan } = await requireUser(db, keyring, principal.userId)
    const stored = await findCurrentPackedReport(db, keyring, principal.userId)
    if (stored === null) throw new AppError('no_report')
    const result = await whatIf({ content: stored.content, plan, steps, today: dayIn(timeZone, now) })
    await db.transaction(audit)
    return result
  },

  payoffStart: ({ principal }) => startPayoff(db, keyring, principal.userId),

  payoff: ({ body }) => evaluateInThread(body),

  progress: async ({ principal }) => {
    const packed = await loadReportView(db, keyring, await requireCaller(db, keyring, principal))
    return packed === null ? { bureaus: [] } : progress(packed)
  },

  list: async ({ principal }) => ({ data: await listPlans(db, keyring, principal.userId) }),

  save: ({ principal, body, now, audit }) =>
    db.transaction(async tx => {
      const saved = await savePlan(tx, keyring, principal.userId, body, now)
      await audit(tx, { objectId: saved.id })
      return saved
    }),

  change: ({ principal, params: { planId }, body, now, audit }) =>
    db.transaction(async tx => {
      const saved = await changePlan(tx, keyring, principal.userId, { ...body, planId, now })
      await audit(tx, { objectId: planId })
      return saved
    }),

  remove: ({ principal, params: { planId }, audit }) =>
    db.transaction(async tx => {
      await deletePlan(tx, principal.userId, planId)
      await audit(tx, { objectId: planId })
      return { success: true } as const
    }),
})

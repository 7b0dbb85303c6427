import { requireUser } from '#features/identity/server/store.ts'
import { findCurrentPackedReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { PreparedJson } from '#platform/http/handler.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import type { PayoffRequest, PayoffStart } from '../payoff/payoff.ts'
import type * as computed from './payoff-computed.ts'
import { isPayoffStart } from './payoff-computed.ts'
import { listPlans } from './saved-plans.ts'

const module = new URL('./payoff-computed.ts', import.meta.url)
const payoffStart = reportThreads.define<typeof computed.payoffStart>(module, 'payoffStart', isPayoffStart)
const payoffBody = reportThreads.define<typeof computed.payoffBody>(module, 'payoffBody', isBytes)

export const evaluateInThread = async (request: PayoffRequest): Promise<PreparedJson> =>
  new PreparedJson(Buffer.from(await payoffBody(request)))

export const startPayoff = async (db: Database, keyring: Keyring, userId: string): Promise<PayoffStart> => {
  const { plan } = await requireUser(db, keyring, userId)
  const stored = await findCurrentPackedReport(db, keyring, userId)
  if (stored === null) return { hasReport: false, cards: [], others: { balance: 0, limit: 0 }, saved: [] }
  const saved = (await listPlans(db, keyring, userId)).flatMap(({ id, content }) =>
    content.kind === 'payoff' ? { planId: id, startsOn: content.startsOn, request: content.request } : [],
  )
  return payoffStart({ content: stored.content, plan, saved })
}

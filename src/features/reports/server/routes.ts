import { createHash } from 'node:crypto'
import { requireUser } from '#features/identity/server/store.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import { reports } from '../contract.ts'
import type { ReportBounds } from '../permitted.ts'
import { readReportDocument, storeReport } from './receive.ts'
import { createRefreshHandlers, type RefreshDeps } from './refresh-routes.ts'
import type { OnReport } from './store.ts'

export type ReportsDeps = RefreshDeps & {
  once: Idempotency
  onReport: readonly OnReport[]
  reportBounds: ReportBounds
}

export const reportsRoutes = ({
  db,
  vault,
  once,
  refresh,
  onReport,
  reportBounds: { limits, quota },
}: ReportsDeps): Handlers<typeof reports> => ({
  ...createRefreshHandlers({ db, vault, refresh }),

  importFile: async ({ caller: { userId }, file, now, idempotencyKey, audit }) => {
    const digest = createHash('sha256').update(file.bytes).digest('hex')
    const request = { scope: `import|${userId}`, key: idempotencyKey, body: digest, owner: userId }
    const read = (value: unknown) => reports.importFile.reply.parse(value)
    const earlier = await once.findResponse(request, read)
    if (earlier) return earlier
    const { profile, plan } = await requireUser(db, vault, userId)
    const report = await readReportDocument(file.bytes, profile, limits)
    return once.run(
      request,
      async tx => {
        const came = { report, document: file.bytes, origin: 'import', receivedAt: now } as const
        const kept = await storeReport(tx, { vault, quota, onReport }, userId, came)
        await audit(tx, { objectId: kept.id })
        return { success: true as const, reportId: kept.id, ...kept.importSummaries[plan] }
      },
      read,
    )
  },
})

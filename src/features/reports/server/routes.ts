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
  idempotency: Idempotency
  onReport: readonly OnReport[]
  reportBounds: ReportBounds
}

export const reportsRoutes = ({
  db,
  keyring,
  idempotency,
  refresh,
  onReport,
  reportBounds: { limits, quota },
}: ReportsDeps): Handlers<typeof reports> => ({
  ...createRefreshHandlers({ db, keyring, refresh }),

  importFile: async ({ principal: { userId }, file, now, idempotencyKey, audit }) => {
    const digest = createHash('sha256').update(file.bytes).digest('hex')
    const request = { scope: `import|${userId}`, key: idempotencyKey, body: digest, owner: userId }
    const read = (value: unknown) => reports.importFile.reply.parse(value)
    const earlier = await idempotency.findResponse(request, read)
    if (earlier) return earlier
    const { profile, plan } = await requireUser(db, keyring, userId)
    const report = await readReportDocument(file.bytes, profile, limits)
    return idempotency.run(
      request,
      async tx => {
        const came = { report, document: file.bytes, origin: 'import', receivedAt: now } as const
        const kept = await storeReport(tx, { keyring, quota, onReport }, userId, came)
        await audit(tx, { objectId: kept.id })
        return { success: true as const, reportId: kept.id, ...kept.importSummaries[plan] }
      },
      read,
    )
  },
})

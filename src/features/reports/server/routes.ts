import { createHash } from 'node:crypto'
import { signedInPerson } from '#features/identity/server/store.ts'
import type { Answers } from '#server/requests/answer.ts'
import type { Once } from '#server/requests/once.ts'
import { inOrder } from '#values/bureau.ts'
import { reports } from '../contract.ts'
import { keepReport, readFor } from './receive.ts'
import { type RefreshDeps, refreshRoutes } from './refresh-routes.ts'
import type { OnReport } from './store.ts'

export type ReportsDeps = RefreshDeps & { once: Once; onReport: readonly OnReport[] }

export const reportsRoutes = ({
  db,
  vault,
  once,
  refresh,
  onReport,
}: ReportsDeps): Answers<typeof reports> => ({
  ...refreshRoutes({ db, vault, refresh }),

  importFile: async ({ caller: { userId }, file, now, idempotencyKey, note }) => {
    const digest = createHash('sha256').update(file.bytes).digest('hex')
    const request = { scope: `import|${userId}`, key: idempotencyKey, body: digest }
    const read = (value: unknown) => reports.importFile.reply.parse(value)
    const earlier = await once.earlier(request, read)
    if (earlier) return earlier
    const { profile } = await signedInPerson(db, vault, userId)
    const report = await readFor(file.bytes, profile)
    return once.act(
      request,
      async tx => {
        const came = { report, document: file.bytes, origin: 'import', receivedAt: now } as const
        const stored = await keepReport(tx, vault, userId, came, onReport)
        await note(tx, { objectId: stored.id })
        const { accounts, inquiries, publicRecords, files, format, reportDate, warnings } = stored.report
        return {
          success: true as const,
          reportId: stored.id,
          format,
          reportDate,
          bureaus: inOrder(
            files.filter(({ status }) => status === 'hit' || status === 'thin').map(({ bureau }) => bureau),
          ),
          accounts: accounts.length,
          inquiries: inquiries.length,
          publicRecords: publicRecords.length,
          warnings,
        }
      },
      read,
    )
  },
})

import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import type * as computed from './computed.ts'
import { listSteps } from './steps.ts'
import { listPackedReports, listPulls } from './store.ts'

const exportReport = reportThreads.define<typeof computed.exportReport>(
  new URL('./computed.ts', import.meta.url),
  'exportReport',
  isBytes,
)

/** The times of all pulls and every credit report, redacted like all credit data that leaves the server. */
export const reportsPersonalData: PersonalDataSource = {
  name: 'reports',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('reports/pulls.json', await listPulls(db, userId)),
    jsonExportFile('reports/identity-steps.json', await listSteps(db, keyring, userId)),
    ...(await listPackedReports(db, keyring, userId)).map(({ id, origin, receivedAt, content }) => {
      const at = receivedAt.toISOString()
      return {
        path: `reports/${at.slice(0, 10)}-${id}/report.json`,
        bytes: () => exportReport({ content, meta: { id, origin, receivedAt: at } }),
      }
    }),
  ],
}

import type * as computed from '#features/credit/server/computed.ts'
import { apart, isBytes } from '#platform/apart.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { listPackedReports, listPulls } from './store.ts'

const heldReport = apart<typeof computed.heldReport>(
  new URL('../../credit/server/computed.ts', import.meta.url),
  'heldReport',
  isBytes,
)

/**
 * When the bureaus were asked, and the credit reports, each through the one exit, so that no SSN and no account number leaves whole. All bureaus are in it
 * whatever the plan: a plan limits what the product shows, not what a person may know is held about her.
 */
export const reportsPersonalData: PersonalDataSource = {
  name: 'reports',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('reports/pulls.json', await listPulls(db, userId)),
    ...(await listPackedReports(db, keyring, userId)).map(({ id, origin, receivedAt, content }) => {
      const at = receivedAt.toISOString()
      return {
        path: `reports/${at.slice(0, 10)}-${id}/report.json`,
        bytes: () => heldReport({ content, meta: { id, origin, receivedAt: at } }),
      }
    }),
  ],
}

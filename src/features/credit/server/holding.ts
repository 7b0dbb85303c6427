import { pullsOf, reportsOf } from '#features/reports/server/store.ts'
import { type Holding, jsonFile } from '#server/holding.ts'
import { shown, warningsShown } from '../shown.ts'

/**
 * When the bureaus were asked, and the credit reports, each through the one exit, so that no SSN and no account number leaves whole. All bureaus are in it
 * whatever the plan: a plan limits what the product shows, not what a person may know is held about her.
 */
export const reportsHolding: Holding = {
  name: 'reports',
  files: async (db, vault, userId) => [
    jsonFile('reports/pulls.json', await pullsOf(db, userId)),
    ...(await reportsOf(db, vault, userId)).map(({ id, origin, receivedAt, report }) => {
      const at = receivedAt.toISOString()
      return jsonFile(`reports/${at.slice(0, 10)}-${id}/report.json`, {
        id,
        origin,
        receivedAt: at,
        reportDate: report.reportDate,
        format: report.format,
        warnings: warningsShown(report, 'max'),
        ...shown(report, 'max'),
      })
    }),
  ],
}

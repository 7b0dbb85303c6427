import { auditEventLabel } from '#api/audit-events.ts'
import { listAuditEvents } from '#platform/audit/audit-log.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { readAccessLog } from './access-log.ts'

/** Who opened the account, and what was done with it. */
export const accountPersonalData: PersonalDataSource = {
  name: 'account',
  exportFiles: async (db, vault, userId, now) => [
    jsonExportFile('access-log.json', await readAccessLog(db, vault, userId, now)),
    jsonExportFile(
      'audit.json',
      (await listAuditEvents(db, userId)).map(({ at, act, outcome, actor, addressPrefix, requestId }) => ({
        at,
        act,
        title: auditEventLabel(act),
        outcome,
        actor,
        addressPrefix,
        requestId,
      })),
    ),
  ],
}

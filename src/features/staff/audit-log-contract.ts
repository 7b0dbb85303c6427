import { z } from 'zod'
import { auditEventNames } from '#api/audit-events.ts'
import { defineEndpoints } from '#api/endpoint.ts'

const Id = z.uuid('This is not an id')
const Day = z.iso.date('Enter a day as YYYY-MM-DD')

const Filter = z.strictObject({
  /** The manager who acted. */
  managerId: Id.optional(),
  /** The API key that acted. */
  keyId: Id.optional(),
  /** The affected client. */
  clientId: Id.optional(),
  event: z.enum(auditEventNames, 'Choose an event').optional(),
  /** The first and the last day, in the business time zone. */
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditFilter = z.output<typeof Filter>

const AuditEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    event: z.enum(auditEventNames),
    /** A readable name of the event. */
    title: z.string(),
    /** `done`, `failed`, or the code of a refusal. */
    outcome: z.string(),
    actor: z.enum(['anyone', 'user', 'manager', 'key', 'system']),
    managerId: z.string().nullable(),
    managerName: z.string().nullable(),
    keyId: z.string().nullable(),
    clientId: z.string().nullable(),
    objectId: z.string().nullable(),
    /** The impersonation during which it was done. */
    openingId: z.string().nullable(),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

/** The audit log for those who review the work of staff. It contains ids and codes, and no client data. */
export const auditLog = defineEndpoints({
  read: {
    method: 'GET',
    path: '/manager/audit-log',
    auth: ['admin', 'auditor'],
    query: Filter.extend({ before: Id.optional() }),
    reply: z.object({ data: z.array(AuditEntry), next: z.string().nullable() }),
    fallback: 'Failed to load the audit log',
    rateLimit: 'read',
    audit: 'audit_log_read',
    summary:
      'The audit log by manager, API key, client, event and days, newest first; `next` is the `before` of the next page',
  },
  download: {
    method: 'GET',
    path: '/manager/audit-log/csv',
    auth: ['admin', 'auditor'],
    query: Filter,
    reply: { file: 'text/csv' },
    fallback: 'Failed to export the audit log',
    rateLimit: 'caseFile',
    audit: 'audit_log_exported',
    summary: 'The same as CSV, up to 20,000 rows; more are refused',
  },
})

import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { bureaus } from '#values/bureau.ts'

export const Warning = z.object({ code: z.string(), message: z.string() })

export const reports = defineEndpoints({
  importFile: {
    method: 'POST',
    path: '/credit/reports/import',
    auth: 'user',
    impersonation: 'assist',
    upload: {
      field: 'file',
      maxBytes: 10 * 1024 * 1024,
      accepts: '.xml,.json,.txt',
      tooLarge: 'A report file can be at most 10 MB.',
    },
    reply: z.object({
      success: z.literal(true),
      reportId: z.string(),
      format: z.string(),
      reportDate: z.string().nullable(),
      bureaus: z.array(z.enum(bureaus)),
      accounts: z.number(),
      inquiries: z.number(),
      publicRecords: z.number(),
      warnings: z.array(Warning),
    }),
    status: 201,
    errors: ['unreadable_report', 'not_a_report', 'report_too_long', 'no_room_for_report', 'too_large'],
    fallback: 'Failed to import the report',
    rateLimit: 'import',
    idempotent: true,
    audit: 'report_imported',
    summary: 'Read a credit report file and show it from now on',
  },
  refreshAll: {
    method: 'POST',
    path: '/admin/refresh-reports',
    auth: ['admin'],
    reply: z.object({ success: z.literal(true), started: z.number() }),
    errors: [],
    fallback: 'Failed to refresh reports',
    rateLimit: 'refreshReports',
    audit: 'reports_refreshed',
    summary: 'Ask the bureaus for the reports of everybody who agreed and is due',
  },
  refreshOne: {
    method: 'POST',
    path: '/admin/refresh-reports/:userId',
    auth: ['admin'],
    params: z.object({ userId: z.uuid('This is not an id') }),
    reply: z.object({ success: z.literal(true) }),
    errors: ['not_found', 'no_consent', 'conflict'],
    fallback: 'Failed to refresh the report',
    rateLimit: 'refreshReport',
    audit: 'reports_refreshed',
    summary: 'Ask the bureaus for one person’s report, unless they are being asked',
  },
})

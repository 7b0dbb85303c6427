import { z } from 'zod'
import { area } from '#api/endpoint.ts'
import { bureaus } from '#values/bureau.ts'

export const Warning = z.object({ code: z.string(), message: z.string() })

export const reports = area({
  importFile: {
    method: 'POST',
    path: '/credit/reports/import',
    who: 'user',
    opened: 'assist',
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
    refuses: ['unreadable_report', 'not_a_report', 'too_large'],
    fallback: 'Failed to import the report',
    limit: 'import',
    once: true,
    summary: 'Read a credit report file and show it from now on',
  },
})

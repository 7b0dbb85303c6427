import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

export const platform = defineEndpoints({
  support: {
    method: 'GET',
    path: '/support',
    auth: 'anyone',
    reply: z.object({ email: z.string(), phone: z.string().nullable() }),
    fallback: 'Failed to load how to reach support',
    summary: 'How to reach support',
  },
  cspReport: {
    method: 'POST',
    path: '/csp-report',
    auth: 'anyone',
    reply: 'raw',
    rateLimit: 'report',
    summary: 'Where browsers report violations of the content security policy',
  },
})

import { z } from 'zod'
import { area } from './endpoint.ts'

/** What the product answers about itself. */
export const platform = area({
  support: {
    method: 'GET',
    path: '/support',
    who: 'anyone',
    reply: z.object({ email: z.string(), phone: z.string().nullable() }),
    refuses: [],
    fallback: 'Failed to load how to reach support',
    summary: 'How to reach support',
  },
  cspReport: {
    method: 'POST',
    path: '/csp-report',
    who: 'anyone',
    reply: 'raw',
    refuses: [],
    limit: 'report',
    summary: 'Where browsers tell what the content security policy stopped',
  },
})

import { z } from 'zod'
import { area } from '#api/endpoint.ts'

export const mailing = area({
  takeNotice: {
    method: 'POST',
    path: '/webhooks/lob',
    who: 'anyone',
    signed: { maxBytes: 1024 * 1024 },
    reply: z.object({ success: z.literal(true) }),
    refuses: ['not_allowed', 'unavailable', 'too_large'],
    summary:
      'What the print-and-mail provider tells of letters, signed by Lob; the same notice again changes nothing',
  },
})

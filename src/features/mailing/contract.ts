import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Success } from '#api/schemas.ts'
import type { PostalAddress } from '#providers/letters/port.ts'

export const Address = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
}) satisfies z.ZodType<PostalAddress>

export const mailing = defineEndpoints({
  receiveWebhook: {
    method: 'POST',
    path: '/webhooks/lob',
    auth: 'anyone',
    rawBody: { maxBytes: 1024 * 1024 },
    reply: Success,
    errors: ['not_allowed', 'unavailable', 'too_large'],
    summary: 'Tracking events of letters, signed by Lob; a repeated event changes nothing',
  },
})

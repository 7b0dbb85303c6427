import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { stepIds, stepStates } from './steps.ts'

const Checklist = z
  .object({
    /** In display order; empty once the list has ended or was hidden. */
    steps: z.array(z.object({ id: z.enum(stepIds), state: z.enum(stepStates) })),
  })
  .meta({ id: 'Checklist' })

export const checklist = defineEndpoints({
  read: {
    method: 'GET',
    path: '/user/checklist',
    auth: 'user',
    reply: Checklist,
    fallback: 'Failed to load your first steps',
    rateLimit: 'read',
    summary: 'The first steps of a new user, and which are done',
  },
  note: {
    method: 'POST',
    path: '/user/checklist',
    auth: 'user',
    body: z.strictObject({
      /** `reviewed`: the found items were opened. `hidden`: the user hid the list. */
      event: z.enum(['reviewed', 'hidden']),
    }),
    reply: Checklist,
    fallback: 'Failed to save this step',
    rateLimit: 'draft',
    summary: 'Record that the found items were opened, or hide the list',
  },
})

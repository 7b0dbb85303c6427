import { z } from 'zod'
import { area } from '#api/endpoint.ts'

export const OutboxItem = z.object({
  id: z.string(),
  channel: z.enum(['sms', 'email', 'letter']),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: z.string(),
})
export type OutboxItem = z.output<typeof OutboxItem>

export const sandbox = area({
  state: {
    method: 'GET',
    path: '/sandbox/state',
    who: 'anyone',
    reply: z.object({ active: z.boolean() }),
    refuses: [],
    summary: 'Whether any provider is a sandbox, for the mark on every screen',
  },
  outbox: {
    method: 'GET',
    path: '/sandbox/outbox',
    who: 'anyone',
    atRoot: true,
    reply: z.object({ items: z.array(OutboxItem) }),
    refuses: ['not_found'],
    summary: 'What left the system through sandbox providers, newest first',
  },
})

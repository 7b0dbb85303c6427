import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Draft, disputeTypes } from './dispute-contract.ts'
import { Done } from './mail-contract.ts'

/** What is asked and answered of the wizards that were left before their end. */

const DraftType = z.strictObject({ type: z.enum(disputeTypes) })

const DraftsWaiting = z.object({
  data: z.array(z.object({ type: z.enum(disputeTypes), items: z.number(), savedAt: z.string() })),
})

export const draftEndpoints = defineEndpoints({
  drafts: {
    method: 'GET',
    path: '/dispute/draft',
    auth: 'user',
    reply: DraftsWaiting,
    errors: [],
    fallback: 'Failed to load your answers',
    rateLimit: 'read',
    audit: 'dispute_read',
    summary:
      'The wizards that were left before their end, the latest first, each with how many items it holds',
  },
  draft: {
    method: 'GET',
    path: '/dispute/draft/:type',
    auth: 'user',
    params: DraftType,
    reply: z.object({ draft: Draft.nullable(), savedAt: z.string().nullable() }),
    errors: [],
    fallback: 'Failed to load your answers',
    rateLimit: 'read',
    audit: 'dispute_read',
    summary: 'The answers of a wizard that was left before its end; null when there are none',
  },
  saveDraft: {
    method: 'PUT',
    path: '/dispute/draft/:type',
    auth: 'user',
    impersonation: 'assist',
    params: DraftType,
    body: Draft,
    reply: z.object({ savedAt: z.string() }),
    errors: [],
    fallback: 'Failed to save your answers',
    rateLimit: 'draft',
    summary: 'Keep the answers of a wizard, sealed, in place of earlier ones',
  },
  dropDraft: {
    method: 'DELETE',
    path: '/dispute/draft/:type',
    auth: 'user',
    impersonation: 'assist',
    params: DraftType,
    reply: Done,
    errors: [],
    fallback: 'Failed to forget your answers',
    rateLimit: 'draft',
    summary: 'Forget the answers of a wizard',
  },
})

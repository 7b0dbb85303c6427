import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { tooLongMessage, validationMessages } from './bounds.ts'
import { Id } from './dispute-contract.ts'

/** What is asked and answered when letters are handed to the mail. */

export const Done = z.object({ success: z.literal(true) })

const SendPhysical = z.strictObject({
  /** By certified mail: the postal service then says where the letter is, and that it arrived. */
  certified: z.boolean().optional(),
})

const MailAgain = z.strictObject({
  reason: z.string().trim().min(1, validationMessages.noMailingReason).max(500, tooLongMessage(500)),
})

/** Why letters may not be handed to the mail. */
const notMailed = [
  'not_found',
  'attestation_needed',
  'not_yet',
  'no_mailing_consent',
  'sandbox_letter',
  'address_needed',
  'address_undeliverable',
  'conflict',
  'unavailable',
] as const

export const mailEndpoints = defineEndpoints({
  sendPhysical: {
    method: 'POST',
    path: '/dispute/:disputeId/send-physical',
    auth: 'user',
    impersonation: 'assist',
    params: z.strictObject({ disputeId: Id }),
    body: SendPhysical,
    reply: Done,
    errors: [...notMailed],
    fallback: 'Failed to send physical letters',
    rateLimit: 'mail',
    idempotent: true,
    audit: 'letters_mailed',
    summary: 'Have all letters of a dispute printed and mailed; asked again, nothing more is mailed',
  },
  mailAgain: {
    method: 'POST',
    path: '/dispute/letter/:letterId/mail-again',
    auth: 'user',
    impersonation: 'assist',
    params: z.strictObject({ letterId: Id }),
    body: MailAgain,
    reply: Done,
    errors: [...notMailed, 'not_come_back'],
    fallback: 'Failed to send physical letters',
    rateLimit: 'mail',
    idempotent: true,
    audit: 'letter_mailed_again',
    summary:
      'Have a letter mailed again that came back, failed, was refused or cannot be traced, and say why',
  },
})

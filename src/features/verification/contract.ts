import { z } from 'zod'
import { defineEndpoints, managerRoles } from '#api/endpoint.ts'
import { Success } from '#api/schemas.ts'
import { reviewDecisions, reviewedKinds, reviewStates } from './document-review.ts'

const MailedCode = z.object({
  /** Whether a letter can be requested now. */
  canAsk: z.boolean(),
  /** Why not, or which letter is on its way. */
  message: z.string().nullable(),
  /** The newest letter whose code can be entered; null without one. */
  letter: z.object({ requestedAt: z.string(), validUntil: z.string(), triesLeft: z.number() }).nullable(),
})

const Review = z.object({
  state: z.enum(reviewStates),
  requestedAt: z.string(),
  decidedAt: z.string().nullable(),
  /** What staff wrote to the user. */
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Whether one staff member confirmed and a second one must. */
  needsSecond: z.boolean(),
})

export const Verification = z
  .object({
    /** Null where this method is not offered. */
    mailedCode: MailedCode.nullable(),
    documents: z.object({ missing: z.array(z.enum(reviewedKinds)), review: Review.nullable() }).nullable(),
  })
  .meta({ id: 'Verification' })
export type Verification = z.output<typeof Verification>

const Reason = z
  .string()
  .trim()
  .min(1, 'Write what the client should know')
  .max(500, 'Use at most 500 characters')

export const verification = defineEndpoints({
  state: {
    method: 'GET',
    path: '/user/verification',
    auth: 'user',
    reply: Verification,
    fallback: 'Failed to load your verification',
    rateLimit: 'read',
    summary: 'The mailed code and the review of documents of this user, as far as they are offered',
  },
  sendLetter: {
    method: 'POST',
    path: '/user/verification/letter',
    auth: 'user',
    reply: Verification,
    errors: [
      'conflict',
      'too_many_tries',
      'unavailable',
      'account_cooldown',
      'address_needed',
      'address_undeliverable',
    ],
    fallback: 'Failed to confirm your identity',
    rateLimit: 'sensitive',
    audit: 'identity_letter_asked',
    summary: 'Have a letter with a code mailed to the address of the account',
  },
  verifyCode: {
    method: 'POST',
    path: '/user/verification/code',
    auth: 'user',
    body: z.strictObject({ code: z.string().trim().min(1, 'Enter the code of the letter').max(40) }),
    reply: Verification,
    errors: ['wrong_code', 'too_many_tries', 'conflict', 'unavailable'],
    fallback: 'Failed to confirm your identity',
    rateLimit: 'sensitive',
    audit: 'identity_code_entered',
    summary: 'Enter the code of the newest letter',
  },
  review: {
    method: 'POST',
    path: '/user/verification/review',
    auth: 'user',
    reply: Verification,
    errors: ['conflict', 'unavailable'],
    fallback: 'Failed to confirm your identity',
    rateLimit: 'sensitive',
    audit: 'identity_review_asked',
    summary: 'Ask staff to review the government ID and the proof of address under Documents',
  },
  decide: {
    method: 'POST',
    path: '/user/verification/decision',
    auth: 'user',
    impersonation: 'assist',
    beforeAgreement: true,
    body: z.strictObject({ decision: z.enum(reviewDecisions), reason: Reason }),
    reply: z.object({ success: z.literal(true), message: z.string().nullable() }),
    errors: ['not_allowed', 'conflict', 'unavailable'],
    fallback: 'Failed to confirm your identity',
    audit: 'identity_reviewed',
    summary: 'Decide on the documents of a client, in the opened account; the user reads the reason',
  },
  takeBack: {
    method: 'POST',
    path: '/user/verification/take-back',
    auth: 'user',
    impersonation: 'assist',
    beforeAgreement: true,
    body: z.strictObject({ reason: Reason }),
    reply: Success,
    errors: ['not_allowed', 'conflict'],
    fallback: 'Failed to take the confirmation back',
    audit: 'identity_taken_back',
    summary:
      'Withdraw a confirmation of the identity by staff, in the opened account; the user is notified and reads the reason',
  },
  reviews: {
    method: 'GET',
    path: '/manager/identity-reviews',
    auth: managerRoles,
    reply: z.object({
      data: z.array(
        z.object({
          userId: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          phoneNumber: z.string(),
          requestedAt: z.string(),
          needsSecond: z.boolean(),
        }),
      ),
    }),
    fallback: 'Failed to load clients',
    rateLimit: 'read',
    audit: 'clients_listed',
    summary: 'Clients whose documents wait for a review, the longest first',
  },
})

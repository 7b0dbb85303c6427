import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Success } from '#api/schemas.ts'
import { consentKinds } from '#features/identity/consent-texts.ts'
import { Code, FieldText, PhoneNumber, User } from '#features/identity/contract.ts'
import { goalPeriods, goals, states } from '#features/identity/profile-choices.ts'

const ConsentList = z
  .object({
    data: z.array(
      z.object({
        kind: z.enum(consentKinds),
        given: z.boolean(),
        /** The date of the text that was agreed to or withdrawn; if the user never answered, of the current text. */
        version: z.string(),
        at: z.string().nullable(),
        /** Whether the answer is about the text in force; false if the text has changed since. */
        current: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ConsentList' })

const Address = z.strictObject({
  street: FieldText(50),
  city: FieldText(40),
  state: z.enum(states, 'Choose a state'),
  postal: z.string().regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code, like 12345 or 12345-6789'),
})

export const account = defineEndpoints({
  change: {
    method: 'PATCH',
    path: '/user/profile',
    auth: 'user',
    requiresRecentLogin: true,
    body: z
      .strictObject({
        email: z.email('Enter an email address, like name@example.com').max(254),
        phoneNumber: PhoneNumber,
        smsCode: Code,
        address: Address,
      })
      .partial(),
    reply: Success.extend({ user: User }),
    errors: ['wrong_code', 'code_needed', 'phone_taken', 'phone_not_served', 'too_many_tries'],
    fallback: 'Failed to change your details',
    rateLimit: 'sensitive',
    audit: 'profile_changed',
    summary: 'Change email, phone (with the code texted to the new number) or address',
  },
  setGoal: {
    method: 'PUT',
    path: '/user/goal',
    auth: 'user',
    body: z.strictObject({
      goal: z.enum(goals, 'Choose a goal'),
      goalTargetPeriod: z.enum(goalPeriods, 'Choose a time'),
    }),
    reply: Success,
    fallback: 'Failed to change your goal',
    rateLimit: 'sensitive',
    audit: 'goal_changed',
    summary: 'Change what the user works toward; the period counts from today',
  },
  sendEmailCode: {
    method: 'POST',
    path: '/user/email/code',
    auth: 'user',
    reply: Success.extend({ expiresInSeconds: z.number() }),
    errors: ['conflict', 'too_many_tries'],
    fallback: 'Failed to send the code',
    rateLimit: 'sensitive',
    summary: 'Mail a code to the address of the account',
  },
  verifyEmail: {
    method: 'POST',
    path: '/user/email/verify',
    auth: 'user',
    body: z.strictObject({ code: Code }),
    reply: Success,
    errors: ['wrong_code', 'conflict', 'too_many_tries'],
    fallback: 'Failed to confirm your email',
    rateLimit: 'sensitive',
    audit: 'email_verified',
    summary: 'Confirm the email address with the code mailed to it',
  },
  consents: {
    method: 'GET',
    path: '/user/consents',
    auth: 'user',
    reply: ConsentList,
    fallback: 'Failed to load your consents',
    rateLimit: 'read',
    summary: 'The user’s consents, one per kind',
  },
  setConsent: {
    method: 'POST',
    path: '/user/consents',
    auth: 'user',
    body: z.strictObject({ kind: z.enum(consentKinds), given: z.boolean() }),
    reply: ConsentList,
    fallback: 'Failed to save your choice',
    rateLimit: 'sensitive',
    audit: 'consent_changed',
    summary: 'Give or withdraw a consent',
  },
  accessLog: {
    method: 'GET',
    path: '/user/access-log',
    auth: 'user',
    reply: z.object({
      data: z.array(
        z.object({
          managerName: z.string(),
          /** Null if the manager gave none; the account was then opened read-only, or not opened. */
          reason: z.string().nullable(),
          /** `link`: a verification link was created. Null for other changes made without opening the account. */
          scope: z.enum(['read', 'assist', 'link', 'round']).nullable(),
          /** Opened as an emergency although another manager is responsible for the user. */
          emergency: z.boolean(),
          startedAt: z.string(),
          endedAt: z.string().nullable(),
          acts: z.array(z.object({ title: z.string(), at: z.string() })),
        }),
      ),
    }),
    fallback: 'Failed to load who opened your account',
    rateLimit: 'read',
    summary: 'What managers did in this account, when and why',
  },
  retention: {
    method: 'GET',
    path: '/user/retention',
    auth: 'user',
    reply: z
      .object({
        data: z.array(z.object({ title: z.string(), period: z.string(), why: z.string() })),
        afterDeletion: z.string(),
      })
      .meta({ id: 'Retention' }),
    fallback: 'Failed to load how long your data is kept',
    rateLimit: 'read',
    summary: 'How long each kind of data is kept, and why',
  },
  portalLink: {
    method: 'POST',
    path: '/user/portal-link',
    auth: 'user',
    reply: Success.extend({ link: z.string(), message: z.string().optional() }),
    errors: ['not_verified', 'not_allowed', 'terms_needed', 'unavailable'],
    fallback: 'Failed to open the portal',
    rateLimit: 'sensitive',
    audit: 'portal_opened',
    summary: 'A link to the credit monitoring portal, for enrolled and verified users',
  },
  exportData: {
    method: 'GET',
    path: '/user/export',
    auth: 'user',
    impersonation: 'never',
    requiresRecentLogin: true,
    reply: { file: 'application/zip' },
    errors: ['unavailable'],
    fallback: 'Failed to export your data',
    rateLimit: 'export',
    audit: 'data_exported',
    summary: 'All data stored about the user, as one archive',
  },
  remove: {
    method: 'DELETE',
    path: '/user',
    auth: 'user',
    requiresRecentLogin: true,
    reply: Success.extend({ deletionAt: z.string() }),
    fallback: 'Failed to delete your account',
    rateLimit: 'sensitive',
    audit: 'deletion_asked',
    summary: 'Delete the account in seven days, and sign out everywhere now',
  },
  restore: {
    method: 'POST',
    path: '/user/restore',
    auth: 'user',
    reply: Success,
    errors: ['conflict'],
    fallback: 'Failed to keep your account',
    rateLimit: 'sensitive',
    audit: 'deletion_undone',
    summary: 'Keep the account after all, within the seven days',
  },
})

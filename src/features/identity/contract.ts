import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { errorCodes } from '#api/errors.ts'
import { Success } from '#api/schemas.ts'
import { identityCheckWays } from '#providers/identity-check/port.ts'
import { identitySources, wayStates } from './assurance.ts'
import { consentKinds } from './consent-texts.ts'
import { goalPeriods, goals, states } from './profile-choices.ts'

/** One line: no control characters, which would add lines to letters and emails, no lone surrogates, no bidi controls. */
const OneLine = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Use letters, digits and common signs only')

/** One line that must not be empty. */
export const FieldText = (max: number) =>
  OneLine.min(1, 'Fill in this field').max(max, `Use at most ${max} characters`)

export const PhoneNumber = z
  .string()
  .trim()
  .min(1, 'Enter your mobile number')
  .max(40, 'Enter a US mobile number')
export const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Enter the 6 digits of your code')

/** The secret of a client's invitation, as contained in its link. */
export const InvitationToken = z.string().min(1).max(100)

const Impersonation = z
  .object({
    managerName: z.string(),
    startedAt: z.string(),
    expiresAt: z.string(),
    scope: z.enum(['read', 'assist']),
  })
  .meta({ id: 'Impersonation' })

export const Address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postal: z.string(),
})

/** A user, with the postal address that letters need. */
export const User = z
  .object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    /** `YYYY-MM-DD`; null if unknown. */
    birthDate: z.string().nullable(),
    createdAt: z.string(),
    enrolled: z.boolean(),
    skippedVerification: z.boolean(),
    subscription: z.boolean(),
    maxPlanEnabled: z.boolean(),
    address: Address,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

/** Why an action is not offered: the error that it would return. */
const Refusal = z.object({ code: z.enum(errorCodes), message: z.string() }).meta({ id: 'Refusal' })

export const UserInfo = User.extend({
  /**
   * `XXX-XX-` and the last four digits, as in letters: a number with the same digits at a bureau is not offered as wrong.
   */
  ssn: z.string(),
  emailVerified: z.boolean(),
  /** What confirmed the identity and when; null if nothing has. */
  identity: z.object({ source: z.enum(identitySources), confirmedAt: z.string() }).nullable(),
  totpEnabled: z.boolean(),
  /** The user's answer to the terms in force: accepted, changed since, or required before anything else. */
  terms: z.enum(['accepted', 'changed', 'required']),
  /**
   * The agreement of a credit repair organization: to be signed, changed since it was signed, signed and still in the
   * cancellation period, or signed; null if the operator requires none.
   */
  agreement: z.enum(['sign', 'changed', 'cooling_off', 'signed']).nullable(),
  /**
   * What the operator's policies do not allow in this session now, and why. `staffWork`: what staff would do in the
   * account.
   */
  notOffered: z.object({
    maxPlan: Refusal.nullable(),
    mailing: Refusal.nullable(),
    staffWork: Refusal.nullable(),
  }),
  /** How many dispute letters may still be mailed in the current 30 days; null without a limit. */
  lettersLeft: z.number().nullable(),
  /** The user's goal, and the day from which the period counts. */
  goal: z.object({ goal: z.string(), goalTargetPeriod: z.string(), setOn: z.string() }),
  /** Whether letters can be mailed certified. */
  certifiedMail: z.boolean(),
  /** When everything is deleted, if the user requested it. */
  deletionAt: z.string().nullable(),
  session: z.object({ expiresAt: z.string(), idleExpiresAt: z.string() }),
  impersonation: Impersonation.optional(),
}).meta({ id: 'UserInfo' })
export type UserInfo = z.output<typeof UserInfo>

export const IdentityState = z
  .object({
    confirmed: z.boolean(),
    source: z.enum(identitySources).nullable(),
    confirmedAt: z.string().nullable(),
    /** The staff member who confirmed it, if one did. */
    confirmedBy: z.string().nullable(),
    /** Set if staff revoked their confirmation, until something confirms the identity again. */
    takenBack: z.object({ at: z.string(), reason: z.string(), by: z.string().nullable() }).nullable(),
    /** Why no way can succeed, if none can. */
    obstacle: z.string().nullable(),
    ways: z.array(
      z.object({ way: z.enum(identityCheckWays), state: z.enum(wayStates), message: z.string().nullable() }),
    ),
  })
  .meta({ id: 'IdentityState' })
export type IdentityState = z.output<typeof IdentityState>

/** A code of an authenticator app, or a recovery code instead. */
export const SecondFactor = z
  .string()
  .trim()
  .regex(/^(\d{6}|[0-9a-z]{4}(-?[0-9a-z]{4}){3})$/i, 'Enter the 6 digits of your app, or a recovery code')

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

/** For the web app both are the marker `cookie`, and the secrets are in HttpOnly cookies. */
export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() }).meta({ id: 'Tokens' })
export const SignedIn = Tokens.extend({ user: User }).meta({ id: 'SignedIn' })

const Session = z
  .object({
    id: z.string(),
    device: z.string(),
    startedAt: z.string(),
    lastSeenAt: z.string(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' })

export const Registration = z
  .strictObject({
    firstName: FieldText(40),
    lastName: FieldText(40),
    middleName: OneLine.max(40, 'Use at most 40 characters').optional(),
    email: z.email('Enter an email address, like name@example.com').max(254),
    birthDate: z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/, 'Enter your birth date as MM/DD/YYYY'),
    ssn: z.string().trim().max(20, 'Enter all 9 digits of your Social Security number'),
    streetAddress: FieldText(50),
    city: FieldText(40),
    state: z.enum(states, 'Choose a state'),
    zip: z.string().regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code, like 12345 or 12345-6789'),
    phoneNumber: PhoneNumber,
    goal: z.enum(goals, 'Choose a goal'),
    goalTargetPeriod: z.enum(goalPeriods, 'Choose a time'),
    smsCode: Code,
    /** The staff invitation that the user followed. */
    invitation: InvitationToken.optional(),
    consents: z
      .strictObject({ reportAccess: z.boolean(), sms: z.boolean(), terms: z.boolean() })
      .partial()
      .optional(),
  })
  .meta({ id: 'Registration' })
export type Registration = z.output<typeof Registration>

const ConsentText = z
  .object({
    kind: z.enum(consentKinds),
    /** The date of the text, `YYYY-MM-DD`. */
    version: z.string(),
    title: z.string(),
    text: z.string(),
    /** What it covers, and what it does not. */
    scope: z.string(),
    /** The effect of withdrawing it. */
    withdrawing: z.string(),
  })
  .meta({ id: 'ConsentText' })
export type ConsentText = z.output<typeof ConsentText>

/** The endpoints of an authenticator app, shared by users and managers. */
export const totpEndpoints = {
  startTotp: {
    method: 'POST',
    requiresRecentLogin: true,
    reply: z.object({ uri: z.string() }),
    errors: ['conflict'],
    rateLimit: 'sensitive',
    summary: 'A new secret for an authenticator app, as an otpauth address; nothing changes yet',
  },
  enableTotp: {
    method: 'POST',
    requiresRecentLogin: true,
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    errors: ['wrong_code', 'conflict', 'too_many_tries'],
    rateLimit: 'sensitive',
    audit: 'totp_changed',
    summary: 'Require the authenticator app at every sign-in from now on',
  },
  disableTotp: {
    method: 'DELETE',
    requiresRecentLogin: true,
    reply: Success,
    rateLimit: 'sensitive',
    audit: 'totp_changed',
  },
} as const

export const identity = defineEndpoints({
  sendCode: {
    method: 'POST',
    path: '/auth/sms/send',
    auth: 'anyone',
    body: z.strictObject({ phoneNumber: PhoneNumber }),
    reply: z.object({
      success: z.literal(true),
      expiresInSeconds: z.number(),
      resendInSeconds: z.number(),
      /** Present if delivery of the text is uncertain. */
      message: z.string().optional(),
    }),
    errors: ['phone_not_served', 'phone_not_textable', 'too_many_tries', 'unavailable'],
    fallback: 'Failed to send SMS',
    rateLimit: 'codes',
    summary: 'Text a 6-digit code; the same answer for known and unknown numbers',
  },
  signIn: {
    method: 'POST',
    path: '/auth/login',
    auth: 'anyone',
    session: 'user',
    body: z.strictObject({
      phoneNumber: PhoneNumber,
      code: Code,
      totp: SecondFactor.optional(),
      emailCode: Code.optional(),
    }),
    reply: SignedIn,
    errors: [
      'wrong_code',
      'totp_required',
      'second_proof_required',
      'no_account',
      'phone_not_served',
      'too_many_tries',
    ],
    audit: 'signed_in',
    fallback: 'Login failed',
    rateLimit: 'signIn',
    summary: 'Sign in with a phone number and the code texted to it',
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    auth: 'anyone',
    session: 'user',
    body: Registration,
    reply: SignedIn,
    status: 201,
    errors: ['wrong_code', 'phone_taken', 'cannot_verify', 'phone_not_served', 'link_used', 'too_many_tries'],
    fallback: 'Registration failed',
    rateLimit: 'registration',
    idempotent: true,
    audit: 'registered',
    summary: 'Create an account for the phone number that the code proves',
  },
  consentTexts: {
    method: 'GET',
    path: '/consent-texts',
    auth: 'anyone',
    reply: z.object({ data: z.array(ConsentText) }),
    fallback: 'Failed to load what you are asked to agree to',
    rateLimit: 'read',
    summary: 'What users are asked to agree to, one text per kind',
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    auth: 'anyone',
    session: 'user',
    body: z.strictObject({ refreshToken: z.string().max(200).optional() }),
    reply: Tokens,
    errors: ['no_session'],
    fallback: 'User token refresh failed',
    rateLimit: 'refresh',
    audit: 'token_reused',
    summary: 'Exchange a refresh token for the next pair',
  },
  signOut: {
    method: 'POST',
    path: '/auth/logout',
    auth: 'user',
    impersonation: 'read',
    reply: Success,
    fallback: 'Logout failed',
    audit: 'signed_out',
    summary: 'End this session on the server',
  },
  signOutAll: {
    method: 'POST',
    path: '/auth/logout-all',
    auth: 'user',
    reply: Success,
    fallback: 'Failed to log out everywhere',
    audit: 'sessions_ended',
    summary: 'End every session of this account, including this one and those of managers',
  },
  sessions: {
    method: 'GET',
    path: '/user/sessions',
    auth: 'user',
    impersonation: 'never',
    reply: z.object({
      data: z.array(Session),
    }),
    fallback: 'Failed to load your sessions',
    rateLimit: 'read',
    summary: 'Where this account is signed in, the newest first',
  },
  endSession: {
    method: 'DELETE',
    path: '/user/sessions/:sessionId',
    auth: 'user',
    params: z.strictObject({ sessionId: z.uuid('This is not an id') }),
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to end the session',
    audit: 'session_ended',
    summary: 'End one session of this account',
  },
  startTotp: {
    ...totpEndpoints.startTotp,
    path: '/user/totp/start',
    auth: 'user',
    fallback: 'Failed to set up the authenticator app',
  },
  enableTotp: {
    ...totpEndpoints.enableTotp,
    path: '/user/totp',
    auth: 'user',
    fallback: 'Failed to set up the authenticator app',
  },
  disableTotp: {
    ...totpEndpoints.disableTotp,
    path: '/user/totp',
    auth: 'user',
    errors: ['conflict'],
    fallback: 'Failed to switch the authenticator app off',
    summary: 'Sign in by SMS code alone again',
  },
  me: {
    method: 'GET',
    path: '/user/info',
    auth: 'user',
    fallback: 'Failed to load your account',
    reply: UserInfo,
    rateLimit: 'read',
    summary: 'The signed-in user and when the session ends',
  },
  identityState: {
    method: 'GET',
    path: '/user/identity',
    auth: 'user',
    reply: IdentityState,
    fallback: 'Failed to load your verification',
    rateLimit: 'read',
    summary: 'Whether the identity is confirmed, by what, and which ways are available to confirm it',
  },
  startIdentityCheck: {
    method: 'POST',
    path: '/user/identity/check',
    auth: 'user',
    reply: IdentityState,
    errors: ['conflict', 'too_many_tries', 'unavailable'],
    fallback: 'Failed to start the check',
    rateLimit: 'sensitive',
    audit: 'identity_check_asked',
    summary: 'Have the details compared with independent sources; one check runs at a time',
  },
  takeIdentity: {
    method: 'POST',
    path: '/webhooks/identity',
    auth: 'anyone',
    rawBody: { maxBytes: 16 * 1024 },
    reply: Success,
    errors: ['invalid_request', 'not_allowed', 'not_found', 'unavailable', 'too_large'],
    audit: 'identity_checked',
    summary:
      'Whether a partner verified a user, as {user, verified, evidenceId} with headers identity-timestamp and identity-signature; a repeated call changes nothing',
  },
  takeText: {
    method: 'POST',
    path: '/webhooks/twilio',
    auth: 'anyone',
    form: { maxBytes: 64 * 1024 },
    body: z.object({}).catchall(z.string()),
    reply: 'raw',
    status: 200,
    errors: ['not_allowed', 'unavailable'],
    audit: 'consent_changed',
    summary: 'What users text to our number, signed by Twilio: STOP ends texts, HELP is answered; TwiML',
  },
  takeDelivery: {
    method: 'POST',
    path: '/webhooks/twilio/status',
    auth: 'anyone',
    form: { maxBytes: 64 * 1024 },
    query: z.object({ of: z.uuid().optional() }),
    body: z.object({}).catchall(z.string()),
    reply: 'raw',
    errors: ['not_allowed', 'unavailable'],
    summary: 'Whether a text arrived, signed by Twilio; `of` is the code it carried',
  },
  setMaxPlan: {
    method: 'POST',
    path: '/user/max-plan',
    auth: 'user',
    body: z.strictObject({ enabled: z.boolean() }),
    reply: z.object({ success: z.literal(true), user: User }),
    errors: ['terms_needed', 'identity_needed', 'staff_switches_plan'],
    fallback: 'Failed to update 3-bureau access',
    rateLimit: 'planSwitch',
    audit: 'plan_changed',
    summary: 'Switch three-bureau access on or off',
  },
})

import { z } from 'zod'
import { defineEndpoints, managerRoles } from '#api/endpoint.ts'
import { agreementRefusals } from '#api/errors.ts'
import { Success } from '#api/schemas.ts'
import { identitySources } from '#features/identity/assurance.ts'
import {
  Code,
  FieldText,
  PhoneNumber,
  RecoveryCodes,
  SecondFactor,
  SignedIn,
  Tokens,
  totpEndpoints,
} from '#features/identity/contract.ts'

const Id = z.uuid('This is not an id')
export const Role = z.enum(managerRoles, 'Choose a role')
const Email = z.email('Enter an email address, like name@example.com').max(254)
const Name = FieldText(40)
const LinkToken = z.string().min(1).max(100)

export const Manager = z
  .object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: Role,
  })
  .meta({ id: 'Manager' })
export type Manager = z.output<typeof Manager>

const StaffMember = Manager.extend({
  status: z.enum(['invited', 'active', 'disabled']),
  totpEnabled: z.boolean(),
  lastSeenAt: z.string().nullable(),
}).meta({ id: 'StaffMember' })
export type StaffMember = z.output<typeof StaffMember>

export const ResponsibleManager = z
  .object({ id: z.string(), name: z.string(), active: z.boolean() })
  .meta({ id: 'ResponsibleManager' })
export type ResponsibleManager = z.output<typeof ResponsibleManager>

export const Client = z
  .object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    subscription: z.boolean(),
    enrolled: z.boolean(),
    skippedVerification: z.boolean(),
    /** What confirmed the identity; null while unconfirmed. */
    identitySource: z.enum(identitySources).nullable(),
    createdAt: z.string(),
    /** The responsible manager, or the last one if they were disabled and not replaced (`active: false`); null for none. */
    responsible: ResponsibleManager.nullable(),
  })
  .meta({ id: 'Client' })
export type Client = z.output<typeof Client>

/** Why a manager opens an account; long enough to be meaningful. */
const Reason = z.string().trim().min(10, 'Say in a few words why').max(200, 'Use at most 200 characters')

/** A whole number in a query, `first` if omitted. An empty one counts as 0, so a higher minimum refuses it. */
export const WholeNumber = (least: number, most: number, first: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}`
  return z.coerce.number(sentence).int(sentence).min(least, sentence).max(most, sentence).default(first)
}

/** Roles that may act for clients; an auditor only reads. */
export const serving = ['agent', 'lead', 'admin'] as const

export const staff = defineEndpoints({
  signIn: {
    method: 'POST',
    path: '/manager/login',
    auth: 'anyone',
    session: 'manager',
    body: z.strictObject({
      email: Email,
      password: z.string().min(1, 'Enter your password').max(256),
      totp: SecondFactor.optional(),
    }),
    reply: Tokens.extend({ manager: Manager }),
    errors: ['wrong_password', 'totp_required', 'totp_enrollment_required', 'wrong_code', 'too_many_tries'],
    fallback: 'Manager login failed',
    rateLimit: 'managerSignIn',
    audit: 'manager_signed_in',
    summary: 'Sign in as a manager',
  },
  refresh: {
    method: 'POST',
    path: '/manager/refresh',
    auth: 'anyone',
    session: 'manager',
    body: z.strictObject({ refreshToken: z.string().max(200).optional() }),
    reply: Tokens,
    errors: ['no_session'],
    fallback: 'Manager token refresh failed',
    rateLimit: 'refresh',
    audit: 'token_reused',
    summary: 'Exchange a manager refresh token for the next pair',
  },
  signOut: {
    method: 'POST',
    path: '/manager/logout',
    auth: 'manager',
    reply: Success,
    fallback: 'Logout failed',
    audit: 'manager_signed_out',
    summary: 'End this manager session, and the client account it has open',
  },
  me: {
    method: 'GET',
    path: '/manager/info',
    auth: 'manager',
    reply: Manager.extend({
      totpEnabled: z.boolean(),
      session: z.object({ expiresAt: z.string(), idleExpiresAt: z.string() }),
      /** The client account that this manager has open. */
      opened: z.object({ phoneNumber: z.string(), expiresAt: z.string() }).nullable(),
    }),
    fallback: 'Failed to load your account',
    rateLimit: 'read',
    summary: 'The signed-in manager and when the session ends',
  },
  clients: {
    method: 'GET',
    path: '/manager/clients',
    auth: 'manager',
    scope: 'clients:read',
    query: z.strictObject({
      query: z.string().trim().max(120).optional(),
      /** The manager's own clients or the unassigned ones; if omitted, all that the manager may see. */
      assigned: z.enum(['mine', 'nobody']).optional(),
      before: Id.optional(),
      limit: WholeNumber(1, 100, 25),
    }),
    reply: z.object({ data: z.array(Client), next: z.string().nullable() }),
    fallback: 'Failed to load clients',
    rateLimit: 'read',
    audit: 'clients_listed',
    summary:
      'Clients, newest first; a query finds words of the name or their beginnings, a phone number or an email address; `next` is the `before` of the next page',
  },
  openClient: {
    method: 'POST',
    path: '/manager/user-login-as-manager',
    auth: serving,
    session: 'user',
    body: z.strictObject({ phoneNumber: PhoneNumber, reason: Reason.optional() }),
    reply: SignedIn,
    errors: ['no_account', 'phone_not_served', 'not_allowed', 'not_own_client'],
    fallback: 'Failed to open the client account',
    rateLimit: 'clientOpening',
    audit: 'client_opened',
    summary: 'Open a client account: for an hour with a reason, otherwise read-only for 15 minutes',
  },
  openInEmergency: {
    method: 'POST',
    path: '/manager/emergency-access',
    auth: serving,
    session: 'user',
    body: z.strictObject({ phoneNumber: PhoneNumber, reason: Reason }),
    reply: SignedIn,
    errors: ['no_account', 'phone_not_served', 'not_allowed', 'conflict'],
    fallback: 'Failed to open the client account',
    rateLimit: 'clientOpening',
    audit: 'client_opened_in_emergency',
    summary:
      'Open the account of a client for whom another manager is responsible, for an hour; leads and admins are notified immediately',
  },
  closeClient: {
    method: 'POST',
    path: '/manager/end-client-session',
    auth: 'manager',
    reply: Success,
    fallback: 'Failed to close the client account',
    audit: 'client_closed',
    summary: 'Close the client account that is open',
  },
  setClientPlan: {
    method: 'POST',
    path: '/manager/toggle-max-plan/:clientId',
    auth: serving,
    params: z.strictObject({ clientId: Id }),
    body: z.strictObject({ enabled: z.boolean() }),
    reply: Success,
    errors: ['not_found', 'not_own_client', ...agreementRefusals],
    fallback: 'Failed to update 3-bureau access',
    rateLimit: 'staffWrite',
    audit: 'client_plan_changed',
    summary: 'Switch three-bureau access of a client on or off',
  },
  clientPortalLink: {
    method: 'GET',
    path: '/manager/identityiq-link/:clientId',
    auth: serving,
    params: z.strictObject({ clientId: Id }),
    reply: Success.extend({ link: z.string(), message: z.string().optional() }),
    errors: ['not_found', 'not_allowed', 'not_own_client', 'no_consent', 'reason_needed', 'unavailable'],
    fallback: 'Failed to create the link',
    rateLimit: 'clientOpening',
    audit: 'client_portal_link',
    summary: 'A link for the client to verify their identity, created in the account opened with a reason',
  },
  readInvitation: {
    method: 'POST',
    path: '/manager/invitation',
    auth: 'anyone',
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      role: Role,
      /** The secret of the authenticator app being set up, as an otpauth URI. */
      totpUri: z.string(),
      totpRequired: z.boolean(),
    }),
    errors: ['link_used'],
    fallback: 'Failed to load the invitation',
    rateLimit: 'managerSignIn',
    summary: 'What an invitation link is for',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/manager/join',
    auth: 'anyone',
    body: z.strictObject({
      token: LinkToken,
      password: z.string().min(15, 'Use at least 15 characters').max(256, 'Use at most 256 characters'),
      totp: Code.optional(),
    }),
    reply: RecoveryCodes,
    errors: ['link_used', 'weak_password', 'wrong_code', 'totp_required', 'conflict'],
    fallback: 'Failed to join',
    rateLimit: 'managerSignIn',
    audit: 'manager_joined',
    summary: 'Set the password and the authenticator app; the link works once',
  },
  startTotp: {
    ...totpEndpoints.startTotp,
    path: '/manager/totp/start',
    auth: 'manager',
    fallback: 'Failed to change the second factor',
  },
  enableTotp: {
    ...totpEndpoints.enableTotp,
    path: '/manager/totp',
    auth: 'manager',
    fallback: 'Failed to change the second factor',
  },
  disableTotp: {
    ...totpEndpoints.disableTotp,
    path: '/manager/totp',
    auth: 'manager',
    errors: ['conflict', 'totp_enrollment_required'],
    fallback: 'Failed to change the second factor',
    summary: 'Sign in by password alone; refused in production',
  },
  list: {
    method: 'GET',
    path: '/manager/staff',
    auth: ['admin', 'auditor'],
    reply: z.object({ data: z.array(StaffMember) }),
    fallback: 'Failed to load staff',
    rateLimit: 'read',
    summary: 'Managers and open invitations',
  },
  invite: {
    method: 'POST',
    path: '/manager/staff',
    auth: ['admin'],
    body: z.strictObject({ email: Email, firstName: Name, lastName: Name, role: Role }),
    reply: Success,
    status: 201,
    errors: ['conflict'],
    fallback: 'Failed to send the invitation',
    rateLimit: 'staffWrite',
    idempotent: true,
    audit: 'manager_invited',
    summary:
      'Invite a manager by email, or an existing one to set a new password and app; the link is valid for 24 hours',
  },
  setDisabled: {
    method: 'PATCH',
    path: '/manager/staff/:managerId',
    auth: ['admin'],
    params: z.strictObject({ managerId: Id }),
    body: z.strictObject({ disabled: z.boolean() }),
    reply: Success,
    errors: ['not_found', 'conflict'],
    fallback: 'Failed to change the manager',
    rateLimit: 'staffWrite',
    audit: 'manager_changed',
    summary: 'Disable a manager, which ends all their sessions immediately, or enable one again',
  },
})

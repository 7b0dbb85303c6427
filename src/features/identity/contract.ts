import { z } from 'zod'
import { area } from '#api/endpoint.ts'
import { goalPeriods, goals, states } from './profile-choices.ts'

const FieldText = (max: number) =>
  z.string().trim().min(1, 'Fill in this field').max(max, `Use at most ${max} characters`)

export const PhoneNumber = z
  .string()
  .trim()
  .min(1, 'Enter your mobile number')
  .max(40, 'Enter a US mobile number')
export const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Enter the 6 digits of your code')

export const Impersonation = z.object({
  managerName: z.string(),
  startedAt: z.string(),
  expiresAt: z.string(),
  scope: z.enum(['read', 'assist']),
})

/** The specification's User, with the postal address that letters need. */
export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  birthDate: z.string(),
  createdAt: z.string(),
  enrolled: z.boolean(),
  skippedVerification: z.boolean(),
  subscription: z.boolean(),
  maxPlanEnabled: z.boolean(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), postal: z.string() }),
})
export type User = z.output<typeof User>

export const UserInfo = User.extend({
  session: z.object({ expiresAt: z.string(), idleExpiresAt: z.string() }),
  impersonation: Impersonation.optional(),
})
export type UserInfo = z.output<typeof UserInfo>

/** Tokens are the marker `cookie` for the web app, whose secrets travel in HttpOnly cookies. */
const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export const SignedIn = Tokens.extend({ user: User })

export const Registration = z.strictObject({
  firstName: FieldText(40),
  lastName: FieldText(40),
  middleName: z.string().trim().max(40, 'Use at most 40 characters').optional(),
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
  consents: z
    .strictObject({ reportAccess: z.boolean(), sms: z.boolean(), terms: z.boolean() })
    .partial()
    .optional(),
})
export type Registration = z.output<typeof Registration>

export const identity = area({
  sendCode: {
    method: 'POST',
    path: '/auth/sms/send',
    who: 'anyone',
    body: z.strictObject({ phoneNumber: PhoneNumber }),
    reply: z.object({ success: z.literal(true), expiresInSeconds: z.number(), resendInSeconds: z.number() }),
    refuses: ['phone_not_served', 'too_many_tries', 'unavailable'],
    fallback: 'Failed to send SMS',
    limit: 'codes',
    summary: 'Text a 6-digit code; the same answer for known and unknown numbers',
  },
  signIn: {
    method: 'POST',
    path: '/auth/login',
    who: 'anyone',
    body: z.strictObject({ phoneNumber: PhoneNumber, code: Code }),
    reply: SignedIn,
    refuses: ['wrong_code', 'no_account', 'phone_not_served', 'too_many_tries'],
    fallback: 'Login failed',
    limit: 'signIn',
    summary: 'Sign in with a phone number and the code texted to it',
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    who: 'anyone',
    body: Registration,
    reply: SignedIn,
    status: 201,
    refuses: ['wrong_code', 'phone_taken', 'cannot_verify', 'phone_not_served', 'too_many_tries'],
    fallback: 'Registration failed',
    limit: 'registration',
    once: true,
    summary: 'Create an account for the phone number that the code proves',
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    who: 'anyone',
    body: z.strictObject({ refreshToken: z.string().max(200).optional() }),
    reply: Tokens,
    refuses: ['no_session'],
    fallback: 'User token refresh failed',
    limit: 'refresh',
    summary: 'Exchange a refresh token for the next pair',
  },
  signOut: {
    method: 'POST',
    path: '/auth/logout',
    who: 'user',
    opened: 'read',
    reply: z.object({ success: z.literal(true) }),
    refuses: [],
    summary: 'End this session on the server',
  },
  me: {
    method: 'GET',
    path: '/user/info',
    who: 'user',
    fallback: 'Failed to load your account',
    reply: UserInfo,
    refuses: [],
    limit: 'read',
    summary: 'The signed-in person and when the session ends',
  },
  setMaxPlan: {
    method: 'POST',
    path: '/user/max-plan',
    who: 'user',
    body: z.strictObject({ enabled: z.boolean() }),
    reply: z.object({ success: z.literal(true), user: User }),
    refuses: [],
    fallback: 'Failed to update 3-bureau access',
    limit: 'planSwitch',
    summary: 'Switch three-bureau access on or off',
  },
})

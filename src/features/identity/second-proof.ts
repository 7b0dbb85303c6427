import { daysBefore } from '#values/dates.ts'

/** Carriers may give a number to somebody else 45 days after it was given up (47 CFR 52.15(f)(1)(ii)). */
export const DORMANT_DAYS = 45

/**
 * What a sign-in needs beside the texted code: the authenticator app if the user has one; after 45 days without a visit a
 * code mailed to the confirmed address, since the number may have a new owner by then.
 */
export const requiredSecondProof = (
  user: { hasTotp: boolean; emailVerified: boolean; lastSeenAt: Date },
  now: Date,
): 'totp' | 'email' | null => {
  if (user.hasTotp) return 'totp'
  const dormant = user.lastSeenAt < daysBefore(now, DORMANT_DAYS)
  return dormant && user.emailVerified ? 'email' : null
}

import { z } from 'zod'
import { ConfidentialUrl } from './variable-shapes.ts'

/** The environment of Twilio, by Verify or by Messages. It is real when TWILIO_ACCOUNT_SID is set. */

const Sid = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `must be ${prefix} and 32 hexadecimal digits`)

/** The variables, to be read with all others. */
export const twilioVariables = {
  TWILIO_ACCOUNT_SID: Sid('AC').optional(),
  // Twilio's are 32 hexadecimal digits.
  TWILIO_AUTH_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  TWILIO_VERIFY_SERVICE_SID: Sid('VA').optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{7,14}|\d{5,6})$/, 'must be a number like +12025550100, or a short code')
    .optional(),
  TWILIO_BASE_URL: ConfidentialUrl.default('https://api.twilio.com'),
  TWILIO_VERIFY_BASE_URL: ConfidentialUrl.default('https://verify.twilio.com'),
}

type Given = z.output<z.ZodObject<typeof twilioVariables>>

export type TwilioSettings = { accountSid: string; authToken: string } & (
  | { way: 'verify'; serviceSid: string; baseUrl: URL }
  | { way: 'messages'; from: string; baseUrl: URL }
)

/** The settings, null when none are given, or what is wrong with them together as one line. */
export const parseTwilioSettings = (given: Given): TwilioSettings | null | { problem: string } => {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = given
  const { TWILIO_VERIFY_SERVICE_SID: serviceSid, TWILIO_FROM: from } = given
  if (accountSid === undefined) {
    const [without] = [
      authToken && 'TWILIO_AUTH_TOKEN',
      serviceSid && 'TWILIO_VERIFY_SERVICE_SID',
      from && 'TWILIO_FROM',
    ].filter(name => name !== undefined)
    return without ? { problem: `${without}: is set without TWILIO_ACCOUNT_SID` } : null
  }
  if (authToken === undefined) return { problem: 'TWILIO_AUTH_TOKEN: is needed with TWILIO_ACCOUNT_SID' }
  const account = { accountSid, authToken }
  if (serviceSid !== undefined && from === undefined)
    return { ...account, way: 'verify', serviceSid, baseUrl: new URL(given.TWILIO_VERIFY_BASE_URL) }
  if (from !== undefined && serviceSid === undefined)
    return { ...account, way: 'messages', from, baseUrl: new URL(given.TWILIO_BASE_URL) }
  return { problem: 'TWILIO_VERIFY_SERVICE_SID, TWILIO_FROM: set one of the two, for Verify or for Messages' }
}

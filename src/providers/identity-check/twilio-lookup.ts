import { z } from 'zod'
import { ProviderFailure } from '../failure.ts'
import { httpCall, tryParseJson } from '../http-call.ts'
import { type TwilioAccount, twilioAuthorization, twilioUrl } from '../sms/twilio.ts'
import type { IdentityCheck, IdentityCheckRequest, IdentityCheckResult } from './port.ts'

/**
 * Identity Match of Twilio Lookup (twilio.com/docs/lookup/v2-api/identity-match): what a user entered, compared with what
 * phone companies and other sources have for the user's phone number. A lookup costs about $0.10.
 */

const TIMEOUT_MS = 20_000
const MAX_BYTES = 64 * 1024

/** Unknown levels count as no match. */
const Level = z.string().nullish()

const IdentityMatch = z.object({
  first_name_match: Level,
  last_name_match: Level,
  address_line_match: Level,
  // The published example has this name instead of the documented one.
  address_lines_match: Level,
  postal_code_match: Level,
  national_id_match: Level,
  date_of_birth_match: Level,
  error_code: z.number().int().nullish(),
})
type IdentityMatch = z.output<typeof IdentityMatch>

const Answer = z.object({ identity_match: IdentityMatch.nullish() })
const Refused = z.object({ code: z.number().int() })

const isClose = (level: string | null | undefined) =>
  level === 'exact_match' || level === 'high_partial_match'
const isPositive = (level: string | null | undefined) => isClose(level) || level === 'partial_match'
const isUnknown = (level: string | null | undefined) =>
  level === null || level === undefined || level === 'no_data_available'

/**
 * A match requires the Social Security number and the birth date exactly, the last name at least closely, the first name at
 * least partially ("Bob" for "Robert"), and the street at least partially or the ZIP code exactly. Twilio's own summary score
 * covers only names and street, and Twilio recommends additional rules. An SSN or birth date that no source has is no data.
 */
export const judgeIdentityMatch = (match: IdentityMatch): IdentityCheckResult => {
  const { national_id_match: nationalId, date_of_birth_match: birthDate, last_name_match: lastName } = match
  const street = match.address_line_match ?? match.address_lines_match
  if (isUnknown(nationalId) || isUnknown(birthDate) || isUnknown(lastName)) return { kind: 'no_data' }
  const fits =
    nationalId === 'exact_match' &&
    birthDate === 'exact_match' &&
    isClose(lastName) &&
    isPositive(match.first_name_match) &&
    (isPositive(street) || match.postal_code_match === 'exact_match')
  return { kind: fits ? 'match' : 'no_match' }
}

const failed = (retryable: boolean, code?: string) =>
  new ProviderFailure(
    'identity-check',
    'We could not compare your details just now.',
    retryable,
    code ? { code } : {},
  )

/** There is no such number, or no source for it (twilio.com/docs/api/errors/20404, 60600). */
const noDataCodes: readonly number[] = [20404, 60600]

const queryFor = ({ firstName, lastName, birthDate, address, ssn }: IdentityCheckRequest) => ({
  Fields: 'identity_match',
  FirstName: firstName,
  LastName: lastName,
  AddressLine1: address.street,
  City: address.city,
  State: address.state,
  PostalCode: address.postal,
  AddressCountryCode: 'US',
  NationalId: ssn,
  DateOfBirth: birthDate.replaceAll('-', ''),
})

export const twilioIdentityCheck = (account: TwilioAccount & { lookupUrl: URL }): IdentityCheck => {
  const { call = httpCall, timeoutMs = TIMEOUT_MS, lookupUrl } = account
  return {
    sandbox: false,
    check: async request => {
      const url = twilioUrl(lookupUrl, `/v2/PhoneNumbers/${encodeURIComponent(request.phoneNumber)}`)
      for (const [name, value] of Object.entries(queryFor(request))) url.searchParams.set(name, value)
      const headers = { authorization: twilioAuthorization(account), accept: 'application/json' }
      const outcome = await call({ method: 'GET', url, headers, timeoutMs, maxBytes: MAX_BYTES })
      if (outcome.kind !== 'answer') throw failed(true)
      const { status, text } = outcome
      if (status !== 200) {
        const refused = Refused.safeParse(tryParseJson(text))
        const code = refused.success ? refused.data.code : status
        if (noDataCodes.includes(code)) return { kind: 'no_data' }
        throw failed(status === 408 || status === 429 || status >= 500, `twilio_${code}`)
      }
      const answer = Answer.safeParse(tryParseJson(text))
      if (!answer.success || !answer.data.identity_match) throw failed(true)
      const { error_code: code } = answer.data.identity_match
      if (typeof code !== 'number') return judgeIdentityMatch(answer.data.identity_match)
      if (noDataCodes.includes(code)) return { kind: 'no_data' }
      throw failed(false, `twilio_${code}`)
    },
  }
}

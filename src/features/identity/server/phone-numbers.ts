import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '#api/errors.ts'

/** The United States and its territories: the countries whose numbers may be texted. */
const served = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP'])

/** Types of number that receive no texts. */
const refused = new Set(['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'])

/** Parses a typed number to E.164. Refuses numbers that are not American, and premium or toll-free ones. */
export const parsePhoneNumber = (typed: string): string => {
  // The whole text must be the number; one inside a sentence is refused.
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false })
  if (!phone?.isValid() || phone.ext) {
    throw new AppError('invalid_request', {
      fields: { phoneNumber: 'Enter a US mobile number with 10 digits' },
    })
  }
  if (!served.has(phone.country ?? '') || refused.has(phone.getType() ?? ''))
    throw new AppError('phone_not_served')
  return phone.number
}

/** `+1`, area code and exchange of a number in E.164, a block that is assigned to one carrier. */
export const phoneExchange = (e164: string): string => e164.slice(0, 8)

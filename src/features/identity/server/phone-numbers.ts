import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '#api/errors.ts'

/** The United States and its territories: the countries whose numbers may be texted. */
const served = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP'])

/** Types of number that receive no texts. */
const refused = new Set(['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'])

/** A number as typed, in E.164. Refuses what is not American, and what is premium or toll-free. */
export const parsePhoneNumber = (typed: string): string => {
  // The whole text is the number: one hidden in a sentence is none.
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

/** `+1`, area code and exchange of a number in E.164: the numbers that one carrier was given together. */
export const phoneExchange = (e164: string): string => e164.slice(0, 8)

import { showPhone } from '#values/phone.ts'

/** A phone number as typed, shown as `(202) 555-0143` when it has the digits of one. */
export const showTypedPhone = (typed: string): string => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? showPhone(`+1${digits}`) : typed.trim()
}

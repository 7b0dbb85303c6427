import type { FieldErrors, FormValues } from '#web/form.ts'

/**
 * What the page can see is not right before it asks the server, in the server's own words. The server checks all of it
 * again and more.
 */

/** The sentences that were found, by field. */
export const onlyErrors = (found: Record<string, string | false | null>): FieldErrors =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Ten digits at least; whether the number exists the server says. */
export const phoneChecks = ({ phoneNumber = '' }: FormValues): FieldErrors =>
  onlyErrors({
    phoneNumber:
      phoneNumber.trim() === ''
        ? 'Enter your mobile number'
        : phoneNumber.replaceAll(/\D/g, '').length < 10 && 'Enter a US mobile number',
  })

/** The code that was typed or pasted, which a message may show as `123 456` or `123-456`. */
export const readCode = ({ code = '' }: FormValues): string => code.replaceAll(/[\s-]/g, '')

/** A texted code: six digits, however they are grouped. */
export const codeChecks = (values: FormValues): FieldErrors =>
  onlyErrors({ code: !/^\d{6}$/.test(readCode(values)) && 'Enter the 6 digits of your code' })

/** Something like an email address. */
export const emailChecks = ({ email = '' }: FormValues): FieldErrors =>
  onlyErrors({
    email:
      !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email.trim()) &&
      'Enter an email address, like name@example.com',
  })

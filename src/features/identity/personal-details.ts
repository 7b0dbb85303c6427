import { ageOn, isPartialDate } from '#values/dates.ts'

/** What a birth date and a Social Security number must be; the form and the server read the same rules. */

const ADULT = 18

/**
 * Nine digits that can be a Social Security number: area not 000, 666 or 900 and up, group not 00, serial not
 * 0000 (Social Security Administration, randomization rules; decisions section 3). Null when they cannot.
 */
export const ssnDigitsOf = (typed: string): string | null => {
  if (!/^\d{3}-?\d{2}-?\d{4}$/.test(typed.trim())) return null
  const digits = typed.replaceAll(/\D/g, '')
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  return area === '000' || area === '666' || area >= '900' || group === '00' || serial === '0000'
    ? null
    : digits
}

/** What is wrong with a day of birth, `YYYY-MM-DD`; null when a grown-up was born then. `today` is `YYYY-MM-DD`. */
export const birthSentence = (birthDate: string, today: string): string | null => {
  if (!isPartialDate(birthDate) || birthDate > today) return 'Enter a real date'
  return ageOn(birthDate, today) < ADULT ? 'You must be 18 or older to use Fairfile' : null
}

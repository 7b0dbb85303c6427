/** Eight characters masked by the sender; some then show the end of a number (`xxxxxxxx 3333`). */
const maskedStart = /^[^A-WYZa-wyz\d]{8}/

/** Shows the first eight characters of longer account numbers, or the last four if the first eight are masked already. */
export const maskAccountNumber = (number: string): string => {
  if (number.length <= 8) return number
  return maskedStart.test(number) ? `****${number.slice(-4)}` : `${number.slice(0, 8)}****`
}

/** Shows the last four digits of a Social Security number. */
export const maskSsn = (lastFour: string): string => `XXX-XX-${lastFour}`

/**
 * An account number masked for someone whose SSN ends in one of `lastFours`. Some lenders use the SSN as the account
 * number; its first five digits together with the last four shown elsewhere would reveal all of it, so such a number is
 * masked like an SSN.
 */
export const maskReportedNumber = (number: string, lastFours: ReadonlySet<string>): string => {
  const digits = number.replaceAll(/\D/g, '')
  const four = [5, 6, 7, 8].map(start => digits.slice(start, start + 4)).find(part => lastFours.has(part))
  return four === undefined ? maskAccountNumber(number) : maskSsn(four)
}

/** State codes that are also English words are left out: "SSN 666344417 OR 666344418" names no state. */
const state =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|I[AL]|K[SY]|LA|M[ADINOST]|N[CDEHJMVY]|OH|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])[ ,]{1,2}$/

/**
 * The words for a mail code, and the building that may precede one (`MAIL CODE 055-04-2060`,
 * `NC4-105-03-1447`).
 */
const mailCode = /\b(?:mail ?(?:code|stop|drop)|mc)[ :#.]{0,3}(?:[a-z]{1,4}\d{0,2}-)?$/i
const building = /\b[A-Z]{2}\d-$/

/** Whether nine digits are a ZIP+4 or a mail code, judging by the text `before` them. */
export const isPostalNumber = (digits: string, before: string): boolean => {
  const near = before.slice(-24)
  return (/^\d{5}[- ]?\d{4}$/.test(digits) && state.test(near)) || mailCode.test(near) || building.test(near)
}

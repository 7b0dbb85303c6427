/** Account numbers longer than eight characters show the first eight and four stars (specification section 5). */
export const maskAccountNumber = (number: string): string =>
  number.length > 8 ? `${number.slice(0, 8)}****` : number

/** A Social Security number of which only the last four digits are known. */
export const maskSsn = (lastFour: string): string => `XXX-XX-${lastFour}`

/**
 * An account number as it may be shown to one whose SSN ends in one of these. Some lenders use the SSN as account
 * number: its first five digits and the last four that are shown elsewhere would make it whole again, so a number
 * that carries it is hidden as one.
 */
export const maskReportedNumber = (number: string, lastFours: ReadonlySet<string>): string => {
  const digits = number.replaceAll(/\D/g, '')
  const four = [5, 6, 7, 8].map(start => digits.slice(start, start + 4)).find(part => lastFours.has(part))
  return four === undefined ? maskAccountNumber(number) : maskSsn(four)
}

/** States whose code is no word: "SSN 666344417 OR 666344418" names no place. */
const state =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|I[AL]|K[SY]|LA|M[ADINOST]|N[CDEHJMVY]|OH|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])[ ,]{1,2}$/

/** The words of a mail code, and the building in front of one (`MAIL CODE 055-04-2060`, `NC4-105-03-1447`). */
const mailCode = /\b(?:mail ?(?:code|stop|drop)|mc)[ :#.]{0,3}(?:[a-z]{1,4}\d{0,2}-)?$/i
const building = /\b[A-Z]{2}\d-$/

/** Whether nine digits of a text are a ZIP+4 or a mail code, by what stands before them. `before`: the text up to them. */
export const isPostalNumber = (digits: string, before: string): boolean => {
  const near = before.slice(-24)
  return (/^\d{5}[- ]?\d{4}$/.test(digits) && state.test(near)) || mailCode.test(near) || building.test(near)
}

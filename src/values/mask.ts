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
export const maskNumberOf = (number: string, lastFours: ReadonlySet<string>): string => {
  const digits = number.replaceAll(/\D/g, '')
  const four = [5, 6, 7, 8].map(start => digits.slice(start, start + 4)).find(part => lastFours.has(part))
  return four === undefined ? maskAccountNumber(number) : maskSsn(four)
}

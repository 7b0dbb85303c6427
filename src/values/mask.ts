/** Account numbers longer than eight characters show the first eight and four stars (specification section 5). */
export const maskAccountNumber = (number: string): string =>
  number.length > 8 ? `${number.slice(0, 8)}****` : number

/** A Social Security number of which only the last four digits are known. */
export const maskSsn = (lastFour: string): string => `XXX-XX-${lastFour}`

/**
 * Money of accounts crosses the wire as dollars with two decimals in a string, or null = not reported
 * (decisions section 5). Zero and "not reported" are different facts and stay apart.
 */

export type Dollars = string

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * Money as a person reads it: `''`, `'0'` and `'$0'` are `$0.00`; `$` and commas are dropped and the rest
 * shown with two decimals; a text that is no number is shown as it came (specification section 5).
 */
export const showMoney = (reported: string): string => {
  const plain = reported.replaceAll(/[$,\s]/g, '')
  if (plain === '') return dollars.format(0)
  const amount = Number(plain)
  return Number.isFinite(amount) ? dollars.format(amount) : reported
}

/** Whole cents of reported dollars; null when not reported. */
export const centsOf = (amount: Dollars | null): number | null =>
  amount === null ? null : Math.round(Number(amount) * 100)

/** Whole cents as dollars with two decimals. */
export const dollarsOf = (cents: number): Dollars => (cents / 100).toFixed(2)

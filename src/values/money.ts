/**
 * Account amounts travel as dollars with two decimals in a string; null means "not reported", which is not
 * zero.
 */

export type Dollars = string

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * Money for display: `''`, `'0'` and `'$0'` are `$0.00`; `$` and commas are dropped and the rest shown with
 * two decimals; text that is not a number is shown unchanged.
 */
export const showMoney = (reported: string): string => {
  const plain = reported.replaceAll(/[$,\s]/g, '')
  if (plain === '') return dollars.format(0)
  const amount = Number(plain)
  return Number.isFinite(amount) ? dollars.format(amount) : reported
}

export const centsOf = (amount: Dollars | null): number | null =>
  amount === null ? null : Math.round(Number(amount) * 100)

export const dollarsOf = (cents: number): Dollars => (cents / 100).toFixed(2)

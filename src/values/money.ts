/** Account amounts are strings of dollars with two decimals; null means "not reported", which is not zero. */

export type Dollars = string

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

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

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Whole dollars for the axis of a chart: `$1,250`. */
export const showWholeDollars = (amount: number): string => wholeDollars.format(amount)

/** A percentage for display: `98%`, `9.6%`, `1,250%`. */
export const showPercent = (percent: number | string): string =>
  `${String(percent).replace(/^\d+/, whole => Number(whole).toLocaleString('en-US'))}%`

/** Rounds to a number of decimals. */
export const rounded = (value: number, decimals = 0): number => {
  const unit = 10 ** decimals
  return Math.round(value * unit) / unit
}

/** A share in whole percent, for a sentence: `64%`, `under 1%`. */
export const showShare = (part: number, whole: number): string =>
  part > 0 && part * 100 < whole ? `under ${showPercent(1)}` : showPercent(rounded((part * 100) / whole))

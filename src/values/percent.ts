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

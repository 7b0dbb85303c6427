/** A percentage as the product shows it everywhere: `98 %` (decisions section 5). */
export const showPercent = (percent: number | string): string => `${percent} %`

/** A number rounded to so many decimals, never cut (decisions section 13). */
export const rounded = (value: number, decimals = 0): number => {
  const unit = 10 ** decimals
  return Math.round(value * unit) / unit
}

/** A share of a whole in whole percent as a person reads it: `64 %`, `under 1 %`. */
export const showShare = (part: number, whole: number): string =>
  part > 0 && part * 100 < whole ? `under ${showPercent(1)}` : showPercent(rounded((part * 100) / whole))

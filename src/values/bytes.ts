const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** A size rounded to two decimals with its unit, base 1024; what rounds up to 1024 of a unit becomes 1 of the next. */
const measured = (bytes: number): { amount: number; unit: (typeof units)[number] } => {
  let amount = Math.max(bytes, 0)
  let power = 0
  while (Number(amount.toFixed(2)) >= 1024 && power < units.length - 1) {
    amount /= 1024
    power += 1
  }
  return { amount: Number(amount.toFixed(2)), unit: units[power] ?? 'Bytes' }
}

/** A size within a sentence: base 1024, at most two decimals (`1.5 KB`, `0 Bytes`). */
export const showBytes = (bytes: number): string => {
  const { amount, unit } = measured(bytes)
  return `${amount} ${unit}`
}

/** A size in a table column: base 1024, two decimals except for whole bytes (`684.50 KB`, `512 Bytes`). */
export const showFileSize = (bytes: number): string => {
  const { amount, unit } = measured(bytes)
  return `${unit === 'Bytes' ? amount : amount.toFixed(2)} ${unit}`
}

const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** A size in bytes as a person reads it: base 1024, at most two decimals (`1.5 KB`, `0 Bytes`). */
export const showBytes = (bytes: number): string => {
  if (bytes <= 0) return '0 Bytes'
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`
}

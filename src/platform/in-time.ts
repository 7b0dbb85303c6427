/** What work gives; null when it takes longer than some milliseconds. The work itself goes on. Rejects as the work does. */
export const withDeadline = async <T>(work: Promise<T>, milliseconds: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds until the next poll: five seconds at first, then longer. */
export const nextPollDelay = (waited: number): number => {
  if (waited < 60_000) return 5_000
  return waited < 600_000 ? 20_000 : 60_000
}

/**
 * How many milliseconds an open page waits before it asks again whether the bureaus have answered: five seconds in the
 * first minute, then longer, since what is not there by then takes a while. `waited` is in milliseconds.
 */
export const nextPollDelay = (waited: number): number => {
  if (waited < 60_000) return 5_000
  return waited < 600_000 ? 20_000 : 60_000
}

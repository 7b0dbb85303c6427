import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'

/** How often is looked whether somebody came. */
const LOOK_MS = 100
/** Nobody at so many looks is nobody: ten are a second at least, and more where the processor is away. */
const QUIET_LOOKS = 10
/** A caller who heeds nothing is not served for ever. */
const MOST_MS = 15_000

/**
 * One look later than the one before, with the loop turned in between: a server that stood still finds its callers waiting, and
 * takes up one in each turn.
 */
const nextLook = async (): Promise<void> => {
  await delay(LOOK_MS)
  await turn()
}

/**
 * Resolves when a server that was told to end may stop listening: whoever waits to be taken up at that moment is reset, since
 * the system took the connection already. So it is served for `leastMs`, in which a balancer learns of it, and on for as
 * long as callers still come, for a balancer learns late from a server that is busy: until there was none at ten looks on
 * end, 15 seconds in all. `came` counts the callers. Zero is at once: there is no balancer.
 */
export const drainConnections = async (
  came: () => number,
  leastMs: number,
  { look, now }: { look: () => Promise<void>; now: () => number } = {
    look: nextLook,
    now: () => performance.now(),
  },
): Promise<void> => {
  if (leastMs === 0) return
  const began = now()
  let known = came()
  let quiet = 0
  const isOver = () => now() - began >= (quiet >= QUIET_LOOKS ? leastMs : MOST_MS)
  while (!isOver()) {
    await look()
    quiet = came() === known ? quiet + 1 : 0
    known = came()
  }
}

/** Times, and how they are printed: every figure beside a peer measured in the same run. */

/** The product and its peer on the same machine in the same run. */
export type Part = () => Promise<void>

/** What an act gave and how many milliseconds it took. */
export const timed = async <T>(act: () => Promise<T> | T): Promise<{ took: number; result: T }> => {
  const began = performance.now()
  const result = await act()
  return { took: performance.now() - began, result }
}

/** The value that so large a share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ??
  Number.NaN

/** The median of repeated calls, in milliseconds, after one that warms up. */
export const median = async (act: () => unknown, repeats = 9): Promise<number> => {
  await act()
  const times: number[] = []
  for (let n = 0; n < repeats; n += 1) times.push((await timed(() => act())).took)
  return quantile(times, 0.5)
}

/** Milliseconds of processor time of this process, all its threads together. */
export const processorTime = async (act: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * An act beside its peer, in turn, so that what else the machine does falls on both alike: the median processor time of each, and
 * the median of the rounds' ratios.
 */
export const paired = async (
  act: () => unknown,
  peer: () => unknown,
  rounds = 15,
): Promise<{ took: number; peerTook: number; ratio: number }> => {
  const times: { took: number; peerTook: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const one = { took: await processorTime(act), peerTook: await processorTime(peer) }
    // The first one warms up.
    if (round > 0) times.push(one)
  }
  const middle = (of: (one: { took: number; peerTook: number }) => number) => quantile(times.map(of), 0.5)
  return {
    took: middle(({ took }) => took),
    peerTook: middle(({ peerTook }) => peerTook),
    ratio: middle(({ took, peerTook }) => took / peerTook),
  }
}

export const say = (line: string) => console.log(line)

/** One line: what, its figure, and how many times the peer's that is. */
export const row = (what: string, took: number, peer: string, peerTook: number) =>
  say(
    `${what.padEnd(46)} ${took.toFixed(1).padStart(9)} ms  ${(took / peerTook).toFixed(1).padStart(7)} x ${peer} (${peerTook.toFixed(1)} ms)`,
  )

export const megabytesIn = (text: string): number => Buffer.byteLength(text) / 1024 ** 2

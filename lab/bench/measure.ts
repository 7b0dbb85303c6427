/** Measures and prints times: every figure with a reference (`peer`) measured in the same run. */

/** The product and its reference on the same machine in the same run. */
export type Part = () => Promise<void>

/** The result of a call and its milliseconds. */
export const timed = async <T>(act: () => Promise<T> | T): Promise<{ took: number; result: T }> => {
  const began = performance.now()
  const result = await act()
  return { took: performance.now() - began, result }
}

/** The quantile of some values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ??
  Number.NaN

/** The median of repeated calls, in milliseconds, after one warm-up call. */
export const median = async (act: () => unknown, repeats = 9): Promise<number> => {
  await act()
  const times: number[] = []
  for (let n = 0; n < repeats; n += 1) times.push((await timed(() => act())).took)
  return quantile(times, 0.5)
}

/** Processor time of this process with all its threads, in milliseconds. */
export const processorTime = async (act: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Alternates a call and its reference, so that the machine's other work affects both equally: the median processor time of
 * each, and the median of the rounds' ratios.
 */
export const paired = async (
  act: () => unknown,
  peer: () => unknown,
  rounds = 15,
): Promise<{ took: number; peerTook: number; ratio: number }> => {
  const times: { took: number; peerTook: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const one = { took: await processorTime(act), peerTook: await processorTime(peer) }
    // The first run is a warm-up.
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

/** One line: name, figure, and ratio to the reference. */
export const row = (what: string, took: number, peer: string, peerTook: number) =>
  say(
    `${what.padEnd(46)} ${took.toFixed(1).padStart(9)} ms  ${(took / peerTook).toFixed(1).padStart(7)} x ${peer} (${peerTook.toFixed(1)} ms)`,
  )

export const megabytesIn = (text: string): number => Buffer.byteLength(text) / 1024 ** 2

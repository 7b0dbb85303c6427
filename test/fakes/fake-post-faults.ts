import { chanceOf } from '../support/chance.ts'

/** How a call fails. `done`: its effect happens anyway. */
export type LobFault =
  | { kind: 'refuses'; status: number; code: string; headers?: Readonly<Record<string, string>> }
  /** The connection ends without an answer, or no answer ever comes. */
  | { kind: 'drops' | 'hangs'; done: boolean }
  | { kind: 'fails'; status: number; done: boolean }
  | { kind: 'slow'; ms: number }
  /** A success status with a body that is no letter. */
  | { kind: 'garbage'; body: string }
  /** The letter is created, but lists do not show it for a while. */
  | { kind: 'lags'; ms: number }

/** Lob's 429, with the second at which its window ends. */
export const busyUntil = (epochSeconds: number): LobFault => ({
  kind: 'refuses',
  status: 429,
  code: 'rate_limit_exceeded',
  headers: { 'ratelimit-reset': String(epochSeconds) },
})

/** Lob's rate limit per key. Counts all calls and those refused. */
export const createRateLimit = (count: number, spanMs: number) => {
  const taken: number[] = []
  const calls = { all: 0, refused: 0 }
  return {
    calls,
    by: (): LobFault | null => {
      const now = Date.now()
      while (taken[0] !== undefined && taken[0] <= now - spanMs) taken.shift()
      calls.all += 1
      if (taken.length < count) {
        taken.push(now)
        return null
      }
      calls.refused += 1
      return busyUntil(Math.ceil(((taken[0] ?? now) + spanMs) / 1_000))
    },
  }
}

type Share = readonly [share: number, fault: () => LobFault]

/** Durations in the mix, so that a test can accelerate them. */
export type MixTimes = { slowMs: number; lagMs: number }

/**
 * The mix that reliability is measured with. Of a hundred calls: 4 are dropped before taking effect and 4 after, 3
 * fail after and 3 before, 2 are rate limited, 2 slow, 1 answers nonsense, and 1 is missing from lists for a while.
 */
const f20 = ({ slowMs, lagMs }: MixTimes): readonly Share[] => [
  [0.04, () => ({ kind: 'drops', done: false })],
  [0.04, () => ({ kind: 'drops', done: true })],
  [0.03, () => ({ kind: 'fails', status: 500, done: true })],
  [0.03, () => ({ kind: 'fails', status: 500, done: false })],
  [0.02, () => ({ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' })],
  [0.02, () => ({ kind: 'slow', ms: slowMs })],
  [0.01, () => ({ kind: 'garbage', body: '<html>Service temporarily fine</html>' })],
  [0.01, () => ({ kind: 'lags', ms: lagMs })],
]

/** The same seed gives the same faults in the same order. Null is a call that succeeds. */
export const faultMix = (seed: number, times: MixTimes): (() => LobFault | null) => {
  const chance = chanceOf(seed)
  return () => {
    let drawn = chance.next()
    for (const [share, fault] of f20(times)) {
      if (drawn < share) return fault()
      drawn -= share
    }
    return null
  }
}

import { createLoop, type Loop } from './loop.ts'

/** Loops by name: how many times each has turned, null while it does not run. */
export type Loops = Readonly<Record<string, Loop['iterations']>>

const LOOK_MS = 5_000
/**
 * Twelve looks take a minute. A turn takes seconds: no statement may run for more than five, nobody waits longer than ten
 * for a connection, and after a look that failed the loop of jobs waits for ten.
 */
const MOST_LOOKS = 12

/**
 * Watches loops that must turn for as long as the server runs, and tells of one that stands still (security-reliability
 * R14). Looks are counted, not time: a machine that was suspended, a process that was stopped and a clock that jumped make
 * one look at most. A look counts only while the database answers: without it a loop may wait, and a start would fail.
 */
export const stallWatch = (
  loops: Loops,
  answers: () => Promise<boolean>,
  onStalled: (loop: string) => void,
  lookMs = LOOK_MS,
): Loop => {
  const seen = new Map<string, { turned: number | null; looks: number }>()
  return createLoop(async () => {
    const answered = await answers()
    for (const [loop, turns] of Object.entries(loops)) {
      const turned = turns()
      const last = seen.get(loop)
      const stands = answered && turned !== null && turned === last?.turned
      const looks = stands ? (last?.looks ?? 0) + 1 : 0
      seen.set(loop, { turned, looks })
      if (looks === MOST_LOOKS) onStalled(loop)
    }
  }, lookMs)
}

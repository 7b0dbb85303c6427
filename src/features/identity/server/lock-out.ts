import type { Database } from '#platform/db/database.ts'
import {
  type CountedAttempt,
  countAttempt,
  type FailureCounter,
  forgetExpired,
  type LockPolicy,
  secondsLocked,
  uncountAttempt,
} from '../lock-out.ts'

/** Where the wrong attempts of one subject are counted. The caller holds the subject's lock. */
export type StoredCounter = {
  policy: LockPolicy
  load: (tx: Database) => Promise<FailureCounter>
  save: (tx: Database, counter: FailureCounter) => Promise<void>
}

const loadCounter = async (tx: Database, { policy, load }: StoredCounter, now: Date) =>
  forgetExpired(await load(tx), policy, now.getTime())

export type CountedAttempts = readonly { counter: StoredCounter; attempt: CountedAttempt }[]

/** Seconds until an attempt is allowed, by the counter that is locked longest. */
export const secondsUntilUnlocked = async (
  tx: Database,
  counters: readonly StoredCounter[],
  now: Date,
): Promise<number> => {
  let seconds = 0
  for (const counter of counters) {
    const loaded = await loadCounter(tx, counter, now)
    seconds = Math.max(seconds, secondsLocked(loaded, counter.policy, now.getTime()))
  }
  return seconds
}

/** Counts an attempt as wrong, before it is checked. */
export const countAttempts = async (
  tx: Database,
  counters: readonly StoredCounter[],
  now: Date,
): Promise<CountedAttempts> => {
  const counted: { counter: StoredCounter; attempt: CountedAttempt }[] = []
  for (const counter of counters) {
    const after = countAttempt(await loadCounter(tx, counter, now), counter.policy, now.getTime())
    await counter.save(tx, after.counter)
    counted.push({ counter, attempt: after.attempt })
  }
  return counted
}

export const uncountAttempts = async (tx: Database, counted: CountedAttempts, now: Date): Promise<void> => {
  for (const { counter, attempt } of counted)
    await counter.save(tx, uncountAttempt(await loadCounter(tx, counter, now), attempt))
}

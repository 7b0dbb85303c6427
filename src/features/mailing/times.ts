/** Durations in milliseconds, and limits. */
export type MailTimes = {
  /** After this long a silent worker is considered dead; longer than any call to the provider. */
  lease: number
  /** Timeout of one send. */
  call: number
  /** Wait after an ambiguous send, because a slow call may still complete. */
  settle: number
  /**
   * The same wait after a worker disappeared. The worker may only have been suspended: it can still start a call
   * until `lease - call` after its claim. Its longest suspension and the slowest call at the provider must both be
   * over before anyone looks the letter up.
   */
  settleLost: number
  /** While a key is younger than this, it yields the same letter at the provider (Lob keeps keys for 24 hours). */
  keyLife: number
  /** Between the two empty lookups that must precede a new key. */
  lookupsApart: number
  /** Backoff after calls without effect. */
  firstWait: number
  longestWait: number
  /** Backoff after failed lookups: shorter, because lookups change nothing and an ambiguous letter waits for them. */
  firstLookupWait: number
  longestLookupWait: number
  /** A letter that could not be sent for this long waits for an operator. */
  patience: number
  /** After this many ambiguous attempts a letter waits for an operator. */
  ambiguousAttempts: number
  /** While the provider accepts nothing from us, how often to try. */
  hold: number
  /** While sending is paused, how often one letter probes the provider. */
  probe: number
  /** After a restore, how long every first send is preceded by a lookup. */
  watchful: number
  /** After a restore, how far back letters are reconciled: a backup may be that old. */
  restored: number
  /** How far back the nightly reconciliation goes. */
  compared: number
  /** A letter without events is polled after `silent`, then every `asked`. */
  silent: number
  asked: number
  /** How often each server looks for due jobs. */
  look: number
  /** Between two calls of all servers together. */
  callsApart: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const defaultMailTimes: MailTimes = {
  lease: 90 * SECOND,
  call: 45 * SECOND,
  settle: 60 * SECOND,
  // 45 s until the last check, 70 s suspended, 90 s at the provider: 205 s after the claim; this allows 210.
  settleLost: 120 * SECOND,
  keyLife: 20 * HOUR,
  lookupsApart: 30 * MINUTE,
  firstWait: 2 * SECOND,
  longestWait: HOUR,
  firstLookupWait: SECOND,
  longestLookupWait: 5 * MINUTE,
  patience: 3 * DAY,
  ambiguousAttempts: 12,
  hold: 15 * MINUTE,
  probe: 30 * SECOND,
  watchful: 2 * DAY,
  restored: 30 * DAY,
  compared: 7 * DAY,
  silent: 3 * DAY,
  asked: 7 * DAY,
  look: 2 * SECOND,
  // Lob allows 150 calls in 5 seconds per key and endpoint (lob-openapi 1.22.0, rate limiting). At most 146 begin in any 5
  // seconds (`provider-rate-limiter.ts`); the rest is a margin for calls that arrive late and close together.
  callsApart: 35,
}

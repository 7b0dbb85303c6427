export const mailJobPhases = [
  'requested',
  'ready',
  'submitting',
  'unknown',
  'submitted',
  'rejected',
  'needs_operator',
  'untraceable',
] as const

/** The stored state of a mailing. `state-machine.ts` decides what happens to it. */
export type MailJob = {
  /**
   * `requested` waits for the daily cap; `ready` may be sent; `submitting` is being sent; `untraceable`: it may have
   * been mailed, and the account that could tell is gone for good.
   */
  phase: (typeof mailJobPhases)[number]
  /** Since when sending has been tried. */
  since: Date
  /** Nothing happens before this time. */
  dueAt: Date
  /** Until then one worker has the job to itself. */
  leaseUntil: Date | null
  /** Part of the idempotency key; increased only when the previous key surely had no effect. */
  keyGeneration: number
  /** First use of the current idempotency key. */
  firstAttemptAt: Date | null
  /** A call under the current key may have had an effect. */
  unclear: boolean
  unclearEnds: number
  /** Looked up after the last call, and not found. */
  lookedUp: boolean
  emptyLookUps: number
  lastEmptyAt: Date | null
  /** Calls in a row that had no effect. */
  stumbles: number
  /** A refusal received while an earlier call is still ambiguous; it counts once that is resolved. */
  refusal: { code: string; words: string } | null
  /** A code for the log and the operator. */
  problem: string | null
}

/** What applies to all letters right now. */
export type MailSwitch = {
  /** Nothing is sent or looked up until then; null if mailing is not on hold. */
  holdUntil: Date | null
  /**
   * The provider is failing: from this time one letter may be sent to probe it. Lookups continue. Null while the
   * provider works.
   */
  probeAt: Date | null
  /** A backup was restored recently: letters mailed after it was made are not recorded here. */
  watchful: boolean
}

export type NextStep =
  | { do: 'nothing' }
  | { do: 'wait'; until: Date }
  /** Check the daily cap. */
  | { do: 'admit' }
  /** `probe`: sending is paused, and this letter tests whether it works again. */
  | { do: 'send'; probe: boolean }
  | { do: 'look_up' }
  | { do: 'give_up'; problem: string }

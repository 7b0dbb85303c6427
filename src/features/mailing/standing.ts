/** What a mailing may be at, as it is written down. */
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

/** How a mailing stands, as it is written down, and what may be done next. What is done is decided in `state.ts`. */
export type MailJob = {
  /**
   * `requested` waits for its turn of the day; `ready` may be handed over; `submitting` is being handed over. `untraceable`:
   * it may have been mailed, and the account that could say so is gone for good.
   */
  phase: (typeof mailJobPhases)[number]
  /** Since when it has been trying. */
  since: Date
  /** Nothing is done before. */
  dueAt: Date
  /** Somebody is at it until then. */
  leaseUntil: Date | null
  /** Which key it is handed over under; a new one only when the old one surely led to nothing. */
  keyGeneration: number
  /** When this key was first used. */
  firstAttemptAt: Date | null
  /** A call under this key may have had an effect that we do not know. */
  unclear: boolean
  unclearEnds: number
  /** The provider was asked for it after the last call, and did not know it. */
  lookedUp: boolean
  emptyLookUps: number
  lastEmptyAt: Date | null
  /** Calls in a row that did nothing. */
  stumbles: number
  /** The provider will not take it, while an earlier call is unclear: what counts once that is cleared up. */
  refusal: { code: string; words: string } | null
  /** Why it stands where it stands: a code, for the log and the operator. */
  problem: string | null
}

/** What holds for all letters at this moment. */
export type MailSwitch = {
  /** Nothing goes out until then; null when nothing is on hold. */
  holdUntil: Date | null
  /** The provider fails steadily: no letter is handed over but one to try, from then on; null while it does not. Look-ups go on. */
  probeAt: Date | null
  /** A backup was restored lately: what was mailed after it was made is not in our books. */
  watchful: boolean
}

export type NextStep =
  | { do: 'nothing' }
  | { do: 'wait'; until: Date }
  /** Ask for its turn of the day. */
  | { do: 'admit' }
  /** `probe`: sending is paused, and this letter would try whether it goes again. */
  | { do: 'send'; probe: boolean }
  | { do: 'look_up' }
  | { do: 'give_up'; problem: string }

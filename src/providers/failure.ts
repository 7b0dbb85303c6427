/**
 * Why a provider refused: something about the recipient that the person can change, too many requests for this
 * recipient, or anything else, which is for the operator to look at.
 */
export type FailureReason = 'recipient' | 'quota' | 'provider'

/**
 * A provider refused or did not answer. `words` may be shown to the user; `retryable`: trying later can help.
 */
export class ProviderFailure extends Error {
  readonly provider: string
  readonly retryable: boolean
  readonly userMessage: string
  /** The response was lost and the call may have succeeded, so only a user may repeat it. */
  readonly outcomeUnknown: boolean
  /** The provider's own name for it, for the log. */
  readonly code: string | undefined
  readonly reason: FailureReason
  /** Seconds after which trying again can help, where the provider or its documentation says. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    provider: string,
    words: string,
    retryable: boolean,
    more: {
      outcomeUnknown?: boolean
      code?: string
      reason?: FailureReason
      retryAfterSeconds?: number
    } = {},
  ) {
    super(`${provider} failed`)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.retryable = retryable
    this.userMessage = words
    this.outcomeUnknown = more.outcomeUnknown ?? false
    this.code = more.code
    this.reason = more.reason ?? 'provider'
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

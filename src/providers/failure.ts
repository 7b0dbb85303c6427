/**
 * Why a provider refused: something about the recipient that the user can change, too many requests for this recipient, or
 * anything else, which the operator must look at.
 */
export type FailureReason = 'recipient' | 'quota' | 'provider'

/**
 * A provider refused or did not respond. `words` may be shown to the user; `retryable`: a later attempt can succeed.
 */
export class ProviderFailure extends Error {
  readonly provider: string
  readonly retryable: boolean
  readonly userMessage: string
  /** The response was lost and the call may have succeeded, so only a user may repeat it. */
  readonly outcomeUnknown: boolean
  /** The provider's own code, for the log. */
  readonly code: string | undefined
  readonly reason: FailureReason
  /** Seconds after which a retry can succeed, if stated by the provider or its documentation. */
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

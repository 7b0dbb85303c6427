/**
 * A provider said no, or did not answer. `words` are fit to be shown to a person; `retryable` says that trying later
 * can help.
 */
export class ProviderFailure extends Error {
  readonly provider: string
  readonly retryable: boolean
  readonly words: string
  /** The answer was lost: it may have been done all the same, so only a person may have it done again. */
  readonly perhapsDone: boolean
  /** The provider's own name for it, for the log. */
  readonly code: string | undefined

  constructor(
    provider: string,
    words: string,
    retryable: boolean,
    more: { perhapsDone?: boolean; code?: string } = {},
  ) {
    super(`${provider} failed`)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.retryable = retryable
    this.words = words
    this.perhapsDone = more.perhapsDone ?? false
    this.code = more.code
  }
}

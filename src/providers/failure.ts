/** A provider said no, or did not answer. `words` are fit to be shown to a person. */
export class ProviderFailure extends Error {
  readonly provider: string
  readonly retryable: boolean
  readonly words: string

  constructor(provider: string, words: string, retryable: boolean) {
    super(`${provider} failed`)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.retryable = retryable
    this.words = words
  }
}

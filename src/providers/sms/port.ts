/** Sends one text message. Throws ProviderFailure when the provider says it did not go out. */
export type Sms = {
  /** A sandbox sends nothing: what it is given goes to the outbox. */
  sandbox: boolean
  send: (message: { to: string; body: string }) => Promise<void>
}

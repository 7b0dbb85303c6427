/**
 * One email, text only. `messageId` is the same for every attempt, so that the recipient's mail can drop duplicates. A POST
 * to `unsubscribeUrl` immediately ends emails of its kind, so that mail programs can show a button for it (RFC 8058).
 */
export type EmailMessage = {
  to: string
  subject: string
  text: string
  messageId: string
  unsubscribeUrl?: string
  /** Whom it concerns; not sent. */
  userId?: string | null
}

export type Email = {
  /** A sandbox sends nothing: its emails go to the outbox. */
  sandbox: boolean
  /**
   * Sends one email; resolves when the server has accepted it. Throws ProviderFailure, retryable when a later attempt can
   * succeed.
   */
  send: (message: EmailMessage) => Promise<void>
}

/** Whether a text could break out of a header: a line break or another control character. */
export const wouldBreakHeader = (text: string): boolean =>
  [...text].some(character => character < ' ' || character === '\u007f')

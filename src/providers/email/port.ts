/**
 * One e-mail, text only. `messageId` is the same each time it is tried, so that a reader's mail can drop the second. Posting
 * to `unsubscribeUrl` ends e-mails of its kind at once, so that mail programs can show a button for it (RFC 8058).
 */
export type EmailMessage = {
  to: string
  subject: string
  text: string
  messageId: string
  unsubscribeUrl?: string
  /** Whom it is about; it does not leave. */
  userId?: string | null
}

export type Email = {
  /** A sandbox sends nothing: what it is given goes to the outbox. */
  sandbox: boolean
  /**
   * Hands one e-mail over; resolves when the other side answers for it. Throws ProviderFailure, retryable when trying
   * later can help.
   */
  send: (message: EmailMessage) => Promise<void>
}

/** Whether a header could be broken out of: no header has a line end or another control character. */
export const wouldBreakHeader = (text: string): boolean =>
  [...text].some(character => character < ' ' || character === '\u007f')

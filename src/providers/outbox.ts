/** Where sandbox adapters put what would have left the system. */
export type Outbox = {
  put: (item: {
    channel: 'sms' | 'email' | 'letter'
    to: string
    /** Empty for a text. */
    subject: string
    body: string
    /** Whom it is about: with that person it is erased, whoever it went to. */
    userId?: string | null
  }) => Promise<void>
}

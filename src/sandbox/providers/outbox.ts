/** Where sandbox adapters put what would have left the system. */
export type Outbox = {
  put: (item: {
    channel: 'sms' | 'email' | 'letter'
    to: string
    /** Empty for a text. */
    subject: string
    body: string
    /** Whom it is about: it is erased with that person, no matter who received it. */
    userId?: string | null
  }) => Promise<void>
}

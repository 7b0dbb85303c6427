/** Where sandbox adapters put what would have left the system. */
export type Outbox = {
  put: (item: {
    channel: 'sms' | 'email' | 'letter'
    to: string
    /** Empty for a text. */
    subject: string
    body: string
  }) => Promise<void>
}

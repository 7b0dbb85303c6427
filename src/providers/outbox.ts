/** Where sandbox adapters put what would have left the system. */
export type Outbox = {
  put: (item: {
    channel: 'sms' | 'email' | 'letter'
    to: string
    subject: string
    body: string
  }) => Promise<void>
}

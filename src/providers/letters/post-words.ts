/** What happens to a letter at a provider. `other` is anything that has no meaning for us. */
export const letterEventTypes = [
  'created',
  'rendered',
  'mailed',
  'in_transit',
  're_routed',
  'in_local_area',
  'processed_for_delivery',
  'pickup_available',
  'issue',
  'delivered',
  'returned',
  'failed',
  'rejected',
  'deleted',
  'other',
] as const
export type LetterEventType = (typeof letterEventTypes)[number]

/** `id` is the provider's unique id; if it gives none, one derived from the letter, the event and the time. */
export type LetterEvent = { id: string; event: LetterEventType; at: Date }

/** An address on an envelope. Lob allows 40 characters of name, and 50 of line1 and line2 together. */
export type PostalAddress = {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string
  /** `12345` or `12345-6789`. */
  zip: string
}

export type AcceptedLetter = {
  providerId: string
  /** `YYYY-MM-DD`. */
  expectedDelivery: string | null
  /** The postal service's number; certified mail only. */
  trackingNumber: string | null
}

/** What is known after a send. `unknown` never means "no". */
export type SendResult =
  | ({ answer: 'accepted' } & AcceptedLetter)
  /** The provider will never accept this letter. `message` may be shown to the user. */
  | { answer: 'refused'; code: string; words: string }
  /** The provider accepts nothing from us: bad key, account or payment (401, 402, 403). */
  | { answer: 'hold'; code: string }
  /** Too many requests (429): nothing was done; retry at that time. */
  | { answer: 'busy'; retryAt: Date }
  /** No byte reached the provider (connection refused, name not found), so nothing was done. */
  | { answer: 'not_sent'; code: string }
  /** It may have been done (timeout, reset, 408, 5xx, unreadable answer). */
  | { answer: 'unknown'; code: string }

/** A letter at the provider. */
export type ProviderLetter = AcceptedLetter & {
  /** From its metadata; null if the letter is not ours. */
  mailJobId: string | null
  generation: number | null
  env: string | null
  createdAt: Date
  /** Cancelled or deleted before it was printed. */
  cancelled: boolean
  /** In any order. */
  events: readonly LetterEvent[]
}

/** The words in which a provider of print and mail answers, whoever it is (`providers/letters/port.ts`). */

/** What a provider tells of a letter's way, in our words; `other` is one that means nothing to us. */
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

/** One event. `id` is the provider's own, unique; where it gives none, one made of the letter, the event and the instant. */
export type LetterEvent = { id: string; event: LetterEventType; at: Date }

/** An address on an envelope. At most 40 characters of name, line1 and line2 at most 50 together (Lob, letters). */
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
  /** The postal service's, of certified mail. */
  trackingNumber: string | null
}

/** What is known after a letter was handed over. */
export type SendResult =
  | ({ answer: 'accepted' } & AcceptedLetter)
  /** It will never be taken as it is. `words` are fit to be shown to the person. */
  | { answer: 'refused'; code: string; words: string }
  /** Nothing at all is taken from us now: our key, our account or our payment is refused (401, 402, 403). */
  | { answer: 'hold'; code: string }
  /** Too many requests (429): nothing was done; try again then. */
  | { answer: 'busy'; retryAt: Date }
  /** No byte reached the provider (connection refused, name not found): surely nothing was done. */
  | { answer: 'not_sent'; code: string }
  /** It may have been done (time-out, reset, 408, 5xx, an answer that cannot be read). */
  | { answer: 'unknown'; code: string }

/** A letter that the provider has. */
export type ProviderLetter = AcceptedLetter & {
  /** From its metadata; null when it is not a letter of ours. */
  mailJobId: string | null
  generation: number | null
  env: string | null
  createdAt: Date
  /** It was cancelled or deleted before it was printed. */
  cancelled: boolean
  /** What the provider knows of its way, in any order. */
  events: readonly LetterEvent[]
}

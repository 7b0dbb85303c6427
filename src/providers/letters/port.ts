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

/** `id` is the provider's unique id; if there is none, one derived from the letter, the event and the time. */
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

type AcceptedLetter = {
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
  | { answer: 'refused'; code: string; message: string }
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

/**
 * Print and mail. A sent letter cannot be recalled, so a result states exactly what is known: `unknown` never means
 * "no".
 */

/** A frozen letter: every attempt sends the same bytes. */
export type LetterRequest = {
  /** Our id of the mailing. It is sent as metadata, with which the letter can be found. */
  mailJobId: string
  generation: number
  /** The installation, so that two installations that share an account ignore each other's letters. */
  env: string
  to: PostalAddress
  from: PostalAddress
  pdf: Uint8Array
  certified: boolean
  /** Certified mail with the recipient's signature; only with `certified`. */
  returnReceipt: boolean
  /** For the sandbox's outbox; not sent to a real provider. */
  ours: { userId: string; letterId: string }
}

export type AddressCheck = {
  deliverable: 'yes' | 'no' | 'unknown'
  /** May be shown to the user; null if nothing is wrong. */
  message: string | null
}

/** Everything except `send` throws ProviderFailure if there is no clear response. */
export type MailProvider = {
  /** A sandbox mails nothing: its letters go to the outbox. */
  sandbox: boolean
  /** Kind, colon, fingerprint of the key. Providers with different names may not see each other's letters. */
  name: string
  /**
   * Sends a letter. For a day the same key returns the same letter, never a second one. Never throws for a failure of
   * the provider or the network: every outcome is a result.
   */
  send: (request: LetterRequest, key: string) => Promise<SendResult>
  /** Letters with this job id created at `since` or later, including cancelled ones, oldest first. */
  find: (mailJobId: string, since: Date) => Promise<readonly ProviderLetter[]>
  /** Every letter created from `since` until before `until`, oldest first, across all pages. */
  list: (since: Date, until: Date) => Promise<readonly ProviderLetter[]>
  /** Null if it is unknown to the provider. */
  get: (providerId: string) => Promise<ProviderLetter | null>
  /** Cancels a letter that is not printed yet. */
  cancel: (providerId: string) => Promise<'cancelled' | 'too_late' | 'not_found'>
  checkAddress: (address: PostalAddress) => Promise<AddressCheck>
  /** The postal service's tracking page; null unless the letter is certified. */
  trackingUrl: (letter: Pick<AcceptedLetter, 'providerId' | 'trackingNumber'>) => string | null
}

/** `mailJobId` is from the letter's metadata. */
export type LetterWebhook = { providerId: string | null; mailJobId: string | null } & LetterEvent

/**
 * Parses a webhook from its raw bytes. `not_set_up`: no secret is configured; `not_proven`: wrong signature or
 * timestamp; `unreadable`: authentic, but not understood.
 */
export type ParseLetterWebhook = (
  raw: Uint8Array,
  headers: { signature: string | null; timestamp: string | null },
  now: Date,
) => LetterWebhook | 'not_set_up' | 'not_proven' | 'unreadable'

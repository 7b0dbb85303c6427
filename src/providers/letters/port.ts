import type { AcceptedLetter, LetterEvent, PostalAddress, ProviderLetter, SendResult } from './post-words.ts'

export type { LetterEvent, LetterEventType, PostalAddress, ProviderLetter, SendResult } from './post-words.ts'

/**
 * Print and mail. Handing a letter over is the one act that nobody can take back, so an answer says exactly what is known
 * of it: `unknown` never means "no".
 */

/** A letter as it is asked for: frozen when the person asks, so that every try of it has the same bytes. */
export type LetterRequest = {
  /** Our own name of this mailing, a UUID. It travels as metadata, by which the letter is found again. */
  mailJobId: string
  generation: number
  /** Which installation asks, so that two that share one provider account do not take each other's letters. */
  env: string
  to: PostalAddress
  from: PostalAddress
  pdf: Uint8Array
  certified: boolean
  /** Whose letter it is and our id of it: for the sandbox's outbox. A real provider is not told. */
  ours: { userId: string; letterId: string }
}

/** Whether the postal service delivers there. */
export type AddressCheck = {
  deliverable: 'yes' | 'no' | 'unknown'
  /** What is wrong, fit to be shown; null when nothing is. */
  words: string | null
}

/** A provider that prints and mails. Everything but `send` throws ProviderFailure when there is no clear answer. */
export type MailProvider = {
  /** A sandbox mails nothing: what it is given goes to the outbox. */
  sandbox: boolean
  /** Its kind and, after a colon, a fingerprint of its key: posts of two names may not know each other's letters. */
  name: string
  /**
   * Hands a letter over. The same key gives the same letter for a day, and never a second one. Never throws for what the
   * provider or the network does: every such end is an answer.
   */
  send: (request: LetterRequest, key: string) => Promise<SendResult>
  /** Letters that carry this mail job id and were made at `since` or later, cancelled ones too, oldest first. */
  find: (mailJobId: string, since: Date) => Promise<readonly ProviderLetter[]>
  /** Every letter made at `since` or later and before `until`, oldest first; follows the provider's pages. */
  list: (since: Date, until: Date) => Promise<readonly ProviderLetter[]>
  /** One letter by the provider's id; null when the provider does not know it. */
  get: (providerId: string) => Promise<ProviderLetter | null>
  /** Takes a letter back while it is not printed yet. `too_late` when it can no longer be. */
  cancel: (providerId: string) => Promise<'cancelled' | 'too_late' | 'not_found'>
  checkAddress: (address: PostalAddress) => Promise<AddressCheck>
  /** Where a person can follow a letter: the postal service's page, of certified mail alone; else null. */
  trackingUrl: (letter: Pick<AcceptedLetter, 'providerId' | 'trackingNumber'>) => string | null
}

/** What a provider's call to us (webhook) says; `mailJobId` from the metadata of the letter that it tells of. */
export type LetterWebhook = { providerId: string | null; mailJobId: string | null } & LetterEvent

/**
 * Reads a provider's call from its raw bytes. `not_set_up` when there is no secret to check it with, `not_proven` when the
 * signature or its time is wrong, `unreadable` when it is signed and says nothing that we understand.
 */
export type ParseLetterWebhook = (
  raw: Uint8Array,
  headers: { signature: string | null; timestamp: string | null },
  now: Date,
) => LetterWebhook | 'not_set_up' | 'not_proven' | 'unreadable'

/** Where the sandbox's post keeps its letters: on this machine, for everybody to see who may open the outbox. */
export type SandboxPostOffice = {
  /** Takes a letter, or gives the one that was taken under the same key. */
  take: (letter: LetterRequest, key: string) => Promise<ProviderLetter>
  /** Letters taken at `since` or later, oldest first; before `until` and of a mail job where those are said. */
  letters: (wanted: {
    mailJobId: string | null
    since: Date
    until: Date | null
  }) => Promise<readonly ProviderLetter[]>
  one: (providerId: string) => Promise<ProviderLetter | null>
  cancel: (providerId: string) => Promise<'cancelled' | 'too_late' | 'not_found'>
}

/**
 * Sends one text message, once: a send with an unknown outcome is never repeated here. Throws ProviderFailure, which states
 * whether the text may nevertheless have been sent. `userId` is the user it concerns; it is not sent. `reference` is
 * returned with the delivery report and contains no personal data.
 */
export type Sms = {
  /** A sandbox sends nothing: its texts go to the outbox. */
  sandbox: boolean
  send: (message: { to: string; body: string; userId?: string; reference?: string }) => Promise<void>
}

/** Called for each text that a provider accepted, with its number and reference. */
export type OnText = (to: string, reference: string | undefined) => void

/** A service that creates codes, texts them, and is the only one that can check them. Both calls throw ProviderFailure. */
export type CodeService = {
  /** Texts a code to a phone; while an earlier one is valid it may be the same one. */
  send: (phone: string) => Promise<void>
  /** Whether this is the code. A right one is accepted once: the service then deletes it. */
  check: (phone: string, code: string) => Promise<boolean>
}

/** A text to our number; `answered` when the provider has already replied to it. */
type IncomingText = { from: string; body: string; answered: boolean }

/** Reads a provider's call about a text; null if its signature is invalid. */
export type ReadIncomingText = (
  fields: Readonly<Record<string, string>>,
  signature: string | null,
) => IncomingText | null

/**
 * The delivery of an accepted text: on its way, arrived, or not. `refused` concerns the recipient, `failed` the operator;
 * `code` is the provider's number. `not_proven`: the signature is invalid.
 */
type TextDelivery = { kind: 'pending' | 'done' | 'not_proven' } | { kind: 'refused' | 'failed'; code: number }

/** Reads a provider's delivery report, and the reference of the text. */
export type ReadTextDelivery = (
  reference: string | null,
  fields: Readonly<Record<string, string>>,
  signature: string | null,
) => TextDelivery

/** For a text whose response was lost. */
export const unconfirmedMessage =
  'We could not confirm that the text went out. If it does not arrive, ask for a new code.'
/** For a number that replied STOP. */
export const optedOutMessage =
  'This number asked us to stop texting it. Text START to our number, then ask again.'

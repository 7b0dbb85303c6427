/**
 * Sends one text message, once: a send whose outcome is not known is never repeated here. Throws ProviderFailure; it says
 * whether the text may have gone out all the same. `userId` is the person it is about; it does not leave. `reference` comes back with the
 * report on its delivery, and says nothing about anybody.
 */
export type Sms = {
  /** A sandbox sends nothing: what it is given goes to the outbox. */
  sandbox: boolean
  send: (message: { to: string; body: string; userId?: string; reference?: string }) => Promise<void>
}

/** Told of each text that a provider took, with its number and the reference it was sent with. */
export type OnText = (to: string, reference: string | undefined) => void

/** A service that makes codes, texts them, and alone can tell whether one is right. Both calls throw ProviderFailure. */
export type CodeService = {
  /** Texts a code to a phone; while an earlier one lives it may be the same one. */
  send: (phone: string) => Promise<void>
  /** Whether this is the code. A right one is right once: the service then forgets it. */
  check: (phone: string, code: string) => Promise<boolean>
}

/** What a person texted to our number; `answered` when the provider has replied to it itself. */
type IncomingText = { from: string; body: string; answered: boolean }

/** Reads a provider's call about a text; null when the signature does not prove that the call is the provider's. */
export type ReadIncomingText = (
  fields: Readonly<Record<string, string>>,
  signature: string | null,
) => IncomingText | null

/**
 * What became of a text that the provider took: on its way, arrived, or not. `refused` is about the recipient, `failed` for
 * the operator to look at; `code` is the provider's number. `not_proven`: the signature does not prove that the call is the
 * provider's.
 */
type TextDelivery = { kind: 'pending' | 'done' | 'not_proven' } | { kind: 'refused' | 'failed'; code: number }

/** Reads a provider's report on the delivery of a text, and the reference that the text was sent with. */
export type ReadTextDelivery = (
  reference: string | null,
  fields: Readonly<Record<string, string>>,
  signature: string | null,
) => TextDelivery

/** Of a text whose answer was lost. */
export const unconfirmedMessage =
  'We could not confirm that the text went out. If it does not arrive, ask for a new code.'
/** Of a number that answered STOP. */
export const optedOutMessage =
  'This number asked us to stop texting it. Text START to our number, then ask again.'

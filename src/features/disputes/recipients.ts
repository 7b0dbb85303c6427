import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { BureauAddress } from './envelope.ts'

/** Who letters go to: a bureau, a company that reports, a debt collector, or another reporting agency. */

export const recipientKinds = ['bureau', 'furnisher', 'collector', 'agency'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** A recipient as it is shown. */
export type Recipient = { kind: RecipientKind; name: string }

/** A recipient as a letter is addressed to it. `bureau` is null for all others, and `lines` go on the envelope. */
export type AddressedRecipient = Recipient & { bureau: Bureau | null; lines: readonly string[] }

export const bureauRecipient = (bureau: Bureau, { lines }: BureauAddress): AddressedRecipient => ({
  kind: 'bureau',
  bureau,
  name: bureau,
  lines,
})

/**
 * Who must answer on an item: each bureau it was disputed at, or null for the one company that a dispute without a bureau
 * was written to.
 */
export const respondents = (bureaus: readonly Bureau[]): (Bureau | null)[] =>
  bureaus.length === 0 ? [null] : sortBureaus(bureaus)

/** Whether the letter to a bureau, or to the company (null), is about an item disputed at these bureaus. */
export const concerns = ({ bureau }: { bureau: Bureau | null }, bureaus: readonly Bureau[]): boolean =>
  respondents(bureaus).includes(bureau)

/** What bureaus answered, without what a company did. */
export const answersOfBureaus = <Answer extends { bureau: Bureau | null }>(
  answers: readonly Answer[],
): (Answer & { bureau: Bureau })[] =>
  answers.flatMap(answer => (answer.bureau === null ? [] : [{ ...answer, bureau: answer.bureau }]))

/** The name of who answers: the bureau's, or of the company that the one letter went to. */
export const respondentLabel = (
  bureau: Bureau | null,
  { letters }: { letters: readonly { recipient: Recipient }[] },
): string => bureau ?? letters[0]?.recipient.name ?? 'the company'

import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { BureauAddress } from './envelope.ts'

/** Recipients of letters: a bureau, a company that reports, a debt collector, or another reporting agency. */

export const recipientKinds = ['bureau', 'furnisher', 'collector', 'agency'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** A recipient as it is shown. */
export type Recipient = { kind: RecipientKind; name: string }

/** A recipient with its address. `bureau` is null for all others, and `lines` are printed on the envelope. */
export type AddressedRecipient = Recipient & { bureau: Bureau | null; lines: readonly string[] }

export const bureauRecipient = (bureau: Bureau, { lines }: BureauAddress): AddressedRecipient => ({
  kind: 'bureau',
  bureau,
  name: bureau,
  lines,
})

/**
 * Who must answer on an item: each bureau it was disputed at, or null for the company that was written to if the dispute
 * has no bureau.
 */
export const respondents = (bureaus: readonly Bureau[]): (Bureau | null)[] =>
  bureaus.length === 0 ? [null] : sortBureaus(bureaus)

/** Whether the letter to a bureau, or to the company (null), is about an item disputed at these bureaus. */
export const concerns = ({ bureau }: { bureau: Bureau | null }, bureaus: readonly Bureau[]): boolean =>
  respondents(bureaus).includes(bureau)

/** The answers of bureaus, without those of a company. */
export const answersOfBureaus = <Answer extends { bureau: Bureau | null }>(
  answers: readonly Answer[],
): (Answer & { bureau: Bureau })[] =>
  answers.flatMap(answer => (answer.bureau === null ? [] : [{ ...answer, bureau: answer.bureau }]))

/** The name of the respondent: the bureau, or the company that the one letter was sent to. */
export const respondentLabel = (
  bureau: Bureau | null,
  { letters }: { letters: readonly { recipient: Recipient }[] },
): string => bureau ?? letters[0]?.recipient.name ?? 'the company'

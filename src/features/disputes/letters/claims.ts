import type { AccountReason } from '#features/findings/reasons.ts'
import { dateClaims } from './claims-dates.ts'
import { originClaims } from './claims-origin.ts'
import { paymentClaims } from './claims-payment.ts'
import { valueClaims } from './claims-values.ts'
import { type LetterEvidence, sourceName } from './told.ts'

/** What the letter says of one item: what is wrong, in sentences, and what is asked. */
export type Claim = { wrong: string[]; ask: string }

export type ClaimWriter = (told: LetterEvidence, today: string) => Claim

const otherwise = {
  deceased_in_error: told => ({
    wrong: [
      'I am alive. This account is marked as that of a person who has died.',
      ...told.facts.remarks
        .filter(({ text }) => /deceased/i.test(text))
        .map(({ text }) => `${sourceName(told)} carries this remark: ${text}.`),
    ],
    ask: 'Please remove the mark from this account and from my file.',
  }),
  other: told => ({
    wrong: ['What is shown for this account is inaccurate or incomplete.'],
    ask: `Please check what I say with ${told.facts.creditorNameReported} and correct the entry.`,
  }),
} satisfies Partial<Record<AccountReason, ClaimWriter>>

/**
 * The words for every reason. Each sentence says a reported field, or what the person says by choosing the reason,
 * or a rule of the Act with its section; docs/letters.md lists them with their sources.
 */
const wordings: Readonly<Record<AccountReason, ClaimWriter>> = {
  ...originClaims,
  ...valueClaims,
  ...paymentClaims,
  ...dateClaims,
  ...otherwise,
}

/** What a letter of a day (`YYYY-MM-DD`) says for a reason about an item. */
export const accountClaim = (reason: AccountReason, told: LetterEvidence, today: string): Claim =>
  wordings[reason](told, today)

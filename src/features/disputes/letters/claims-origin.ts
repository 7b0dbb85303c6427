import type { AccountReason } from '#features/findings/account-reasons.ts'
import type { Wording } from './claims.ts'
import { shower } from './told.ts'
import { listed, sayDate } from './words.ts'

/** Whose debt it is and where it comes from. */
export const aboutOrigin = {
  not_mine: () => ({
    wrong: ['This account is not mine.'],
    ask: 'Please find out whose account this is, and delete it from my file unless it is verified as mine.',
  }),
  identity_theft: () => ({
    wrong: ['I did not open this account. Someone opened it in my name without my permission.'],
    ask: 'Please find out how this account came into my file, and delete it.',
  }),
  not_responsible: told => ({
    wrong: [
      'I am not responsible for this debt.',
      ...(told.facts.responsibility === null
        ? []
        : [`${shower(told)} gives my responsibility as "${told.facts.responsibility}".`]),
    ],
    ask: `Please have ${told.facts.creditorNameReported} show on what ground I am named for this account, and correct or delete the entry.`,
  }),
  duplicate: told => ({
    wrong: [
      'The same debt is listed more than once.',
      ...told.sameDebt.map(
        ({ creditor, accountNumber }) =>
          `${shower(told)} also lists ${creditor}${accountNumber === null ? '' : `, account ${accountNumber}`}.`,
      ),
    ],
    ask: 'Please keep at most one entry for this debt and delete the others.',
  }),
  included_in_bankruptcy: told => ({
    wrong: [
      'This debt was included in my bankruptcy.',
      ...told.bankruptcies.map(({ type, filed, disposition, disposed }) => {
        const parts = [
          filed === null ? null : `filed ${sayDate(filed)}`,
          disposition === null
            ? null
            : `disposition "${disposition}"${disposed === null ? '' : `, ${sayDate(disposed)}`}`,
        ].filter(part => part !== null)
        return `Your file lists the public record "${type}"${parts.map(part => `, ${part}`).join('')}.`
      }),
    ],
    ask: 'Please show the account as included in bankruptcy, with nothing owed and nothing past due.',
  }),
  sold_or_transferred: told => ({
    wrong: [
      `This account was sold or transferred, and ${told.facts.creditorNameReported} still reports it as owed.`,
    ],
    ask: 'Please show the account as sold or transferred, with no balance and nothing past due.',
  }),
  medical: told => ({
    wrong: [
      'This is a medical debt.',
      'The three nationwide credit bureaus announced in 2022 and 2023 that they do not list medical collections that are paid, less than one year old or below $500.',
    ],
    ask: `Please check with ${told.facts.creditorNameReported} whether this one may be listed, and delete it if not.`,
  }),
  unknown_original_creditor: told => ({
    wrong: [
      told.facts.originalCreditor === null
        ? `I do not know where this debt comes from. ${shower(told)} does not name the original creditor.`
        : `I do not know where this debt comes from. I do not recognize the original creditor that is named, ${told.facts.originalCreditor}.`,
    ],
    ask: `Please have ${told.facts.creditorNameReported} say who the original creditor is and which account it was, and delete the entry if that cannot be verified.`,
  }),
} satisfies Partial<Record<AccountReason, Wording>>

/**
 * The request for a block, which belongs to identity theft and only to a letter that encloses an identity theft
 * report with proof of identity: section 605B(a) of the Act, 15 USC 1681c-2(a), asks for both, for the items named,
 * and for the statement that they are not of the consumer's own transactions.
 */
export const askToBlock = (creditors: readonly string[]): string =>
  `I enclose an identity theft report. Please block ${listed(creditors)} under section 605B of the Act, 15 U.S.C. 1681c-2. The information does not relate to any transaction that I made.`

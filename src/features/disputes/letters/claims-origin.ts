import { namesOriginalCreditor } from '#features/findings/account-facts.ts'
import { isBefore } from '#features/findings/dates-apart.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import { earliestDay } from '#features/findings/reporting-period.ts'
import { addMonthsToDay } from '#values/dates.ts'
import { centsOf, dollarsOf, showMoney } from '#values/money.ts'
import type { AccountRow } from '../facts.ts'
import type { ClaimWriter } from './claims.ts'
import { type LetterEvidence, sourceName } from './told.ts'
import { longDate } from './words.ts'

/** The amount below which the bureaus list no medical collection, in cents; it is the amount first reported. */
const medicalFloor = 50_000

/**
 * Which part of what the bureaus announced of medical collections a row itself meets on a day (`YYYY-MM-DD`), in words that
 * follow who shows it; null where it shows nothing of the kind (product paper C-37).
 */
export const medicalExclusion = (row: AccountRow, today: string): string | null => {
  const first = centsOf(row.highBalance) ?? centsOf(row.currentBalance)
  const began = row.dateFirstDelinquency
  if (row.accountStatus === 'Paid') return 'shows this one as paid'
  if (began !== null && isBefore(addMonthsToDay(today, -12), earliestDay(began)))
    return `gives ${longDate(began)} as the date of first delinquency, less than one year ago`
  return first !== null && first > 0 && first < medicalFloor
    ? `shows this one with an amount of ${showMoney(dollarsOf(first))}`
    : null
}

const whyNotListed = (told: LetterEvidence, today: string): string[] => {
  const why = medicalExclusion(told.facts, today)
  return why === null ? [] : [`${sourceName(told)} ${why}.`]
}

/** Whose debt it is and where it comes from. */
export const originClaims = {
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
        : [`${sourceName(told)} gives this as my responsibility: ${told.facts.responsibility}.`]),
    ],
    ask: `Please have ${told.facts.creditorNameReported} show on what ground I am named for this account, and correct or delete the entry.`,
  }),
  duplicate: told => ({
    wrong: [
      'The same debt is listed more than once.',
      ...told.sameDebt.map(({ named }) => `${sourceName(told)} also lists ${named}.`),
    ],
    ask: 'Please keep at most one entry for this debt and delete the others.',
  }),
  included_in_bankruptcy: told => ({
    wrong: [
      'This debt was included in my bankruptcy.',
      ...told.bankruptcies.map(({ type, filed, disposition, disposed }) => {
        const parts = [
          filed === null ? null : `filed ${longDate(filed)}`,
          disposition === null
            ? null
            : `disposition ${disposition}${disposed === null ? '' : `, ${longDate(disposed)}`}`,
        ].filter(part => part !== null)
        return `Your file lists this public record: ${type}${parts.map(part => `, ${part}`).join('')}.`
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
  medical: (told, today) => ({
    wrong: [
      'This is a medical debt.',
      'The three nationwide credit bureaus announced in 2022 and 2023 that they do not list medical collections that are paid, less than one year old or below $500.',
      ...whyNotListed(told, today),
    ],
    ask: `Please check with ${told.facts.creditorNameReported} whether this one may be listed, and delete it if not.`,
  }),
  unknown_original_creditor: told => ({
    wrong: [
      !namesOriginalCreditor(told.facts.originalCreditor)
        ? `I do not know where this debt comes from. ${sourceName(told)} does not name the original creditor.`
        : `I do not know where this debt comes from. I do not recognize the original creditor that is named, ${told.facts.originalCreditor}.`,
    ],
    ask: `Please have ${told.facts.creditorNameReported} say who the original creditor is and which account it was, and delete the entry if that cannot be verified.`,
  }),
} satisfies Partial<Record<AccountReason, ClaimWriter>>

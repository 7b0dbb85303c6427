import type { AccountReason } from '#features/findings/reasons.ts'
import type { AccountEvidence } from './facts.ts'
import { differingDates } from './letters/claims-dates.ts'
import { medicalExclusion } from './letters/claims-origin.ts'

type Test = (around: AccountEvidence, today: string) => boolean

/** Reasons that name nothing to look into by themselves, and when the report does not name it either. */
const unnamed: Partial<Record<AccountReason, Test>> = {
  wrong_dates: ({ row, elsewhere }) => elsewhere.every(other => differingDates(row, other).length === 0),
  duplicate: ({ sameDebt }) => sameDebt.length === 0,
  included_in_bankruptcy: ({ row, bankruptcies }) => row.payStatus !== 'BK' && bankruptcies.length === 0,
  medical: ({ row }, today) => medicalExclusion(row, today) === null,
  other: () => true,
}

/**
 * Whether a reason needs the person's own words at a bureau, on a day (`YYYY-MM-DD`): without them the letter would say
 * that something is wrong and not what. A bureau may end a dispute for want of "sufficient information to investigate"
 * (15 USC 1681i(a)(3)(A)); decisions section 3 asks for words with `other`.
 */
export const requiresExplanation = (reason: AccountReason, around: AccountEvidence, today: string): boolean =>
  unnamed[reason]?.(around, today) ?? false

import type { AccountReason } from '#features/findings/account-reasons.ts'

/** Copies that stand behind a letter. A letter says "Enclosed" only of what was attached to the dispute. */
export const enclosureKinds = ['government_id', 'proof_of_address', 'identity_theft_report'] as const
export type Enclosure = (typeof enclosureKinds)[number]

const names: Readonly<Record<Enclosure, string>> = {
  government_id: 'copy of government ID',
  proof_of_address: 'copy of proof of address',
  identity_theft_report: 'copy of identity theft report',
}

/** An enclosure as the letter lists it. */
export const nameOf = (enclosure: Enclosure): string => names[enclosure]

/** Every letter needs these: a bureau must know who writes before it answers (product paper section 4.8). */
const always = [
  'A copy of a government ID, such as a driver’s license or passport, so that the bureau can tell that it is you',
  'A copy of a recent utility bill or bank statement with your name and address, because the answer goes there',
]

/** Typical proof for a reason (product paper section 4.7). */
const proofs: Partial<Record<AccountReason, string>> = {
  identity_theft:
    'A copy of your identity theft report from IdentityTheft.gov or the police, if you have one',
  wrong_balance: 'A copy of a statement that shows the right amount',
  wrong_limit: 'A copy of a statement that shows the credit limit',
  wrong_payment_status: 'A copy of a statement or letter that shows the right status',
  never_late: 'Copies of statements or receipts for the months shown as late',
  paid_or_settled: 'A copy of the payoff or settlement letter, or of the cancelled check',
  closed_shown_open: 'A copy of the letter that confirms the closing',
  included_in_bankruptcy: 'A copy of the discharge order and of the schedule that lists the debt',
  sold_or_transferred: 'A copy of the letter that told you of the sale or transfer',
  medical: 'A copy of the explanation of benefits or of the paid bill',
}

/** What to add when mailing a letter with these reasons: copies, never originals. */
export const enclosuresFor = (reasons: readonly AccountReason[]): string[] => [
  ...always,
  ...new Set(reasons.flatMap(reason => proofs[reason] ?? [])),
]

import type { Rule } from './finding.ts'
import { acrossBureausRules } from './rules/across-bureaus.ts'
import { ageRules } from './rules/age.ts'
import { balanceRules } from './rules/balances.ts'
import { bankruptcyRules } from './rules/bankruptcy.ts'
import { collectionRules } from './rules/collections.ts'
import { dateRules } from './rules/dates.ts'
import { duplicateRules } from './rules/duplicates.ts'
import { inquiryRules } from './rules/inquiries.ts'
import { limitRules } from './rules/limits.ts'
import { paymentHistoryRules } from './rules/payment-history.ts'
import { personalRules } from './rules/personal.ts'
import { statusRules } from './rules/status.ts'

/** Every check of the report alone (docs/finder.md). One id may stand for several rules of the same check. */
export const rules: readonly Rule[] = [
  ...balanceRules,
  ...limitRules,
  ...statusRules,
  ...paymentHistoryRules,
  ...ageRules,
  ...dateRules,
  ...acrossBureausRules,
  ...duplicateRules,
  ...collectionRules,
  ...bankruptcyRules,
  ...inquiryRules,
  ...personalRules,
]

import type { Rule } from './finding.ts'
import { acrossBureausRules } from './rules/across-bureaus.ts'
import { ageRules } from './rules/age.ts'
import { balanceRules } from './rules/balances.ts'
import { bankruptcyRules } from './rules/bankruptcy.ts'
import { betweenReportsRules } from './rules/between-reports.ts'
import { changedSinceRules } from './rules/changed-since.ts'
import { chargeOffRules } from './rules/charge-offs.ts'
import { closingRules } from './rules/closing.ts'
import { collectionRules } from './rules/collections.ts'
import { dateRules } from './rules/dates.ts'
import { duplicateRules } from './rules/duplicates.ts'
import { inquiryRules } from './rules/inquiries.ts'
import { kindAcrossRules } from './rules/kind-across.ts'
import { latenessJumpRules } from './rules/lateness-jumps.ts'
import { limitRules } from './rules/limits.ts'
import { ownDetailsRules } from './rules/own-details.ts'
import { paymentHistoryRules } from './rules/payment-history.ts'
import { personalRules } from './rules/personal.ts'
import { remarkRules } from './rules/remarks.ts'
import { servicerRules } from './rules/servicers.ts'
import { sinceBeforeRules } from './rules/since-before.ts'
import { statusRules } from './rules/status.ts'

/**
 * Every check (docs/finder.md). Rules that share an id look for one thing in different places; of one thing they give one
 * finding, the strictest case.
 */
export const rules: readonly Rule[] = [
  ...balanceRules,
  ...limitRules,
  ...statusRules,
  ...closingRules,
  ...remarkRules,
  ...chargeOffRules,
  ...paymentHistoryRules,
  ...latenessJumpRules,
  ...ageRules,
  ...dateRules,
  ...acrossBureausRules,
  ...kindAcrossRules,
  ...duplicateRules,
  ...servicerRules,
  ...collectionRules,
  ...bankruptcyRules,
  ...inquiryRules,
  ...personalRules,
  ...betweenReportsRules,
  ...sinceBeforeRules,
  ...changedSinceRules,
  ...ownDetailsRules,
]

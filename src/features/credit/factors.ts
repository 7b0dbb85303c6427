import type { Factor } from './contract.ts'
import { compareByImportance, toFactor } from './factor-bands.ts'
import { measureCardUse } from './factors/card-use.ts'
import { measureCreditAge } from './factors/credit-age.ts'
import { measureDerogatoryMarks } from './factors/derogatory-marks.ts'
import { measureHardInquiries } from './factors/hard-inquiries.ts'
import { measurePaymentHistory } from './factors/payment-history.ts'
import { measureTotalAccounts } from './factors/total-accounts.ts'
import type { CreditFacts } from './facts.ts'

const measures = [
  measurePaymentHistory,
  measureCardUse,
  measureDerogatoryMarks,
  measureCreditAge,
  measureTotalAccounts,
  measureHardInquiries,
]

/** The factors of a shown report (decisions section 5), what matters most first; one without data is left out. */
export const computeFactors = (facts: CreditFacts): Factor[] =>
  measures
    .map(measure => measure(facts))
    .filter(measured => measured !== null)
    .map(toFactor)
    .toSorted(compareByImportance)

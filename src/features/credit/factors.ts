import type { Factor } from './contract.ts'
import { factorOf, mattersMost } from './factor-bands.ts'
import { cardUse } from './factors/card-use.ts'
import { creditAge } from './factors/credit-age.ts'
import { derogatoryMarks } from './factors/derogatory-marks.ts'
import { hardInquiries } from './factors/hard-inquiries.ts'
import { paymentHistory } from './factors/payment-history.ts'
import { totalAccounts } from './factors/total-accounts.ts'
import type { Facts } from './facts.ts'

const measures = [paymentHistory, cardUse, derogatoryMarks, creditAge, totalAccounts, hardInquiries]

/** The factors of a shown report (decisions section 5), what matters most first; one without data is left out. */
export const factorsOf = (facts: Facts): Factor[] =>
  measures
    .map(measure => measure(facts))
    .filter(measured => measured !== null)
    .map(factorOf)
    .toSorted(mattersMost)

import type { Plan } from '#features/identity/plan.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Report } from '#features/reports/canonical.ts'
import { redactForPlan } from '#features/reports/within-plan.ts'
import type { ComparisonData, OwnDetails } from './finding.ts'
import type { OpenDispute } from './in-dispute.ts'
import { addressKey } from './personal-details.ts'

const ownDetailsOf = ({
  firstName,
  middleName,
  lastName,
  birthDate,
  ssnLastFour,
  address,
}: Profile): OwnDetails => ({
  name: [firstName, middleName, lastName].filter(word => word !== null && word !== '').join(' '),
  birthYear: birthDate?.slice(0, 4) ?? null,
  ssnLastFour,
  address,
})

/** What findings are held against: earlier reports as far as the plan shows them, own details and open disputes. */
export const buildComparisonData = (
  { profile, plan }: { profile: Profile; plan: Plan },
  earlier: readonly Report[],
  disputed: readonly OpenDispute[] = [],
): ComparisonData => ({
  earlierReports: earlier.map(report => redactForPlan(report, plan)),
  ownDetails: ownDetailsOf(profile),
  openDisputes: disputed,
})

/** What may change about it without another report: an answer made for one place is not given for another. */
export const addressVersion = ({ profile: { address } }: { profile: Profile }): string =>
  addressKey(address) ?? ''

/** What changes of open disputes: another answer is made for it. Their items never change. */
export const disputesVersion = (open: readonly OpenDispute[]): string =>
  open.map(({ id, status, sentOn, bureaus }) => [id, status, sentOn, ...bureaus].join(',')).join(';')

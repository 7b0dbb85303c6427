import type { Plan } from '#features/identity/plan.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Report } from '#features/reports/canonical.ts'
import { redactForPlan } from '#features/reports/within-plan.ts'
import type { ComparisonData, OwnDetails } from './finding.ts'
import { addressKey } from './personal-details.ts'
import type { OpenDispute } from './ranking.ts'

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

export const buildComparisonData = (
  { profile, plan }: { profile: Profile; plan: Plan },
  earlier: readonly Report[],
  disputed: readonly OpenDispute[] = [],
): ComparisonData => ({
  earlierReports: earlier.map(report => redactForPlan(report, plan)),
  ownDetails: ownDetailsOf(profile),
  openDisputes: disputed,
})

/** Part of the cache key: findings depend on the user's address. */
export const addressVersion = ({ profile: { address } }: { profile: Profile }): string =>
  addressKey(address) ?? ''

/** Part of the cache key: items of disputes never change, but these do. */
export const disputesVersion = (open: readonly OpenDispute[]): string =>
  open.map(({ id, status, sentOn, bureaus }) => [id, status, sentOn, ...bureaus].join(',')).join(';')

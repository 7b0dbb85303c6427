import type { Profile } from '#features/identity/registration-rules.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
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

/** What findings compare a report with; the earlier reports are redacted for the same plan. */
export const buildComparisonData = (
  profile: Profile,
  earlierReports: readonly RedactedReport[],
  openDisputes: readonly OpenDispute[] = [],
): ComparisonData => ({ earlierReports, ownDetails: ownDetailsOf(profile), openDisputes })

/** Part of the cache key: findings depend on the user's address. */
export const addressVersion = ({ profile: { address } }: { profile: Profile }): string =>
  addressKey(address) ?? ''

/** Part of the cache key: items of disputes never change, but these do. */
export const disputesVersion = (open: readonly OpenDispute[]): string =>
  open.map(({ id, status, sentOn, bureaus }) => [id, status, sentOn, ...bureaus].join(',')).join(';')

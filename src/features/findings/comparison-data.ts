import type { Profile } from '#features/identity/registration-rules.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import type { ComparisonData, OwnDetails } from './finding.ts'
import type { DisputeRecord } from './item-state.ts'
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

/** The data that a report's findings are compared with; the earlier reports are redacted for the same plan. */
export const buildComparisonData = (
  profile: Profile,
  earlierReports: readonly RedactedReport[],
  disputes: readonly DisputeRecord[] = [],
): ComparisonData => ({ earlierReports, ownDetails: ownDetailsOf(profile), disputes })

/** Part of the cache key: findings depend on the user's address. */
export const addressVersion = ({ profile: { address } }: { profile: Profile }): string =>
  addressKey(address) ?? ''

/** Part of the cache key: items of disputes never change, but their letters and answers do. */
export const disputesVersion = (disputes: readonly DisputeRecord[]): string =>
  disputes
    .map(({ disputeId, asked }) =>
      [
        disputeId,
        ...asked.flatMap(({ bureau, progress, mailedOn, dueOn, answer }) => [
          bureau,
          progress,
          mailedOn,
          dueOn,
          answer?.outcome,
          answer?.on,
        ]),
      ].join(','),
    )
    .join(';')

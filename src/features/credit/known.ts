import type { Known, OwnDetails } from '#features/findings/finding.ts'
import { placeKey } from '#features/findings/personal-details.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Report } from '#features/reports/canonical.ts'
import { withinPlan } from './within-plan.ts'

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

/** What findings are held against: earlier reports as far as the plan shows them, and the person's own details. */
export const knownOf = (
  { profile, plan }: { profile: Profile; plan: Plan },
  earlier: readonly Report[],
): Known => ({ before: earlier.map(report => withinPlan(report, plan)), own: ownDetailsOf(profile) })

/** What may change about it without another report: an answer made for one place is not given for another. */
export const homeOf = ({ profile: { address } }: { profile: Profile }): string => placeKey(address) ?? ''

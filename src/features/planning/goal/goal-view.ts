import type { DropOff } from '#features/credit/contract.ts'
import { latestDay } from '#features/findings/reporting-period.ts'
import { goalTargetMonth } from '#features/identity/profile-choices.ts'
import type { Bureau } from '#values/bureau.ts'

/** What affects a user's goal, selected from the data of other features. */

type Goal = { goal: string; goalTargetPeriod: string; setOn: string }

/** The last day of the month by which the goal is to be reached; null for a period that is not one of the choices. */
export const goalTargetDay = ({ setOn, goalTargetPeriod }: Goal): string | null => {
  const month = goalTargetMonth(setOn, goalTargetPeriod)
  return month === null ? null : latestDay(month)
}

/** Goals for which a lender requests the user's file. */
const lenderGoals: readonly string[] = ['Buy a home', 'Buy a car', 'Get a credit card', 'Lower my rates']

const needsLender = ({ goal }: Pick<Goal, 'goal'>): boolean => lenderGoals.includes(goal)

export type Obstacle = { kind: 'freeze' | 'fraud_alert'; bureaus: readonly Bureau[] }

/** What keeps a lender from the user's file; empty for a goal that needs no lender. */
export const listObstacles = (
  goal: Pick<Goal, 'goal'>,
  { frozenAt, alertAt }: { frozenAt: readonly Bureau[]; alertAt: readonly Bureau[] },
): Obstacle[] => {
  if (!needsLender(goal)) return []
  const all: Obstacle[] = [
    { kind: 'freeze', bureaus: frozenAt },
    { kind: 'fraud_alert', bureaus: alertAt },
  ]
  return all.filter(({ bureaus }) => bureaus.length > 0)
}

/** What drops off between today and the target day, both included, soonest first. */
export const dropOffsBefore = (
  dropOffs: readonly DropOff[],
  today: string,
  targetDay: string,
): (DropOff & { latest: string })[] =>
  dropOffs
    .flatMap(dropOff => {
      const { latest } = dropOff
      return latest !== null && latest >= today && latest <= targetDay ? [{ ...dropOff, latest }] : []
    })
    .toSorted((one, other) => one.latest.localeCompare(other.latest))

import type { DropOff } from '#features/credit/contract.ts'
import { latestDay } from '#features/findings/reporting-period.ts'
import { goalTargetMonth } from '#features/identity/profile-choices.ts'
import type { Bureau } from '#values/bureau.ts'

/** What bears on a user's goal, selected from what other features know. */

type Goal = { goal: string; goalTargetPeriod: string; setOn: string }

/** The last day of the month by which the goal is to be reached; null for a period that is none of the choices. */
export const goalTargetDay = ({ setOn, goalTargetPeriod }: Goal): string | null => {
  const month = goalTargetMonth(setOn, goalTargetPeriod)
  return month === null ? null : latestDay(month)
}

/** Goals for which a lender asks for the user's file. */
const lenderGoals: readonly string[] = ['Buy a home', 'Buy a car', 'Get a credit card', 'Lower my rates']

const needsLender = ({ goal }: Pick<Goal, 'goal'>): boolean => lenderGoals.includes(goal)

export type Obstacle = { kind: 'freeze' | 'fraud_alert'; bureaus: readonly Bureau[] }

/** What stands between a lender and the user's file; nothing for a goal that needs no lender. */
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

/** What leaves between today and the target day, both included, the soonest first. */
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

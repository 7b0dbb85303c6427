import { count } from '#features/credit/wording.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { averageYears, showAge, showYears } from './age.ts'
import type { Plan } from './plan.ts'
import type { Goal, PlanningInput, Totals } from './planning-model.ts'

/** Whole dollars as they are shown: `$25,000.00`. */
export const showDollars = (dollars: number): string => showMoney(String(dollars))

const missed = (plan: Plan, goal: Goal, accounts: number): string => {
  const age = showYears(goal.ageTenths)
  const [reachedAge, reachedLimit] = [showYears(plan.reached.ageTenths), showDollars(plan.reached.limit)]
  const mine = accounts === 0 ? '' : ` together with your ${count(accounts, 'open account')}`
  switch (plan.miss) {
    case 'age':
      return `No mix of the tradelines on offer reaches an average age of ${age}${mine}. The highest is ${reachedAge}${goal.limit > 0 ? ', with your limit goal reached' : ''}.`
    case 'limit':
      return `The tradelines on offer cannot add ${showDollars(goal.limit)}${goal.ageTenths > 0 ? ` at an average age of ${age}` : ''}. The most is ${reachedLimit}.`
    case 'both':
      return `Neither goal can be reached with the tradelines on offer. The highest average age is ${reachedAge}; at that age they add at most ${reachedLimit}.`
    case 'together':
      return `Each goal can be reached alone, but not both together. At an average age of ${age} the most that can be added is ${reachedLimit}.`
    case null:
      return ''
  }
}

const met = (added: Totals, goal: Goal): string => {
  if (goal.ageTenths === 0 && goal.limit === 0) return 'Set a goal above zero to get recommendations.'
  if (added.slots === 0) return 'You are there already. You need no tradelines for this.'
  return goal.ageTenths > 0 && goal.limit > 0
    ? 'These tradelines reach both of your goals.'
    : 'These tradelines reach your goal.'
}

/** Lines that are younger than the accounts lower the average, though the goal is reached. */
const fallen = ({ standing }: PlanningInput, added: Totals): string => {
  const before = averageYears({ months: standing.months, count: standing.accounts })
  const after = averageYears({
    months: standing.months + added.months,
    count: standing.accounts + added.slots,
  })
  return after < before ? ` They lower your average age from ${showAge(before)} to ${showAge(after)}.` : ''
}

type Explained = {
  instance: PlanningInput
  goal: Goal
  added: Totals
  /** The date of a report that is old; null for a recent one. */
  oldReport: PartialDate | null
}

/** A few sentences on a plan: which goals it reaches, and where it does not, why and what is nearest. */
export const explainPlan = (plan: Plan, explained: Explained): string => {
  const { oldReport } = explained
  const age =
    oldReport === null
      ? ''
      : ` Ages are counted to today from your report of ${showDate(oldReport)}; what changed since is not in it.`
  return `${outcome(plan, explained)}${age}`
}

const outcome = (plan: Plan, { instance, goal, added }: Explained): string => {
  if (instance.offers.length === 0 && plan.miss !== null) return 'No tradelines are on offer right now.'
  if (plan.miss !== null) return missed(plan, goal, instance.standing.accounts)
  const proof = plan.proven ? '' : ' We ran out of time before we could prove that no other mix costs less.'
  return `${met(added, goal)}${fallen(instance, added)}${proof}`
}

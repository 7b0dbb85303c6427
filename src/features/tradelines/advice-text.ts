import { count } from '#features/credit/wording.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { showPhone } from '#values/phone.ts'
import { averageYears, showAge, showYears } from './age.ts'
import type { Advice } from './contract.ts'
import type { Plan } from './plan.ts'
import type { Goal, PlanningInput, Totals } from './planning-model.ts'

/** Whole dollars as `$25,000.00`. */
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
  if (added.slots === 0) return 'You have already reached this. You need no tradelines.'
  return goal.ageTenths > 0 && goal.limit > 0
    ? 'These tradelines reach both of your goals.'
    : 'These tradelines reach your goal.'
}

/** Younger lines lower the average even if the goal is reached. */
const fallen = ({ accountAges }: PlanningInput, added: Totals): string => {
  const before = averageYears({ months: accountAges.months, count: accountAges.accounts })
  const after = averageYears({
    months: accountAges.months + added.months,
    count: accountAges.accounts + added.slots,
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

/** Which goals a plan reaches; otherwise why not, and the nearest reachable one. */
export const explainPlan = (plan: Plan, explained: Explained): string => {
  const { oldReport } = explained
  const age =
    oldReport === null
      ? ''
      : ` Ages count to today, from your report of ${showDate(oldReport)}. Later changes are not included.`
  return `${outcome(plan, explained)}${age}`
}

const outcome = (plan: Plan, { instance, goal, added }: Explained): string => {
  if (instance.offers.length === 0 && plan.miss !== null) return 'No tradelines are on offer right now.'
  if (plan.miss !== null) return missed(plan, goal, instance.accountAges.accounts)
  const proof = plan.proven ? '' : ' We ran out of time before we could prove that no other mix costs less.'
  return `${met(added, goal)}${fallen(instance, added)}${proof}`
}

type Asked = {
  client: { name: string; phoneNumber: string }
  goal: Goal
  advice: Advice
  /** A manager made the request in the client's account. */
  byStaff: boolean
}

/** Without control characters and line breaks. */
const plain = (text: string) => text.replaceAll(/\p{C}+/gu, ' ').trim()

const slotWords = (slots: number) => `${slots} ${slots === 1 ? 'slot' : 'slots'}`

/** The email that informs a manager of what a client wants, with the warnings. */
export const renderRequestEmail = ({
  client,
  goal,
  advice,
  byStaff,
}: Asked): { subject: string; text: string } => ({
  subject: `Tradeline request: ${showYears(goal.ageTenths)}, ${showDollars(goal.limit)} extra limit`,
  text: [
    `Client: ${plain(client.name)}`,
    `Phone: ${showPhone(client.phoneNumber)}`,
    ...(byStaff ? ["Requested by a manager in the client's account"] : []),
    '',
    ...advice.guards.filter(({ level }) => level === 'stop').map(({ title }) => `Attention: ${plain(title)}`),
    ...(advice.guards.some(({ level }) => level === 'stop') ? [''] : []),
    `Desired average age: ${showYears(goal.ageTenths)}`,
    `Desired extra limit: ${showDollars(goal.limit)}`,
    '',
    ...(advice.message === null ? [] : [advice.message, '']),
    ...advice.selectedTradeLines.map(
      ({ slots, tradeLine }) =>
        `${plain(tradeLine.name)}, ${tradeLine.ageYears.toFixed(1)} years, ${showDollars(tradeLine.creditLimit)} limit, ${slotWords(slots)}, ${showDollars(tradeLine.price)} each`,
    ),
    ...(advice.selectedTradeLines.length > 0 ? [''] : []),
    `New average age: ${showAge(advice.newAverageAge)}`,
    `New total limit: ${showDollars(advice.newTotalLimit)}`,
    `Total cost: ${showDollars(advice.totalCost)}`,
  ].join('\n'),
})

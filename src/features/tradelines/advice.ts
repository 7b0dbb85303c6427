import type { Bureau } from '#values/bureau.ts'
import { dayNumber } from '#values/dates.ts'
import { explainPlan } from './advice-text.ts'
import { ageInMonths, averageYears, tenthsToYears } from './age.ts'
import type { Advice, TradeLine } from './contract.ts'
import { type CreditFileSummary, findBankStatus } from './credit-file.ts'
import { listFreeMoves, listGuards, notices, oldReportDate, type PersonalGoal } from './guidance.ts'
import type { CurvePoint, Plan } from './plan.ts'
import { type Goal, type Offer, type PlanningInput, reachesAge, sumSlots } from './planning-model.ts'

/** A stored line that is on offer. */
export type InventoryEntry = {
  id: string
  name: string
  bank: string
  creditLimit: number
  price: number
  slots: number
  opened: string
  purchaseBy: string | null
  bureaus: readonly Bureau[]
}

type Reason = Advice['leftOut'][number]['reason']

export const isPastDeadline = ({ purchaseBy }: Pick<InventoryEntry, 'purchaseBy'>, today: string): boolean =>
  purchaseBy !== null && dayNumber(purchaseBy) < dayNumber(today)

const findExclusion = (line: InventoryEntry, file: CreditFileSummary, today: string): Reason | null => {
  if (isPastDeadline(line, today)) return 'deadline_passed'
  const status = findBankStatus(file, line.bank)
  if (status === 'derogatory') return 'bank_derogatory'
  return status === 'present' ? 'bank_in_report' : null
}

/** A line in the units of the planner: whole months and whole dollars. */
const toOffer = ({ id, price, creditLimit, slots, opened }: InventoryEntry, today: string): Offer => ({
  id,
  price,
  limit: creditLimit,
  stock: slots,
  months: ageInMonths(opened, today),
})

/** The lines to choose from, and those left out with the reason. */
type EligibleLines = {
  lines: readonly InventoryEntry[]
  instance: PlanningInput
  leftOut: Advice['leftOut']
}

/**
 * Leaves out lines of banks in the user's file, because suppliers accept no client of the same bank, and lines
 * past their last day to buy. Lines without a slot are not on offer.
 */
export const selectEligibleLines = (
  all: readonly InventoryEntry[],
  file: CreditFileSummary,
  today: string,
): EligibleLines => {
  const candidates = all
    .filter(({ slots }) => slots > 0)
    .map(line => ({ line, reason: findExclusion(line, file, today) }))
  const lines = candidates.flatMap(({ line, reason }) => (reason === null ? [line] : []))
  const reasons = ['bank_derogatory', 'bank_in_report', 'deadline_passed'] as const
  return {
    lines,
    instance: { accountAges: file.accountAges, offers: lines.map(line => toOffer(line, today)) },
    leftOut: reasons.flatMap(reason => {
      const alike = candidates
        .filter(one => one.reason === reason)
        .map(({ line }) => toTradeLine(line, today))
        .map(({ id, name, ageYears, creditLimit }) => ({ id, name, ageYears, creditLimit }))
      return alike.length > 0 ? [{ reason, lines: alike }] : []
    }),
  }
}

/** A line as shown, with its age in years rounded to one decimal. */
export const toTradeLine = (line: InventoryEntry, today: string): TradeLine => ({
  id: line.id,
  name: line.name,
  bank: line.bank,
  ageYears: averageYears({ months: ageInMonths(line.opened, today), count: 1 }),
  creditLimit: line.creditLimit,
  price: line.price,
  purchaseBy: line.purchaseBy,
})

type Asked = {
  choice: EligibleLines
  file: CreditFileSummary
  personal: PersonalGoal
  goal: Goal
  plan: Plan
  curve: readonly CurvePoint[]
  today: string
}

/** The response, computed from the slots of the plan. */
export const buildAdvice = ({ choice, file, personal, goal, plan, curve, today }: Asked): Advice => {
  const { lines, instance, leftOut } = choice
  const { accountAges, offers } = instance
  const added = sumSlots(offers, plan.slots)
  const averageWith = ({ months, slots }: { months: number; slots: number }): number | null => {
    const count = accountAges.accounts + slots
    return count === 0 ? null : averageYears({ months: accountAges.months + months, count }, goal.ageTenths)
  }
  return {
    newAverageAge: averageWith(added) ?? 0,
    newTotalLimit: file.totalLimit + added.limit,
    totalCost: added.cost,
    message: explainPlan(plan, { instance, goal, added, oldReport: oldReportDate(file, today) }),
    selectedTradeLines: lines.flatMap((line, index) => {
      const slots = plan.slots[index] ?? 0
      if (slots === 0) return []
      const without = sumSlots(offers, plan.slots.with(index, 0))
      return [
        {
          slots,
          totalCost: line.price * slots,
          tradeLine: toTradeLine(line, today),
          addedLimit: line.creditLimit * slots,
          averageAgeWithout: averageWith(without),
        },
      ]
    }),
    reached: {
      averageAge: reachesAge(accountAges, added, goal.ageTenths),
      extraLimit: added.limit >= goal.limit,
    },
    addedLimit: added.limit,
    proven: plan.proven,
    before: {
      asOf: today,
      accounts: accountAges.accounts,
      averageAge: averageWith({ months: 0, slots: 0 }),
      totalLimit: file.totalLimit,
    },
    curve: curve.map(({ ageTenths, cost }) => ({ averageAge: tenthsToYears(ageTenths), cost })),
    guards: listGuards(file, personal, today),
    leftOut,
    freeMoves: listFreeMoves(file, goal),
    notices: [...notices],
  }
}

import type { Bureau } from '#values/bureau.ts'
import { dayNumber } from '#values/dates.ts'
import type { Advice, TradeLine } from './advice-contract.ts'
import { averageYears, monthsOld, yearsOf } from './age.ts'
import { explain } from './explain.ts'
import { freeMovesOf } from './free-moves.ts'
import { guardsOf, oldReportDate, type PersonalGoal } from './guards.ts'
import { notices } from './notices.ts'
import { type Goal, type Instance, type Offer, reachesAge, totalsOf } from './offers.ts'
import { bankIn, type OwnFile } from './own-file.ts'
import type { CurvePoint, Plan } from './plan.ts'

/** A line as it is kept: what is on offer today. */
export type Line = {
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

/** Whether the last day to buy is over. */
export const isOver = ({ purchaseBy }: Pick<Line, 'purchaseBy'>, today: string): boolean =>
  purchaseBy !== null && dayNumber(purchaseBy) < dayNumber(today)

const reasonAgainst = (line: Line, file: OwnFile, today: string): Reason | null => {
  if (isOver(line, today)) return 'deadline_passed'
  const standing = bankIn(file, line.bank)
  if (standing === 'derogatory') return 'bank_derogatory'
  return standing === 'present' ? 'bank_in_report' : null
}

/** A line as the plan counts with it: whole months and whole dollars. */
export const offerOf = ({ id, price, creditLimit, slots, opened }: Line, today: string): Offer => ({
  id,
  price,
  limit: creditLimit,
  stock: slots,
  months: monthsOld(opened, today),
})

/** What there is to choose from, and what is not and why. */
export type Choice = { lines: readonly Line[]; instance: Instance; leftOut: Advice['leftOut'] }

/**
 * The lines that may be advised. Left out are banks that the file shows (suppliers take no client of the same bank) and
 * lines whose last day to buy is over; lines without a slot are not on offer.
 */
export const choiceOf = (all: readonly Line[], file: OwnFile, today: string): Choice => {
  const judged = all
    .filter(({ slots }) => slots > 0)
    .map(line => ({ line, reason: reasonAgainst(line, file, today) }))
  const lines = judged.flatMap(({ line, reason }) => (reason === null ? [line] : []))
  const reasons = ['bank_derogatory', 'bank_in_report', 'deadline_passed'] as const
  return {
    lines,
    instance: { standing: file.standing, offers: lines.map(line => offerOf(line, today)) },
    leftOut: reasons.flatMap(reason => {
      const names = judged.filter(one => one.reason === reason).map(({ line }) => line.name)
      return names.length > 0 ? [{ reason, names }] : []
    }),
  }
}

/** A line as it is shown: its age in years, rounded to one decimal. */
export const tradeLineOf = (line: Line, today: string): TradeLine => ({
  id: line.id,
  name: line.name,
  bank: line.bank,
  ageYears: averageYears({ months: monthsOld(line.opened, today), count: 1 }),
  creditLimit: line.creditLimit,
  price: line.price,
  purchaseBy: line.purchaseBy,
})

type Asked = {
  choice: Choice
  file: OwnFile
  personal: PersonalGoal
  goal: Goal
  plan: Plan
  curve: readonly CurvePoint[]
  today: string
}

/** Everything that is answered to a request for advice, counted anew from the plan's slots. */
export const adviceOf = ({ choice, file, personal, goal, plan, curve, today }: Asked): Advice => {
  const { lines, instance, leftOut } = choice
  const { standing, offers } = instance
  const added = totalsOf(offers, plan.slots)
  const averageWith = ({ months, slots }: { months: number; slots: number }): number | null => {
    const count = standing.accounts + slots
    return count === 0 ? null : averageYears({ months: standing.months + months, count }, goal.ageTenths)
  }
  return {
    newAverageAge: averageWith(added) ?? 0,
    newTotalLimit: file.totalLimit + added.limit,
    totalCost: added.cost,
    message: explain(plan, { instance, goal, added, oldReport: oldReportDate(file, today) }),
    selectedTradeLines: lines.flatMap((line, index) => {
      const slots = plan.slots[index] ?? 0
      if (slots === 0) return []
      const without = totalsOf(offers, plan.slots.with(index, 0))
      return [
        {
          slots,
          totalCost: line.price * slots,
          tradeLine: tradeLineOf(line, today),
          addedLimit: line.creditLimit * slots,
          averageAgeWithout: averageWith(without),
        },
      ]
    }),
    reached: {
      averageAge: reachesAge(standing, added, goal.ageTenths),
      extraLimit: added.limit >= goal.limit,
    },
    addedLimit: added.limit,
    proven: plan.proven,
    before: {
      asOf: today,
      accounts: standing.accounts,
      averageAge: averageWith({ months: 0, slots: 0 }),
      totalLimit: file.totalLimit,
    },
    curve: curve.map(({ ageTenths, cost }) => ({ averageAge: yearsOf(ageTenths), cost })),
    guards: guardsOf(file, personal, today),
    leftOut,
    freeMoves: freeMovesOf(file, goal),
    notices: [...notices],
  }
}

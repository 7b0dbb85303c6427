import { formatCents } from '#features/credit/wording.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { Step } from './step.ts'

const at = (bureaus: readonly Bureau[] | undefined): string => (bureaus ? ` at ${showList(bureaus)}` : '')

const describeFields = ({
  balance,
  limit,
  dateOpened,
  isOpen,
  onTimeMonths,
}: Extract<Step, { kind: 'correct' }>['fields']): string =>
  showList([
    ...(balance === undefined ? [] : [`balance ${formatCents(balance)}`]),
    ...(limit === undefined ? [] : [`limit ${formatCents(limit)}`]),
    ...(dateOpened === undefined ? [] : [`opened ${showDate(dateOpened)}`]),
    ...(isOpen === undefined ? [] : [isOpen ? 'open' : 'closed']),
    ...(onTimeMonths === undefined
      ? []
      : [`on time in ${showList(onTimeMonths.map(month => showMonth(month) ?? month))}`]),
  ])

/** A step as a sentence of the plan. */
export const describeStep = (step: Step): string => {
  switch (step.kind) {
    case 'pay':
      return `Pay ${formatCents(step.amount)} to ${step.label}`
    case 'close':
      return `Close ${step.label}`
    case 'open':
      return `Open a card with a limit of ${formatCents(step.limit)}`
    case 'raise':
      return `Raise the limit of ${step.label} to ${formatCents(step.limit)}`
    case 'correct':
      return `${step.label} is corrected${at(step.bureaus)}: ${describeFields(step.fields)}`
    case 'remove':
      return `${step.label} is removed${at(step.bureaus)}`
    case 'until_inquiry_leaves':
      return `Wait until the inquiry of ${step.label} leaves`
    case 'until_late_month_leaves':
      return `Wait until the late month ${showMonth(step.month)} of ${step.label} leaves`
    case 'months':
      return step.months === 1 ? 'Let 1 month pass' : `Let ${step.months} months pass`
  }
}

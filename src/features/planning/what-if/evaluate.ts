import { listDropOffs } from '#features/credit/drop-offs.ts'
import { formatCents } from '#features/credit/wording.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { applyChange } from './apply-change.ts'
import { type CreditFile, splitByBureau } from './credit-file.ts'
import { factsOf, measureFile } from './measure-file.ts'
import type { Departure } from './pass-time.ts'
import { resolveStep } from './resolve-step.ts'
import type { BureauResult, Step, WhatIfResult } from './step.ts'

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
const describeStep = (step: Step): string => {
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

/** The most drop-offs listed individually. */
const MAX_DROP_OFFS = 8

const listNextDropOffs = (file: CreditFile, facts: ReturnType<typeof factsOf>): BureauResult['dropOffs'] =>
  listDropOffs(file.report, facts)
    .slice(0, MAX_DROP_OFFS)
    .map(({ label, value, latest, why }) => ({ label, value, latest, why }))

/** A file on its way through the steps. */
type Course = {
  start: CreditFile
  file: CreditFile
  notes: BureauResult['notes']
  departures: Departure[]
}

/**
 * Applies the steps in order to each bureau's file and measures it before and after. Both are measured on `today` or
 * later, not on the day of the report, although newer data is unknown. A step that cannot be applied changes nothing.
 */
export const evaluateSteps = (
  report: RedactedReport,
  expected: readonly Bureau[],
  steps: readonly Step[],
  today: string,
): WhatIfResult => {
  let on = today
  let courses = splitByBureau(report, today).map(
    (file): Course => ({ start: file, file, notes: [], departures: [] }),
  )
  const stepResults: WhatIfResult['steps'] = []
  for (const [nth, step] of steps.entries()) {
    const files = courses.map(({ file }) => file)
    const { change, problem } = resolveStep(files, step, { on, nth: nth + 1 })
    if (change !== null) {
      if (change.kind === 'pass') on = change.on
      courses = courses.map(({ start, file, notes, departures }) => {
        const applied = applyChange(file, change)
        return {
          start,
          file: applied.file,
          notes: applied.note === null ? notes : [...notes, { step: nth, text: applied.note }],
          departures: [...departures, ...applied.departures],
        }
      })
    }
    stepResults.push({ text: describeStep(step), on, problem })
  }
  return {
    steps: stepResults,
    bureaus: courses.map(({ start, file, notes, departures }) => {
      const facts = factsOf(file)
      return {
        bureau: file.bureau,
        reportDate: findPartDate(report, file.bureau),
        before: measureFile(start, factsOf(start)),
        after: measureFile(file, facts),
        notes,
        departures,
        dropOffs: listNextDropOffs(file, facts),
      }
    }),
    withoutFile: expected.filter(bureau => courses.every(({ file }) => file.bureau !== bureau)),
  }
}

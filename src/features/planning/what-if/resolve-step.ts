import { accountItems, inquiryTime } from '#features/credit/drop-offs.ts'
import { isOpenRow } from '#features/credit/facts.ts'
import { formatCents } from '#features/credit/wording.ts'
import { isLate } from '#features/findings/account-facts.ts'
import { groupApplications } from '#features/findings/applications.ts'
import { isAdverse } from '#features/findings/disputed-months.ts'
import { addSevenYears, latestDay } from '#features/findings/reporting-period.ts'
import type { Account } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addDays } from '#values/business-days.ts'
import { addMonthsToDay, showDate, showMonth } from '#values/dates.ts'
import { centsOf } from '#values/money.ts'
import type { CreditFile } from './credit-file.ts'
import type { Step } from './step.ts'

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/** A valid step, as applied to each bureau's file. */
export type Change =
  | StepOf<'pay' | 'close' | 'raise'>
  /** `nth`: distinguishes several new cards. */
  | (StepOf<'open'> & { nth: number })
  | (Omit<StepOf<'correct'>, 'bureaus'> & { bureaus: readonly Bureau[] })
  | {
      kind: 'remove_accounts' | 'remove_inquiries' | 'remove_records'
      ids: readonly string[]
      bureaus: readonly Bureau[]
    }
  | { kind: 'pass'; on: string }

/** Decides whether a step can be applied to the files after the previous steps; if not, returns why and changes nothing. */

type Resolved = { change: Change; problem: null } | { change: null; problem: string }

const refuse = (problem: string): Resolved => ({ change: null, problem })
const accept = (change: Change): Resolved => ({ change, problem: null })

const notListed = (label: string) => refuse(`${label} is not in your report any more.`)

const rowsOf = (
  files: readonly CreditFile[],
  accountId: string,
  at: readonly Bureau[] = bureaus,
): Account[] =>
  files
    .filter(({ bureau }) => at.includes(bureau))
    .flatMap(({ report }) => report.accounts.filter(({ id }) => id === accountId))

export const isCard = ({ accountType }: Pick<Account, 'accountType'>): boolean => accountType === 'Revolving'

/** The largest amount that any row reports; null when none does. */
const largest = (rows: readonly Account[], field: 'currentBalance' | 'creditLimit'): number | null => {
  const reported = rows.map(row => centsOf(row[field])).filter(cents => cents !== null)
  return reported.length === 0 ? null : Math.max(...reported)
}

const resolvePay = (files: readonly CreditFile[], step: Extract<Step, { kind: 'pay' }>): Resolved => {
  const rows = rowsOf(files, step.accountId)
  if (rows.length === 0) return notListed(step.label)
  const balance = largest(rows, 'currentBalance')
  if (balance === null)
    return refuse(`Your report gives no balance of ${step.label}, so a payment cannot be calculated.`)
  if (balance <= 0) return refuse(`${step.label} has no balance to pay.`)
  return step.amount > balance
    ? refuse(`${step.label} has a balance of ${formatCents(balance)}. Enter that amount or less.`)
    : accept(step)
}

const resolveCardStep = (
  files: readonly CreditFile[],
  step: Extract<Step, { kind: 'close' | 'raise' }>,
): Resolved => {
  const rows = rowsOf(files, step.accountId)
  if (rows.length === 0) return notListed(step.label)
  if (!rows.some(isCard)) return refuse(`${step.label} is not a credit card or line.`)
  const open = rows.filter(row => isCard(row) && isOpenRow(row))
  if (open.length === 0) return refuse(`${step.label} is closed already.`)
  if (step.kind === 'close') return accept(step)
  const limit = largest(open, 'creditLimit')
  return limit !== null && step.limit <= limit
    ? refuse(`${step.label} has a limit of ${formatCents(limit)}. Enter more than that.`)
    : accept(step)
}

const resolveCorrection = (
  files: readonly CreditFile[],
  step: Extract<Step, { kind: 'correct' }>,
): Resolved => {
  const { dateOpened, onTimeMonths } = step.fields
  const rows = rowsOf(files, step.accountId, step.bureaus)
  if (rows.length === 0) return notListed(step.label)
  if (dateOpened !== undefined && files.some(({ on }) => dateOpened > on))
    return refuse('An account cannot be opened on a day that lies ahead. Enter an earlier day.')
  const isReportedLate = (month: string) =>
    rows.some(row => row.paymentHistory.some(({ date, status }) => date === month && isAdverse(status)))
  const onTime = onTimeMonths?.find(month => !isReportedLate(month))
  if (onTime !== undefined) return refuse(`${showMonth(onTime)} of ${step.label} is not reported as late.`)
  return accept({ ...step, bureaus: step.bureaus ?? bureaus })
}

/** The rows of the application that an inquiry belongs to, at every bureau. */
const applicationOf = (files: readonly CreditFile[], inquiryId: string) =>
  groupApplications(files.flatMap(({ report }) => report.inquiries)).find(({ rows }) =>
    rows.some(({ id }) => id === inquiryId),
  )?.rows ?? []

const resolveRemoval = (files: readonly CreditFile[], step: Extract<Step, { kind: 'remove' }>): Resolved => {
  const { id, kind } = step.item
  const at = step.bureaus ?? bureaus
  const chosen = files.filter(({ bureau }) => at.includes(bureau))
  switch (kind) {
    case 'account':
      return rowsOf(files, id, at).length === 0
        ? notListed(step.label)
        : accept({ kind: 'remove_accounts', ids: [id], bureaus: at })
    case 'inquiry': {
      const ids = applicationOf(chosen, id).map(row => row.id)
      return ids.length === 0 ? notListed(step.label) : accept({ kind: 'remove_inquiries', ids, bureaus: at })
    }
    case 'record':
      return chosen.some(({ report }) => report.publicRecords.some(row => row.id === id))
        ? accept({ kind: 'remove_records', ids: [id], bureaus: at })
        : notListed(step.label)
  }
}

/** The day after the last one on which any bureau may list something. */
const passUntilAfter = (latest: readonly string[], on: string, what: string): Resolved => {
  const last = latest.toSorted().at(-1) ?? ''
  return last < on
    ? refuse(`${what} should have left by ${showDate(last)} already. If a bureau still lists it, dispute it.`)
    : accept({ kind: 'pass', on: addDays(last, 1) })
}

const resolveWait = (
  files: readonly CreditFile[],
  on: string,
  step: Extract<Step, { kind: 'until_inquiry_leaves' | 'until_late_month_leaves' }>,
): Resolved => {
  if (step.kind === 'until_inquiry_leaves') {
    const rows = applicationOf(files, step.inquiryId)
    if (rows.length === 0) return notListed(step.label)
    const days = rows.map(row => inquiryTime(row).latest).filter(day => day !== null)
    return days.length === 0
      ? refuse(`Your report gives no date of ${step.label}, so the day it leaves is not known.`)
      : passUntilAfter(days, on, `The inquiry of ${step.label}`)
  }
  const month = `The late month ${showMonth(step.month)} of ${step.label}`
  const rows = rowsOf(files, step.accountId).filter(row =>
    row.paymentHistory.some(({ date, status }) => date === step.month && isLate(status)),
  )
  if (rows.length === 0) return refuse(`${month} is not in your report any more.`)
  // The months of a negative account drop off with it.
  const days = rows.flatMap(row => {
    const items = accountItems(row)
    if (items.some(({ what }) => what === 'Late payments')) return [addSevenYears(latestDay(step.month))]
    return items.map(({ time }) => time.latest).filter(day => day !== null)
  })
  return days.length === 0
    ? refuse(`${month} leaves with its account, and your report does not give that day.`)
    : passUntilAfter(days, on, month)
}

/** `on`: the day of the files. `nth`: the number of the step. */
export const resolveStep = (
  files: readonly CreditFile[],
  step: Step,
  { on, nth }: { on: string; nth: number },
): Resolved => {
  switch (step.kind) {
    case 'pay':
      return resolvePay(files, step)
    case 'close':
    case 'raise':
      return resolveCardStep(files, step)
    case 'open':
      return accept({ ...step, nth })
    case 'correct':
      return resolveCorrection(files, step)
    case 'remove':
      return resolveRemoval(files, step)
    case 'until_inquiry_leaves':
    case 'until_late_month_leaves':
      return resolveWait(files, on, step)
    case 'months':
      return accept({ kind: 'pass', on: addMonthsToDay(on, step.months) })
  }
}

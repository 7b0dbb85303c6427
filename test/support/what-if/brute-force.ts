import type { Step } from '#features/planning/what-if/step.ts'
import type { Account, Inquiry, PublicRecord, Report } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { accountOf } from '../reports/report-of.ts'

/**
 * An independent, slow implementation of what-if from the raw rows: no rule of the product is imported. Dates are compared
 * as days since 1970, and everything is recounted for every query.
 */

type File = {
  bureau: Bureau
  accounts: Account[]
  inquiries: Inquiry[]
  records: PublicRecord[]
}

const ms = 86_400_000
const utc = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / ms
const split = (date: string): [number, number, number] => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return [year, month, day]
}
const firstOf = (date: string) => utc(...split(date))
const lastOf = (date: string) => {
  const [year, month, day] = split(date)
  if (date.length === 10) return utc(year, month, day)
  return date.length === 7 ? utc(year, month + 1, 0) : utc(year, 12, 31)
}
const laterBy = (day: number, years: number) => {
  const date = new Date(day * ms)
  return utc(date.getUTCFullYear() + years, date.getUTCMonth() + 1, date.getUTCDate())
}
const monthsLater = (day: number, months: number) => {
  const date = new Date(day * ms)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  return Math.min(
    Date.UTC(lastDay.getUTCFullYear(), lastDay.getUTCMonth(), date.getUTCDate()) / ms,
    lastDay.getTime() / ms,
  )
}
const cents = (money: string | null) => (money === null ? null : Math.round(Number.parseFloat(money) * 100))
const money = (amount: number) => (amount / 100).toFixed(2)

const isOpen = (row: Account) =>
  row.isCollection
    ? false
    : row.openClosed === null
      ? row.accountStatus === 'Open'
      : row.openClosed === 'Open'
const isBad = (status: string) => !['OK', 'U'].includes(status)
const isLate = (status: string) => ['30', '60', '90', '120', '150', '180'].includes(status)

/** The last day on which a whole row may be listed: a number, null if unknown, undefined if it is not negative. */
const accountEnd = (row: Account): number | null | undefined => {
  const isCollected = row.isCollection || row.payStatus === 'CO' || row.payStatus === 'COL'
  if (!row.isDerogatory && !isCollected) return undefined
  const marks = [row.payStatus, ...row.paymentHistory.map(({ status }) => status)]
  const isTaken = marks.includes('REPO') || marks.includes('FC') || marks.includes('VS')
  const withHalfYear = (day: number) => laterBy(day + 180, 7)
  if (row.dateFirstDelinquency !== null) {
    const start = lastOf(row.dateFirstDelinquency)
    return isCollected || isTaken ? withHalfYear(start) : laterBy(start, 7)
  }
  if (!isCollected) return null
  if (row.dateChargeOff !== null) return withHalfYear(lastOf(row.dateChargeOff))
  return row.accountType === 'Collection' && row.dateOpened !== null
    ? withHalfYear(lastOf(row.dateOpened))
    : null
}
/** Late months drop off one by one, unless the whole account does or is a collection or charge-off. */
const monthsLeaveAlone = (row: Account) =>
  accountEnd(row) === undefined ||
  (accountEnd(row) === null && !row.isCollection && row.payStatus !== 'CO' && row.payStatus !== 'COL')
const monthEnd = (month: string) => laterBy(lastOf(month), 7)
const inquiryEnd = ({ date }: Inquiry) => (date === null ? null : monthsLater(lastOf(date), 24))
const recordEnd = ({ type, filed, disposed, petition }: PublicRecord) => {
  if (type === 'Chapter 7 bankruptcy') {
    if (filed === null) return null
    if (petition === 'voluntary') return laterBy(lastOf(filed), 10)
    // The court's order came before the discharge.
    return disposed === null || lastOf(disposed) < firstOf(filed) ? null : laterBy(lastOf(disposed), 10)
  }
  if (type === 'Notice') return null
  return disposed === null ? null : laterBy(lastOf(disposed), 7)
}

const passUntil = (file: File, on: number): number => {
  const leaves = (end: number | null | undefined) => typeof end === 'number' && end < on
  const before = file.accounts.length + file.records.length
  let months = 0
  file.accounts = file.accounts.filter(row => !leaves(accountEnd(row)))
  file.accounts = file.accounts.map(row => {
    if (!monthsLeaveAlone(row)) return row
    const kept = row.paymentHistory.filter(({ date, status }) => !(isLate(status) && leaves(monthEnd(date))))
    months += row.paymentHistory.length - kept.length
    return { ...row, paymentHistory: kept }
  })
  file.records = file.records.filter(row => !leaves(recordEnd(row)))
  const gone = file.inquiries.filter(row => leaves(inquiryEnd(row)))
  file.inquiries = file.inquiries.filter(row => !gone.includes(row))
  return before - file.accounts.length - file.records.length + months + applicationsOf(gone).size
}

const applicationsOf = (inquiries: readonly Inquiry[]) =>
  new Set(inquiries.filter(({ kind }) => kind !== 'soft').map(({ date, company }) => `${date} ${company}`))

const isRecent = (date: string | null, on: number) => {
  if (date === null) return false
  const end = new Date(on * ms).toISOString().slice(0, 10)
  const [year, month] = split(end)
  const start = `${year - 2}-${String(month).padStart(2, '0')}${end.slice(7)}`
  return date >= start.slice(0, date.length) && date <= end.slice(0, date.length)
}

const rate = (
  measure: number | null,
  [excellent, good, fair]: readonly [boolean, boolean, boolean],
): string | null => {
  if (measure === null) return null
  if (excellent) return 'excellent'
  if (good) return 'good'
  return fair ? 'fair' : 'poor'
}

const measure = (file: File, on: number) => {
  const open = file.accounts.filter(isOpen)
  const cards = open
    .filter(({ accountType }) => accountType === 'Revolving')
    .map(row => {
      const balance = cents(row.currentBalance)
      const limit = cents(row.creditLimit)
      const isCounted = balance !== null && limit !== null && limit > 0
      return { id: row.id, balance: isCounted ? Math.max(0, balance) : null, limit: isCounted ? limit : null }
    })
  const balance = cards.reduce((sum, card) => sum + (card.balance ?? 0), 0)
  const limit = cards.reduce((sum, card) => sum + (card.limit ?? 0), 0)
  const use = limit === 0 ? null : (balance * 100) / limit
  const months = file.accounts.flatMap(row => row.paymentHistory.filter(({ status }) => status !== 'U'))
  const late = months.filter(({ status }) => isBad(status)).length
  const onTime = months.length === 0 ? null : ((months.length - late) * 100) / months.length
  const marks = file.accounts.filter(row => row.isDerogatory).length + file.records.length
  const openings = open
    .map(row => row.dateOpened)
    .filter(date => date !== null)
    .filter(date => firstOf(date) <= on)
    .map(firstOf)
  const years =
    openings.length === 0 ? null : openings.reduce((sum, day) => sum + on - day, 0) / openings.length / 365.25
  const recent = [...applicationsOf(file.inquiries)].filter(key => {
    const date = key.slice(0, key.indexOf(' '))
    return isRecent(date === 'null' ? null : date, on)
  }).length
  const accounts = file.accounts.length
  return {
    cards: Object.fromEntries(
      cards.map(({ id, ...card }) => [
        id,
        card.balance === null || card.limit === null
          ? null
          : [money(card.balance), money(card.limit), Math.round((card.balance * 1_000) / card.limit) / 10],
      ]),
    ),
    inAll: use === null ? null : [money(balance), money(limit), Math.round(use * 10) / 10],
    counts: {
      accounts,
      openAccounts: open.length,
      openCards: cards.length,
      derogatory: marks,
      lateMonths: late,
      ratedMonths: months.length,
      inquiries: recent,
    },
    averageYears: years === null ? null : Math.round(years * 100) / 100,
    oldest: openings.length === 0 ? null : Math.min(...openings),
    newest: openings.length === 0 ? null : Math.max(...openings),
    ratings: {
      payment_history: rate(onTime, [onTime === 100, (onTime ?? 0) >= 99, (onTime ?? 0) >= 98]),
      credit_utilization: rate(use, [(use ?? 0) < 10, (use ?? 0) < 30, (use ?? 0) < 50]),
      derogatory_marks: rate(marks, [marks === 0, false, marks === 1]),
      credit_age: rate(years, [(years ?? 0) >= 9, (years ?? 0) >= 7, (years ?? 0) >= 5]),
      total_accounts: rate(accounts === 0 ? null : accounts, [accounts > 20, accounts > 10, accounts > 5]),
      hard_inquiries: rate(recent, [recent === 0, recent <= 2, recent <= 4]),
    },
  }
}

const rowsWith = (files: readonly File[], id: string, at: readonly Bureau[] = bureaus) =>
  files
    .filter(({ bureau }) => at.includes(bureau))
    .flatMap(file => file.accounts.filter(row => row.id === id))

const edit = (
  files: readonly File[],
  id: string,
  at: readonly Bureau[],
  change: (row: Account) => Account,
) => {
  for (const file of files)
    if (at.includes(file.bureau))
      file.accounts = file.accounts.map(row => (row.id === id ? change(row) : row))
}

const setOpen = (row: Account, open: boolean): Account => ({ ...row, openClosed: open ? 'Open' : 'Closed' })

/** The rows of the application that an inquiry is part of; the fixed companies are spelled alike everywhere. */
const sameApplication = (inquiries: readonly Inquiry[], id: string): Inquiry[] => {
  const own = inquiries.find(row => row.id === id && row.kind !== 'soft')
  return own === undefined
    ? []
    : inquiries.filter(row => row.kind !== 'soft' && row.date === own.date && row.company === own.company)
}

/** Applies a step to the files; returns the new day, or null for a step that cannot be applied. */
const apply = (files: readonly File[], step: Step, on: number, nth: number): number | null => {
  const wait = (ends: readonly (number | null | undefined)[]) => {
    const days = ends.filter(end => typeof end === 'number')
    return days.length === 0 || Math.max(...days) < on ? null : Math.max(...days) + 1
  }
  switch (step.kind) {
    case 'months':
      return monthsLater(on, step.months)
    case 'until_inquiry_leaves':
      return wait(
        sameApplication(
          files.flatMap(file => file.inquiries),
          step.inquiryId,
        ).map(inquiryEnd),
      )
    case 'until_late_month_leaves':
      return wait(
        rowsWith(files, step.accountId)
          .filter(row => row.paymentHistory.some(one => one.date === step.month && isLate(one.status)))
          .map(row => (monthsLeaveAlone(row) ? monthEnd(step.month) : accountEnd(row))),
      )
    case 'pay': {
      const balances = rowsWith(files, step.accountId).map(row => cents(row.currentBalance) ?? -1)
      if (!balances.some(balance => balance > 0 && balance >= step.amount)) return null
      edit(files, step.accountId, bureaus, row => {
        const balance = cents(row.currentBalance)
        return balance === null || balance <= 0
          ? row
          : { ...row, currentBalance: money(balance > step.amount ? balance - step.amount : 0) }
      })
      return on
    }
    case 'close':
    case 'raise': {
      const fits = (row: Account) => row.accountType === 'Revolving' && isOpen(row)
      const rows = rowsWith(files, step.accountId).filter(fits)
      if (rows.length === 0) return null
      if (step.kind === 'raise' && rows.some(row => (cents(row.creditLimit) ?? 0) >= step.limit)) return null
      edit(files, step.accountId, bureaus, row => {
        if (!fits(row)) return row
        return step.kind === 'raise' ? { ...row, creditLimit: money(step.limit) } : setOpen(row, false)
      })
      return on
    }
    case 'correct': {
      const rows = rowsWith(files, step.accountId, step.bureaus)
      const { balance, limit, dateOpened, isOpen: open, onTimeMonths = [] } = step.fields
      const reported = rows.flatMap(row => row.paymentHistory).filter(one => isBad(one.status))
      if (rows.length === 0 || (dateOpened !== undefined && firstOf(dateOpened) > on)) return null
      if (onTimeMonths.some(month => !reported.some(({ date }) => date === month))) return null
      edit(files, step.accountId, step.bureaus ?? bureaus, row => {
        const corrected: Account = {
          ...row,
          currentBalance: balance === undefined ? row.currentBalance : money(balance),
          creditLimit: limit === undefined ? row.creditLimit : money(limit),
          dateOpened: dateOpened ?? row.dateOpened,
          paymentHistory: row.paymentHistory.map(one =>
            onTimeMonths.includes(one.date) && isBad(one.status) ? { ...one, status: 'OK' } : one,
          ),
        }
        return open === undefined ? corrected : setOpen(corrected, open)
      })
      return on
    }
    case 'remove': {
      const chosen = files.filter(({ bureau }) => (step.bureaus ?? bureaus).includes(bureau))
      const { kind, id } = step.item
      const applications = new Set(
        sameApplication(
          chosen.flatMap(file => file.inquiries),
          id,
        ),
      )
      let removed = 0
      for (const file of chosen) {
        const before = file.accounts.length + file.inquiries.length + file.records.length
        if (kind === 'account') file.accounts = file.accounts.filter(row => row.id !== id)
        if (kind === 'inquiry') file.inquiries = file.inquiries.filter(row => !applications.has(row))
        if (kind === 'record') file.records = file.records.filter(row => row.id !== id)
        removed += before - file.accounts.length - file.inquiries.length - file.records.length
      }
      return removed === 0 ? null : on
    }
    case 'open': {
      const day = new Date(on * ms).toISOString().slice(0, 10)
      for (const file of files) {
        const { bureau } = file
        const card = { id: `new-card-${nth}`, bureau, currentBalance: '0.00', creditLimit: money(step.limit) }
        file.accounts.push(accountOf({ ...card, dateOpened: day, paymentHistory: [] }))
        const inquiry = {
          id: `new-inquiry-${nth}`,
          company: `New card of step ${nth}`,
          bureau,
          date: day,
        } as const
        file.inquiries.push({ ...inquiry, kind: 'hard', industry: null, address: null })
      }
      return on
    }
  }
}

/** For each step whether it was applied and the day after it; for each bureau with a file, its figures before and after. */
export const bruteForce = (report: Report, steps: readonly Step[], today: string) => {
  const files = bureaus
    .map((bureau): File => {
      const ofBureau = (row: { bureau: Bureau }) => row.bureau === bureau
      return {
        bureau,
        accounts: report.accounts.filter(ofBureau),
        inquiries: report.inquiries.filter(ofBureau),
        records: report.publicRecords.filter(ofBureau),
      }
    })
    .filter(
      ({ bureau, accounts, inquiries, records }) =>
        report.files.some(file => file.bureau === bureau && file.status === 'hit') ||
        accounts.length + inquiries.length + records.length > 0,
    )
  let on = firstOf(today)
  const before = files.map(file => measure(file, on))
  const left = new Map(files.map(({ bureau }) => [bureau, 0]))
  const done = steps.map((step, index) => {
    const next = apply(files, step, on, index + 1)
    if (next !== null && next !== on)
      for (const file of files) left.set(file.bureau, (left.get(file.bureau) ?? 0) + passUntil(file, next))
    on = next ?? on
    return { isDone: next !== null, on }
  })
  return {
    done,
    bureaus: files.map((file, index) => ({
      bureau: file.bureau,
      before: before[index],
      after: measure(file, on),
      departures: left.get(file.bureau),
    })),
  }
}

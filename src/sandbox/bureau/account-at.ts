import type { PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthOf, monthsBetween } from '#values/dates.ts'
import type { RemarkName, ReportedAccount } from './held.ts'
import type { ChargeOff, Day, Ended, LifeAccount, Month, Owed } from './life.ts'

/** An account as a bureau without errors reports it. */

const lastDayOf = (month: Month): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()

/** A day of a month, or the last day of a shorter month. */
const dayOf = (month: Month, day: number): Day =>
  `${month}-${String(Math.min(day, lastDayOf(month))).padStart(2, '0')}`

/** The day of the month on which each bureau receives data. */
const usualDays: Readonly<Record<Bureau, number>> = { TransUnion: 28, Experian: 31, Equifax: 30 }

export const reportDate = (month: Month, bureau: Bureau): Day => dayOf(month, usualDays[bureau])

/** The balance at the end of a month, in whole dollars. */
const balanceInMonth = (owed: Owed, highest: number, month: Month): number => {
  if ('always' in owed) return owed.always
  const months = monthsBetween(owed.at, month)
  if ('from' in owed) return Math.min(highest, Math.max(0, owed.from - owed.by * months))
  const { length } = owed.around
  return owed.around[((months % length) + length) % length] ?? 0
}

/** How and when an account ended or will end; a loan with regular payments is eventually paid off. */
const endOf = ({ ended, owed, payDay }: LifeAccount): Ended | null => {
  if (ended) return ended
  if (!('from' in owed)) return null
  return { on: dayOf(addMonths(owed.at, Math.ceil(owed.from / owed.by)), payDay), how: 'paid off' }
}

const firstDelinquencyOf = ({ chargedOff, collection, bankruptcy }: LifeAccount): Day | null =>
  (chargedOff ?? collection ?? bankruptcy)?.firstDelinquency ?? null

/**
 * Negative items drop off seven years after the first delinquency (FCRA 605(a)), closed good accounts after
 * ten.
 */
const isForgotten = (account: LifeAccount, end: Ended | null, month: Month): boolean => {
  const first = firstDelinquencyOf(account)
  if (first !== null) return monthsBetween(first.slice(0, 7), month) > 84
  return end !== null && monthsBetween(end.on.slice(0, 7), month) > 120
}

const historyOf = (account: LifeAccount, newest: Month): PaymentMonth[] => {
  const { opened, window = 36, late = {}, chargedOff } = account
  const oldest = addMonths(opened.slice(0, 7), 1)
  const lost = monthOf(chargedOff?.on ?? null)
  const paid: PayToken = 'OK'
  return Array.from({ length: window }, (_, index) => addMonths(newest, index - window + 1))
    .filter(date => date >= oldest)
    .map(date => ({ date, status: late[date] ?? (lost !== null && date >= lost ? 'CO' : paid) }))
}

/** The masked number: TransUnion hides every second digit, the others all but the last four. */
const masked = (number: string, bureau: Bureau): string =>
  bureau === 'TransUnion'
    ? [...number].map((digit, index) => (index % 2 === 0 ? digit : 'X')).join('')
    : `${number.slice(0, -4)}****`

/** The values that do not depend on the account's status. */
const common = (account: LifeAccount, bureau: Bureau, reportMonth: Month) => ({
  key: account.key,
  bureau,
  company: account.company,
  kind: account.kind,
  number: masked(account.number, bureau),
  responsibility: account.responsibility ?? ('Individual' as const),
  highBalance: account.highest,
  limit: account.limit ?? null,
  term: account.term ?? null,
  opened: account.openedAs?.[bureau] ?? account.opened,
  reported: dayOf(reportMonth, account.reportDays?.[bureau] ?? usualDays[bureau]),
  closed: null,
  paid: null,
  firstDelinquency: firstDelinquencyOf(account),
  chargedOff: null,
  originalCreditor: account.collection?.originalCreditor ?? null,
  remark: null,
})

type State = Omit<ReportedAccount, keyof ReturnType<typeof common>> & Partial<ReportedAccount>

const discharged = (account: LifeAccount, filed: Day, lastPayment: Day): State => ({
  condition: 'Closed',
  rating: 'BK',
  balance: 0,
  payment: 0,
  pastDue: 0,
  closed: filed,
  status: filed,
  lastPayment,
  remark: 'included in bankruptcy',
  history: historyOf(account, addMonths(filed.slice(0, 7), -1)),
})

const lost = (account: LifeAccount, loss: ChargeOff, reportMonth: Month): State => ({
  condition: 'Derogatory',
  rating: 'CO',
  balance: loss.amount,
  payment: 0,
  pastDue: loss.amount,
  closed: loss.closed,
  status: loss.on,
  lastPayment: loss.lastPayment,
  chargedOff: { on: loss.on, amount: loss.amount },
  remark: 'charged off',
  history: historyOf(account, addMonths(reportMonth, -1)),
})

const inCollection = (account: LifeAccount, reportMonth: Month): State => ({
  condition: 'Derogatory',
  rating: 'COL',
  balance: balanceInMonth(account.owed, account.highest, reportMonth),
  payment: null,
  pastDue: null,
  status: account.opened,
  lastPayment: null,
  remark: 'placed for collection',
  history: [],
})

const endRemarks: Readonly<Record<Ended['how'], RemarkName | null>> = {
  'closed by consumer': 'closed by consumer',
  'closed by lender': 'closed by lender',
  'paid off': null,
  'paid collection': 'paid collection',
}

const over = (account: LifeAccount, end: Ended, bureau: Bureau): State => {
  const isCollection = account.kind === 'collection'
  const month = end.on.slice(0, 7)
  return {
    condition: end.how === 'closed by lender' ? 'Closed' : 'Paid',
    rating: isCollection ? 'COL' : 'OK',
    balance: 0,
    payment: isCollection ? null : 0,
    pastDue: isCollection ? null : 0,
    closed: end.on,
    paid: end.on,
    status: end.on,
    reported: end.reported?.[bureau] ?? reportDate(month, bureau),
    lastPayment: isCollection ? null : (end.lastPayment ?? end.on),
    remark: endRemarks[end.how],
    history: isCollection ? [] : historyOf(account, addMonths(month, -1)),
  }
}

const monthsBehind: Partial<Record<PayToken, number>> = { 30: 1, 60: 2, 90: 3, 120: 4, 150: 5, 180: 6 }

const open = (account: LifeAccount, reportMonth: Month): State => {
  const { owed, highest, payment, payDay, opened } = account
  const history = historyOf(account, reportMonth)
  const rating = history.at(-1)?.status ?? 'OK'
  const paidIndex = history.findLastIndex(({ status }) => status === 'OK')
  const [paid, missed] = [history[paidIndex]?.date, history[paidIndex + 1]?.date]
  const lastPayment = paid === undefined ? null : dayOf(paid, payDay)
  return {
    condition: 'Open',
    rating,
    balance: balanceInMonth(owed, highest, reportMonth),
    payment,
    pastDue: payment * (monthsBehind[rating] ?? 0),
    status: lastPayment ?? opened,
    lastPayment,
    firstDelinquency: missed === undefined ? null : dayOf(missed, payDay),
    history,
  }
}

const stateOf = (account: LifeAccount, end: Ended | null, bureau: Bureau, month: Month): State => {
  const { bankruptcy, chargedOff } = account
  const isPast = (day: Day): boolean => day.slice(0, 7) <= month
  if (bankruptcy && isPast(bankruptcy.filed))
    return discharged(account, bankruptcy.filed, bankruptcy.lastPayment)
  if (chargedOff && isPast(chargedOff.on)) return lost(account, chargedOff, month)
  if (end && isPast(end.on)) return over(account, end, bureau)
  return account.kind === 'collection' ? inCollection(account, month) : open(account, month)
}

/**
 * An account in the bureau's file for `month`, with everything reported up to the end of the previous month.
 * Null when it is not yet listed or no longer listed.
 */
export const buildAccountAt = (
  account: LifeAccount,
  bureau: Bureau,
  month: Month,
): ReportedAccount | null => {
  const reportMonth = addMonths(month, -1)
  const end = endOf(account)
  if (account.at?.includes(bureau) === false || account.opened.slice(0, 7) > reportMonth) return null
  if (isForgotten(account, end, month)) return null
  return { ...common(account, bureau, reportMonth), ...stateOf(account, end, bureau, reportMonth) }
}

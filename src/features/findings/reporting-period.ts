import type { Account, PublicRecord } from '#features/reports/canonical.ts'
import { isStudentLoan } from '#features/reports/listed-twice.ts'
import { type RecordKind, recordKindOf } from '#features/reports/public-records.ts'
import { addMonths, type PartialDate } from '#values/dates.ts'
import { hasRemark, isCollectorAccount } from './account-facts.ts'

/** How long a bureau may report a negative entry. */

const day = 86_400_000

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** February 29 becomes March 1 in a year without that day. */
export const addYears = (iso: string, years: number): string => {
  const [year = 1970, month = 1, date = 1] = iso.split('-').map(Number)
  return isoOf(Date.UTC(year + years, month - 1, date))
}

/** 15 USC 1681c(a)(5). */
export const addSevenYears = (iso: string): string => addYears(iso, 7)

type Marks = Pick<Account, 'isCollection' | 'payStatus' | 'worstStatus' | 'paymentHistory'>
type Dated = Marks & Pick<Account, 'dateFirstDelinquency'>

/** 15 USC 1681c(c)(1). */
const add180Days = (iso: string): string => isoOf(Date.parse(`${iso}T00:00:00Z`) + 180 * day)

export const earliestDay = (date: PartialDate): string => `${date}-01-01`.slice(0, 10)

export const latestDay = (date: PartialDate): string => {
  if (date.length === 10) return date
  const month = date.length === 7 ? date : `${date}-12`
  return isoOf(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`) - day)
}

/** Placed for collection or charged off, now or before it was paid. */
export const wasCollectedOrChargedOff = (row: Marks): boolean =>
  row.isCollection ||
  [row.payStatus, row.worstStatus, ...row.paymentHistory.map(month => month.status)].some(
    status => status === 'COL' || status === 'CO',
  )

/** May count as a charge-off under the law: "any similar action" (15 USC 1681c(c)(1)). */
export const wasRepossessed = (row: Marks): boolean =>
  [row.payStatus, row.worstStatus, ...row.paymentHistory.map(month => month.status)].some(
    status => status === 'REPO' || status === 'FC' || status === 'VS',
  )

/**
 * The last day on which a bureau may list a negative account, as the earliest and latest that the reported date of first
 * delinquency allows; null without that date. Collections and charge-offs: seven years that begin 180 days after the
 * delinquency (15 USC 1681c(a)(4), (c)(1)). Other negative items: seven years (15 USC 1681c(a)(5)). Repossessions and the
 * like may be either.
 */
export const reportingEndRange = (row: Dated): { earliest: string; latest: string } | null => {
  const began = row.dateFirstDelinquency
  if (began === null) return null
  const isCollected = wasCollectedOrChargedOff(row)
  const endOf = (from: string, is180DaysLater: boolean) =>
    addSevenYears(is180DaysLater ? add180Days(from) : from)
  return {
    earliest: endOf(earliestDay(began), isCollected),
    latest: endOf(latestDay(began), isCollected || wasRepossessed(row)),
  }
}

type Begun = Marks & Pick<Account, 'accountType' | 'dateChargeOff' | 'dateOpened'>

/**
 * A date that cannot be before the first missed payment: a debt is charged off, or reaches a collector, after
 * it.
 */
export const dateAfterFirstDelinquency = (
  row: Begun,
): { field: 'dateChargeOff' | 'dateOpened'; date: PartialDate } | null => {
  if (!wasCollectedOrChargedOff(row)) return null
  if (row.dateChargeOff !== null) return { field: 'dateChargeOff', date: row.dateChargeOff }
  return isCollectorAccount(row) && row.dateOpened !== null
    ? { field: 'dateOpened', date: row.dateOpened }
    : null
}

/** The last day on which a collection or charge-off that was delinquent on a date may be listed. */
export const latestReportingEnd = (delinquentOn: PartialDate): string =>
  addSevenYears(add180Days(latestDay(delinquentOn)))

/**
 * Student loans in default: federal ones may be listed for seven years from a paid claim or a newer default
 * (20 USC 1080a(f)), Perkins loans until they are paid (20 USC 1087cc(c)(3)).
 */
export const mayBeFederalDefault = (
  row: Marks & Pick<Account, 'accountTypeDetail' | 'industry'> & { remarks: readonly { text: string }[] },
): boolean =>
  (isStudentLoan(row) && wasCollectedOrChargedOff(row)) ||
  hasRemark(row, /claim filed with government|assigned to (?:the )?(?:u\.?s\.? )?government/i)

const bankruptcyYears = 10
const otherYears = 7

/**
 * A paid lien counts from its payment. A suit, a judgment or an arrest may be listed as long as it can be
 * enforced (15 USC 1681c(a)(2), (3)), so only its end starts the time.
 */
const openEndedKinds: readonly (RecordKind | null)[] = ['lien', 'judgment', 'suit', 'arrest']

const ended =
  /satisf|paid|releas|dismiss|vacat|settl|discharg|withdr[ae]w|cancel|complet|closed|terminat|expired|rescind/i
const standing = /\bnot\b|\bun(?:satisf|paid|releas|settl)/i

/** Whether a record's disposition means that it ended; courts also date what they enter, grant or revive. */
const hasEnded = (disposition: string | null): boolean =>
  disposition === null || (ended.test(disposition) && !standing.test(disposition))

type DatedRecord = Pick<PublicRecord, 'type' | 'kind' | 'disposition' | 'filed' | 'disposed' | 'petition'>

/**
 * Who filed a bankruptcy; null if unknown. Creditors can file under chapter 7 or 11 only (11 USC 303(a)).
 */
const petitionOf = ({ type, petition }: DatedRecord): PublicRecord['petition'] | null =>
  petition ?? (/chapter 1[23]\b/i.test(type) ? 'voluntary' : null)

/**
 * The order for relief, from which a bankruptcy counts (15 USC 1681c(a)(1)), as the earliest and latest date that the report
 * allows. A voluntary petition is that order (11 USC 301(b)); when creditors file, the court orders it later (11 USC 303(h)),
 * and before a discharge, which no report dates.
 */
export const reliefRange = (
  record: DatedRecord,
): { earliest: PartialDate | null; latest: PartialDate | null } => {
  const { filed, disposition, disposed } = record
  if (petitionOf(record) === 'voluntary') return { earliest: filed, latest: filed }
  if (filed === null || disposed === null || !/discharg/i.test(disposition ?? ''))
    return { earliest: filed, latest: null }
  return { earliest: filed, latest: latestDay(disposed) < earliestDay(filed) ? null : disposed }
}

type RecordPeriod = {
  years: number
  from: 'filed' | 'disposed'
  date: PartialDate | null
  /** The latest date that the period may start from; null if no date in the report is certain. */
  latest: PartialDate | null
  /** Set if the order for relief may be later than the filing: whether the report states that creditors filed. */
  petition?: 'involuntary' | 'untold'
}

/**
 * For how many years a record may be listed, and from which of its dates; null if no limit is known. Without the date, or
 * until an open-ended record has ended, no day is known.
 */
export const recordPeriod = (record: DatedRecord): RecordPeriod | null => {
  const { disposition, filed, disposed } = record
  const kind = recordKindOf(record)
  // Convictions have no limit.
  if (kind === null || kind === 'conviction') return null
  if (kind === 'bankruptcy') {
    const { earliest, latest } = reliefRange(record)
    const petition = petitionOf(record) ?? 'untold'
    return {
      years: bankruptcyYears,
      from: 'filed',
      date: earliest,
      latest,
      ...(petition === 'voluntary' ? {} : { petition }),
    }
  }
  const [from, date] = openEndedKinds.includes(kind)
    ? (['disposed', hasEnded(disposition) ? disposed : null] as const)
    : (['filed', filed] as const)
  return { years: otherYears, from, date, latest: date }
}

/**
 * Whether a negative row can be past its time. Without a date of first delinquency it can, unless what it shows is
 * younger than seven years: the account itself (except that every collector and buyer opens a debt again), or the late
 * months of an account that is not derogatory, each with its own seven years.
 */
export const mayBeTooOld = (
  row: Dated & Pick<Account, 'isDerogatory' | 'originalCreditor' | 'dateOpened'>,
  today: string,
): boolean => {
  const ends = reportingEndRange(row)
  if (ends !== null) return ends.earliest < today
  const isOver = (date: PartialDate) => addSevenYears(earliestDay(date)) < today
  // Any words in the field suggest it.
  const isPassedOn = row.isCollection || row.originalCreditor !== null
  if (!isPassedOn && row.dateOpened !== null && !isOver(row.dateOpened)) return false
  const late = row.paymentHistory.filter(month => month.status !== 'OK' && month.status !== 'U')
  return row.isDerogatory || late.length === 0 || late.some(month => isOver(month.date))
}

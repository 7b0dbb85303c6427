import { isLate, isSevere } from '#features/findings/account-facts.ts'
import { groupApplications, inquiryListedMonths } from '#features/findings/applications.ts'
import { isAdverse } from '#features/findings/disputed-months.ts'
import {
  addSevenYears,
  addYears,
  dateAfterFirstDelinquency,
  earliestDay,
  latestDay,
  latestReportingEnd,
  mayBeFederalDefault,
  recordPeriod,
  reportingEndRange,
  wasCollectedOrChargedOff,
  wasRepossessed,
} from '#features/findings/reporting-period.ts'
import type { Account, Inquiry, PublicRecord } from '#features/reports/canonical.ts'
import { groupCases, type RecordKind, recordKindOf } from '#features/reports/public-records.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { addMonths, addMonthsToDay, showDate } from '#values/dates.ts'
import type { DropOff } from './contract.ts'
import { type CreditFacts, listedAccounts, type ShownInquiry, type ShownRecord } from './facts.ts'
import { paymentCells } from './payment-grid.ts'
import { accountName, count } from './wording.ts'

/**
 * When a bureau must stop listing each negative item: the end of the time that 15 USC 1681c allows, from the
 * dates of the report. Bureaus may remove an item sooner. Inquiries: no statute sets a time.
 */

type DropOffTime = Pick<DropOff, 'from' | 'earliest' | 'latest' | 'why' | 'source'>

const law = (sections: string): string => `15 U.S.C. 1681c${sections}`
const collectedLaw = law('(a)(4), (c)(1)')

const unknownTime = (why: string, source: string): DropOffTime => ({
  from: null,
  earliest: null,
  latest: null,
  why,
  source,
})

/**
 * The first month of the run of late months that led to a collection or charge-off; null if there is none. A month on
 * time, unknown or not reported ends the run.
 */
const lateSince = ({ paymentHistory }: Account): string | null => {
  const at = paymentHistory.findIndex(({ status }) => status === 'CO' || status === 'COL')
  let since = paymentHistory[at]?.date ?? null
  for (const { date, status } of paymentHistory.slice(0, Math.max(at, 0)).toReversed()) {
    if (since === null || !isAdverse(status) || addMonths(date, 1) !== since) break
    since = date
  }
  return since
}

const fromFirstDelinquency = (row: Account): DropOffTime | null => {
  const ends = reportingEndRange(row)
  if (ends === null || row.dateFirstDelinquency === null) return null
  const from = { name: 'First missed payment', date: row.dateFirstDelinquency }
  if (wasCollectedOrChargedOff(row))
    return {
      from,
      ...ends,
      why: 'Seven years and 180 days from the first missed payment.',
      source: collectedLaw,
    }
  return wasRepossessed(row)
    ? {
        from,
        ...ends,
        why: 'Seven years from the first missed payment, and 180 days more if the law counts it like a charge-off.',
        source: law('(a)(5), (c)(1)'),
      }
    : { from, ...ends, why: 'Seven years from the first missed payment.', source: law('(a)(5)') }
}

const laterDates = {
  dateChargeOff: { name: 'Charged off', after: 'was charged off' },
  dateOpened: { name: 'Opened by the collector', after: 'reached the collector' },
} as const

/** A date after the first missed payment still bounds the end. */
const fromLaterDate = (row: Account): DropOffTime | null => {
  if (!wasCollectedOrChargedOff(row)) return null
  const later = dateAfterFirstDelinquency(row)
  const since = lateSince(row)
  const dates = [
    ...(later === null
      ? []
      : [{ ...laterDates[later.field], date: later.date, end: latestReportingEnd(later.date) }]),
    ...(since === null
      ? []
      : [{ name: 'Late without a break since', after: null, date: since, end: latestReportingEnd(since) }]),
  ]
  const [first] = dates.toSorted((one, other) => one.end.localeCompare(other.end))
  if (first === undefined) return null
  const order =
    first.after === null ? `was in ${showDate(first.date)} or before` : `was before it ${first.after}`
  return {
    from: { name: first.name, date: first.date },
    earliest: null,
    latest: first.end,
    why: `At the latest. The report does not give the first missed payment, but it ${order}. Seven years and 180 days count from it.`,
    source: collectedLaw,
  }
}

const accountTime = (row: Account): DropOffTime => {
  const time = fromFirstDelinquency(row) ?? fromLaterDate(row)
  if (mayBeFederalDefault(row))
    return unknownTime(
      'A federal student loan in default may be listed longer than seven years, so the day is not known.',
      '20 U.S.C. 1080a(f), 1087cc(c)(3)',
    )
  return (
    time ??
    unknownTime(
      'The report does not give the first missed payment, from which the law counts.',
      wasCollectedOrChargedOff(row) ? collectedLaw : law('(a)(5)'),
    )
  )
}

/** Each late month of an account that is otherwise good leaves seven years after it (15 USC 1681c(a)(5)). */
const lateMonthsTime = (row: Account): DropOffTime | null => {
  const late = row.paymentHistory.filter(({ status }) => isLate(status))
  const [first, last] = [late[0], late.at(-1)]
  if (first === undefined || last === undefined) {
    const counted = (row.late30 ?? 0) + (row.late60 ?? 0) + (row.late90 ?? 0)
    return counted === 0
      ? null
      : unknownTime(
          `The report counts ${count(counted, 'late payment')} without ${counted === 1 ? 'its month' : 'their months'}.`,
          law('(a)(5)'),
        )
  }
  return {
    from: {
      name: late.length === 1 ? 'Late month' : `Last of ${count(late.length, 'late month')}`,
      date: last.date,
    },
    earliest: addSevenYears(latestDay(first.date)),
    latest: addSevenYears(latestDay(last.date)),
    why:
      late.length === 1 ? 'Seven years from the late month.' : 'Each late month leaves seven years after it.',
    source: law('(a)(5)'),
  }
}

const recordLaws: Readonly<Partial<Record<RecordKind, string>>> = {
  bankruptcy: `${law('(a)(1)')}, 11 U.S.C. 301(b), 303(h)`,
  lien: law('(a)(3)'),
  judgment: law('(a)(2)'),
  suit: law('(a)(2)'),
  arrest: law('(a)(2)'),
}

const reliefWords = {
  involuntary: 'Creditors filed this case, so the court gave that order after the filing',
  untold: 'If you filed the case, that is the filing; if creditors filed it, the court gave that order later',
} as const

export const recordTime = (record: ShownRecord | PublicRecord): DropOffTime => {
  const kind = recordKindOf(record)
  const source = (kind === null ? undefined : recordLaws[kind]) ?? law('(a)(5)')
  const period = recordPeriod(record)
  if (period === null)
    return unknownTime(
      kind === 'conviction'
        ? 'The law sets no time for a conviction.'
        : 'We do not know a time for a record of this kind.',
      source,
    )
  const { date, latest } = period
  const years = period.years === 10 ? 'Ten' : 'Seven'
  if (date === null)
    return unknownTime(
      period.from === 'filed'
        ? `The report does not say when it was filed. ${years} years count from ${period.petition === undefined ? 'then' : 'the order for relief, then or later'}.`
        : 'It has not ended by this report. Until then it may be listed as long as it can be enforced.',
      source,
    )
  return {
    from: { name: period.from === 'filed' ? 'Filed' : 'Ended', date },
    earliest: addYears(earliestDay(date), period.years),
    latest: latest === null ? null : addYears(latestDay(latest), period.years),
    why:
      period.petition === undefined
        ? `${years} years from the ${period.from === 'filed' ? 'filing' : 'day it ended'}.`
        : `${years} years from the order for relief. ${reliefWords[period.petition]}${latest === null ? '' : ', at the latest by the discharge'}.`,
    source,
  }
}

export const inquiryTime = ({ date }: Pick<Inquiry, 'date'>): DropOffTime => {
  const source = 'Practice of the bureaus; no law sets a time'
  return date === null
    ? unknownTime('The report does not give its date, from which bureaus count two years.', source)
    : {
        from: { name: 'Inquiry', date },
        earliest: addMonthsToDay(earliestDay(date), inquiryListedMonths),
        latest: addMonthsToDay(latestDay(date), inquiryListedMonths),
        why: 'Usually two years after the inquiry.',
        source,
      }
}

const markOf = (row: Account): string => {
  if (row.isCollection) return 'Collection account'
  const statuses = [row.payStatus, row.worstStatus, ...row.paymentHistory.map(month => month.status)]
  const worst = statuses.find(isSevere)
  return worst ? paymentCells[worst].label : 'Derogatory account'
}

/** The whole account, or its late months, with the time of each. */
export const accountItems = (row: Account): { what: string; time: DropOffTime }[] => {
  const isNegative = row.isDerogatory || wasCollectedOrChargedOff(row)
  const whole = isNegative ? [{ what: markOf(row), time: accountTime(row) }] : []
  // The months of a collection or charge-off drop off with the account.
  if (whole.some(({ time }) => time.latest !== null) || wasCollectedOrChargedOff(row)) return whole
  const late = lateMonthsTime(row)
  return late === null ? whole : [...whole, { what: 'Late payments', time: late }]
}

/** Bureaus whose rows are equal share one entry. */
const joinBureaus = (all: readonly DropOff[]): DropOff[] =>
  [...Map.groupBy(all, ({ bureau: _, bureaus: __, ...rest }) => JSON.stringify(rest)).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, bureaus: sortBureaus([first, ...others].flatMap(({ bureaus }) => bureaus)) }],
  )

/** One entry for each application, at the bureaus that list it. */
const inquiryItems = (inquiries: readonly ShownInquiry[]): DropOff[] =>
  groupApplications(inquiries).map(
    ({ rows }): DropOff => ({
      kind: 'inquiry',
      inquiryId: rows[0].id,
      label: rows[0].company,
      value: rows[0].kind === 'hard' ? 'Hard inquiry' : 'Inquiry',
      bureau: rows[0].bureau,
      bureaus: sortBureaus(rows.map(({ bureau }) => bureau)),
      ...inquiryTime(rows[0]),
    }),
  )

/** One entry for each case, at the bureaus that list it; two if their dates or own statements differ. */
const recordItems = (records: readonly (ShownRecord | PublicRecord)[]): DropOff[] =>
  groupCases(records).flatMap(rows => {
    const timed = rows.map(record => ({ record, time: recordTime(record) }))
    const alike = Map.groupBy(timed, ({ record, time: { from, earliest, latest } }) =>
      JSON.stringify([from, earliest, latest, record.removalDate ?? null]),
    )
    return [...alike.values()].flatMap(([first, ...others]): DropOff[] =>
      first === undefined
        ? []
        : [
            {
              kind: 'record',
              recordId: first.record.id,
              label: first.record.type,
              value: first.record.disposition ?? 'Public record',
              bureau: first.record.bureau,
              bureaus: sortBureaus([first, ...others].map(({ record }) => record.bureau)),
              ...first.time,
              ...(first.record.removalDate ? { bureauSays: first.record.removalDate } : {}),
            },
          ],
    )
  })

const bySoonest = (items: readonly DropOff[]): DropOff[] =>
  items.toSorted((one, other) => (one.latest ?? '9999').localeCompare(other.latest ?? '9999'))

/** The soonest first; items without a known day last. */
export const listDropOffs = (
  report: Pick<RedactedReport, 'accounts' | 'publicRecords' | 'inquiries'>,
  facts: CreditFacts,
): DropOff[] => {
  const named = new Map(listedAccounts(facts).map(({ id, latest }) => [id, accountName(latest, facts)]))
  const accounts = report.accounts.flatMap(row =>
    accountItems(row).map(
      ({ what, time }): DropOff => ({
        kind: what === 'Late payments' ? 'late_payments' : 'account',
        accountId: row.id,
        label: named.get(row.id) ?? row.creditorName,
        value: what,
        bureau: row.bureau,
        bureaus: [row.bureau],
        ...time,
        // The bureau's date is about the account, not about single months.
        ...(row.removalDate && what !== 'Late payments' ? { bureauSays: row.removalDate } : {}),
      }),
    ),
  )
  return bySoonest([
    ...joinBureaus(accounts),
    ...recordItems(report.publicRecords),
    ...inquiryItems(report.inquiries),
  ])
}

/** Only what these bureaus list of these rows. A case and an application are dated and named as these bureaus list it. */
export const restrictDropOffs = (
  items: readonly DropOff[],
  {
    bureaus,
    accounts,
    records,
    inquiries,
  }: {
    bureaus: readonly Bureau[]
    accounts: readonly { id: string }[]
    records: readonly ShownRecord[]
    inquiries: readonly ShownInquiry[]
  },
): DropOff[] => {
  const ids = new Set(accounts.map(({ id }) => id))
  const kept = items.flatMap(item => {
    const own = item.bureaus.filter(bureau => bureaus.includes(bureau))
    return own.length > 0 && ids.has(item.accountId ?? '') ? [{ ...item, bureaus: own }] : []
  })
  return bySoonest([...kept, ...recordItems(records), ...inquiryItems(inquiries)])
}

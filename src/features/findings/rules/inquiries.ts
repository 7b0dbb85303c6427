import type { Account } from '#features/reports/canonical.ts'
import { addMonthsToDay, dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { isOpen } from '../account-facts.ts'
import {
  groupLoanSearches,
  inquiryListedMonths,
  isReseller,
  normalizeName,
  repeatWindowDays,
} from '../applications.ts'
import { isBefore, minDaysBetween } from '../dates-apart.ts'
import type { Rule } from '../finding.ts'
import { datedApplications, inquiryFinding, ledToAccount } from '../inquiry-finding.ts'
import { eighteenthBirthday } from '../personal-details.ts'
import { earliestDay, latestDay } from '../reporting-period.ts'
import { isAfterReport } from './dates.ts'
import { burstInquiryIds, burstRule } from './inquiry-burst.ts'

/** Who asked for the file, and whether the person may have asked for that. */

const purpose = '15 USC 1681b permissible purpose'

/** Bureaus drop inquiries with the month, not the day. */
const dropLag = 31

const tooOld: Rule = {
  id: 'I-01',
  verdict: 'contradiction',
  severity: 'low',
  source: 'The three bureaus list inquiries for two years; 15 USC 1681g(a)(3) for what a consumer is shown',
  find: context =>
    datedApplications(context).flatMap(({ rows, name, date }) => {
      const { asOf } = context
      if (
        asOf === null ||
        minDaysBetween(addMonthsToDay(latestDay(date), inquiryListedMonths), asOf) <= dropLag
      )
        return []
      const isHard = rows.some(({ kind }) => kind === 'hard')
      return [
        inquiryFinding(rows, {
          title: 'An inquiry is older than two years',
          says: `an inquiry of ${name} of ${showDate(date)}`,
          closing: 'Bureaus list hard inquiries for two years.',
          reason: 'too_old',
          verdict: isHard ? 'contradiction' : 'ask',
          severity: 'low',
        }),
      ]
    }),
}

/** Days from an application within which an account that it led to is opened, and within which it is listed. */
const openedWithin = 90
const listedWithin = 60

const hasAccountSince = (days: ReadonlySet<number>, date: PartialDate): boolean => {
  const from = dayNumber(earliestDay(date)) - 10
  return Array.from({ length: openedWithin + 11 }, (_, after) => from + after).some(day => days.has(day))
}

const openingDays = (accounts: readonly Account[]): ReadonlySet<number> =>
  new Set(accounts.flatMap(row => (row.dateOpened === null ? [] : [dayNumber(row.dateOpened)])))

const unknownApplication: Rule = {
  id: 'I-02',
  verdict: 'ask',
  severity: 'medium',
  source: `${purpose}; an application that was declined leads to no account`,
  find: context => {
    const { asOf } = context
    if (asOf === null) return []
    const leads = ledToAccount(context)
    const opened = openingDays(context.accounts)
    const asked = burstInquiryIds(context)
    const unknown = datedApplications(context).filter(application => {
      const { rows, name, date } = application
      const isRecent =
        minDaysBetween(date, asOf) > listedWithin && isBefore(addMonthsToDay(earliestDay(asOf), -12), date)
      // A reseller opens no accounts: what its lender did is not told.
      return (
        isRecent &&
        !isReseller(name) &&
        !asked.has(rows[0].id) &&
        !leads(application) &&
        !hasAccountSince(opened, date)
      )
    })
    return groupLoanSearches(unknown).map(search => {
      const [{ rows, name, date }, ...others] = search
      const named = search.slice(0, 5).map(one => `${one.name} of ${showDate(one.date)}`)
      const rest = search.length - named.length
      return inquiryFinding([rows[0], ...rows.slice(1), ...others.flatMap(one => one.rows)], {
        title: 'An application that led to no account',
        says:
          others.length === 0
            ? `an inquiry of ${name} of ${showDate(date)}, and no account was opened after it`
            : `inquiries of ${showList(rest > 0 ? [...named, `${rest} more`] : named)}, and no account was opened after them`,
        closing: 'An application that was declined looks like this too. Did you apply there?',
        reason: 'no_application',
        verdict: 'ask',
        severity: 'medium',
      })
    })
  },
}

const repeated: Rule = {
  id: 'I-03',
  verdict: 'ask',
  severity: 'medium',
  source: `${purpose}; scoring models count inquiries of one loan within 14 days once`,
  find: context => {
    const asked = burstInquiryIds(context)
    return [
      ...Map.groupBy(
        context.inquiries.filter(
          ({ id, kind, date, company }) =>
            kind !== 'soft' && date?.length === 10 && !asked.has(id) && !isReseller(company),
        ),
        ({ bureau, company }) => `${bureau} ${normalizeName(company)}`,
      ).values(),
    ].flatMap(same => {
      const sorted = same.toSorted((one, other) => dayNumber(one.date ?? '') - dayNumber(other.date ?? ''))
      const [again, before] = sorted.flatMap((row, index) => {
        const earlier = sorted[index - 1]
        const isClose =
          earlier !== undefined &&
          dayNumber(row.date ?? '') - dayNumber(earlier.date ?? '') <= repeatWindowDays
        return isClose ? [row, earlier] : []
      })
      return again === undefined || before === undefined
        ? []
        : [
            inquiryFinding([again, before], {
              title: 'One company asked twice',
              says: `two inquiries of ${again.company}, of ${showDate(before.date)} and ${showDate(again.date)}`,
              closing: 'Were these one application or two?',
              reason: 'duplicate',
              verdict: 'ask',
              severity: 'medium',
            }),
          ]
    })
  },
}

const ofCreditor: Rule = {
  id: 'I-04',
  verdict: 'ask',
  severity: 'low',
  source: `${purpose}: a creditor may review its account, which is no application (15 USC 1681b(a)(3)(F)(ii))`,
  find: context => {
    const byName = new Map(
      [...Map.groupBy(context.accounts, row => normalizeName(row.creditorNameReported))].map(
        ([name, held]) => [
          name,
          { days: openingDays(held), open: held.filter(row => isOpen(row) && row.dateOpened !== null) },
        ],
      ),
    )
    const { asOf } = context
    return datedApplications(context).flatMap(({ rows, name, company, date }) => {
      if (asOf === null || !isBefore(addMonthsToDay(earliestDay(asOf), -12), date)) return []
      const own = byName.get(company.plain)
      const held = own?.open.find(
        ({ dateOpened }) => dateOpened !== null && minDaysBetween(dateOpened, date) > openedWithin,
      )
      return own === undefined || held === undefined || hasAccountSince(own.days, date)
        ? []
        : [
            inquiryFinding(rows, {
              title: 'An inquiry of a company that you already have an account with',
              says: `an inquiry of ${name} of ${showDate(date)}, where you have an account since ${showDate(held.dateOpened)}`,
              closing:
                'A company that only reviews its account makes no hard inquiry. Did you apply for more?',
              reason: 'not_hard',
              verdict: 'ask',
              severity: 'low',
            }),
          ]
    })
  },
}

const impossibleDate: Rule = {
  id: 'I-05',
  verdict: 'impossible',
  severity: 'medium',
  source: '15 USC 1681e(b); CFPB advisory opinion of October 2022: a date in the future or before birth',
  implies: ['I-01', 'I-02', 'I-03', 'I-04'],
  find: context =>
    datedApplications(context).flatMap(({ rows, name, date }) => {
      const { asOf, birthDateAt } = context
      const birth = birthDateAt(rows[0].bureau)
      const isAhead = asOf !== null && isAfterReport(date, asOf)
      const isBeforeBirth = isBefore(date, birth)
      if (!isAhead && !isBeforeBirth && !isBefore(date, eighteenthBirthday(birth))) return []
      const isImpossible = isAhead || isBeforeBirth
      const why = isAhead
        ? `but the report is of ${showDate(asOf)}`
        : `before ${isBeforeBirth ? 'your date of birth' : 'you were eighteen; you were born on'} ${isBeforeBirth ? 'of ' : ''}${showDate(birth)}`
      return [
        inquiryFinding(rows, {
          title: isImpossible
            ? 'An inquiry shows a date that cannot be'
            : 'An inquiry is from before you were eighteen',
          says: `an inquiry of ${name} of ${showDate(date)}, ${why}`,
          closing: isImpossible ? 'That cannot be right as it stands.' : 'Did you apply for credit then?',
          reason: isImpossible ? 'wrong_date' : 'no_application',
          verdict: isImpossible ? 'impossible' : 'ask',
          severity: 'medium',
        }),
      ]
    }),
}

export const inquiryRules: readonly Rule[] = [
  tooOld,
  unknownApplication,
  repeated,
  ofCreditor,
  impossibleDate,
  burstRule,
]

import type { Account, Inquiry } from '#features/reports/canonical.ts'
import { addMonthsToDay, dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { isOpen } from '../account-facts.ts'
import {
  type Application,
  burstThreshold,
  createLedToAccount,
  findBurst,
  groupApplications,
  groupLoanSearches,
  inquiryListedMonths,
  isReseller,
  normalizeName,
  repeatWindowDays,
  urgentBurstMonths,
} from '../applications.ts'
import type { RuleContext } from '../context.ts'
import { distinctBureaus } from '../evidence.ts'
import type { RawFinding, Rule, SuggestedReason, Verdict } from '../finding.ts'
import { isBefore, minDaysBetween } from '../partial-dates.ts'
import { eighteenthBirthday } from '../personal-details.ts'
import { earliestDay, latestDay } from '../reporting-period.ts'
import { isAfterReport } from './dates.ts'

type DatedApplication = Application & { name: string; date: PartialDate }

const findDatedApplications = ({ inquiries }: RuleContext): DatedApplication[] =>
  groupApplications(inquiries).flatMap(application => {
    const { company: name, date } = application.rows[0]
    return date === null ? [] : [{ ...application, name, date }]
  })

/** Caches a value that several rules of one report need. */
const memoizePerContext = <T>(make: (context: RuleContext) => T): ((context: RuleContext) => T) => {
  const made = new WeakMap<RuleContext, { value: T }>()
  return context => {
    const known = made.get(context) ?? { value: make(context) }
    made.set(context, known)
    return known.value
  }
}

/** Applications with a date, newest first. */
const datedApplications = memoizePerContext(findDatedApplications)

const ledToAccount = memoizePerContext(({ accounts }) => createLedToAccount(accounts))

const evidenceOf = (rows: readonly Inquiry[]) =>
  rows.map(({ bureau, company, date }) => ({
    bureau,
    field: 'inquiry',
    value: `${company}, ${showDate(date) ?? '-'}`,
  }))

type Words = {
  title: string
  text: string
  closing: string
  reason: SuggestedReason
  verdict: Verdict
  severity: RawFinding['severity']
  certainty?: number
}

/** A finding about the inquiries of one application. */
const inquiryFinding = (rows: readonly [Inquiry, ...Inquiry[]], words: Words): RawFinding => {
  const { title, text, closing, reason, verdict, severity, certainty = 1 } = words
  const bureaus = distinctBureaus(rows)
  return {
    subject: { kind: 'inquiry', id: rows[0].id },
    bureaus,
    title,
    explanation: `${showList(bureaus)} ${bureaus.length === 1 ? 'lists' : 'list'} ${text}. ${closing}`,
    evidence: evidenceOf(rows),
    reason,
    verdict,
    severity,
    certainty,
  }
}

const burstOf = (context: RuleContext): DatedApplication[] => {
  const { asOf } = context
  if (asOf === null) return []
  const listed = datedApplications(context).filter(
    ({ date }) =>
      !isAfterReport(date, asOf) && isBefore(addMonthsToDay(earliestDay(asOf), -inquiryListedMonths), date),
  )
  return findBurst(listed, ledToAccount(context))
}

/** Inquiries of the burst, which no other rule asks about one by one. */
const burstInquiryIds = (context: RuleContext): ReadonlySet<string> =>
  new Set(burstOf(context).flatMap(({ rows }) => rows.map(({ id }) => id)))

const burstRule: Rule = {
  id: 'I-06',
  title: 'Many applications within a month',
  verdict: 'ask',
  severity: 'high',
  source: '15 USC 1681c-1 fraud alerts and freezes; IdentityTheft.gov of the Federal Trade Commission',
  implies: ['I-02', 'I-03'],
  find: context => {
    const [first, ...others] = burstOf(context)
    if (first === undefined || context.asOf === null) return []
    const isUrgent = isBefore(addMonthsToDay(earliestDay(context.asOf), -urgentBurstMonths), first.date)
    const names = [first, ...others].map(({ name, date }) => `${name} on ${showDate(date)}`)
    const shown = names.slice(0, 5)
    const rest = names.length - shown.length
    return [
      inquiryFinding([first.rows[0], ...first.rows.slice(1), ...others.flatMap(({ rows }) => rows)], {
        title: `Did you make these ${names.length} applications?`,
        text: `${showList(rest > 0 ? [...shown, `${rest} more`] : shown)}, all within ${burstThreshold.days} days`,
        closing:
          'Comparing offers for one loan can look like this. If they are not yours, you can freeze your file at each bureau, which is free, and report it at IdentityTheft.gov.',
        reason: 'identity_theft',
        verdict: 'ask',
        severity: isUrgent ? 'high' : 'medium',
      }),
    ]
  },
}

/** Inquiries and whether the user may have applied. */

const purpose = '15 USC 1681b permissible purpose'

/** Bureaus drop inquiries by month, not by day. */
const dropLag = 31

const tooOld: Rule = {
  id: 'I-01',
  title: 'An inquiry is older than two years',
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
          text: `an inquiry from ${name} on ${showDate(date)}`,
          closing: 'Bureaus list hard inquiries for two years.',
          reason: 'too_old',
          verdict: isHard ? 'contradiction' : 'ask',
          severity: 'low',
        }),
      ]
    }),
}

/** Days after an application in which its account is opened, and in which it is listed. */
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
  title: 'An inquiry with no new account',
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
      // A reseller opens no accounts, so nothing is known about its lender.
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
      const named = search.slice(0, 5).map(one => `${one.name} on ${showDate(one.date)}`)
      const rest = search.length - named.length
      return inquiryFinding([rows[0], ...rows.slice(1), ...others.flatMap(one => one.rows)], {
        title: 'An inquiry with no new account',
        text:
          others.length === 0
            ? `an inquiry from ${name} on ${showDate(date)}, and no account was opened after it`
            : `inquiries from ${showList(rest > 0 ? [...named, `${rest} more`] : named)}, and no account was opened after them`,
        closing: 'A declined application looks like this too. Did you apply there?',
        reason: 'no_application',
        verdict: 'ask',
        severity: 'medium',
      })
    })
  },
}

const repeated: Rule = {
  id: 'I-03',
  title: 'One company asked twice',
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
              text: `two inquiries from ${again.company}, on ${showDate(before.date)} and ${showDate(again.date)}`,
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
  title: 'An inquiry from a company you already use',
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
              title: 'An inquiry from a company you already use',
              text: `an inquiry from ${name} on ${showDate(date)}. You have had an account there since ${showDate(held.dateOpened)}`,
              closing:
                'A company that only reviews its account makes no hard inquiry. Did you apply for more credit?',
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
  title: 'An inquiry has an impossible date',
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
            ? 'An inquiry has an impossible date'
            : 'An inquiry is from before you were eighteen',
          text: `an inquiry from ${name} on ${showDate(date)}, ${why}`,
          closing: isImpossible ? 'Both can’t be true.' : 'Did you apply for credit then?',
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

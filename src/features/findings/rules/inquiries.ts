import type { Account, Inquiry } from '#features/reports/canonical.ts'
import { distinctBureaus } from '#values/bureau.ts'
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
import { accuracy, type Rule, type RuleMatch } from '../finding.ts'
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

type InquiryMatch = Partial<Pick<RuleMatch, 'title' | 'reason' | 'verdict' | 'severity'>> & {
  rows: readonly [Inquiry, ...Inquiry[]]
  /** Follows the names of the bureaus: `an inquiry from ...`. */
  text: string
  /** Overrides the last sentence of the rule for this case. */
  closing?: string
}

/** A rule about inquiries: one by one, or several that belong together. */
const inquiryRule = ({
  check,
  closing: ruleClosing,
  ...rule
}: Omit<Rule, 'find'> & {
  /** The last sentence of the explanation. */
  closing: string
  check: (context: RuleContext, asOf: PartialDate | null) => readonly InquiryMatch[]
}): Rule => ({
  ...rule,
  find: context =>
    check(context, context.asOf).map(({ rows, text, closing = ruleClosing, ...match }) => {
      const bureaus = distinctBureaus(rows)
      return {
        subject: { kind: 'inquiry', id: rows[0].id },
        bureaus,
        explanation: `${showList(bureaus)} ${bureaus.length === 1 ? 'lists' : 'list'} ${text}. ${closing}`,
        evidence: rows.map(({ bureau, company, date }) => ({
          bureau,
          field: 'inquiry',
          value: `${company}, ${showDate(date) ?? '-'}`,
        })),
        ...match,
      }
    }),
})

/** The rows of several applications, the first application first. */
const allRows = ([first, ...others]: readonly [Application, ...Application[]]): InquiryMatch['rows'] => [
  first.rows[0],
  ...first.rows.slice(1),
  ...others.flatMap(({ rows }) => rows),
]

/** The first five with their dates, and the number of others. */
const listApplications = (applications: readonly DatedApplication[]): string => {
  const named = applications.slice(0, 5).map(({ name, date }) => `${name} on ${showDate(date)}`)
  const rest = applications.length - named.length
  return showList(rest > 0 ? [...named, `${rest} more`] : named)
}

const isInLastMonths = (date: PartialDate, months: number, asOf: PartialDate): boolean =>
  isBefore(addMonthsToDay(earliestDay(asOf), -months), date)

const burstOf = (context: RuleContext): DatedApplication[] => {
  const { asOf } = context
  if (asOf === null) return []
  const listed = datedApplications(context).filter(
    ({ date }) => !isAfterReport(date, asOf) && isInLastMonths(date, inquiryListedMonths, asOf),
  )
  return findBurst(listed, ledToAccount(context))
}

/** Inquiries of the burst, which no other rule reports individually. */
const burstInquiryIds = (context: RuleContext): ReadonlySet<string> =>
  new Set(burstOf(context).flatMap(({ rows }) => rows.map(({ id }) => id)))

/** Bureaus remove inquiries by month, not by day. */
const dropLag = 31

/** Days after an application within which its account is opened, and listed. */
const openedWithin = 90
const listedWithin = 60

const hasAccountSince = (days: ReadonlySet<number>, date: PartialDate): boolean => {
  const from = dayNumber(earliestDay(date)) - 10
  return Array.from({ length: openedWithin + 11 }, (_, after) => from + after).some(day => days.has(day))
}

const openingDays = (accounts: readonly Account[]): ReadonlySet<number> =>
  new Set(accounts.flatMap(row => (row.dateOpened === null ? [] : [dayNumber(row.dateOpened)])))

/** Inquiries and whether the user may have applied. */

const purpose = '15 USC 1681b: permissible purpose'

export const inquiryRules: readonly Rule[] = [
  inquiryRule({
    id: 'I-01',
    title: 'An inquiry is older than two years',
    verdict: 'contradiction',
    severity: 'low',
    source: 'The three bureaus list inquiries for two years; 15 USC 1681g(a)(3) for what a consumer is shown',
    reason: 'too_old',
    closing: 'Bureaus list hard inquiries for two years.',
    check: (context, asOf) =>
      datedApplications(context).flatMap(({ rows, name, date }) =>
        asOf !== null && minDaysBetween(addMonthsToDay(latestDay(date), inquiryListedMonths), asOf) > dropLag
          ? [
              {
                rows,
                text: `an inquiry from ${name} on ${showDate(date)}`,
                verdict: rows.some(({ kind }) => kind === 'hard') ? 'contradiction' : 'ask',
              },
            ]
          : [],
      ),
  }),
  inquiryRule({
    id: 'I-02',
    title: 'An inquiry with no new account',
    verdict: 'ask',
    severity: 'medium',
    source: `${purpose}; an application that was declined leads to no account`,
    reason: 'no_application',
    closing: 'A declined application looks like this too. Did you apply there?',
    check: (context, asOf) => {
      // An unread account may be the one it led to.
      const areAllRead = [...context.inquiries, ...context.accounts].every(({ bureau }) =>
        context.isWhole(bureau, 'accounts'),
      )
      if (asOf === null || !areAllRead) return []
      const leads = ledToAccount(context)
      const opened = openingDays(context.accounts)
      const inBurst = burstInquiryIds(context)
      // A reseller opens no accounts, and its lender is unknown.
      const unknown = datedApplications(context).filter(
        application =>
          minDaysBetween(application.date, asOf) > listedWithin &&
          isInLastMonths(application.date, 12, asOf) &&
          !isReseller(application.name) &&
          !inBurst.has(application.rows[0].id) &&
          !leads(application) &&
          !hasAccountSince(opened, application.date),
      )
      return groupLoanSearches(unknown).map(search => ({
        rows: allRows(search),
        text: `${search.length === 1 ? 'an inquiry' : 'inquiries'} from ${listApplications(search)}, and no account was opened after ${search.length === 1 ? 'it' : 'them'}`,
      }))
    },
  }),
  inquiryRule({
    id: 'I-03',
    title: 'One company asked twice',
    verdict: 'ask',
    severity: 'medium',
    source: `${purpose}; scoring models count inquiries of one loan within 14 days once`,
    reason: 'duplicate',
    closing: 'Were these one application or two?',
    check: context => {
      const inBurst = burstInquiryIds(context)
      const byCompany = Map.groupBy(
        context.inquiries.filter(
          ({ id, kind, date, company }) =>
            kind !== 'soft' && date?.length === 10 && !inBurst.has(id) && !isReseller(company),
        ),
        ({ bureau, company }) => `${bureau} ${normalizeName(company)}`,
      )
      return [...byCompany.values()].flatMap(same => {
        const sorted = same.toSorted((one, other) => dayNumber(one.date ?? '') - dayNumber(other.date ?? ''))
        const at = sorted.findIndex((row, index) => {
          const earlier = sorted[index - 1]
          return (
            earlier !== undefined &&
            dayNumber(row.date ?? '') - dayNumber(earlier.date ?? '') <= repeatWindowDays
          )
        })
        const [again, before] = [sorted[at], sorted[at - 1]]
        return again === undefined || before === undefined
          ? []
          : [
              {
                rows: [again, before],
                text: `two inquiries from ${again.company}, on ${showDate(before.date)} and ${showDate(again.date)}`,
              },
            ]
      })
    },
  }),
  inquiryRule({
    id: 'I-04',
    title: 'An inquiry from a company you already use',
    verdict: 'ask',
    severity: 'low',
    source: `${purpose}; 15 USC 1681b(a)(3)(F)(ii): a creditor may review its account, which is no application`,
    reason: 'not_hard',
    closing: 'A company that only reviews its account makes no hard inquiry. Did you apply for more credit?',
    check: (context, asOf) => {
      const byName = Map.groupBy(context.accounts, row => normalizeName(row.creditorNameReported))
      return datedApplications(context).flatMap(({ rows, name, company, date }) => {
        if (asOf === null || !isInLastMonths(date, 12, asOf)) return []
        const own = byName.get(company.plain) ?? []
        const held = own.find(
          row =>
            isOpen(row) && row.dateOpened !== null && minDaysBetween(row.dateOpened, date) > openedWithin,
        )
        return held === undefined || hasAccountSince(openingDays(own), date)
          ? []
          : [
              {
                rows,
                text: `an inquiry from ${name} on ${showDate(date)}. You have had an account there since ${showDate(held.dateOpened)}`,
              },
            ]
      })
    },
  }),
  inquiryRule({
    id: 'I-05',
    title: 'An inquiry has an impossible date',
    verdict: 'impossible',
    severity: 'medium',
    source: `${accuracy}; CFPB advisory opinion of October 2022: a date in the future or before birth`,
    implies: ['I-01', 'I-02', 'I-03', 'I-04'],
    reason: 'wrong_date',
    closing: 'Both can’t be true.',
    check: (context, asOf) =>
      datedApplications(context).flatMap(({ rows, name, date }): InquiryMatch[] => {
        const birth = context.birthDateAt(rows[0].bureau)
        const text = `an inquiry from ${name} on ${showDate(date)}`
        if (asOf !== null && isAfterReport(date, asOf))
          return [{ rows, text: `${text}, but the report is of ${showDate(asOf)}` }]
        if (isBefore(date, birth))
          return [{ rows, text: `${text}, before your date of birth of ${showDate(birth)}` }]
        return isBefore(date, eighteenthBirthday(birth))
          ? [
              {
                rows,
                text: `${text}, before you were eighteen; you were born on ${showDate(birth)}`,
                title: 'An inquiry is from before you were eighteen',
                closing: 'Did you apply for credit then?',
                reason: 'no_application',
                verdict: 'ask',
              },
            ]
          : []
      }),
  }),
  inquiryRule({
    id: 'I-06',
    title: 'Many applications within a month',
    verdict: 'ask',
    severity: 'high',
    source: '15 USC 1681c-1 fraud alerts and freezes; IdentityTheft.gov of the Federal Trade Commission',
    implies: ['I-02', 'I-03'],
    reason: 'identity_theft',
    closing:
      'Comparing offers for one loan can look like this. If they are not yours, you can freeze your file at each bureau, which is free, and report it at IdentityTheft.gov.',
    check: (context, asOf) => {
      const burst = burstOf(context)
      const [first, ...others] = burst
      if (first === undefined || asOf === null) return []
      return [
        {
          rows: allRows([first, ...others]),
          title: `Did you make these ${burst.length} applications?`,
          text: `${listApplications(burst)}, all within ${burstThreshold.days} days`,
          severity: isInLastMonths(first.date, urgentBurstMonths, asOf) ? 'high' : 'medium',
        },
      ]
    },
  }),
]

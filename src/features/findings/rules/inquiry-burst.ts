import { addMonthsToDay, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { burstThreshold, findBurst, inquiryListedMonths, urgentBurstMonths } from '../applications.ts'
import type { RuleContext } from '../context.ts'
import { isBefore } from '../dates-apart.ts'
import type { Rule } from '../finding.ts'
import { type DatedApplication, datedApplications, inquiryFinding, ledToAccount } from '../inquiry-finding.ts'
import { earliestDay } from '../reporting-period.ts'
import { isAfterReport } from './dates.ts'

/** Many applications at once, the first that is seen of identity theft. */

/** The applications of the newest burst (I-06). */
const burstOf = (context: RuleContext): DatedApplication[] => {
  const { asOf } = context
  if (asOf === null) return []
  const listed = datedApplications(context).filter(
    ({ date }) =>
      !isAfterReport(date, asOf) && isBefore(addMonthsToDay(earliestDay(asOf), -inquiryListedMonths), date),
  )
  return findBurst(listed, ledToAccount(context))
}

/** Ids of what is asked about as one burst, and not one by one. */
export const burstInquiryIds = (context: RuleContext): ReadonlySet<string> =>
  new Set(burstOf(context).flatMap(({ rows }) => rows.map(({ id }) => id)))

export const burstRule: Rule = {
  id: 'I-06',
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
        says: `${showList(rest > 0 ? [...shown, `${rest} more`] : shown)}, all within ${burstThreshold.days} days`,
        closing:
          'Comparing offers for one loan can look like this. If they are not yours, you can freeze your file at each bureau, which is free, and report it at IdentityTheft.gov.',
        reason: 'identity_theft',
        verdict: 'ask',
        severity: isUrgent ? 'high' : 'medium',
      }),
    ]
  },
}

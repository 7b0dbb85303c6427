import { count } from '#features/credit/wording.ts'
import { OLD_REPORT_DAYS } from '#features/reports/refresh-rules.ts'
import { addMonthsToDay, dayNumber, type PartialDate, showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { CreditFileSummary } from './credit-file.ts'

/** What speaks against buying now. A guard changes no number; the screen asks to confirm before a request with a `stop` goes out. */
export type Guard = {
  code: 'mortgage' | 'frozen' | 'fraud_alert' | 'no_accounts' | 'undated_accounts' | 'old_report'
  level: 'stop' | 'note'
  title: string
  text: string
}

/** The person's own goal, as registered, and when that was. */
export type PersonalGoal = { goal: string; targetPeriod: string; since: string }

const MORTGAGE_MONTHS = 6

/** The day by which a home is wanted; null when the goal is another or the period is not known. */
const homeBy = ({ goal, targetPeriod, since }: PersonalGoal): string | null => {
  const months = /^(\d+) months$/.exec(targetPeriod)?.[1]
  return goal === 'Buy a home' && months !== undefined ? addMonthsToDay(since, Number(months)) : null
}

/**
 * A mortgage within six months: by the complaint in FTC v. Boost My Score LLC (No. 20-cv-00641, D. Colo. 2020) most mortgage
 * underwriters factor such accounts out, and Fannie Mae's Selling Guide B3-5.3-06 does not consider them in manual underwriting.
 */
const mortgageGuard = (personal: PersonalGoal, today: string): Guard[] => {
  const by = homeBy(personal)
  if (by === null || by < today || by > addMonthsToDay(today, MORTGAGE_MONTHS)) return []
  return [
    {
      code: 'mortgage',
      level: 'stop',
      title: 'You plan to buy a home soon',
      text: `Your goal is a home by ${showDay(by)}. Mortgage lenders often do not count tradelines like these, and an account that comes and goes shortly before can raise questions. Ask your lender first.`,
    },
  ]
}

/** With a freeze or an alert the bank cannot add the person: it must be lifted first, which only she can do. */
const fileGuards = ({ frozenAt, alertAt }: CreditFileSummary): Guard[] => [
  ...(frozenAt.length === 0
    ? []
    : [
        {
          code: 'frozen' as const,
          level: 'stop' as const,
          title: `Your file is frozen at ${showList(frozenAt)}`,
          text: 'While it is frozen a tradeline may not post there. Lift the freeze first, or keep it: a freeze protects you.',
        },
      ]),
  ...(alertAt.length === 0
    ? []
    : [
        {
          code: 'fraud_alert' as const,
          level: 'stop' as const,
          title: `There is an alert on your file at ${showList(alertAt)}`,
          text: 'While a fraud or active duty alert stands a tradeline may not post. If you were a victim of fraud, put that right first.',
        },
      ]),
]

const countGuards = ({ standing, undated }: CreditFileSummary): Guard[] => [
  ...(standing.accounts > 0
    ? []
    : [
        {
          code: 'no_accounts' as const,
          level: 'note' as const,
          title: 'We know of no open account with a date',
          text: 'The average age is that of the added tradelines alone. Import a credit report to have your own accounts counted.',
        },
      ]),
  ...(undated === 0
    ? []
    : [
        {
          code: 'undated_accounts' as const,
          level: 'note' as const,
          title: `${count(undated, 'open account is', 'open accounts are')} not counted`,
          text: 'No bureau gives an opening date that can be right, so its age is not known. Your real average may be higher or lower.',
        },
      ]),
]

/** The date of a report from which an account may have been opened or closed unseen; null for one that is recent. */
export const oldReportDate = ({ asOf }: CreditFileSummary, today: string): PartialDate | null =>
  asOf !== null && dayNumber(today) - dayNumber(asOf) > OLD_REPORT_DAYS ? asOf : null

const oldReportGuard = (file: CreditFileSummary, today: string): Guard[] => {
  const date = oldReportDate(file, today)
  return date === null
    ? []
    : [
        {
          code: 'old_report',
          level: 'note',
          title: `Your report is of ${showDate(date)}`,
          text: 'The ages here run from the opening dates in it to today. The factor “age of credit” counts to the day of the report, so it shows less. Accounts opened or closed since are not known: bring in a newer report first.',
        },
      ]
}

/** What speaks against buying now, the gravest first. `today` is `YYYY-MM-DD`. */
export const listGuards = (file: CreditFileSummary, personal: PersonalGoal, today: string): Guard[] => [
  ...mortgageGuard(personal, today),
  ...fileGuards(file),
  ...oldReportGuard(file, today),
  ...countGuards(file),
]

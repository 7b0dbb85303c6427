import { count } from '#features/credit/wording.ts'
import { OLD_REPORT_DAYS } from '#features/reports/refresh-rules.ts'
import { addMonthsToDay, dayNumber, type PartialDate, showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { showYears } from './age.ts'
import type { Advice } from './contract.ts'
import type { CreditFileSummary } from './credit-file.ts'
import { ageShortfall, type Goal } from './planning-model.ts'

/** A reason not to buy now. It changes no figure; the screen requires confirming a `stop` before a request is sent. */
type Guard = Advice['guards'][number]

/** The user's goal at registration, and its date. */
export type PersonalGoal = { goal: string; targetPeriod: string; since: string }

const MORTGAGE_MONTHS = 6

/** The day by which the user wants a home; null for another goal or an unknown period. */
const findHomeDeadline = ({ goal, targetPeriod, since }: PersonalGoal): string | null => {
  const months = /^(\d+) months$/.exec(targetPeriod)?.[1]
  return goal === 'Buy a home' && months !== undefined ? addMonthsToDay(since, Number(months)) : null
}

/** The date of a report that is too old to show recent accounts; null for a recent one. */
export const oldReportDate = ({ asOf }: CreditFileSummary, today: string): PartialDate | null =>
  asOf !== null && dayNumber(today) - dayNumber(asOf) > OLD_REPORT_DAYS ? asOf : null

/** The most serious first. `today` is `YYYY-MM-DD`. */
export const listGuards = (file: CreditFileSummary, personal: PersonalGoal, today: string): Guard[] => {
  const { accountAges, undated, frozenAt, alertAt } = file
  const homeBy = findHomeDeadline(personal)
  const oldDate = oldReportDate(file, today)
  const guards: (Guard | false)[] = [
    // According to the complaint in FTC v. Boost My Score LLC (No. 20-cv-00641, D. Colo. 2020) most mortgage underwriters
    // factor such accounts out; Fannie Mae's Selling Guide B3-5.3-06 ignores them in manual underwriting.
    homeBy !== null &&
      homeBy >= today &&
      homeBy <= addMonthsToDay(today, MORTGAGE_MONTHS) && {
        code: 'mortgage',
        level: 'stop',
        title: 'You plan to buy a home soon',
        text: `Your goal is a home by ${showDay(homeBy)}. Mortgage lenders often do not count tradelines like these, and an account that appears shortly before can raise questions. Ask your lender first.`,
      },
    // With a freeze or an alert the bank cannot add the user, and only the user can lift it.
    frozenAt.length > 0 && {
      code: 'frozen',
      level: 'stop',
      title: `Your file is frozen at ${showList(frozenAt)}`,
      text: 'While it is frozen a tradeline may not post there. Lift the freeze first, or keep it: a freeze protects you.',
    },
    alertAt.length > 0 && {
      code: 'fraud_alert',
      level: 'stop',
      title: `There is an alert on your file at ${showList(alertAt)}`,
      text: 'With a fraud or active duty alert, a tradeline may not post. If you were a victim of fraud, resolve that first.',
    },
    oldDate !== null && {
      code: 'old_report',
      level: 'note',
      title: `Your ${file.asOfAt.length === 0 ? 'report' : `${showList(file.asOfAt)} file`} is from ${showDate(oldDate)}`,
      text: 'Ages here count to today. The factor “age of credit” counts to the day of the report, so it shows less. Accounts opened or closed since are missing: import a newer report first.',
    },
    accountAges.accounts === 0 && {
      code: 'no_accounts',
      level: 'note',
      title: "We don't have your open accounts yet",
      text: 'The average age is of the added tradelines only. Import a credit report to count your own accounts.',
    },
    undated > 0 && {
      code: 'undated_accounts',
      level: 'note',
      title: `${count(undated, 'open account is', 'open accounts are')} not counted`,
      text: 'No bureau reports a valid opening date. Your real average may be higher or lower.',
    },
  ]
  return guards.filter(guard => guard !== false)
}

type FreeMove = Advice['freeMoves'][number]

const LONGEST_WAIT = 24

/** Every account ages by a month each month. */
export const monthsToWait = ({ accountAges }: CreditFileSummary, { ageTenths }: Goal): number | null => {
  if (accountAges.accounts === 0 || ageTenths === 0) return null
  return Math.max(0, Math.ceil(ageShortfall(accountAges, ageTenths) / (5 * accountAges.accounts)))
}

/** Free alternatives, the most useful for this goal first. */
export const listFreeMoves = (file: CreditFileSummary, goal: Goal): FreeMove[] => {
  const { fullCards, ownCard } = file
  const months = monthsToWait(file, goal) ?? 0
  const [fullest] = fullCards
  const moves: (FreeMove | false)[] = [
    months > 0 &&
      months <= LONGEST_WAIT && {
        code: 'wait',
        title: `Wait ${count(months, 'month')}`,
        text: `If you open and close nothing, your average age reaches ${showYears(goal.ageTenths)} on its own.`,
      },
    fullest !== undefined && {
      code: 'pay_down',
      title: `Pay down ${fullest.name}`,
      text: `It uses ${fullest.use} of its limit. Lowering this balance usually helps more, and faster, than adding a card.`,
    },
    ownCard !== null &&
      goal.limit > 0 && {
        code: 'ask_for_limit',
        title: `Ask for a higher limit on ${ownCard}`,
        text: 'The limit is yours to keep. Ask whether it needs a hard inquiry before you agree.',
      },
    {
      code: 'family',
      title: 'Ask someone close to you',
      text: 'A relative with an old card that is paid on time can add you as an authorized user, at no cost and for as long as you both like.',
    },
    ownCard !== null && {
      code: 'keep_open',
      title: 'Keep your oldest card open',
      text: 'Every open account gets older each month. A new one lowers the average, and so does closing an old one.',
    },
  ]
  return moves.filter(move => move !== false)
}

/** What users must know before they request tradelines. Sources: docs/reference/tradelines.md. */
export const notices = [
  "A tradeline is someone else's card that you are added to. It can affect each score differently. We cannot promise a change.",
  'Lenders may discount or ignore such accounts, mortgage lenders most of all.',
  "It's temporary: usually two reporting cycles.",
  'Most card issuers forbid selling authorized-user spots and may close the account.',
  'Never name such an account as your own credit on a loan application. A false statement to a lender is a crime.',
  'Never use any number other than your SSN (CPNs are illegal).',
  'You pay nothing here, and no credit repair company may charge you before its work is done.',
] as const

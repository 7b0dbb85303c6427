import type { Inquiry } from '#features/reports/canonical.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { type Application, createLedToAccount, groupApplications } from './applications.ts'
import type { RuleContext } from './context.ts'
import type { RawFinding, SuggestedReason, Verdict } from './finding.ts'
import { distinctBureaus } from './wording.ts'

/** What rules of inquiries share: applications in their order, and how one is told. */

export type DatedApplication = Application & { name: string; date: PartialDate }

const findDatedApplications = ({ inquiries }: RuleContext): DatedApplication[] =>
  groupApplications(inquiries).flatMap(application => {
    const { company: name, date } = application.rows[0]
    return date === null ? [] : [{ ...application, name, date }]
  })

/** Gives what was made of a context before: several rules of one report ask for it. */
const memoizePerContext = <T>(make: (context: RuleContext) => T): ((context: RuleContext) => T) => {
  const made = new WeakMap<RuleContext, { value: T }>()
  return context => {
    const known = made.get(context) ?? { value: make(context) }
    made.set(context, known)
    return known.value
  }
}

/** Those that are not soft and have a date, newest first. */
export const datedApplications = memoizePerContext(findDatedApplications)

/** Tells whether an application led to an account of the file. */
export const ledToAccount = memoizePerContext(({ accounts }) => createLedToAccount(accounts))

const evidenceOf = (rows: readonly Inquiry[]) =>
  rows.map(({ bureau, company, date }) => ({
    bureau,
    field: 'inquiry',
    value: `${company}, ${showDate(date) ?? '-'}`,
  }))

type Words = {
  title: string
  says: string
  closing: string
  reason: SuggestedReason
  verdict: Verdict
  severity: RawFinding['severity']
  certainty?: number
}

/** A finding about the inquiries of an application, at the bureaus that list them. */
export const inquiryFinding = (rows: readonly [Inquiry, ...Inquiry[]], words: Words): RawFinding => {
  const { title, says, closing, reason, verdict, severity, certainty = 1 } = words
  const bureaus = distinctBureaus(rows)
  return {
    subject: { kind: 'inquiry', id: rows[0].id },
    bureaus,
    title,
    explanation: `${showList(bureaus)} ${bureaus.length === 1 ? 'lists' : 'list'} ${says}. ${closing}`,
    evidence: evidenceOf(rows),
    reason,
    verdict,
    severity,
    certainty,
  }
}

import { count } from '#features/credit/wording.ts'
import { bureausInPlan, planBadge } from '#features/identity/plan.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  fixedAnswer,
  type QuestionDetails,
  type ReportData,
  type VisibleData,
} from '../answer.ts'
import { type Citation, citePersonalInformation } from '../citation.ts'

/** Answers that name a person, or hold words that somebody wrote: they stay here and are worded by no model. */

const listed = (items: readonly string[]): string => (items.length === 0 ? 'not reported' : items.join('; '))

/** What each bureau holds of the person, as Personal shows it: of an SSN the last four digits. */
export const personalInfoAnswer = ({ report, plan }: ReportData, asked: QuestionDetails): Answer => {
  const people = report.personalInformation.filter(
    ({ bureau }) => asked.bureaus.length === 0 || asked.bureaus.includes(bureau),
  )
  if (people.length === 0)
    return fixedAnswer(`Your report has no personal information from ${showList([...bureausInPlan(plan)])}.`)
  return fixedAnswer(
    people
      .map(person =>
        [
          `${person.bureau} has the name ${person.name ?? 'not reported'}`,
          `birth date ${showDate(person.dob) ?? 'not reported'}`,
          `Social Security number ${person.ssn ?? 'not reported'}`,
          `current address ${person.currentAddress ?? 'not reported'}`,
          `earlier addresses ${listed(person.previousAddresses)}`,
          `employers ${listed(person.employers)}.`,
        ].join(', '),
      )
      .join(' '),
    [],
    people.map(({ bureau }) => citePersonalInformation(bureau)),
  )
}

/** How many findings are named. */
const NAMED = 4

/** What the checks found, the weightiest first; that something looks wrong is not that it is wrong. */
export const findingsAnswer = ({ findings }: ReportData): Answer => {
  if (findings.length === 0)
    return fixedAnswer(
      'Our checks found nothing in your report that contradicts itself. Only you know whether every account is yours: look through Full Report.',
    )
  const named = findings.slice(0, NAMED)
  const more = findings.length - named.length
  const citations = named.flatMap(({ title, bureaus, accountId, inquiryId, recordId, personalField }) => {
    const [bureau] = bureaus
    const field = accountId
      ? `accountInformation/${accountId}/id`
      : inquiryId
        ? `creditInquiries/${inquiryId}/date`
        : recordId
          ? `publicRecords/${recordId}/type`
          : personalField && 'personalInformation'
    return field ? [{ label: title, field, ...(bureau ? { bureau } : {}) } satisfies Citation] : []
  })
  return fixedAnswer(
    `${count(findings.length, 'thing')} in your report ${findings.length === 1 ? 'looks' : 'look'} worth a check. ${named
      .map(({ title, bureaus }) => `${title} (${bureaus.join(', ')}).`)
      .join(
        ' ',
      )}${more > 0 ? ` And ${more} more.` : ''} You know best what is true: dispute only what is wrong.`,
    ['dispute'],
    citations,
  )
}

const statusWords = { NEW: 'new', SENT: 'sent', CLOSED: 'closed' } as const

/** The disputes with their status and how many of their letters were mailed. */
export const disputesAnswer = ({ disputes, timeZone }: VisibleData): Answer => {
  if (disputes.length === 0) return fixedAnswer('You have no disputes yet.', ['dispute'])
  const named = disputes.slice(0, NAMED)
  const lines = named.map(({ title, status, createdAt, letters }) => {
    const delivered = letters.filter(({ mailState }) => mailState === 'delivered').length
    const mailed = letters.filter(({ lobLetterId }) => lobLetterId !== null).length
    return `${title}, created ${showDay(createdAt, timeZone)}: ${statusWords[status]}, ${mailed} of ${count(letters.length, 'letter')} mailed, ${delivered} delivered.`
  })
  const more = disputes.length - named.length
  return fixedAnswer(
    `You have ${count(disputes.length, 'dispute')}. ${lines.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
    ['disputes'],
    named.map(({ id, title }) => ({ label: title, field: `disputes/${id}` })),
  )
}

/** The plan by its badge, and which bureaus it shows (decisions section 4). */
export const planAnswer = ({ plan }: VisibleData): Answer =>
  fixedAnswer(
    `You are on the ${planBadge(plan)}. It shows ${showList([...bureausInPlan(plan)])}.${
      plan === 'free' ? ' You can switch on all three bureaus in Profile.' : ''
    }`,
    ['profile'],
    [{ label: 'Subscription plan', field: 'user/subscription' }],
  )

/** The date on the report, and that reports come monthly where the person agreed (decisions section 5). */
export const reportDateAnswer = ({ analytics, timeZone }: VisibleData): Answer => {
  const { report, isProcessing } = analytics
  if (report === null) return fixedAnswer(analytics.message ?? 'You have no credit report yet.', ['import'])
  const date = showDate(report.reportDate)
  const came = showDay(report.receivedAt, timeZone)
  return fixedAnswer(
    `Your report is ${date === null ? 'without a date' : `of ${date}`} and came here on ${came}. ${
      isProcessing
        ? 'We asked the bureaus for a new one.'
        : 'If you agreed that we fetch reports, we ask the bureaus for a new one once a month, a month after the last. You can also import one at any time.'
    }`,
    [],
    [{ label: 'Report date', field: 'report/reportDate' }],
  )
}

/** Nothing can be said of a report that is not there. */
export const noReportAnswer = ({ analytics }: VisibleData): Answer =>
  fixedAnswer(
    `${analytics.message ?? 'You have no credit report yet.'} ${
      analytics.isProcessing ? 'Ask again when it is here.' : 'Import a report in Overview, then ask again.'
    }`,
    analytics.isProcessing ? [] : ['import'],
  )

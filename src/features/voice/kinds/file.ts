import { count } from '#features/credit/wording.ts'
import { lastDayInTime, listAnswersDue } from '#features/disputes/deadlines/answer-due.ts'
import type { Dispute, Letter } from '#features/disputes/dispute-contract.ts'
import { bureausInPlan, planBadge } from '#features/identity/plan.ts'
import { letterStatuses } from '#features/mailing/letter-status.ts'
import { groupByDate } from '#features/reports/parts.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  bureausWithGap,
  citePersonalInformation,
  fixedAnswer,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  type VisibleData,
} from '../answer.ts'
import type { Citation } from '../contract.ts'

/** Answers with names or free text: they are never sent to a model. */

const listed = (items: readonly string[]): string => (items.length === 0 ? 'not reported' : items.join('; '))

/** As Personal shows it, with the last four digits of the SSN. */
const personalInfoAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const { report, plan } = known
  const withoutSsn = bureausWithGap(known, 'ssn')
  const people = report.personalInformation.filter(
    ({ bureau }) => asked.bureaus.length === 0 || asked.bureaus.includes(bureau),
  )
  if (people.length === 0)
    return fixedAnswer(
      `Your report has no personal information from ${showList(
        bureausInPlan(plan).filter(bureau => asked.bureaus.length === 0 || asked.bureaus.includes(bureau)),
      )}.`,
    )
  return fixedAnswer(
    listText(
      '',
      people.map(person =>
        [
          `${person.bureau} has the name ${person.name ?? 'not reported'}`,
          `birth date ${showDate(person.dob) ?? 'not reported'}`,
          `Social Security number ${person.ssn ?? (withoutSsn.includes(person.bureau) ? 'not in this kind of file' : 'not reported')}`,
          `current address ${person.currentAddress ?? 'not reported'}`,
          `earlier addresses ${listed(person.previousAddresses)}`,
          `employers ${listed(person.employers)}.`,
        ].join(', '),
      ),
    ),
    [],
    people.map(({ bureau }) => citePersonalInformation(bureau)),
  )
}

const NAMED = 4

/** Most serious first. The reported data behind a finding may still be correct. */
const findingsAnswer = ({ findings }: ReportData): Answer => {
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
    listText(
      `${count(findings.length, 'thing')} in your report ${findings.length === 1 ? 'looks' : 'look'} worth a check.`,
      named.map(({ title, bureaus }) => `${title} (${bureaus.join(', ')}).`),
      `${more > 0 ? `And ${more} more. ` : ''}You know best what is true: dispute only what is wrong.`,
    ),
    ['dispute'],
    citations,
  )
}

const statusWords = { NEW: 'new', SENT: 'sent', CLOSED: 'closed' } as const

/** `2 letters: 1 in transit, 1 delivered`, as the letters' screens count them. */
const letterWords = (letters: readonly Letter[]): string => {
  const states = letters.map(({ mailState, lobErrorMessage }) =>
    lobErrorMessage ? 'failed' : letterStatuses[mailState].display,
  )
  const counted = [...Map.groupBy(states, state => state)].map(
    ([state, alike]) => `${alike.length} ${state.replaceAll('_', ' ')}`,
  )
  return `${count(letters.length, 'letter')}: ${counted.join(', ')}.`
}

/** The next answer due, as in the list of disputes. */
const answerDueWords = (dispute: Dispute, today: string, timeZone: string): string => {
  const [next] = listAnswersDue(dispute)
  if (next === undefined) return ''
  const day = showDay(next.dueOn)
  if (next.estimated)
    return next.dueOn >= today
      ? ` The answer of ${next.recipient} is due about ${day}.`
      : ` The answer of ${next.recipient} would have been due about ${day}, had the letter arrived when expected; no delivery was reported.`
  if (next.dueOn >= today) return ` The answer of ${next.recipient} is due ${day}.`
  const letter = dispute.letters.find(({ id }) => id === next.letterId)
  const last = letter ? lastDayInTime(letter, next, timeZone) : next.dueOn
  const longest = last < today ? '' : `, or by ${showDay(last)} if the law gives it 45 days`
  return ` The answer of ${next.recipient} was due ${day}${longest}, and you recorded none.`
}

/** Only disputes about the companies, and letters to the bureaus, that the question names. */
const disputesAnswer = (
  { disputes, timeZone, today }: VisibleData,
  { bureaus, companies }: QuestionDetails,
): Answer => {
  if (disputes.length === 0) {
    const about = companies.length === 0 ? '' : ` about ${showList([...companies])}`
    const at =
      bureaus.length === 0
        ? ''
        : ` with a letter to ${bureaus.length === 1 ? 'that bureau' : 'those bureaus'}`
    return fixedAnswer(
      about + at === '' ? 'You have no disputes yet.' : `You have no dispute${about}${at}.`,
      ['dispute'],
    )
  }
  const named = disputes.slice(0, NAMED)
  const lines = named.map(
    dispute =>
      `${dispute.title}, created ${showDay(dispute.createdAt, timeZone)}: ${statusWords[dispute.status]}. ${letterWords(dispute.letters)}${answerDueWords(dispute, today, timeZone)}`,
  )
  const more = disputes.length - named.length
  return fixedAnswer(
    listText(`You have ${count(disputes.length, 'dispute')}.`, lines, more > 0 ? `And ${more} more.` : ''),
    ['disputes'],
    named.map(({ id, title }) => ({ label: title, field: `disputes/${id}` })),
  )
}

/** The plan's badge and bureaus. */
const planAnswer = ({ plan }: VisibleData): Answer =>
  fixedAnswer(
    `You are on the ${planBadge(plan)}. It shows ${showList([...bureausInPlan(plan)])}.${
      plan === 'free'
        ? ' You can switch on all three bureaus in Profile.'
        : ' You can switch back to the Free Plan in Profile; your account and your disputes stay.'
    }`,
    ['profile'],
    [{ label: 'Subscription plan', field: 'user/subscription' }],
  )

/** The date of a report, or of each part where they differ. */
const datesOf = ({ reportDate, parts }: NonNullable<VisibleData['analytics']['report']>): string => {
  const dateText = (date: string | null) => (date === null ? 'without a date' : `of ${showDate(date)}`)
  const dates = groupByDate(parts)
  if (dates.length < 2) return `is ${dateText(reportDate)}`
  return `is made of files of different dates: ${dates.map(one => `${showList(one.bureaus)} ${dateText(one.date)}`).join('; ')}. It`
}

/** The date on the report. Reports come monthly if the user agreed. */
const reportDateAnswer = ({ analytics, timeZone }: VisibleData): Answer => {
  const { report, isProcessing } = analytics
  if (report === null) return fixedAnswer(analytics.message ?? 'You have no credit report yet.', ['import'])
  const receivedOn = showDay(report.receivedAt, timeZone)
  return fixedAnswer(
    `Your report ${datesOf(report)} ${groupByDate(report.parts).length < 2 ? 'and ' : ''}came here on ${receivedOn}. ${
      isProcessing
        ? 'We asked the bureaus for a new one.'
        : 'If reports are fetched for you, a new one comes once a month, a month after the last. You can also import one at any time.'
    }`,
    [],
    [{ label: 'Report date', field: 'report/reportDate' }],
  )
}

export const noReportAnswer = ({ analytics }: VisibleData): Answer =>
  fixedAnswer(
    `${analytics.message ?? 'You have no credit report yet.'} ${
      analytics.isProcessing ? 'Ask again when it is here.' : 'Import a report in Overview, then ask again.'
    }`,
    analytics.isProcessing ? [] : ['import'],
  )

export const fileKinds = {
  findings: {
    answer: findingsAnswer,
    needs: ['accounts', 'inquiries', 'publicRecords', 'paymentHistory'],
    company: 'rows',
    suggestion: { english: 'Is anything wrong with my report?', spanish: '¿Hay errores en mi reporte?' },
  },
  disputes: {
    answer: disputesAnswer,
    answerWithoutReport: disputesAnswer,
    company: 'rows',
    says: ['when', 'how_long'],
    suggestion: {
      english: 'What is the status of my disputes?',
      spanish: '¿Cuál es el estado de mis disputas?',
    },
  },
  plan: {
    answer: planAnswer,
    answerWithoutReport: planAnswer,
    says: ['why'],
    suggestion: { english: 'Which plan am I on?', spanish: '¿Qué plan tengo?' },
  },
  report_date: {
    answer: reportDateAnswer,
    answerWithoutReport: reportDateAnswer,
    says: ['when', 'how_long'],
    suggestion: { english: 'When was my report updated?', spanish: '¿Cuándo se actualiza mi reporte?' },
  },
  personal_info: {
    answer: personalInfoAnswer,
    namesBureaus: true,
    suggestion: {
      english: 'What personal information is on file?',
      spanish: '¿Qué datos personales tienen?',
    },
  },
} as const satisfies Record<string, ReportKindDefinition>

import { count } from '#features/credit/wording.ts'
import { bureausInPlan, planBadge } from '#features/identity/plan.ts'
import { groupByDate } from '#features/reports/parts.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  bureausLacking,
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
  const withoutSsn = bureausLacking(known, 'ssn')
  const people = report.personalInformation.filter(
    ({ bureau }) => asked.bureaus.length === 0 || asked.bureaus.includes(bureau),
  )
  if (people.length === 0)
    return fixedAnswer(`Your report has no personal information from ${showList([...bureausInPlan(plan)])}.`)
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

const disputesAnswer = ({ disputes, timeZone }: VisibleData): Answer => {
  if (disputes.length === 0) return fixedAnswer('You have no disputes yet.', ['dispute'])
  const named = disputes.slice(0, NAMED)
  const lines = named.map(({ title, status, createdAt, letters }) => {
    const delivered = letters.filter(({ mailState }) => mailState === 'delivered').length
    const mailed = letters.filter(({ lobLetterId }) => lobLetterId !== null).length
    return `${title}, created ${showDay(createdAt, timeZone)}: ${statusWords[status]}, ${mailed} of ${count(letters.length, 'letter')} mailed, ${delivered} delivered.`
  })
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
      plan === 'free' ? ' You can switch on all three bureaus in Profile.' : ''
    }`,
    ['profile'],
    [{ label: 'Subscription plan', field: 'user/subscription' }],
  )

/** The date of a report, or of each part where they differ. */
const datesOf = ({ reportDate, parts }: NonNullable<VisibleData['analytics']['report']>): string => {
  const said = (date: string | null) => (date === null ? 'without a date' : `of ${showDate(date)}`)
  const dates = groupByDate(parts)
  if (dates.length < 2) return `is ${said(reportDate)}`
  return `is made of files of different dates: ${dates.map(one => `${showList(one.bureaus)} ${said(one.date)}`).join('; ')}. It`
}

/** The date on the report. Reports come monthly if the user agreed. */
const reportDateAnswer = ({ analytics, timeZone }: VisibleData): Answer => {
  const { report, isProcessing } = analytics
  if (report === null) return fixedAnswer(analytics.message ?? 'You have no credit report yet.', ['import'])
  const came = showDay(report.receivedAt, timeZone)
  return fixedAnswer(
    `Your report ${datesOf(report)} ${groupByDate(report.parts).length < 2 ? 'and ' : ''}came here on ${came}. ${
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

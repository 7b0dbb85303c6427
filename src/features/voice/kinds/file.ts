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

/** Answers with names or text that people wrote: no model sees them. */

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

/** The most serious first. A finding may still be correct. */
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
    concepts:
      'disputable dispute how_to, disputable, list dispute, check mistake, check report, check report mistake, mistake look, mistake, mistake listed, mistake report, odd, odd report, disagree bureau, disagree report, look mistake, report clean',
    hints: 'mistake, odd, disagree, mistake report',
    patterns: [
      'inconsisten*/anomal*/irregular*/mismatch*/contradict*/fishy/conflict*/findings',
      'check/review/scan/audit/examine/inspect my/the report/file for',
      'check/review/scan/audit/verify my/the report/file',
      'doesnt/dont/not add/match/agree up/bureaus/report',
      'red flags report',
      'weird/odd/raro/extrano en/on/in report/informe/reporte',
      'anything/something/everything/whats/what wrong/off/odd/strange/suspicious/weird/incorrect/inaccurate/unusual/funny',
      'any/find/see/found/are/there error*/mistake*/problem*/issue*/inaccura*/discrepanc*',
      'error*/mistake*/inaccura*/discrepanc* on/in my/the report/file/credit',
      'is my report/file/everything accurate/correct/right/ok/okay/clean',
      'looks/look wrong/off/odd/strange/suspicious/weird/incorrect',
      'anything should/could/can/worth dispute/disputing/disputed',
      'what can/should/could dispute',
      'what did you find',
      'bureaus disagree/differ/differently/different',
      'algo mal/malo/raro/incorrecto/sospechoso/extrano',
      'hay/tengo/ves errores/error/algun',
      'errores en',
      'esta bien/correcto mi reporte/informe',
      'que puedo disputar',
    ],
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
    concepts:
      'dispute status how_to, letter status how_to, dispute status, letter status, bureau status, letter bureau status, count dispute, dispute why, dispute open, letter',
    hints: 'dispute, letter, dispute status, letter status',
    patterns: [
      'get/got/heard/hear/word back about/from/on dispute*/bureau*/letter*',
      'bureaus respond*/answer*/reply*/replied',
      'dispute* result*/answer*/outcome*/update*/response*',
      'letter* delivered/arrived/mailed/sent',
      'respond*/contest* disputa*/carta*',
      'hear/heard from bureau*/experian/equifax/transunion',
      'status/progress/state/update/news of/on/about my/the dispute*/letter*/case/claim',
      'my dispute*/letters status/progress/going/sent/arrive*/answered/mailed/doing',
      'dispute* status/progress/sent/open/pending/done/resolved/finished/going/result*/outcome*',
      'where is/are my/the dispute*/letter*',
      'has/have/did my/the/any dispute*/letter* sent/arrive*/answer*/mailed/delivered/been/go',
      'has/have/did experian/equifax/transunion/bureau* answer*/respond*/replied/reply*/get',
      'how many disputes',
      'do i have dispute*',
      'my disputes',
      'what happened/happening to/with/about my/the dispute*/letter*',
      'disputes do/did/have i',
      'which/what/any/open/active dispute* have/are/do/did/open/filed',
      'letters sent/mailed/arrive*',
      'como va/van mi/mis disputa*',
      'estado de mi/mis/la/las disputa*/carta*',
      'mis disputas',
      'disputas tengo/abiertas/pendientes',
      'donde esta/estan mi/mis carta*/disputa*',
    ],
  },
  plan: {
    answer: planAnswer,
    answerWithoutReport: planAnswer,
    says: ['why'],
    suggestion: { english: 'Which plan am I on?', spanish: '¿Qué plan tengo?' },
    concepts:
      'why bureau, why bureau look, every_bureau, every_bureau look, total bureau, free plan, plan, plan you, bill_me, bill_me you, bureau count',
    hints: 'plan, bill_me, every_bureau',
    patterns: [
      'three/3/all bureau* access/do/have/see',
      'access three/3/all bureau*',
      'do i have/see max/three/3/all bureau*',
      'bureaus do i have/get/see',
      'what do i get',
      'subscription/membership/upgrade',
      'my/que/cual/mi plan',
      'which/what plan/tier/subscription/membership',
      'what does my plan',
      'am i on/paying free/max/premium/plan/for',
      'free plan/version/tier',
      'max plan',
      'how many bureaus',
      'which bureaus can/do i/you see/show/included',
      'why only/just transunion/one/1',
      'cant/dont/not see/have experian/equifax',
      'plan gratis/gratuito/max',
    ],
  },
  report_date: {
    answer: reportDateAnswer,
    answerWithoutReport: reportDateAnswer,
    says: ['when', 'how_long'],
    suggestion: { english: 'When was my report updated?', spanish: '¿Cuándo se actualiza mi reporte?' },
    concepts: 'when report, when fresh, fresh report, next report, when next, fresh, age report',
    hints: 'fresh, next report, when report',
    patterns: [
      'when was/were this/it pulled/updated/made/from',
      'this from/pulled when',
      'last pull*/pulled/update*/refresh*/updated/refreshed',
      'out of date',
      'stale/actualizado/actualizada/actualizaron',
      'as of when',
      'data current',
      'de que fecha',
      'refresh date',
      'how old/recent/current/fresh/new is/are this/my/the report/data/file/information/info/score*',
      'when was/is/were my/the/this report/data/score*/file pulled/from/made/dated/updated/refreshed/taken',
      'when will/do/does/is/can next/new/update*/refresh*/report',
      'when do/will you update*/refresh*/pull',
      'next refresh/update/report/pull',
      'date of/on my/the/this report/data/file',
      'report/data/file date/dated/outdated',
      'how often update*/refresh*/report/new',
      'latest report',
      'up to date',
      'de cuando/cuantos es/son reporte/informe/datos',
      'cuando se/es/fue actualiza*/proximo/nuevo',
      'fecha de/del reporte/informe',
      'proximo reporte/informe',
      'cuando actualiza*',
    ],
  },
  personal_info: {
    answer: personalInfoAnswer,
    namesBureaus: true,
    suggestion: {
      english: 'What personal information is on file?',
      spanish: '¿Qué datos personales tienen?',
    },
    concepts:
      'phone number listed, phone number change, address change, personal listed, address, name listed, birth, employer, phone listed, ssn listed, address listed, employer listed, personal report, birth clean, name bureau, address bureau, name clean',
    hints: 'address, name, birth, employer, ssn, personal',
    patterns: [
      'date of birth correct/right',
      'birth* date/day/year/correct/right',
      'have listed for me',
      'listed for me',
      'spelled/spelling name',
      'old/wrong name/address*',
      'donde vivo',
      'where i live/work',
      'personal info*/details/data',
      'what/which name*/address*/addresses/employer*/phone*/birthday/birthdate',
      'name*/address*/addresses/employer*/phone* on/in/do/does/are/listed/reported file/report/record/have/bureaus/my',
      'my address/addresses/name/employer*/birthday/birthdate/phone',
      'previous/old/former/past address*/employer*',
      'address*/name* right/correct/wrong',
      'date of birth',
      'social security/ssn on/in/is/listed',
      'what/whats is my social/ssn',
      'where do/does you/they/bureaus think i live/work',
      'who do i work',
      'informacion/datos personal*',
      'direccion*/nombre/empleador* tienen/aparece*/tiene/hay/sale*',
      'que/cual direccion*/nombre/empleador*',
      'mi direccion/nombre',
    ],
  },
} as const satisfies Record<string, ReportKindDefinition>

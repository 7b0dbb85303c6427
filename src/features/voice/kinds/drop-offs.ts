import type { DropOff } from '#features/credit/contract.ts'
import { count } from '#features/credit/wording.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  fixedAnswer,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  reportAnswer,
} from '../answer.ts'
import type { Citation } from '../contract.ts'
import { rightKinds } from './rights.ts'

/** When each negative item and inquiry leaves, by the law's periods and the dates of the report. */

const LISTED = 12

/** The items that a word of the question names. */
const subjects: readonly (readonly [word: RegExp, kinds: readonly DropOff['kind'][]])[] = [
  [/^(?:inquir|enquir|pulls?$|consulta)/, ['inquiry']],
  [/^(?:bankrupt|judge?ment|liens?$|bancarrota|quiebra)/, ['record']],
  [/^(?:collect|charge|repo|foreclos|cobranza)/, ['account']],
  [/^(?:lates?$|delinq|missed|atras|tarde)/, ['late_payments', 'account']],
  [/^(?:negativ|derog|bad$|malas?$|malos?$)/, ['late_payments', 'account', 'record']],
]

/** Everything where it names nothing. */
const selectItems = (items: readonly DropOff[], words: readonly string[]): readonly DropOff[] => {
  const named = subjects.flatMap(([word, kinds]) => (words.some(one => word.test(one)) ? kinds : []))
  return named.length === 0 ? items : items.filter(({ kind }) => named.includes(kind))
}

const dropOffLine = ({ label, bureaus, from, latest, why }: DropOff, today: string): string => {
  const where = `${label} (${showList([...bureaus])})`
  if (latest === null) return `${where}: cannot be told. ${why}`
  const day = showDate(latest)
  return `${where}: ${latest < today ? `the time ended on ${day}` : `by ${day}`}. ${why}${
    from === null
      ? ''
      : ` ${from.name}: ${from.date.length === 7 ? showMonth(from.date) : showDate(from.date)}.`
  }`
}

const placeOf = ({ accountId, inquiryId, recordId, kind }: DropOff): string =>
  accountId !== undefined
    ? `accountInformation/${accountId}/${kind === 'late_payments' ? 'paymentHistory' : 'dateFirstDelinquency'}`
    : inquiryId !== undefined
      ? `creditInquiries/${inquiryId}/date`
      : `publicRecords/${recordId}/type`

const citeDropOff = (item: DropOff): Citation[] =>
  item.bureaus.map(bureau => ({ label: item.label, bureau, field: placeOf(item) }))

const dropOffsAnswer = ({ analytics, facts, today }: ReportData, { words }: QuestionDetails): Answer => {
  if (!facts.hasFile)
    return reportAnswer('No bureau shared a file, so nothing can be said of when items leave it.')
  const items = selectItems(analytics.figures?.dropOffs ?? [], words)
  if (items.length === 0)
    return reportAnswer('Nothing of that kind is listed in your report, so nothing has to leave it.')
  const named = items.slice(0, LISTED)
  const more = items.length - named.length
  return fixedAnswer(
    listText(
      `The last day on which each item may be listed, by 15 U.S.C. 1681c and the dates in your report.${
        named.some(({ kind }) => kind === 'inquiry') ? ' For inquiries it is what bureaus usually do.' : ''
      }`,
      named.map(item => dropOffLine(item, today)),
      `${more > 0 ? `${count(more, 'more item')} ${more === 1 ? 'is' : 'are'} not named here. ` : ''}A bureau may remove an item earlier. You can dispute what is listed for longer.`,
    ),
    [],
    named.flatMap(citeDropOff),
  )
}

export const dropOffKinds = {
  when_falls_off: {
    answer: dropOffsAnswer,
    answerWithoutReport: rightKinds.how_long_listed.answer,
    company: 'rows',
    namesBureaus: true,
    says: ['when', 'how_long'],
    suggestion: {
      english: 'When will negative items fall off my report?',
      spanish: '¿Cuándo desaparecen las cosas negativas de mi reporte?',
    },
    concepts: 'stay when',
    patterns: [
      'when will/does/do/is/should/can fall*/drop*/come*/go/goes/roll*/age* off/away',
      'when will/does/do disappear*/expire*/vanish*/leave/gone/removed',
      'what date/day/month/year will/does/do fall*/drop*/come*/go/roll*/disappear*',
      'how long until/before/till fall*/drop*/come*/go/goes/disappear*/removed/gone/off',
      'how much longer on/report/stay*/will',
      'drop off date*',
      'drop*/fall*/roll* off soon/next/first',
      'cuando desaparece*/borra*/caduca*/sale*/quita*',
    ],
  },
} as const satisfies Record<string, ReportKindDefinition>

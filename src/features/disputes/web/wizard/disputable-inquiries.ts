import { groupApplications } from '#features/findings/applications.ts'
import type { ShownFinding } from '#features/findings/contract.ts'
import { inquiryReasons } from '#features/findings/reasons.ts'
import { bureaus as allBureaus, type Bureau } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { isInquiryReasonAllowed, listInquiryReasons } from '../../reason-eligibility.ts'
import { inquiryReasonWords, needsExplanation } from '../../reason-words.ts'
import {
  type DisputableItem,
  type FullReport,
  reasonOption,
  sortByFindings,
  suggestedFirst,
} from './disputable-item.ts'

type Row = FullReport['creditInquiries'][number]

/**
 * The hard inquiries of the report as choices, each application once with every bureau that lists it: findings first,
 * then the newest. An inquiry of unreported kind may be hard; a soft one is visible only to the consumer (15 USC
 * 1681b(c)(3)).
 */
export const disputableInquiries = (
  report: FullReport,
  findings: readonly ShownFinding[],
): DisputableItem[] => {
  const rows = report.creditInquiries.filter(({ kind }) => kind !== 'soft')
  return sortByFindings(
    groupApplications(rows).map(application => pickable(application.rows, rows, findings)),
    findings,
  )
}

const pickable = (
  own: readonly [Row, ...Row[]],
  all: readonly Row[],
  findings: readonly ShownFinding[],
): DisputableItem => {
  const [first] = own
  const found = findings.filter(({ inquiryId }) => own.some(({ id }) => id === inquiryId))
  const rowsAt = (some: readonly Bureau[]) => own.filter(({ bureau }) => some.includes(bureau))
  return {
    key: first.id,
    name: first.company,
    spellings: own.map(({ company }) => company),
    amount: showDate(first.date) ?? '-',
    fact: 'A company asked a bureau for your file. Did you apply with it?',
    number: null,
    group: 'Other inquiries',
    rows: own.map(({ id, bureau }) => ({ id, bureau })),
    offered: allBureaus.flatMap(bureau => {
      const row = own.find(one => one.bureau === bureau)
      return row === undefined ? [] : [{ bureau, shows: `${row.company}, ${showDate(row.date) ?? '-'}` }]
    }),
    findings: found,
    listOptions: (bureaus, today) =>
      suggestedFirst(listInquiryReasons(rowsAt(bureaus), all, today), found)
        .toSorted((one, other) => Number(needsExplanation(one)) - Number(needsExplanation(other)))
        .map(value => reasonOption(value, inquiryReasonWords[value], needsExplanation(value))),
    listRightAnswers: () => [],
    isReasonAllowed: (value, bureau, today) => {
      const reason = inquiryReasons.find(one => one === value)
      return (
        reason !== undefined && rowsAt([bureau]).some(row => isInquiryReasonAllowed(reason, row, all, today))
      )
    },
  }
}

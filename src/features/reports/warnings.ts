import type { Bureau } from '#values/bureau.ts'
import { showList } from '#values/list.ts'
import type { ReportWarning } from './canonical.ts'
import { type BureauCoverage, type DoubtKind, differsFromStated, isReadWhole } from './coverage.ts'

/** Warnings about a readable report. */

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

const warningMessages = {
  joint_file: count =>
    `This file was ordered for two people. ${items(count)} of the other person ${count === 1 ? 'was' : 'were'} left out.`,
  unknown_bureau: count =>
    `${items(count)} ${count === 1 ? 'was' : 'were'} left out because the file does not say which bureau reports ${count === 1 ? 'it' : 'them'}.`,
  unknown_code: count =>
    `${items(count)} ${count === 1 ? 'has' : 'have'} a code that we do not know. ${count === 1 ? 'It is' : 'They are'} shown without what that code means.`,
  not_stored: () =>
    'Our credit data provider does not let us keep what this bureau reports, so it is not shown.',
  hidden_tradelines: count =>
    `This page shows one account of a bureau where the bureau has several: ${items(count)} cannot be seen in it.`,
  equifax_ok_unsure: () => 'In this page an "OK" of Equifax may also mean that the month was not rated.',
  other_person: () => 'The name and Social Security number in this file are not yours. Is this your report?',
} as const satisfies Record<string, (count: number) => string>

type WarningCode = keyof typeof warningMessages

/** The same question as `other_person`, for a file that could be the user's. */
export const createPersonQuestion = (): ReportWarning => ({
  code: 'other_person',
  message:
    'This file gives no Social Security number, and its name or year of birth is not quite yours. Is this your report?',
  bureau: null,
})

/** `bureau`: the one bureau whose file the warning is about, null for the whole document. */
export const createWarning = (code: WarningCode, bureau: Bureau | null, count = 0): ReportWarning => ({
  code,
  message: warningMessages[code](count),
  bureau,
})

/** Warnings for the counts above zero; a count is how many items the warning is about. */
export const createCountedWarnings = (
  bureau: Bureau | null,
  counts: readonly (readonly [WarningCode, number])[],
): ReportWarning[] =>
  counts.filter(([, count]) => count > 0).map(([code, count]) => createWarning(code, bureau, count))

const nameOf = { accounts: 'account', inquiries: 'inquiry', publicRecords: 'public record' } as const
const namesOf = { accounts: 'accounts', inquiries: 'inquiries', publicRecords: 'public records' } as const
const shortCodes = {
  accounts: 'accounts_short',
  inquiries: 'inquiries_short',
  publicRecords: 'records_short',
} as const
type CountedSection = keyof typeof nameOf

const countOf = (count: number, kind: CountedSection): string =>
  `${count} ${count === 1 ? nameOf[kind] : namesOf[kind]}`

/** Pages in words: `Page 7`, `Pages 12 and 13`. */
export const describePages = (pages: readonly number[]): string =>
  `${pages.length === 1 ? 'Page' : 'Pages'} ${showList(pages.map(String))}`

/** How a bureau's rows compare with what the document states, and sections that were not read to their end. */
const warnAboutCounts = (one: BureauCoverage): ReportWarning[] => {
  const { bureau, stated, read, pagesDamaged } = one
  return (['accounts', 'inquiries', 'publicRecords'] as const).flatMap((kind): ReportWarning[] => {
    if (differsFromStated(one, kind)) {
      const message = `The report says it has ${countOf(stated[kind] ?? 0, kind)} at ${bureau}. We read ${read[kind]}.`
      return [{ code: shortCodes[kind], bureau, message }]
    }
    if (kind === 'publicRecords' || one.sections.includes(kind) || isReadWhole(one, kind)) return []
    const message = `We did not find where the ${namesOf[kind]} of ${bureau} end in this file${
      pagesDamaged.length > 0 ? ', which is damaged' : ''
    }. Some may be missing.`
    return [{ code: 'section_missing', bureau, message }]
  })
}

const doubtCodes = {
  monthsUnreadable: 'marks_unreadable',
  unknownLabel: 'unknown_label',
  labelTwice: 'label_twice',
  entryLost: 'entry_lost',
  unknownWords: 'unknown_words',
} as const satisfies Record<DoubtKind, string>

const line = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)

const doubtMessages: Record<DoubtKind, (count: number, bureau: Bureau) => string> = {
  monthsUnreadable: (count, bureau) =>
    `The payment marks of ${countOf(count, 'accounts')} at ${bureau} are drawings or damaged, and we cannot read all of them. Those months are left out.`,
  unknownLabel: (count, bureau) =>
    `${line(count)} of ${bureau} ${count === 1 ? 'has a label' : 'have labels'} that we do not know. ${count === 1 ? 'It was' : 'They were'} left out.`,
  labelTwice: (count, bureau) =>
    `${line(count)} of ${bureau} ${count === 1 ? 'appears' : 'appear'} twice in one entry. We used the first.`,
  entryLost: (count, bureau) =>
    `${count === 1 ? '1 entry' : `${count} entries`} of ${bureau} could not be told apart from others. All or part of ${count === 1 ? 'it' : 'them'} was left out.`,
  unknownWords: (count, bureau) =>
    `${items(count)} of ${bureau} ${count === 1 ? 'has a status' : 'have statuses'} that we do not recognize. ${count === 1 ? 'It is' : 'They are'} shown as printed.`,
}

/** Months are counted by account, the rest like in the reader. */
const warnAboutDoubts = ({ bureau, doubts, monthsUnreadable }: BureauCoverage): ReportWarning[] =>
  (['monthsUnreadable', 'entryLost', 'labelTwice', 'unknownLabel', 'unknownWords'] as const).flatMap(
    (kind): ReportWarning[] => {
      const found = doubts.filter(doubt => doubt.kind === kind)
      const least = kind === 'monthsUnreadable' && monthsUnreadable > 0 ? 1 : 0
      const count =
        kind === 'monthsUnreadable'
          ? Math.max(least, found.length)
          : found.reduce((sum, doubt) => sum + doubt.count, 0)
      return count === 0
        ? []
        : [{ code: doubtCodes[kind], bureau, message: doubtMessages[kind](count, bureau) }]
    },
  )

/** Pages belong to the document, regardless of its bureaus. */
const warnAboutPages = (coverage: readonly BureauCoverage[]): ReportWarning[] => {
  const damaged = [...new Set(coverage.flatMap(({ pagesDamaged }) => pagesDamaged))].toSorted((a, b) => a - b)
  if (damaged.length === 0) return []
  const message = `${describePages(damaged)} of this file ${damaged.length === 1 ? 'is' : 'are'} damaged. Something on ${damaged.length === 1 ? 'it' : 'them'} may be missing.`
  return [{ code: 'page_damaged', bureau: null, message }]
}

/** What the user must know about how a document was read. */
export const warnAboutCoverage = (coverage: readonly BureauCoverage[]): ReportWarning[] => [
  ...warnAboutPages(coverage),
  ...coverage.flatMap(one => [...warnAboutCounts(one), ...warnAboutDoubts(one)]),
]

import type { Bureau } from '#values/bureau.ts'
import type { ReportWarning } from './canonical.ts'

/** Warnings about a report that could be read. */

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

export const warningMessages = {
  joint_file: count =>
    `This file was ordered for two people. ${items(count)} of the other person ${count === 1 ? 'was' : 'were'} left out.`,
  unknown_bureau: count =>
    `${items(count)} ${count === 1 ? 'was' : 'were'} left out because the file does not say which bureau reports ${count === 1 ? 'it' : 'them'}.`,
  unknown_code: count =>
    `${items(count)} ${count === 1 ? 'has' : 'have'} a code that we do not know. ${count === 1 ? 'It is' : 'They are'} shown without what that code means.`,
  not_stored: () =>
    'Our credit data provider does not let us keep what this bureau reports, so it is not shown.',
  other_person: () => 'The name and Social Security number in this file are not yours. Is this your report?',
} as const satisfies Record<string, (count: number) => string>

export type WarningCode = keyof typeof warningMessages

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

import type { Account, Inquiry, PersonalInfo, PublicRecord } from '#features/reports/canonical.ts'
import { type AccountField, carries } from '#features/reports/carries.ts'
import { type CoveredSection, isSectionWhole } from '#features/reports/coverage.ts'
import { findPartDate } from '#features/reports/parts.ts'
import { recordKindOf } from '#features/reports/public-records.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import type { ComparisonData, ExaminedReport, OwnDetails } from './finding.ts'

/** A report indexed once for all rules, so that no rule compares every row with every other. */
export type RuleContext = {
  /**
   * The "today" of every rule: the date of the report, else the newest date on which an account was reported.
   */
  asOf: PartialDate | null
  accounts: readonly Account[]
  /** The rows of each account in bureau order. */
  groups: readonly (readonly Account[])[]
  byBureau: ReadonlyMap<Bureau, readonly Account[]>
  inquiries: readonly Inquiry[]
  records: readonly PublicRecord[]
  /** The only bankruptcy on file, at one or several bureaus; null if there is none or more than one. */
  onlyBankruptcy: PublicRecord | null
  people: readonly PersonalInfo[]
  birthDateAt: (bureau: Bureau) => PartialDate | null
  /** The same row in earlier reports, newest first. */
  earlierRows: (row: Account) => readonly EarlierRow[]
  ownDetails: OwnDetails | null
  /**
   * Whether a missing value means that the bureau does not report this field: the format of its document has a place for
   * it, and for a payment history every month could be read.
   */
  carries: (bureau: Bureau, field: AccountField) => boolean
  /** Whether everything in a section of the bureau's document was read. */
  isWhole: (bureau: Bureau, section: CoveredSection) => boolean
}

export type EarlierRow = { row: Account; reportDate: PartialDate }

export const noComparisonData: ComparisonData = { earlierReports: [], ownDetails: null }

const place = (bureau: Bureau): number => bureaus.indexOf(bureau)

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** By id and bureau, then by content, so that the order of the document does not matter. */
const sortRows = <Row extends { id: string; bureau: Bureau }>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (one, other) =>
      compareTexts(one.id, other.id) ||
      place(one.bureau) - place(other.bureau) ||
      compareTexts(JSON.stringify(one), JSON.stringify(other)),
  )

/** Earlier rows by bureau and id. Reports without a date cannot be ordered and are left out. */
const indexEarlierRows = (
  before: readonly ExaminedReport[],
  now: PartialDate | null,
): Map<string, EarlierRow[]> => {
  const dated = before.flatMap(report =>
    report.accounts.flatMap(row => {
      const reportDate = findPartDate(report, row.bureau)
      return reportDate === null || now === null || reportDate >= now ? [] : [{ row, reportDate }]
    }),
  )
  const newestFirst = dated.toSorted((one, other) => compareTexts(other.reportDate, one.reportDate))
  return Map.groupBy(newestFirst, ({ row }) => `${row.bureau} ${row.id}`)
}

/** Bureaus list one case under different numbers, but with the same filing date. */
const findOnlyBankruptcy = (records: readonly PublicRecord[]): PublicRecord | null => {
  const all = records.filter(record => record.filed !== null && recordKindOf(record) === 'bankruptcy')
  const [first, ...others] = all
  if (first === undefined || others.some(({ filed }) => filed !== first.filed)) return null
  return all.find(({ disposed }) => disposed !== null) ?? first
}

export const createRuleContext = (
  report: ExaminedReport,
  { earlierReports, ownDetails }: ComparisonData,
): RuleContext => {
  const accounts = sortRows(report.accounts)
  const people = report.personal.toSorted(
    (one, other) =>
      place(one.bureau) - place(other.bureau) || compareTexts(JSON.stringify(one), JSON.stringify(other)),
  )
  const births = new Map(people.toReversed().map(person => [person.bureau, person.dob]))
  const earlier = indexEarlierRows(earlierReports, report.reportDate)
  const records = sortRows(report.publicRecords)
  const parts = new Map(report.parts?.map(part => [part.bureau, part]))
  const lastReported = accounts.map(row => row.lastReported).filter(date => date !== null)
  return {
    asOf: report.reportDate ?? lastReported.toSorted().at(-1) ?? null,
    accounts,
    groups: [...Map.groupBy(accounts, row => row.id).values()],
    byBureau: Map.groupBy(accounts, row => row.bureau),
    inquiries: sortRows(report.inquiries),
    records,
    onlyBankruptcy: findOnlyBankruptcy(records),
    people,
    birthDateAt: bureau => births.get(bureau) ?? null,
    earlierRows: row => earlier.get(`${row.bureau} ${row.id}`) ?? [],
    ownDetails,
    carries: (bureau, field) => {
      const { format, coverage } = parts.get(bureau) ?? {}
      const isLegible = field !== 'paymentHistory' || (coverage?.monthsUnreadable ?? 0) === 0
      return isLegible && (format === undefined || carries[format].account.includes(field))
    },
    isWhole: (bureau, section) => {
      const coverage = parts.get(bureau)?.coverage
      return coverage === undefined || isSectionWhole(coverage, section)
    },
  }
}

const noRows: readonly Account[] = []

/** Computes a value from all rows of a bureau once per report. */
export const memoizePerBureau = <Conclusion>(
  conclude: (rows: readonly Account[]) => Conclusion,
): ((context: RuleContext, bureau: Bureau) => Conclusion) => {
  const known = new WeakMap<readonly Account[], { conclusion: Conclusion }>()
  return ({ byBureau }, bureau) => {
    const rows = byBureau.get(bureau) ?? noRows
    const before = known.get(rows)
    if (before !== undefined) return before.conclusion
    const conclusion = conclude(rows)
    known.set(rows, { conclusion })
    return conclusion
  }
}

/** The newest earlier report in which the same account, of the same type, matches. */
export const findEarlierRow = (
  row: Account,
  { earlierRows }: RuleContext,
  matches: (before: Account) => boolean,
): EarlierRow | null =>
  isMergedRow(row)
    ? null
    : (earlierRows(row).find(
        one => !isMergedRow(one.row) && one.row.accountType === row.accountType && matches(one.row),
      ) ?? null)

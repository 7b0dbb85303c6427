import type { Account, Inquiry, PersonalInfo, PublicRecord } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import type { ComparisonData, ExaminedReport, OwnDetails } from './finding.ts'

/** A report in the order and under the keys in which rules look at it, made once: no rule compares all with all. */
export type RuleContext = {
  /** The report's own date, else the latest date at which an account was reported: the "today" of every rule. */
  asOf: PartialDate | null
  accounts: readonly Account[]
  /** The rows of each account, in the order of the bureaus. */
  groups: readonly (readonly Account[])[]
  byBureau: ReadonlyMap<Bureau, readonly Account[]>
  inquiries: readonly Inquiry[]
  records: readonly PublicRecord[]
  /** The bankruptcy of the file where it lists one by its filing, at one bureau or several; null where it lists none or more. */
  onlyBankruptcy: PublicRecord | null
  people: readonly PersonalInfo[]
  /** The birth date as a bureau has it. */
  birthDateAt: (bureau: Bureau) => PartialDate | null
  /** The same row in the earlier reports of the history, the newest first. */
  earlierRows: (row: Account) => readonly EarlierRow[]
  ownDetails: OwnDetails | null
}

/** A row of an earlier report, and that report's date. */
export type EarlierRow = { row: Account; reportDate: PartialDate }

/** Nothing but the report. */
export const noComparisonData: ComparisonData = { earlierReports: [], ownDetails: null }

const place = (bureau: Bureau): number => bureaus.indexOf(bureau)

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** By id and bureau; what neither tells apart, by its content, so that the order of the document means nothing. */
const sortRows = <Row extends { id: string; bureau: Bureau }>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (one, other) =>
      compareTexts(one.id, other.id) ||
      place(one.bureau) - place(other.bureau) ||
      compareTexts(JSON.stringify(one), JSON.stringify(other)),
  )

/** The rows of earlier reports by bureau and lasting id. A report without its date has no place among them. */
const indexEarlierRows = (
  before: readonly ExaminedReport[],
  now: PartialDate | null,
): Map<string, EarlierRow[]> => {
  const dated = before.flatMap(({ reportDate, accounts }) =>
    reportDate === null || now === null || reportDate >= now
      ? []
      : accounts.map(row => ({ row, reportDate })),
  )
  const newestFirst = dated.toSorted((one, other) => compareTexts(other.reportDate, one.reportDate))
  return Map.groupBy(newestFirst, ({ row }) => `${row.bureau} ${row.id}`)
}

/** Bureaus list one case under its own number and day; what differs in the day of filing is another case. */
const findOnlyBankruptcy = (records: readonly PublicRecord[]): PublicRecord | null => {
  const all = records.filter(({ type, filed }) => filed !== null && /bankrupt|chapter/i.test(type))
  const [first, ...others] = all
  if (first === undefined || others.some(({ filed }) => filed !== first.filed)) return null
  return all.find(({ disposed }) => disposed !== null) ?? first
}

/** Prepares a report for the rules, and what it is held against. */
export const createRuleContext = (
  report: ExaminedReport,
  { earlierReports, ownDetails }: ComparisonData = noComparisonData,
): RuleContext => {
  const accounts = sortRows(report.accounts)
  const people = report.personal.toSorted(
    (one, other) =>
      place(one.bureau) - place(other.bureau) || compareTexts(JSON.stringify(one), JSON.stringify(other)),
  )
  const births = new Map(people.toReversed().map(person => [person.bureau, person.dob]))
  const earlier = indexEarlierRows(earlierReports, report.reportDate)
  const records = sortRows(report.publicRecords)
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
  }
}

const noRows: readonly Account[] = []

/** What a rule concludes from all rows of a bureau, worked out once for a report and not once for each of its rows. */
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

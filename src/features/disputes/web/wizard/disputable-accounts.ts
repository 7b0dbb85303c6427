import type { ShownFinding } from '#features/findings/contract.ts'
import { accountReasons } from '#features/findings/reasons.ts'
import { isSameDebt } from '#features/findings/same-debt.ts'
import { clearestNumber } from '#features/reports/account-number.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { centsOf, dollarsOf, showMoney } from '#values/money.ts'
import { type AccountEvidence, type AccountRow, canIncludeDebt, isBankruptcy } from '../../facts.ts'
import { joinWithAnd } from '../../letters/words.ts'
import { isReasonAllowed, listAccountReasons, requiresExplanation } from '../../reason-eligibility.ts'
import { reasonWords } from '../../reason-words.ts'
import { canBeRight, disputedFields, isContested } from '../../value-differences.ts'
import {
  type DisputableItem,
  type FullReport,
  type Option,
  type RightAnswer,
  reasonOption,
  sortByFindings,
  suggestedFirst,
} from './disputable-item.ts'

export type AccountInformation = FullReport['accountInformation'][number]

type Concern = 'derogatory' | 'late' | 'paid_with_balance'

/** The report's accounts as choices: findings first, then derogatory ones. */
export const disputableAccounts = (
  report: FullReport,
  findings: readonly ShownFinding[],
): DisputableItem[] => {
  const byId = new Map<string, [AccountInformation, ...AccountInformation[]]>()
  for (const row of report.accountInformation) {
    const rows = byId.get(row.id)
    if (rows) rows.push(row)
    else byId.set(row.id, [row])
  }
  const all = [...byId.values()].toSorted(
    (a, b) => concerns.indexOf(concernOf(a)) - concerns.indexOf(concernOf(b)),
  )
  return sortByFindings(
    all.map(rows => pickable(rows, report, findings)),
    findings,
  )
}

const concerns: readonly (Concern | null)[] = ['derogatory', 'late', 'paid_with_balance', null]

const pickable = (
  rows: readonly [AccountInformation, ...AccountInformation[]],
  report: FullReport,
  findings: readonly ShownFinding[],
): DisputableItem => {
  const [first] = rows
  const concern = concernOf(rows)
  const found = findings.filter(({ accountId }) => accountId === first.id)
  const offered = bureausOffered(rows, report)
  return {
    key: first.id,
    name: first.creditorName,
    spellings: rows.map(({ creditorNameReported }) => creditorNameReported),
    amount: (concern === 'late' ? latestLate(rows) : null) ?? balances(rows),
    fact: factOf(rows, concern),
    number: clearestNumber(rows),
    group: concern === null ? 'Other accounts' : null,
    rows: offered.map(bureau => ({ id: first.id, bureau })),
    offered: offered.map(bureau => ({ bureau, shows: whatShows(rows, bureau) })),
    findings: found,
    listOptions: (bureaus, today) =>
      optionsOf(
        rowsAt(rows, bureaus).map(row => around(row, rows, report)),
        found,
        today,
      ),
    listRightAnswers: (reason, bureaus) => findRightAnswers(rows.map(asRow), reason, bureaus),
    isReasonAllowed: (value, bureau, today) => {
      const reason = accountReasons.find(one => one === value)
      return (
        reason !== undefined &&
        rowsAt(rows, [bureau]).some(row => isReasonAllowed(reason, around(row, rows, report), today))
      )
    },
  }
}

/** A row of the report in the form used by the rules; a bureau's remarks are shown as one text. */
const asRow = (row: AccountInformation): AccountInformation & AccountRow => ({
  ...row,
  remarks: row.comments.split('; ').map(text => ({ text })),
})

/** A row with the parts of the report that can show what is wrong with it. */
const around = (
  row: AccountInformation,
  rows: readonly AccountInformation[],
  report: FullReport,
): AccountEvidence => {
  const own = asRow(row)
  const allBankruptcies = report.publicRecords.filter(isBankruptcy)
  return {
    row: own,
    elsewhere: rows.filter(other => other.bureau !== row.bureau && !isMergedRow(other)).map(asRow),
    sameDebt: report.accountInformation.filter(other => isSameDebt(row, other)),
    bankruptcies: allBankruptcies.filter(
      record => record.bureau === row.bureau && canIncludeDebt(record, own),
    ),
    allBankruptcies,
  }
}

/** The allowed reasons: suggested ones first, then likely ones; "something else" always last. */
const optionsOf = (
  all: readonly AccountEvidence[],
  found: readonly ShownFinding[],
  today: string,
): Option[] =>
  suggestedFirst(listAccountReasons(all, today), found)
    .toSorted((one, other) => Number(one === 'other') - Number(other === 'other'))
    .map(value => {
      const needed = all.some(one => requiresExplanation(value, one, today))
      return reasonOption(value, reasonWords[value], needed)
    })

/** The rows of an account at some bureaus; a merged row represents it at all of them. */
const rowsAt = (rows: readonly AccountInformation[], some: readonly Bureau[]): AccountInformation[] =>
  rows.filter(row => isMergedRow(row) || some.includes(row.bureau))

/**
 * A merged report does not show which bureau has which values, so its rows may be disputed at any bureau whose file is
 * part of the same document; any other account only where it is reported.
 */
const bureausOffered = (
  rows: readonly AccountInformation[],
  { fileStatuses }: Pick<FullReport, 'fileStatuses'>,
): Bureau[] => {
  const documentOf = (bureau: Bureau) => fileStatuses.find(file => file.bureau === bureau)?.reportId
  const merged = new Set(rows.filter(isMergedRow).map(({ bureau }) => documentOf(bureau)))
  const files = fileStatuses.filter(({ status, reportId }) => status === 'hit' && merged.has(reportId))
  return sortBureaus([...rows, ...files].map(({ bureau }) => bureau))
}

/** A closed account may lawfully have a balance; one shown as paid may not, so only that is worth a look. */
const concernOf = (rows: readonly AccountInformation[]): Concern | null => {
  if (rows.some(({ isDerogatory }) => isDerogatory)) return 'derogatory'
  if (latestLate(rows) !== null || rows.some(lateByCount)) return 'late'
  const paid = rows.some(
    ({ accountStatus, currentBalance }) => accountStatus === 'Paid' && (centsOf(currentBalance) ?? 0) > 0,
  )
  return paid ? 'paid_with_balance' : null
}

const lateByCount = ({ late30, late60, late90 }: AccountInformation): boolean =>
  [late30, late60, late90].some(count => (count ?? 0) > 0)

/** The latest late month at any bureau, as "60 days late, 03/2026"; null if no month is late. */
const latestLate = (rows: readonly AccountInformation[]): string | null => {
  const late = rows
    .flatMap(({ paymentHistory }) => paymentHistory)
    .filter(({ status }) => /^\d+$/.test(status))
    .toSorted((a, b) => b.date.localeCompare(a.date) || Number(b.status) - Number(a.status))[0]
  return late === undefined ? null : `${late.status} days late, ${showMonth(late.date)}`
}

/** The balance, or the lowest and the highest if bureaus differ; empty if none is reported. */
const balances = (rows: readonly AccountInformation[]): string => {
  const cents = rows.map(({ currentBalance }) => centsOf(currentBalance)).filter(amount => amount !== null)
  if (cents.length === 0) return ''
  const [least, most] = [Math.min(...cents), Math.max(...cents)].map(amount => showMoney(dollarsOf(amount)))
  return least === most ? `${least}` : `${least} to ${most}`
}

const factOf = (
  rows: readonly [AccountInformation, ...AccountInformation[]],
  concern: Concern | null,
): string => {
  const [first] = rows
  if (rows.some(({ isCollection }) => isCollection))
    return 'A collection account. Check that it is yours and that the amount is right.'
  if (concern === 'derogatory') return 'It counts against you. Check its status, its dates and its amounts.'
  if (concern === 'late') return 'It shows a late payment. Check whether you paid on time.'
  if (concern === 'paid_with_balance') return 'It is shown as paid and still shows a balance.'
  const opened = showDate(first.dateOpened)
  const type = first.accountTypeDetail ?? first.accountType
  return opened === null ? `${type}.` : `${type}, opened ${opened}.`
}

/** One bureau's values of the account, as a line: status, payment status, balance, last late month. */
const whatShows = (rows: readonly AccountInformation[], bureau: Bureau): string => {
  const own = rows.filter(row => row.bureau === bureau)
  const [row] = own
  if (row === undefined) return 'in your merged report'
  const balance = balances(own)
  return [
    row.accountStatus,
    ['Current', '-', row.accountStatus].includes(row.paymentStatus) ? null : row.paymentStatus,
    balance === '' ? null : `balance ${balance}`,
    latestLate(own),
  ]
    .filter(part => part !== null)
    .join(', ')
}

type Placed = AccountRow & { bureau: Bureau; valuesShared: boolean; bureausKnown: boolean }

/** The values of a row in the fields in which the rows differ, as text. */
const shownBy = (reason: (typeof accountReasons)[number], row: Placed, rows: readonly Placed[]): string =>
  disputedFields(reason)
    .filter(field => rows.some(one => rows.some(other => field.differs(one, other))))
    .flatMap(field => field.describe(row) ?? [])
    .join(' and ')

const plural = (words: string): string => words.replaceAll(/\b(show|give)s\b/g, '$1')

/**
 * Which bureau may be right about what a reason disputes, given the rows of one account and the chosen bureaus: each
 * value once, with the chosen bureaus that would have to correct theirs. Empty if nothing differs, so that there is no
 * question.
 */
const findRightAnswers = (
  rows: readonly Placed[],
  value: string | null,
  chosen: readonly Bureau[],
): RightAnswer[] => {
  const reason = accountReasons.find(one => one === value)
  if (reason === undefined) return []
  const own = rows.filter(row => !isMergedRow(row))
  const written = chosen.flatMap(bureau => {
    const row = rows.find(one => one.bureau === bureau) ?? rows.find(isMergedRow)
    return row === undefined ? [] : [{ bureau, row, elsewhere: own.filter(other => other.bureau !== bureau) }]
  })
  if (!isContested(reason, written)) return []
  const candidates = own.flatMap(row => {
    const to = written.filter(one => one.bureau !== row.bureau && canBeRight(reason, row, one.row))
    const shows = shownBy(reason, row, own)
    return to.length === 0 ? [] : [{ row, shows, written: to.map(({ bureau }) => bureau) }]
  })
  return [...Map.groupBy(candidates, ({ shows }) => shows)].flatMap(([shows, same]) => {
    const [first] = same
    const from = joinWithAnd(same.map(({ row }) => row.bureau))
    return first === undefined
      ? []
      : [
          {
            bureau: first.row.bureau,
            text: `${from} ${same.length > 1 ? plural(shows) : shows}`,
            written: first.written,
          },
        ]
  })
}

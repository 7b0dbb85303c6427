import { formatUtilization, openCards } from '#features/credit/factors/card-use.ts'
import {
  type CreditFacts,
  collectFacts,
  findLimit,
  findOpening,
  isAuthorizedUserAccount,
  isOpenAccount,
  isOpenCard,
} from '#features/credit/facts.ts'
import { accountName } from '#features/credit/wording.ts'
import type { ReportPart } from '#features/reports/canonical.ts'
import type { FullReport, ShownAccount } from '#features/reports/contract.ts'
import { findOriginalCreditor, parseCreditor } from '#features/reports/creditor.ts'
import { groupByDate } from '#features/reports/parts.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import { ageInMonths } from './age.ts'
import { findIssuers } from './issuers.ts'
import type { AccountAges } from './planning-model.ts'

/** What tradeline advice needs from a credit file: each account once, from the bureaus of the plan. */
export type CreditFileSummary = {
  /** The date of the report or of its oldest part, else the newest date on which an account was reported. */
  asOf: PartialDate | null
  /** For a report with several dates, the bureaus whose part has that one. */
  asOfAt: readonly Bureau[]
  accountAges: AccountAges
  /** Open accounts left out because no bureau reports an opening date, or only a future one. */
  undated: number
  /** Limits of the open revolving accounts that report one, in whole dollars, rounded down. */
  totalLimit: number
  /** All creditors, including original creditors of collected debts, and whether an account there is seriously derogatory. */
  creditors: readonly { name: string; derogatory: boolean }[]
  frozenAt: readonly Bureau[]
  alertAt: readonly Bureau[]
  /** The user's own open cards with high utilization, highest first. */
  fullCards: readonly { name: string; use: string }[]
  /** The user's own open card with the largest limit. */
  ownCard: string | null
}

/** Ninety days late, charged off or worse, now or ever: suppliers then accept no client for the same bank. */
const isSeriouslyDerogatory = (row: ShownAccount): boolean =>
  row.isDerogatory ||
  (row.late90 ?? 0) > 0 ||
  [row.payStatus, row.worstStatus, ...row.paymentHistory.map(month => month.status)].some(
    status => status !== null && !/^(OK|30|60|U)$/.test(status),
  )

/** Wording of a fraud alert (15 U.S.C. 1681c-1(a) and (b)) or active duty alert (c) in a consumer statement or file note. */
const alert =
  /fraud(ulent)?\s+(alert|victim)|security alert|active duty|victim of (fraud|identity theft)|initial alert|extended alert/i

/** The bureaus at which the report shows a fraud or active duty alert. */
export const alertAt = (report: FullReport): Bureau[] =>
  bureaus.filter(bureau =>
    [
      ...report.personalInformation
        .filter(person => person.bureau === bureau)
        .flatMap(person => person.consumerStatements),
      ...report.fileStatuses.filter(file => file.bureau === bureau).map(file => file.text ?? ''),
    ].some(text => alert.test(text)),
  )

const fullCards = (facts: CreditFacts): { name: string; use: string }[] =>
  openCards(facts)
    .filter(({ row, balance, limit }) => !isAuthorizedUserAccount(facts, row) && balance * 10 >= limit)
    .toSorted((one, other) => other.balance / other.limit - one.balance / one.limit)
    .map(({ row, balance, limit }) => ({
      name: accountName(row, facts),
      use: formatUtilization(balance, limit),
    }))

/** No report, or one without a file. */
export const emptyCreditFile: CreditFileSummary = {
  asOf: null,
  asOfAt: [],
  accountAges: { accounts: 0, months: 0 },
  undated: 0,
  totalLimit: 0,
  creditors: [],
  frozenAt: [],
  alertAt: [],
  fullCards: [],
  ownCard: null,
}

/** Ages count to `today`, `YYYY-MM-DD`, regardless of the report date. */
export const summarizeCreditFile = (
  report: FullReport,
  parts: readonly Pick<ReportPart, 'bureau' | 'reportDate'>[],
  today: string,
): CreditFileSummary => {
  const dates = groupByDate(parts).filter(({ date }) => date !== null)
  const oldest = dates.at(-1)
  const facts = collectFacts(report, oldest?.date ?? null)
  const { accounts } = facts
  const open = accounts.filter(isOpenAccount)
  const ages = open.flatMap(account => {
    const opening = findOpening(account, today)
    return opening === null ? [] : [ageInMonths(opening.date, today)]
  })
  const cards = accounts.filter(isOpenCard)
  const own = cards
    .filter(({ latest }) => !isAuthorizedUserAccount(facts, latest))
    .toSorted((one, other) => (findLimit(other) ?? 0) - (findLimit(one) ?? 0))
  const cents = cards.reduce((sum, account) => sum + (findLimit(account) ?? 0), 0)
  return {
    asOf: facts.asOf,
    asOfAt: dates.length > 1 ? (oldest?.bureaus ?? []) : [],
    accountAges: { accounts: ages.length, months: ages.reduce((sum, months) => sum + months, 0) },
    undated: open.length - ages.length,
    totalLimit: (cents - (cents % 100)) / 100,
    creditors: accounts.flatMap(({ rows }) =>
      rows.flatMap(row =>
        [
          row.creditorName,
          row.creditorNameReported,
          isSeriouslyDerogatory(row) ? findOriginalCreditor(row) : null,
        ]
          .filter(name => name !== null)
          .map(name => ({ name, derogatory: isSeriouslyDerogatory(row) })),
      ),
    ),
    frozenAt: report.fileStatuses.flatMap(file => (file.status === 'frozen' ? [file.bureau] : [])),
    alertAt: alertAt(report),
    fullCards: fullCards(facts),
    ownCard: own[0] === undefined ? null : accountName(own[0].latest, facts),
  }
}

type Banks = { byName: ReadonlyMap<string, boolean>; byIssuer: ReadonlyMap<string, boolean> }

/** The sorted parts of a name, which are equal only for names of one creditor. */
const keyOf = (name: string): string =>
  parseCreditor(name)
    .map(({ key }) => key)
    .toSorted()
    .join('\n')

/** Cached for each list of creditors, because every line on offer looks up its bank. */
const known = new WeakMap<CreditFileSummary['creditors'], Banks>()

const banksOf = (creditors: CreditFileSummary['creditors']): Banks => {
  const found = known.get(creditors)
  if (found) return found
  const [byName, byIssuer] = [new Map<string, boolean>(), new Map<string, boolean>()]
  for (const { name, derogatory } of creditors) {
    const key = keyOf(name)
    if (key !== '') byName.set(key, derogatory || byName.get(key) === true)
    for (const issuer of findIssuers(name)) byIssuer.set(issuer, derogatory || byIssuer.get(issuer) === true)
  }
  const banks = { byName, byIssuer }
  known.set(creditors, banks)
  return banks
}

/** Whether the file has an account at a bank, and whether one is seriously derogatory. */
export const findBankStatus = (
  { creditors }: CreditFileSummary,
  bank: string,
): 'absent' | 'present' | 'derogatory' => {
  const { byName, byIssuer } = banksOf(creditors)
  // Names that are merely similar are two banks: never suggest an account that the user does not have.
  const same = [byName.get(keyOf(bank)), ...findIssuers(bank).map(issuer => byIssuer.get(issuer))]
  if (same.includes(true)) return 'derogatory'
  return same.includes(false) ? 'present' : 'absent'
}

import type { FullReport, ShownAccount } from '#features/credit/contract.ts'
import { formatUtilization, openCards } from '#features/credit/factors/card-use.ts'
import {
  type CreditFacts,
  collectFacts,
  findLatestRow,
  findOpening,
  isAuthorizedUserAccount,
  isOpenAccount,
  type MatchedAccount,
} from '#features/credit/facts.ts'
import { accountName } from '#features/credit/wording.ts'
import { parseCreditor } from '#features/reports/creditor.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import { centsOf } from '#values/money.ts'
import { ageInMonths } from './age.ts'
import { findIssuers } from './issuers.ts'
import type { AccountAges } from './planning-model.ts'

/** What tradeline advice uses of a credit file: each account once, from the bureaus that the plan shows. */
export type CreditFileSummary = {
  /** The day of the report, else the newest day on which an account was reported; null when none is known. */
  asOf: PartialDate | null
  accountAges: AccountAges
  /** Open accounts that are left out because no bureau gives a date of opening, or only one of the future. */
  undated: number
  /** Limits of the open revolving accounts that report one, in whole dollars, rounded down. */
  totalLimit: number
  /** Of every creditor in the file, and of the original creditor of a collected debt: its names, and whether an account there went badly. */
  creditors: readonly { name: string; derogatory: boolean }[]
  frozenAt: readonly Bureau[]
  alertAt: readonly Bureau[]
  /** Open cards of the person's own that use much of their limit, the fullest first, as card use has it. */
  fullCards: readonly { name: string; use: string }[]
  /** The open card of the person's own with the largest limit. */
  ownCard: string | null
}

const isCard = (account: MatchedAccount) =>
  isOpenAccount(account) && account.latest.accountType === 'Revolving'

const limitOf = (account: MatchedAccount): number =>
  centsOf(findLatestRow(account, row => row.creditLimit !== null)?.creditLimit ?? null) ?? 0

/** Ninety days late, charged off or worse, now or ever: what suppliers take no client of the same bank with. */
const wentBadly = (row: ShownAccount): boolean =>
  row.isDerogatory ||
  (row.late90 ?? 0) > 0 ||
  [row.payStatus, row.worstStatus, ...row.paymentHistory.map(month => month.status)].some(
    status => status !== null && !/^(OK|30|60|U)$/.test(status),
  )

/** Words of a fraud alert (15 U.S.C. 1681c-1(a) and (b)) or an active duty alert (c) in a consumer statement or file note. */
const alert =
  /fraud(ulent)?\s+(alert|victim)|security alert|active duty|victim of (fraud|identity theft)|initial alert|extended alert/i

const alertAt = (report: FullReport): Bureau[] =>
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

/** Nothing is known: no report, or one without a file. */
export const emptyCreditFile: CreditFileSummary = {
  asOf: null,
  accountAges: { accounts: 0, months: 0 },
  undated: 0,
  totalLimit: 0,
  creditors: [],
  frozenAt: [],
  alertAt: [],
  fullCards: [],
  ownCard: null,
}

/** The file as advice needs it; ages are counted to `today`, `YYYY-MM-DD`, whatever the date of the report. */
export const summarizeCreditFile = (
  report: FullReport,
  reportDate: PartialDate | null,
  today: string,
): CreditFileSummary => {
  const facts = collectFacts(report, reportDate)
  const { accounts } = facts
  const open = accounts.filter(isOpenAccount)
  const ages = open.flatMap(account => {
    const opening = findOpening(account, today)
    return opening === null ? [] : [ageInMonths(opening.date, today)]
  })
  const cards = accounts.filter(isCard)
  const own = cards
    .filter(({ latest }) => !isAuthorizedUserAccount(facts, latest))
    .toSorted((one, other) => limitOf(other) - limitOf(one))
  const cents = cards.reduce((sum, account) => sum + limitOf(account), 0)
  return {
    asOf: facts.asOf,
    accountAges: { accounts: ages.length, months: ages.reduce((sum, months) => sum + months, 0) },
    undated: open.length - ages.length,
    totalLimit: (cents - (cents % 100)) / 100,
    creditors: accounts.flatMap(({ rows }) =>
      rows.flatMap(row =>
        [row.creditorName, row.creditorNameReported, wentBadly(row) ? row.originalCreditor : null]
          .filter(name => name !== null)
          .map(name => ({ name, derogatory: wentBadly(row) })),
      ),
    ),
    frozenAt: report.fileStatuses.flatMap(file => (file.status === 'frozen' ? [file.bureau] : [])),
    alertAt: alertAt(report),
    fullCards: fullCards(facts),
    ownCard: own[0] === undefined ? null : accountName(own[0].latest, facts),
  }
}

type Banks = { byName: ReadonlyMap<string, boolean>; byIssuer: ReadonlyMap<string, boolean> }

/** The parts of a name in one order: names of one creditor, and no others, share it. */
const keyOf = (name: string): string =>
  parseCreditor(name)
    .map(({ key }) => key)
    .toSorted()
    .join('\n')

/** The banks of each list of creditors, worked out once: every line on offer asks for its own. */
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

/** Whether a file has an account at a bank, and whether one went badly. */
export const findBankStatus = (
  { creditors }: CreditFileSummary,
  bank: string,
): 'absent' | 'present' | 'derogatory' => {
  const { byName, byIssuer } = banksOf(creditors)
  // Names that only resemble each other are two banks: no one is told about an account that they do not have.
  const same = [byName.get(keyOf(bank)), ...findIssuers(bank).map(issuer => byIssuer.get(issuer))]
  if (same.includes(true)) return 'derogatory'
  return same.includes(false) ? 'present' : 'absent'
}

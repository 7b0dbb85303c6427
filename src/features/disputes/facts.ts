import { beganElsewhere } from '#features/findings/account-facts.ts'
import { isBefore } from '#features/findings/partial-dates.ts'
import { reliefRange } from '#features/findings/reporting-period.ts'
import type { Account, PublicRecord } from '#features/reports/canonical.ts'
import { recordKindOf } from '#features/reports/public-records.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import type { PartialDate } from '#values/dates.ts'
import { maskReportedNumber } from '#values/mask.ts'

/** What rules and letters may use from a row: an allow-list without the row's identifiers in its document. */
const toAccountRow = (account: Account) => ({
  creditorNameReported: account.creditorNameReported,
  accountType: account.accountType,
  accountTypeDetail: account.accountTypeDetail,
  industry: account.industry,
  responsibility: account.responsibility,
  openClosed: account.openClosed,
  condition: account.condition,
  accountStatus: account.accountStatus,
  payStatus: account.payStatus,
  worstStatus: account.worstStatus,
  isDerogatory: account.isDerogatory,
  isCollection: account.isCollection,
  originalCreditor: account.originalCreditor,
  currentBalance: account.currentBalance,
  highBalance: account.highBalance,
  amountPastDue: account.amountPastDue,
  creditLimit: account.creditLimit,
  dateOpened: account.dateOpened,
  dateClosed: account.dateClosed,
  lastReported: account.lastReported,
  dateLastActive: account.dateLastActive,
  dateLastPayment: account.dateLastPayment,
  dateFirstDelinquency: account.dateFirstDelinquency,
  ...(account.removalDate ? { removalDate: account.removalDate } : {}),
  late30: account.late30,
  late60: account.late60,
  late90: account.late90,
  paymentHistory: account.paymentHistory,
  remarks: account.remarks.map(({ text }) => ({ text })),
})

/** Rows of the canonical report and rows as shown both have these fields. */
export type AccountRow = Omit<ReturnType<typeof toAccountRow>, 'remarks' | 'removalDate'> & {
  /** Also absent in disputes of earlier releases. */
  removalDate?: PartialDate | null
  /** The remarks, as worded in the report. */
  remarks: readonly { text: string }[]
}

export type Bankruptcy = Pick<
  PublicRecord,
  'type' | 'kind' | 'filed' | 'disposition' | 'disposed' | 'petition'
>

export const isBankruptcy = (record: Pick<PublicRecord, 'type' | 'kind'>): boolean =>
  recordKindOf(record) === 'bankruptcy'

/**
 * Whether a bankruptcy can include a debt by what the row shows, so that a letter may cite it. Only debts that arose before
 * the order for relief are discharged (11 USC 727(b), 1141(d)(1), 1328(a)). That order is taken to be the filing, unless the
 * report says that creditors filed (11 USC 301(b), 303(h)). A dismissed case discharges nothing (11 USC 349). A debt was there when its payments were missed;
 * else its opening says when it was made.
 */
export const canIncludeDebt = (bankruptcy: Bankruptcy, row: AccountRow): boolean => {
  const { filed, disposed, petition } = bankruptcy
  const ordered = petition === 'involuntary' ? reliefRange(bankruptcy).latest : (filed ?? disposed)
  return !isDismissed(bankruptcy) && !isBefore(ordered, madeBy(row))
}

const isDismissed = ({ disposition }: Pick<Bankruptcy, 'disposition'>): boolean =>
  /dismiss|withdrawn|denied/i.test(disposition ?? '')

/** The earliest day that the row shows for the debt. */
const madeBy = ({ dateOpened, dateFirstDelinquency }: AccountRow): PartialDate | null =>
  isBefore(dateFirstDelinquency, dateOpened) ? dateFirstDelinquency : (dateOpened ?? dateFirstDelinquency)

/**
 * Whether a user may claim that a bankruptcy of the report included a debt. A collector opens an entry long after the
 * debt was made, so the user may know what the row does not show.
 */
export const mayIncludeDebt = (bankruptcy: Bankruptcy, row: AccountRow): boolean =>
  canIncludeDebt(bankruptcy, row) || (beganElsewhere(row) && !isDismissed(bankruptcy))

/** Other data around an account that can show what is wrong, or rule out a reason. */
export type AccountEvidence = {
  row: AccountRow
  /** The same account at other bureaus, each with its values. */
  elsewhere: readonly AccountRow[]
  /** Other entries of the same file that are the same debt. */
  sameDebt: readonly unknown[]
  /** Bankruptcies among the public records of the same file that can include the debt. */
  bankruptcies: readonly unknown[]
  /** Every bankruptcy in the report, at any bureau that the plan shows. */
  allBankruptcies: readonly Bankruptcy[]
}

/**
 * One account as one bureau reports it, limited to what a letter may state: the account number already masked, no
 * identifier of the document, nothing of another bureau.
 */
export type AccountFacts = AccountRow &
  Pick<Account, 'bureau' | 'accountNumber'> & {
    /** The document has one row for several bureaus, or does not state for which. */
    merged: boolean
    /**
     * In letters, what distinguishes the row from others of its file with the same name and number; empty if there is no
     * other.
     */
    distinguishing: readonly { label: string; value: string }[]
  }

/** The facts of a row that a letter may use, given the last four digits of the SSN that the letter shows. */
export const toAccountFacts = (account: Account, ssnLastFour: string): AccountFacts => ({
  ...toAccountRow(account),
  bureau: account.bureau,
  accountNumber:
    account.accountNumber === null ? null : maskReportedNumber(account.accountNumber, new Set([ssnLastFour])),
  merged: isMergedRow(account),
  distinguishing: [],
})

import { isOpenRow } from '#features/credit/facts.ts'
import { formatCents } from '#features/credit/wording.ts'
import { isAdverse } from '#features/findings/disputed-months.ts'
import type { Account, Inquiry } from '#features/reports/canonical.ts'
import { blank } from '#features/reports/keep-carried.ts'
import { entryKey } from '#features/reports/listed-twice.ts'
import { centsOf, dollarsOf } from '#values/money.ts'
import type { CreditFile } from './credit-file.ts'
import { type Departure, passTime } from './pass-time.ts'
import { type Change, isCard } from './resolve-step.ts'

/** Applies a change to one bureau's file. If the bureau does not list or report the item, the file stays and gets a note. */

type Applied = {
  file: CreditFile
  /** What this bureau's file does not show about the change, or how the change differs there. */
  note: string | null
  departures: readonly Departure[]
}

const notListedHere = 'This bureau does not list it, so nothing changes here.'

const withAccounts = (file: CreditFile, accounts: Account[]): CreditFile => ({
  ...file,
  report: { ...file.report, accounts },
})

/** Changes the row of an account; `change` returns the new row and a note. What repeats the row is this account, not another. */
const changeRow = (
  file: CreditFile,
  accountId: string,
  change: (row: Account) => { row: Account; note: string | null },
): Applied => {
  const before = file.report.accounts.find(({ id }) => id === accountId)
  if (before === undefined) return { file, note: notListedHere, departures: [] }
  const { row, note } = change(before)
  const entry = entryKey(before)
  const accounts = file.report.accounts
    .filter(one => one === before || entry === null || entryKey(one) !== entry)
    .map(one => (one === before ? row : one))
  return { file: withAccounts(file, accounts), note, departures: [] }
}

/** At a bureau that reports less than the payment, the balance becomes zero. A credit balance stays. */
const payRow = (row: Account, amount: number): { row: Account; note: string | null } => {
  const balance = centsOf(row.currentBalance)
  if (balance === null)
    return { row, note: 'This bureau reports no balance of it, so what it uses of its limit is not known.' }
  if (balance <= 0) return { row, note: 'This bureau reports no balance left to pay.' }
  const left = Math.max(0, balance - amount)
  const notes = [
    ...(amount > balance
      ? [`This bureau reports ${formatCents(balance)} only, so nothing is left here.`]
      : []),
    ...(row.isDerogatory ? ['Paying does not remove it: it stays listed until its last day.'] : []),
    ...(left === 0 && isOpenRow(row) && !isCard(row)
      ? ['A loan that is paid off is usually closed by its lender. Here it stays open.']
      : []),
  ]
  return {
    row: { ...row, currentBalance: dollarsOf(left) },
    note: notes.length === 0 ? null : notes.join(' '),
  }
}

const openOrClosed = (row: Account, isOpen: boolean): Account => {
  const status = isOpen ? 'Open' : 'Closed'
  return {
    ...row,
    openClosed: status,
    accountStatus: row.accountStatus === 'Derogatory' ? 'Derogatory' : status,
  }
}

const closeRow = (row: Account, on: string): { row: Account; note: string | null } => {
  if (!isCard(row) || !isOpenRow(row)) return { row, note: 'This bureau does not show it as an open card.' }
  const balance = centsOf(row.currentBalance)
  return {
    row: { ...openOrClosed(row, false), dateClosed: on },
    note:
      balance !== null && balance > 0
        ? `Its balance of ${formatCents(balance)} is still owed. Card use here counts open cards only.`
        : null,
  }
}

const correctRow = (row: Account, fields: Extract<Change, { kind: 'correct' }>['fields']): Account => {
  const corrected: Account = {
    ...row,
    ...(fields.balance === undefined ? {} : { currentBalance: dollarsOf(fields.balance) }),
    ...(fields.limit === undefined ? {} : { creditLimit: dollarsOf(fields.limit) }),
    ...(fields.dateOpened === undefined ? {} : { dateOpened: fields.dateOpened }),
    paymentHistory: row.paymentHistory.map(month =>
      fields.onTimeMonths?.includes(month.date) && isAdverse(month.status)
        ? { ...month, status: 'OK' }
        : month,
    ),
  }
  return fields.isOpen === undefined ? corrected : openOrClosed(corrected, fields.isOpen)
}

/** Distinct, so that two new cards are two applications. */
const newCardName = (nth: number): string => `New card of step ${nth}`

/** A card opened today. */
const newCard = ({ bureau, on }: CreditFile, limit: number, nth: number): Account => ({
  ...blank.account,
  id: `new-card-${nth}`,
  bureau,
  creditorName: newCardName(nth),
  creditorNameReported: newCardName(nth),
  accountType: 'Revolving',
  responsibility: 'Individual',
  openClosed: 'Open',
  accountStatus: 'Open',
  isDerogatory: false,
  isCollection: false,
  currentBalance: '0.00',
  creditLimit: dollarsOf(limit),
  dateOpened: on,
  lastReported: on,
  valuesShared: false,
  bureausKnown: true,
})

/** The lender requests the file before it opens a card. */
const newInquiry = ({ bureau, on }: CreditFile, nth: number): Inquiry => ({
  id: `new-inquiry-${nth}`,
  company: newCardName(nth),
  bureau,
  date: on,
  kind: 'hard',
  industry: null,
  address: null,
})

const openCard = (file: CreditFile, { limit, nth }: Extract<Change, { kind: 'open' }>): Applied => ({
  file: {
    ...file,
    report: {
      ...file.report,
      accounts: [...file.report.accounts, newCard(file, limit, nth)],
      inquiries: [...file.report.inquiries, newInquiry(file, nth)],
    },
  },
  note: 'Whether the lender asks this bureau for your file, and reports the card to it, is not known. Both are counted here.',
  departures: [],
})

const remove = <Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] =>
  rows.filter(({ id }) => !ids.includes(id))

const removeRows = (
  file: CreditFile,
  { kind, ids }: { kind: 'remove_accounts' | 'remove_inquiries' | 'remove_records'; ids: readonly string[] },
): Applied => {
  const { accounts, inquiries, publicRecords } = file.report
  const report = {
    ...file.report,
    accounts: kind === 'remove_accounts' ? remove(accounts, ids) : accounts,
    inquiries: kind === 'remove_inquiries' ? remove(inquiries, ids) : inquiries,
    publicRecords: kind === 'remove_records' ? remove(publicRecords, ids) : publicRecords,
  }
  const isSame =
    report.accounts.length + report.inquiries.length + report.publicRecords.length ===
    accounts.length + inquiries.length + publicRecords.length
  return { file: { ...file, report }, note: isSame ? notListedHere : null, departures: [] }
}

export const applyChange = (file: CreditFile, change: Change): Applied => {
  switch (change.kind) {
    case 'pay':
      return changeRow(file, change.accountId, row => payRow(row, change.amount))
    case 'close':
      return changeRow(file, change.accountId, row => closeRow(row, file.on))
    case 'raise':
      return changeRow(file, change.accountId, row =>
        isCard(row) && isOpenRow(row)
          ? {
              row: { ...row, creditLimit: dollarsOf(change.limit) },
              note: 'Some lenders ask for your file before they raise a limit. No inquiry is counted.',
            }
          : { row, note: 'This bureau does not show it as an open card.' },
      )
    case 'open':
      return openCard(file, change)
    case 'correct':
      return change.bureaus.includes(file.bureau)
        ? changeRow(file, change.accountId, row => ({ row: correctRow(row, change.fields), note: null }))
        : { file, note: null, departures: [] }
    case 'remove_accounts':
    case 'remove_inquiries':
    case 'remove_records':
      return change.bureaus.includes(file.bureau)
        ? removeRows(file, change)
        : { file, note: null, departures: [] }
    case 'pass': {
      const { file: later, departures } = passTime(file, change.on)
      return { file: later, note: null, departures }
    }
  }
}

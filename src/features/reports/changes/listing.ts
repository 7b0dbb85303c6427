import { addMonths, monthOf, showDate } from '#values/dates.ts'
import { centsOf, showMoney } from '#values/money.ts'
import { countSharedDigits } from '../account-number.ts'
import type { Account } from '../canonical.ts'
import { compareCreditors } from '../creditor.ts'
import { isSameOpening, type PreparedRow, prepareRow } from '../evidence.ts'
import { type BureauFile, beganLongBefore, mayLackSection, splitOnlyIn } from './bureau-file.ts'
import type { DetectedChange } from './notable.ts'

/** Accounts that were added or removed. */

const isDebtOfCollector = (account: Account) => account.isCollection || account.accountType === 'Collection'

/** A missing date or a bare year does not decide. */
const couldBeOpened = (one: Account['dateOpened'], other: Account['dateOpened']): boolean =>
  one === null ||
  other === null ||
  isSameOpening(one, other) ||
  (Math.min(one.length, other.length) === 4 && one.slice(0, 4) === other.slice(0, 4))

/** Opened on the same day with only the number changed, like a lost card that was replaced. */
const isRenumbered = ({ row: one }: PreparedRow, { row: other }: PreparedRow): boolean =>
  one.dateOpened?.length === 10 &&
  one.dateOpened === other.dateOpened &&
  one.accountType === other.accountType

/**
 * Whether a removed account and an added one could be the same under a different number or spelling. Ids are
 * kept only if certain, so two indistinguishable accounts of one creditor are reported as neither removed
 * nor added.
 */
const couldBeSame = (one: PreparedRow, other: PreparedRow): boolean =>
  couldBeOpened(one.row.dateOpened, other.row.dateOpened) &&
  compareCreditors(one.creditor, other.creditor) !== 'different' &&
  (countSharedDigits(one.row.accountNumber, other.row.accountNumber) !== null || isRenumbered(one, other))

/** More similar accounts than anyone has: with this many, none can be ruled out as the match. */
const maxAlike = 120

/** Thirty-one days can reach the month after next: January 31 to March 2. */
const monthsAround = [-2, -1, 0, 1, 2]

const openedMonth = ({ row }: PreparedRow): string | null =>
  (row.dateOpened?.length ?? 0) >= 7 ? monthOf(row.dateOpened) : null

/** All spellings of a creditor begin with the same letter, even shortened ones. */
const initialsOf = ({ creditor }: PreparedRow): string[] => [
  ...new Set(creditor.map(({ key }) => key.slice(0, 1))),
]

/** A row's index keys: the creditor's initials, with and without the opening month. */
const keysOf = (one: PreparedRow): string[] =>
  initialsOf(one).flatMap(initial => [`${initial} ${openedMonth(one) ?? 'unknown'}`, `${initial} any`])

/** The keys of all rows that could be the same as this row. */
const keysLike = (one: PreparedRow): string[] => {
  const month = openedMonth(one)
  const months = month === null ? ['any'] : [...monthsAround.map(step => addMonths(month, step)), 'unknown']
  return initialsOf(one).flatMap(initial => months.map(when => `${initial} ${when}`))
}

/** Tests whether any of these rows could be the same as a given row, in time independent of their number. */
const anyLike = (rows: readonly PreparedRow[]): ((one: PreparedRow) => boolean) => {
  const rowsByKey = new Map<string, PreparedRow[]>()
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const candidates = rowsByKey.get(key)
      if (candidates) candidates.push(row)
      else rowsByKey.set(key, [row])
    }
  }
  return one => {
    const near = keysLike(one).map(key => rowsByKey.get(key) ?? [])
    return (
      near.reduce((sum, candidates) => sum + candidates.length, 0) > maxAlike ||
      near.some(candidates => candidates.some(other => couldBeSame(one, other)))
    )
  }
}

const cameWords = (account: Account, now: BureauFile): string => {
  const amount = account.currentBalance === null ? '' : `, ${showMoney(account.currentBalance)}`
  const opened = account.dateOpened === null ? '' : `, opened ${showDate(account.dateOpened)}`
  return `${now.accountLabel(account)}${isDebtOfCollector(account) ? amount : opened}.`
}

/** The rows whose id is not among others, prepared for comparison. */
const withoutIdsOf = (rows: readonly Account[], others: readonly Account[]): PreparedRow[] => {
  const ids = new Set(others.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id)).map(prepareRow)
}

/** The accounts of a bureau's earlier file that its later one no longer lists, under this or another id. */
export const listGoneAccounts = (before: readonly Account[], now: readonly Account[]): Account[] => {
  const couldHaveCome = anyLike(withoutIdsOf(now, before))
  return withoutIdsOf(before, now).flatMap(one => (couldHaveCome(one) ? [] : [one.row]))
}

/**
 * Accounts this bureau lists for the first time, and those it no longer lists; an account is missing only from a
 * document whose accounts were all read.
 */
export const findListingChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  const [had, has] = [[...before.accounts.values()], [...now.accounts.values()]]
  const [added, gone] = [splitOnlyIn(has, had), splitOnlyIn(had, has)]
  const couldBeGone = anyLike(withoutIdsOf(had, has))
  const couldHaveCome = anyLike(withoutIdsOf(has, had))
  return [
    ...(before.isWhole('accounts') ? added.accounts : [])
      .filter(row => !couldBeGone(prepareRow(row)))
      .filter(row => !mayLackSection(has, had, before) || !beganLongBefore(row.dateOpened, before))
      .map(
        (account): DetectedChange => ({
          kind: isDebtOfCollector(account) ? 'collectionNew' : 'accountNew',
          summary: cameWords(account, now),
          cents: centsOf(account.currentBalance) ?? 0,
          about: { kind: 'account', id: account.id },
        }),
      ),
    ...(now.isWhole('accounts') && !mayLackSection(had, has, now) ? gone.accounts : [])
      .filter(row => !couldHaveCome(prepareRow(row)))
      .map(
        (account): DetectedChange => ({
          kind: isDebtOfCollector(account) ? 'collectionGone' : 'accountGone',
          summary: `${before.accountLabel(account)} is not in this report.`,
          cents: centsOf(account.currentBalance) ?? 0,
        }),
      ),
    ...(before.isWhole('accounts') ? added.repeated : [])
      .filter(row => !couldBeGone(prepareRow(row)))
      .map((account): DetectedChange => ({ kind: 'listedTwice', summary: `${now.accountLabel(account)}.` })),
    ...(now.isWhole('accounts') ? gone.repeated : [])
      .filter(row => !couldHaveCome(prepareRow(row)))
      .map(
        (account): DetectedChange => ({ kind: 'listedOnce', summary: `${before.accountLabel(account)}.` }),
      ),
  ]
}

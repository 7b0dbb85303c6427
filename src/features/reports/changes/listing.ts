import { showDate } from '#values/dates.ts'
import { centsOf, showMoney } from '#values/money.ts'
import { digitsInCommon } from '../account-number.ts'
import type { Account } from '../canonical.ts'
import { isSameCreditor } from '../creditor.ts'
import { isSameOpening } from '../evidence.ts'
import type { BureauFile } from './bureau-file.ts'
import type { Noticed } from './notable.ts'

/** Accounts that came or went. */

const isDebtOfCollector = (account: Account) => account.isCollection || account.accountType === 'Collection'

/** A date that is not given, or a bare year, leaves it open. */
const couldBeOpened = (one: Account['dateOpened'], other: Account['dateOpened']): boolean =>
  one === null ||
  other === null ||
  isSameOpening(one, other) ||
  (Math.min(one.length, other.length) === 4 && one.slice(0, 4) === other.slice(0, 4))

/**
 * Whether an account that went and one that came could be the same one under another number or spelling. Ids are kept
 * only beyond doubt, so two of one creditor that nothing tells apart are told neither as gone nor as new.
 */
const couldBeSame = (gone: Account, came: Account): boolean =>
  isSameCreditor(gone.creditorNameReported, came.creditorNameReported) &&
  digitsInCommon(gone.accountNumber, came.accountNumber) !== null &&
  couldBeOpened(gone.dateOpened, came.dateOpened)

const cameWords = (account: Account, now: BureauFile): string => {
  const amount = account.currentBalance === null ? '' : `, ${showMoney(account.currentBalance)}`
  const opened = account.dateOpened === null ? '' : `, opened ${showDate(account.dateOpened)}`
  return `${now.nameOf(account)}${isDebtOfCollector(account) ? amount : opened}.`
}

/** Accounts that this bureau lists for the first time, and those that it lists no longer. */
export const listingChanges = (before: BureauFile, now: BureauFile): Noticed[] => {
  const gone = [...before.accounts.values()].filter(({ id }) => !now.accounts.has(id))
  const came = [...now.accounts.values()].filter(({ id }) => !before.accounts.has(id))
  return [
    ...came
      .filter(account => !gone.some(other => couldBeSame(other, account)))
      .map(
        (account): Noticed => ({
          kind: isDebtOfCollector(account) ? 'collectionNew' : 'accountNew',
          summary: cameWords(account, now),
          cents: centsOf(account.currentBalance) ?? 0,
          about: { kind: 'account', id: account.id },
        }),
      ),
    ...gone
      .filter(account => !came.some(other => couldBeSame(account, other)))
      .map(
        (account): Noticed => ({
          kind: isDebtOfCollector(account) ? 'collectionGone' : 'accountGone',
          summary: `${before.nameOf(account)} is not in this report.`,
          cents: centsOf(account.currentBalance) ?? 0,
        }),
      ),
  ]
}

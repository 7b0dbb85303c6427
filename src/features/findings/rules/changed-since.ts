import type { Account, PayToken } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/whose-row.ts'
import { showDate } from '#values/dates.ts'
import {
  beganElsewhere,
  detectAccountKind,
  formatStatus,
  hasRemark,
  isClosed,
  isHomeEquityLine,
  isLoan,
  isRevolving,
  isSevere,
  isZeroAmount,
  latenessStep,
} from '../account-facts.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import type { RuleContext } from '../context.ts'
import { datesDiffer } from '../dates-apart.ts'
import { earlierEvidence, findEarlierRow } from '../earlier-row.ts'
import type { Rule } from '../finding.ts'

/** What an account is, and how and when it ended, told otherwise than in an earlier report. */

const accuracy = '15 USC 1681e(b)'

/** A loan that ended: nothing of its last rating can change (Metro 2 field 17B). */
const isEndedLoan = (row: Account): boolean =>
  isLoan(row) && isClosed(row) && isZeroAmount(row.currentBalance)

/** How bad a rating is: on time, late by steps, then charged off and the like; null for what says nothing. */
const badness = (status: PayToken | null): number | null => (isSevere(status) ? 7 : latenessStep(status))

const ratingNowWorse = (row: Account, context: RuleContext): Statement | null => {
  const now = badness(row.payStatus)
  // A bankruptcy can be marked at all accounts, also at those that had ended.
  if (now === null || row.payStatus === 'BK' || !isEndedLoan(row)) return null
  const before = findEarlierRow(row, context, was => {
    const then = badness(was.payStatus)
    return isEndedLoan(was) && then !== null && now > then
  })
  return before === null
    ? null
    : {
        text: `rates it as ${formatStatus(row.payStatus)}, and rated it as ${formatStatus(before.row.payStatus)} in your report of ${showDate(before.reportDate)}, when it had ended already`,
        fields: ['accountStatus', 'payStatus'],
        moreEvidence: [earlierEvidence(before, 'accountStatus'), earlierEvidence(before, 'payStatus')],
        title: 'The last rating of a loan that had ended became worse',
      }
}

/** A closing day that moved; one that is gone, of an account that is open again. */
const closedOtherwise = (row: Account, context: RuleContext): Statement | null => {
  if (beganElsewhere(row)) return null
  const closed = row.dateClosed
  const before = findEarlierRow(row, context, was =>
    closed === null
      ? row.openClosed === 'Open' && was.openClosed === 'Closed' && was.dateClosed !== null
      : (was.dateClosed?.length ?? 0) > 4 && closed.length > 4 && datesDiffer(was.dateClosed, closed),
  )
  if (before === null) return null
  const fields = ['openClosed', 'dateClosed'] as const
  const more = [earlierEvidence(before, 'openClosed'), earlierEvidence(before, 'dateClosed')]
  const was = `listed it as closed on ${showDate(before.row.dateClosed)} in your report of ${showDate(before.reportDate)}`
  if (closed === null) {
    return {
      text: `lists it as open, and ${was}`,
      fields,
      moreEvidence: more,
      verdict: 'ask',
      title: 'A closed account is open again',
      closing: 'An account can be opened again. Did you open it?',
    }
  }
  // A loan ends once; a card can be opened and closed again, and what was charged off be settled later.
  const isOnce = isEndedLoan(row) && isEndedLoan(before.row) && !row.isDerogatory && !before.row.isDerogatory
  return {
    text: `lists it as closed on ${showDate(closed)}, and ${was}`,
    fields,
    moreEvidence: more,
    ...(isOnce ? {} : { verdict: 'ask', closing: 'It may have been open in between. When was it closed?' }),
  }
}

/** A type that became another: `car loan` and then `student loan`. */
const typedOtherwise = (row: Account, context: RuleContext): Statement | null => {
  const kind = detectAccountKind(row)
  if (kind === null || beganElsewhere(row)) return null
  const before = findEarlierRow(row, context, was => {
    const then = detectAccountKind(was)
    return then !== null && then !== kind && !beganElsewhere(was)
  })
  return before === null
    ? null
    : {
        text: `lists it as ${row.accountTypeDetail?.toLowerCase() ?? '-'}, and listed it as ${before.row.accountTypeDetail?.toLowerCase() ?? '-'} in your report of ${showDate(before.reportDate)}`,
        fields: ['accountTypeDetail'],
        moreEvidence: [earlierEvidence(before, 'accountTypeDetail')],
        severity: 'low',
        reason: 'other',
        closing: 'A lender may sort it otherwise now. What is right?',
      }
}

/** A reaffirmation that was rescinded, and is back (Metro 2 consumer information indicators V and R). */
const reaffirmedAgain = (row: Account, context: RuleContext): Statement | null => {
  const isRescinded = (one: Account) => hasRemark(one, /reaffirm.*rescinded|rescinded.*reaffirm/i)
  if (!hasRemark(row, /reaffirm/i) || isRescinded(row)) return null
  const before = findEarlierRow(row, context, isRescinded)
  return before === null
    ? null
    : {
        text: `says that the debt was reaffirmed, and said that this was rescinded in your report of ${showDate(before.reportDate)}`,
        fields: ['remarks'],
        moreEvidence: [earlierEvidence(before, 'remarks')],
        reason: 'other',
        title: 'A debt is listed as reaffirmed again',
        closing:
          'A debt is not owed after a discharge once its reaffirmation is taken back. Did you agree to it again?',
      }
}

/** The portfolios between which a sender may not choose (Metro 2 field 8); a home equity line is typed as either. */
const kindOfPortfolio = (row: Account): string | null => {
  if (isHomeEquityLine(row)) return null
  if (isRevolving(row)) return 'revolving'
  return isLoan(row) ? row.accountType : null
}

export const changedSinceRules: readonly Rule[] = [
  accountRule({
    id: 'C-55',
    verdict: 'ask',
    severity: 'medium',
    source: `${accuracy}; Metro 2 account status 94 foreclosure completed is final; fields 8 portfolio type`,
    title: 'An account changed its nature between two reports',
    reason: 'wrong_payment_status',
    closing: 'A lender may reclassify it, or write off what a sale left. What is right?',
    check: (row, context) => {
      const foreclosed =
        row.payStatus === 'CO' ? findEarlierRow(row, context, was => was.payStatus === 'FC') : null
      if (foreclosed !== null) {
        return {
          text: `lists it as charged off, and listed a foreclosure in your report of ${showDate(foreclosed.reportDate)}`,
          fields: ['payStatus'],
          moreEvidence: [earlierEvidence(foreclosed, 'payStatus')],
        }
      }
      const kind = kindOfPortfolio(row)
      const other = isMergedRow(row)
        ? undefined
        : context.earlierRows(row).find(({ row: was }) => {
            const then = kindOfPortfolio(was)
            return kind !== null && then !== null && then !== kind
          })
      if (other === undefined) return typedOtherwise(row, context) ?? reaffirmedAgain(row, context)
      const areLoans = isLoan(row) && isLoan(other.row)
      return beganElsewhere(row) || isSevere(row.payStatus) || isZeroAmount(row.currentBalance)
        ? null
        : {
            text: `lists it as ${row.accountType.toLowerCase()}, and listed it as ${other.row.accountType.toLowerCase()} in your report of ${showDate(other.reportDate)}`,
            fields: ['accountType'],
            moreEvidence: [earlierEvidence(other, 'accountType')],
            reason: 'other',
            ...(areLoans ? { severity: 'low' } : {}),
          }
    },
  }),
  accountRule({
    id: 'C-60',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 17B payment rating is that of the day on which an account ended, field 26 date closed`,
    title: 'A closing date changed since an earlier report',
    reason: 'other',
    check: (row, context) => {
      const rated = ratingNowWorse(row, context)
      if (rated !== null) return rated
      const statement = closedOtherwise(row, context)
      return statement === null ? null : { severity: 'low', ...statement }
    },
  }),
]

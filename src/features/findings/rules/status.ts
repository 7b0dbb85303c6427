import { isStudentLoan } from '#features/reports/listed-twice.ts'
import { isAuthorizedUserRow } from '#features/reports/row-ownership.ts'
import { addMonths, monthOf, showDate, showMonth } from '#values/dates.ts'
import {
  hasAccommodation,
  hasRemark,
  isClosed,
  isCollectorAccount,
  isDeceased,
  isInBankruptcy,
  isLate,
  isOpen,
  isSevere,
  latenessStep,
  newestMonth,
} from '../account-facts.ts'
import { suggestMonthsReason } from '../disputed-months.ts'
import { accuracy, type Rule } from '../finding.ts'
import { isBefore } from '../partial-dates.ts'
import { accountRule } from '../row-rules.ts'

/** The status of an account that conflicts with its history or with the rest of the file. */

/** Months of history needed before "always on time" proves anything. */
const leastMonths = 12
const shownMonths = 24

/**
 * Negative without a late payment: a debt settled for less, a counselor, a surrender, a guarantor's claim.
 */
const endsInGoodMonths =
  /settled|less than|counsel|surrender|foreclos|deed in lieu|redeem|voluntar|government|repossess|partial payment|claim filed|by default|election of remedy/i

/** Some lenders report the current month only as the status, so the newest month may be the previous one. */
const mayBeOfMonthBefore = {
  verdict: 'ask',
  severity: 'low',
  closing: 'The month may be the one before, and the status newer. Was it paid on time?',
} as const

export const statusRules: readonly Rule[] = [
  accountRule({
    id: 'C-09',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; CFPB advisory opinion of October 2022, facially false data; Metro 2 field 18 payment history profile`,
    needs: ['paymentHistory'],
    title: 'An account is derogatory, though every month is on time',
    reason: 'wrong_payment_status',
    check: row => {
      const months = row.paymentHistory.slice(-shownMonths)
      const last = months.at(-1)?.date
      const reported = monthOf(row.lastReported)
      // A history that ends before the mark proves nothing; bankruptcy and surrender can follow months on time.
      const reachesNow = last !== undefined && (reported === null || last >= addMonths(reported, -1))
      return row.accountStatus === 'Derogatory' &&
        !isCollectorAccount(row) &&
        !isInBankruptcy(row) &&
        row.payStatus !== 'VS' &&
        row.payStatus !== 'FC' &&
        !hasRemark(row, endsInGoodMonths) &&
        !endsInGoodMonths.test(row.condition ?? '') &&
        months.length >= leastMonths &&
        reachesNow &&
        months.every(month => month.status === 'OK')
        ? {
            text: `lists it as derogatory, yet shows each of the last ${months.length} months as paid on time`,
            fields: ['accountStatus', 'payStatus'],
            months: months.slice(-3),
          }
        : null
    },
  }),
  accountRule({
    id: 'C-10',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 fields 17A and 18: account status compared with payment history profile`,
    needs: ['paymentHistory'],
    title: 'The status and the newest month do not agree',
    reason: 'wrong_payment_status',
    check: row => {
      const last = newestMonth(row)
      if (last === undefined || last.date !== monthOf(row.lastReported) || isClosed(row)) return null
      if (row.payStatus === 'OK' && !row.isDerogatory && isLate(last.status)) {
        return {
          text: `shows it as current, yet as ${last.status} days late in ${showMonth(last.date)}`,
          fields: ['payStatus', 'lastReported'],
          months: [last],
          // The user would not dispute that the account is current.
          reason: suggestMonthsReason([last], row),
          ...mayBeOfMonthBefore,
        }
      }
      if (!isLate(row.payStatus) || last.status !== 'OK') return null
      return {
        text: `shows it as ${row.payStatus} days late now, yet as paid on time in ${showMonth(last.date)}`,
        fields: ['payStatus', 'lastReported'],
        months: [last],
        // An account cannot be sixty days late in the month after one on time.
        ...(row.payStatus === '30' || isStudentLoan(row) || hasAccommodation(row) ? mayBeOfMonthBefore : {}),
      }
    },
  }),
  accountRule({
    id: 'C-39',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; CFPB advisory opinion of October 2022: one tradeline says deceased while others continue; Metro 2 ECOA code X`,
    title: 'An account says that you are deceased',
    reason: 'deceased_in_error',
    closing: 'Other accounts in the same file are open and reported as usual, so this cannot be right.',
    check: (row, { byBureau }) => {
      if (!isDeceased(row)) return null
      const goesOn = (byBureau.get(row.bureau) ?? []).find(
        other =>
          other.id !== row.id &&
          isOpen(other) &&
          !isDeceased(other) &&
          !isBefore(other.lastReported, row.lastReported),
      )
      return goesOn === undefined
        ? {
            text: 'lists its holder as deceased',
            fields: ['responsibility', 'remarks'],
            verdict: 'ask',
            closing: 'Does that mean you, or another holder of the account?',
          }
        : { text: 'lists its holder as deceased', fields: ['responsibility', 'remarks'] }
    },
  }),
  accountRule({
    id: 'C-40',
    verdict: 'ask',
    severity: 'high',
    source: '12 CFR 1022.43(a)(1) liability for an account; Metro 2 ECOA code 3',
    title: 'A negative mark on someone else’s account',
    reason: 'not_responsible',
    closing: 'An authorized user does not owe the debt. Are you only an authorized user here?',
    check: row =>
      isAuthorizedUserRow(row) && (row.isDerogatory || isSevere(row.payStatus) || isLate(row.payStatus))
        ? {
            text: 'lists you as authorized user of an account with a negative status',
            fields: ['responsibility', 'accountStatus', 'payStatus'],
          }
        : null,
  }),
  accountRule({
    id: 'C-45',
    verdict: 'ask',
    severity: 'low',
    source: '15 USC 1681i(a)(1)(A) completeness; Metro 2 field 18 payment history profile',
    needs: ['paymentHistory'],
    title: 'An account shows no payment history',
    reason: 'other',
    closing: 'Missing months cannot count in your favor. Did you pay it all that time?',
    check: (row, { asOf }) => {
      const isOld =
        asOf !== null &&
        asOf.length > 4 &&
        row.dateOpened !== null &&
        isBefore(row.dateOpened, addMonths(asOf.slice(0, 7), -leastMonths))
      return isOld &&
        isOpen(row) &&
        !row.isDerogatory &&
        row.paymentHistory.every(month => latenessStep(month.status) === null && !isSevere(month.status))
        ? {
            text: `gives no payments for an account opened ${showDate(row.dateOpened)}`,
            fields: ['dateOpened', 'openClosed'],
            months: row.paymentHistory.slice(-3),
          }
        : null
    },
  }),
]

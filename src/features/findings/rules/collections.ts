import { type Account } from '#features/reports/canonical.ts'
import { addMonthsToDay, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import {
  centsOwed,
  isCollectorAccount,
  isMedical,
  isPaid,
  isZeroAmount,
  namesOriginalCreditor,
} from '../account-facts.ts'
import { accountRule } from '../account-rule.ts'
import { bureauRule } from '../bureau-rule.ts'
import { datesDiffer, isBefore } from '../dates-apart.ts'
import type { Rule } from '../finding.ts'
import { earliestDay, latestDay } from '../reporting-period.ts'

/** Debts at collectors: where they come from, and since when. */

/** The bureaus list no paid medical collection, none below $500 and none less than a year old. */
const smallest = 50_000

const medicalGround = (row: Account, asOf: string | null): string | null => {
  if (isPaid(row) || (isZeroAmount(row.currentBalance) && row.datePaid !== null)) return 'as paid'
  const amount = Math.max(
    centsOwed(row.highBalance),
    centsOwed(row.originalAmount),
    centsOwed(row.currentBalance),
  )
  if (amount > 0 && amount < smallest) return `with ${showMoney((amount / 100).toFixed(2))}, below $500.00`
  const began = row.dateFirstDelinquency ?? row.dateOpened
  return asOf !== null && began !== null && earliestDay(began) > addMonthsToDay(latestDay(asOf), -12)
    ? `as begun ${showDate(began)}, less than a year ago`
    : null
}

/** From the first missed payment to the collector, in months, before it is worth a question. */
const lateCollector = 24

export const collectionRules: readonly Rule[] = [
  accountRule({
    id: 'C-35',
    verdict: 'ask',
    severity: 'medium',
    source: '15 USC 1692g(a) and 12 CFR 1006.34 validation of a debt; Metro 2 segment K1 original creditor',
    title: 'A collector does not say where the debt comes from',
    reason: 'unknown_original_creditor',
    closing: 'Do you know which debt this is?',
    check: row =>
      isCollectorAccount(row) && !namesOriginalCreditor(row.originalCreditor)
        ? {
            text: 'names no original creditor',
            fields: ['creditorName', 'originalCreditor', 'currentBalance'],
          }
        : null,
  }),
  accountRule({
    id: 'C-36',
    verdict: 'contradiction',
    severity: 'high',
    source:
      '15 USC 1681c(c)(1) and 1681s-2(a)(5): the seven years run from the first missed payment, not from the collector',
    title: 'A collection shows its own, newer first missed payment',
    reason: 'reaged',
    closing:
      'A debt is missed before it comes to a collector, and no sale makes it younger. The date may be wrong.',
    check: row => {
      const first = row.dateFirstDelinquency
      if (!isCollectorAccount(row) || first === null || row.dateOpened === null) return null
      const fields = ['dateFirstDelinquency', 'dateOpened'] as const
      if (earliestDay(first) >= latestDay(row.dateOpened)) {
        return {
          text: `gives ${showDate(first)} as first missed payment, though it came to the collector on ${showDate(row.dateOpened)}`,
          fields,
        }
      }
      return isBefore(addMonthsToDay(latestDay(first), lateCollector), row.dateOpened)
        ? {
            text: `shows that it came to the collector on ${showDate(row.dateOpened)}, long after the first missed payment of ${showDate(first)}`,
            fields,
            verdict: 'ask',
            severity: 'medium',
            title: 'A collection was opened long after the debt',
            // The date is the old one: nothing was moved.
            reason: 'not_mine',
            closing:
              'Debts are sold late at times, and the seven years still count from the first missed payment. Do you know the debt?',
          }
        : null
    },
  }),
  bureauRule({
    id: 'C-36',
    verdict: 'contradiction',
    severity: 'high',
    source: '15 USC 1681c(c)(1) and 1681s-2(a)(5): one debt has one first missed payment',
    title: 'The bureaus show different first missed payments',
    reason: 'reaged',
    fields: ['dateFirstDelinquency', 'dateOpened'],
    compare: (one, other) =>
      datesDiffer(one.dateFirstDelinquency, other.dateFirstDelinquency) ? 'contradiction' : null,
    describe: row =>
      row.dateFirstDelinquency === null
        ? null
        : `gives ${showDate(row.dateFirstDelinquency)} as first missed payment`,
    // The later date keeps the entry longer.
    isWorse: (row, rows) =>
      rows.some(other => isBefore(other.dateFirstDelinquency, row.dateFirstDelinquency)),
  }),
  accountRule({
    id: 'C-37',
    verdict: 'ask',
    severity: 'high',
    source:
      'Policy of the three bureaus since July 2022 and April 2023: no medical collections that are paid, below $500 or younger than a year. It is voluntary: a federal court vacated the CFPB’s rule on medical debt in July 2025',
    title: 'A medical collection that the bureaus do not list by their own policy',
    reason: 'medical',
    closing: 'The bureaus leave such medical debts out of reports. Is this one medical?',
    check: (row, { asOf }) => {
      if (!row.isCollection || !isMedical(row)) return null
      const ground = medicalGround(row, asOf)
      return ground === null
        ? null
        : {
            text: `lists a medical debt ${ground}`,
            fields: [
              'accountTypeDetail',
              'originalCreditor',
              'accountStatus',
              'currentBalance',
              'highBalance',
              'dateOpened',
            ],
          }
    },
  }),
]

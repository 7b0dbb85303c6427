import { dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import { centsOf, showMoney } from '#values/money.ts'
import type { MainAlert, ShownAccount } from '../contract.ts'
import type { Facts } from '../facts.ts'
import { count, nameOf, placeOf, statedBy } from '../wording.ts'

/** Two statements about one account of which at least one cannot be true. */
type Impossible = { row: ShownAccount; title: string; explanation: string }

type Rule = {
  severity: 'high' | 'medium'
  title: string
  /** What the row states against itself, after "TransUnion"; null when nothing. */
  states: (row: ShownAccount, reportDate: PartialDate | null) => string | null
}

const owed = (amount: string | null): number => centsOf(amount) ?? 0

/** A revolving account stays open after it was paid, and may be used again. */
const mayBeUsedAgain = (row: ShownAccount): boolean =>
  row.openClosed === 'Open' &&
  row.accountType !== 'Installment' &&
  row.accountType !== 'Mortgage' &&
  !row.isCollection

const saysPaidInFull = (row: ShownAccount): boolean =>
  /(?<!\b(?:not|be|if|when|until|once) )\bpaid in full\b/i.test(row.comments)

/** A closed account may lawfully carry a balance; a paid one may not. */
const isPaid = (row: ShownAccount): boolean =>
  (row.accountStatus === 'Paid' || saysPaidInFull(row)) && !mayBeUsedAgain(row)

/** Not the date of last report: some lenders date it to the end of the cycle. */
const dates = [
  ['an opening date', 'dateOpened'],
  ['a closing date', 'dateClosed'],
  ['a first missed payment', 'dateFirstDelinquency'],
  ['a last payment', 'dateLastPayment'],
  ['a last activity', 'dateLastActive'],
] as const

/** One day of grace for reports made in another time zone; a date without its day is compared by its month. */
const isAfter = (date: PartialDate, reportDate: PartialDate): boolean => {
  const length = Math.min(date.length, reportDate.length)
  return date.slice(0, length) > reportDate.slice(0, length) && dayNumber(date) - dayNumber(reportDate) > 1
}

/** Impossible on their face, with the severity of the check (product.md section 5, tier X). */
const rules: readonly Rule[] = [
  {
    // C-02: paid with a balance. Metro 2 account status 13 is "paid or closed, zero balance", 61 to 65 are paid.
    severity: 'high',
    title: 'A paid account still shows a balance',
    states: row =>
      isPaid(row) && owed(row.currentBalance) > 0
        ? `lists it as paid, yet with a balance of ${showMoney(row.currentBalance ?? '')}`
        : null,
  },
  {
    // C-03, for paid accounts only: past due on a closed account may be true.
    severity: 'high',
    title: 'A paid account still shows an amount past due',
    states: row =>
      isPaid(row) && owed(row.amountPastDue) > 0
        ? `lists it as paid, yet with ${showMoney(row.amountPastDue ?? '')} past due`
        : null,
  },
  {
    // C-18: a date after the report was made.
    severity: 'high',
    title: 'An account shows a date that had not come yet',
    states: (row, reportDate) => {
      if (reportDate === null) return null
      const late = dates.find(([, field]) => {
        const date = row[field]
        return date !== null && isAfter(date, reportDate)
      })
      return late === undefined
        ? null
        : `gives it ${late[0]} of ${showDate(row[late[1]])}, but the report is of ${showDate(reportDate)}`
    },
  },
  {
    // C-05: nothing owed, yet past due.
    severity: 'medium',
    title: 'An account owes nothing, yet is past due',
    states: row =>
      row.currentBalance !== null && owed(row.currentBalance) === 0 && owed(row.amountPastDue) > 0
        ? `shows a balance of $0.00 and ${showMoney(row.amountPastDue ?? '')} past due`
        : null,
  },
  {
    // C-04: more past due than owed.
    severity: 'medium',
    title: 'More is past due than is owed',
    states: row =>
      owed(row.currentBalance) > 0 && owed(row.amountPastDue) > owed(row.currentBalance)
        ? `shows ${showMoney(row.amountPastDue ?? '')} past due of a balance of ${showMoney(row.currentBalance ?? '')}`
        : null,
  },
]

/** All that would tell two accounts apart; loans of one lender opened together differ in their amounts. */
const likeness = (row: ShownAccount): string | null =>
  row.accountNumber === null ||
  row.accountNumber.replaceAll(/[^0-9]/g, '').length < 4 ||
  row.dateOpened?.length !== 10 ||
  owed(row.highBalance ?? row.originalAmount) === 0 ||
  owed(row.currentBalance) === 0
    ? null
    : JSON.stringify([
        [
          row.bureau,
          row.creditorNameReported.toLowerCase(),
          row.accountNumber,
          row.accountType,
          row.dateOpened,
        ],
        [row.accountStatus, row.openClosed, row.responsibility, row.originalCreditor, row.termLength],
        [row.currentBalance, row.highBalance, row.originalAmount, row.creditLimit, row.monthlyPayment],
        [row.dateLastPayment, row.dateLastActive, row.amountPastDue, row.paymentHistory],
      ])

/** C-34, severity high: one bureau lists the same creditor, number, opening date and figures twice. */
const duplicates = (rows: readonly ShownAccount[]): Impossible[] => {
  const seen = new Set<string>()
  return rows.flatMap(row => {
    const like = likeness(row)
    if (like === null) return []
    if (!seen.has(like)) {
      seen.add(like)
      return []
    }
    return [
      {
        row,
        title: 'An account is listed twice',
        explanation: `${statedBy(row)} lists it twice with the same number, opening date and amounts`,
      },
    ]
  })
}

/** Every impossible item of the shown rows, the most severe kind first. */
const impossibleItems = ({ accounts }: Facts, reportDate: PartialDate | null): Impossible[] => {
  const rows = accounts.flatMap(account => account.rows)
  const found = (severity: Rule['severity']): Impossible[] =>
    rules
      .filter(rule => rule.severity === severity)
      .flatMap(({ title, states }) =>
        rows.flatMap(row => {
          const words = states(row, reportDate)
          return words === null ? [] : [{ row, title, explanation: `${statedBy(row)} ${words}` }]
        }),
      )
  return [...found('high'), ...duplicates(rows), ...found('medium')]
}

/**
 * What cannot be true as it stands, whoever owes what: the bureau must follow reasonable procedures for maximum
 * possible accuracy (15 USC 1681e(b)) and reinvestigate what the consumer disputes (15 USC 1681i(a)).
 */
export const impossibleItem = (facts: Facts, reportDate: PartialDate | null): MainAlert | null => {
  const items = impossibleItems(facts, reportDate)
  const [first] = items
  if (first === undefined) return null
  const others = new Set(items.map(item => item.row)).size - 1
  return {
    kind: 'impossible_item',
    title: first.title,
    recommendation: `Check ${nameOf(first.row, facts)} ${placeOf(first.row)}. If it is wrong, start an account dispute.`,
    explanation: `${first.explanation}. That cannot be right as it stands.${
      others > 0
        ? ` ${count(others, 'other account entry', 'other account entries')} of this report ${others === 1 ? 'does' : 'do'} not add up either.`
        : ''
    }`,
  }
}

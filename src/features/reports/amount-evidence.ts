import { centsOf } from '#values/money.ts'
import type { Account } from './canonical.ts'
import type { Reason } from './evidence.ts'

/** Evidence from amounts, payments, terms and late months that two rows are one account (evidence.ts). */

/**
 * Amounts that rarely change, and the evidence when two rows agree or differ in one. Twin cards often have the same limit;
 * the highest balance may be a month older at one bureau.
 */
const lastingAmounts = [
  { field: 'originalAmount', agreeing: 3, differing: -4 },
  { field: 'creditLimit', agreeing: 1, differing: -3 },
  { field: 'highBalance', agreeing: 3, differing: -2 },
  { field: 'chargeOffAmount', agreeing: 3, differing: -2 },
] as const

/** A different balance is no evidence: it may be a month older. */
const bitsOfBalance = 2

/** Whether two rows share at least one nonzero amount. */
export const haveEqualAmount = (a: Account, b: Account): boolean => {
  const fields = [...lastingAmounts.map(({ field }) => field), 'currentBalance'] as const
  return fields.some(field => {
    const cents = centsOf(a[field])
    return cents !== null && cents > 0 && cents === centsOf(b[field])
  })
}

/** Student lenders and servicers; many rows do not state the kind of loan. */
const studentLenders =
  /\b(educ\w*|ed|student|nelnet|navient|mohela|aidvantage|aidv\w*|edfin\w*|fedloan|great lakes|glelsi|pheaa|aes|acs|sallie mae|slm|dpt\w*ed\w*|dept\w*ed\w*|doe\w*|usdoe\w*|osla|ecmc)\b/i

/** Loans disbursed in equal parts on one day, so that even their amounts agree. */
export const isPaidOutInParts = ({
  accountType,
  accountTypeDetail,
  creditorNameReported,
}: Pick<Account, 'accountType' | 'accountTypeDetail' | 'creditorNameReported'>): boolean =>
  /student|educat/i.test(accountTypeDetail ?? '') ||
  (accountType === 'Installment' && studentLenders.test(creditorNameReported))

export const isLoan = ({ accountType }: Account) =>
  accountType === 'Installment' || accountType === 'Mortgage'

const loanAmountOf = (row: Account): number | null =>
  isLoan(row) ? centsOf(row.originalAmount ?? row.highBalance) : null

/** Two percent: fees and interest may or may not be included. */
const areApart = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) > Math.max(a, b) / 50

/**
 * How rarely two accounts share an amount: $2,347, not $2,500. The larger the amount, the more alternatives there are; the
 * last digits of amounts are practically random.
 */
const tellingBits = (cents: number): number => {
  if (cents < 100_00 || cents % 25_00 === 0) return 0
  return cents < 1_000_00 ? 8 : cents < 10_000_00 ? 9 : 10
}

/** A second amount often follows from the first: a fully used limit, a loan's balance after a number of months. */
const bitsOfAnother = 4

type Compared = { cents: number; isEqual: boolean; bits: number }

const amountReason = (a: Account, b: Account): Reason => {
  const about = 'amount'
  const isPart = isPaidOutInParts(a) || isPaidOutInParts(b)
  if (areApart(loanAmountOf(a), loanAmountOf(b))) {
    const isOriginal = a.originalAmount !== null && b.originalAmount !== null
    const text = 'the loans have different amounts'
    return { about, text, bits: -12, ...(isOriginal && { isFatal: true }) }
  }
  const compared = lastingAmounts.flatMap(({ field, agreeing, differing }): Compared[] => {
    const [cents, other] = [centsOf(a[field]), centsOf(b[field])]
    if (cents === null || other === null || (cents === 0 && other === 0)) return []
    return [{ cents, isEqual: cents === other, bits: cents === other ? agreeing : differing }]
  })
  const balance = centsOf(a.currentBalance)
  if (balance !== null && balance > 0 && balance === centsOf(b.currentBalance)) {
    compared.push({ cents: balance, isEqual: true, bits: bitsOfBalance })
  }
  const equal = compared.filter(({ isEqual }) => isEqual)
  const telling = [...new Set(equal.map(({ cents }) => cents))].map(tellingBits).filter(bits => bits > 0)
  if (telling.length > 0) {
    const against = compared.reduce((sum, { bits }) => sum + Math.min(0, bits), 0)
    const bits = Math.max(...telling) + (telling.length > 1 ? bitsOfAnother : 0)
    return { about, text: 'an amount agrees to the cent', bits: isPart ? 4 : bits + against }
  }
  const bits = compared.reduce((sum, one) => sum + one.bits, 0)
  return {
    about,
    text: `${equal.length} of ${compared.length} amounts agree`,
    bits: Math.max(-6, Math.min(bits, isPart ? 1 : 6)),
  }
}

/** A loan's payment is fixed; a card's depends on its balance, and its minimum is often $25 or $35. */
const paymentReason = (a: Account, b: Account): Reason[] => {
  const [one, other] = [centsOf(a.monthlyPayment), centsOf(b.monthlyPayment)]
  if (one === null || other === null || one === 0 || other === 0) return []
  const about = 'payment'
  if (one === other) {
    const isTelling = one >= 40_00 && one % 5_00 !== 0
    return [{ about, text: 'the same monthly payment', bits: isTelling ? 4 : 1 }]
  }
  return isLoan(a) && isLoan(b) && areApart(one, other)
    ? [{ about, text: 'different monthly payments', bits: -4 }]
    : []
}

const termReason = (a: Account, b: Account): Reason[] => {
  if (!isLoan(a) || !isLoan(b) || a.termLength === null || b.termLength === null) return []
  const about = 'term'
  return a.termLength === b.termLength
    ? [{ about, text: 'the same term', bits: 1 }]
    : [{ about, text: 'different terms', bits: -3 }]
}

const monthsOf = ({ paymentHistory }: Account) =>
  new Map(paymentHistory.flatMap(({ date, status }) => (status === 'U' ? [] : [[date, status] as const])))

/** Months paid on time are weak evidence, because most are. Bureaus may omit a late month. */
const historyReason = (a: Account, b: Account): Reason[] => {
  const others = monthsOf(b)
  let late = 0
  let contrary = 0
  for (const [date, status] of monthsOf(a)) {
    const other = others.get(date)
    if (other === undefined || (status === 'OK' && other === 'OK')) continue
    if (status === other) late += 1
    else contrary += 1
  }
  const about = 'payment history'
  if (contrary > 0)
    return [{ about, text: `${contrary} months rated differently`, bits: -Math.min(2, contrary) }]
  return late > 0 ? [{ about, text: `late in the same ${late} months`, bits: Math.min(4, 2 + late) }] : []
}

const lastPaymentReason = (a: Account, b: Account): Reason[] => {
  const [one, other] = [a.dateLastPayment, b.dateLastPayment]
  return one?.length === 10 && one === other
    ? [{ about: 'last payment', text: 'last paid on the same day', bits: 2 }]
    : []
}

/** All of this evidence. Debts opened in batches are paid together, so their payments are no evidence. */
export const amountReasons = (a: Account, b: Account, isOneOfMany: boolean): Reason[] => [
  amountReason(a, b),
  ...(isOneOfMany ? [] : [...paymentReason(a, b), ...lastPaymentReason(a, b)]),
  ...termReason(a, b),
  ...historyReason(a, b),
]

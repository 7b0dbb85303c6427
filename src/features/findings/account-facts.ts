import type { Account, PayToken } from '#features/reports/canonical.ts'
import { centsOf, type Dollars, showMoney } from '#values/money.ts'

/** What a row states, each fact defined once. A value that is not reported states nothing. */

/** In cents; an unreported amount counts as zero. */
export const centsOwed = (amount: Dollars | null): number => centsOf(amount) ?? 0

export const formatAmount = (amount: Dollars | null): string => showMoney(amount ?? '')

/** Reported, and zero. */
export const isZeroAmount = (amount: Dollars | null): boolean => centsOf(amount) === 0

/** Months late, in steps of thirty days. */
const steps: Partial<Record<PayToken, number>> = { OK: 0, 30: 1, 60: 2, 90: 3, 120: 4, 150: 5, 180: 6 }

/** Null for statuses that are not about lateness, and if none is reported. */
export const latenessStep = (status: PayToken | null): number | null =>
  status === null ? null : (steps[status] ?? null)

export const isLate = (status: PayToken | null): boolean => (latenessStep(status) ?? 0) > 0

/** Charge-off, collection and the like (Metro 2 account status 88, 89, 93 to 97). */
export const isSevere = (status: PayToken | null): boolean =>
  status !== null && latenessStep(status) === null && status !== 'U'

/** A collection agency's own entry, not a creditor's account rated as in collection. */
export const isCollectorAccount = (row: Pick<Account, 'isCollection' | 'accountType'>): boolean =>
  row.isCollection && row.accountType === 'Collection'

/** Lenders report home equity lines as a line, a mortgage or a card. */
export const isHomeEquityLine = (row: Account): boolean =>
  /home equity line|line of credit|heloc/i.test(row.accountTypeDetail ?? '')

export const isLoan = (row: Account): boolean =>
  (row.accountType === 'Installment' || row.accountType === 'Mortgage') && !isHomeEquityLine(row)

/** The balance may fall to zero and rise again. */
export const isRevolving = (row: Account): boolean =>
  row.accountType === 'Revolving' || row.accountType === 'Line of credit'

/** What was charged off or placed for collection is not used again. */
const mayBeUsedAgain = (row: Account): boolean =>
  row.openClosed === 'Open' && !isLoan(row) && !row.isCollection && !isSevere(row.payStatus)

/** A consumer's statement that the bureau repeats as a remark (Equifax narratives). */
const isConsumerStatement = (text: string): boolean => /^consumer says\b/i.test(text)

type Remarked = { remarks: readonly { text: string }[] }

/** Whether a remark matches `words` and not `unless`. */
export const hasRemark = (row: Remarked, words: RegExp, unless?: RegExp): boolean =>
  row.remarks.some(
    ({ text }) =>
      words.test(text) && !isConsumerStatement(text) && (unless === undefined || !unless.test(text)),
  )

/** Taken over from another lender or replacing another account, with that account's dates and months. */
export const isTransferredIn = (row: Remarked): boolean =>
  hasRemark(
    row,
    /\b(?:acquired (?:by|from)|(?:transferred|purchased) from|assum(?:ed|ption)|substitute|replacement)\b/i,
  )

/**
 * A debt or history that began at another creditor or account, to which its earlier dates may belong. Any words in the original
 * creditor's field suggest that.
 */
export const beganElsewhere = (row: Remarked & Pick<Account, 'isCollection' | 'originalCreditor'>): boolean =>
  row.isCollection || row.originalCreditor !== null || isTransferredIn(row)

/** Payments deferred by agreement: forbearance, deferment, a disaster (15 USC 1681s-2(a)(1)(F)). */
export const hasAccommodation = (row: Account): boolean =>
  hasRemark(row, /forbearance|defer(?:red|ment)|disaster|hardship|payments? suspended|accommodation/i)

const paidInFull = /(?<!\b(?:not|be|if|when|until|once) )\bpaid in full\b(?! (?:each|every) month)/i

/** Metro 2 special comments AS, AX, BC, BF, BJ, BP and C. A loss paid by insurance does not pay the debt. */
const paidByOthers =
  /(?<!\b(?:not|being|be|loss) )\bpaid (?:from|by|through) (?:collateral|insurance|guarantor|co-?(?:maker|signer|borrower))\b|\bobligation satisfied\b|\bclosed due to refinanc/i

/** Metro 2 special comment AU. */
const settled =
  /(?<!\b(?:not|be|if|when|until|once) )\bsettled\b\W+(?:in full|for less|less than|for less than)\b|\bpaid (?:in full )?for less than\b/i

/** Metro 2 account status 61 to 65 as remarks: TransUnion PCL, PPL, RPD and FPD, Equifax BQ, CH, ER and ET. */
const paidAfterLoss =
  /^(?:account )?paid,? (?:collection|charge.?off|repossession|profit and loss|(?:after )?foreclosure (?:was )?started)\b/i

/** Paid by someone other than the user, according to a remark. */
export const isPaidByOthers = (row: Account): boolean => hasRemark(row, paidByOthers)

/** Special comments after which no account is used (Metro 2 AS, AU, AX, BC, BF, BJ, BP and C). */
export const hasFinalComment = (row: Account): boolean => isPaidByOthers(row) || hasRemark(row, settled)

/** According to a remark; an open card may be used again. */
export const hasPaidRemark = (row: Account): boolean =>
  hasRemark(row, paidInFull) || hasFinalComment(row) || hasRemark(row, paidAfterLoss)

/** A closed account may have a balance; a paid or settled one may not (Metro 2 status 13, 61 to 65). */
export const isPaid = (row: Account): boolean =>
  (row.accountStatus === 'Paid' ||
    /^paid\b(?! (?:as agreed|or pa(?:id|ying)))/i.test(row.condition ?? '') ||
    hasPaidRemark(row)) &&
  !mayBeUsedAgain(row)

/** Any sign, by words or a date, that nothing is owed. */
export const isMarkedPaid = (row: Account): boolean =>
  isPaid(row) || row.datePaid !== null || hasRemark(row, /\b(?:paid|settled|satisfied|forgiven|cancel+ed)\b/i)

export const isClosed = (row: Account): boolean =>
  row.openClosed === null
    ? ['Closed', 'Paid', 'Transferred', 'Refinanced'].includes(row.accountStatus)
    : row.openClosed === 'Closed'

/** A collector's row is not an open account; a derogatory one is open only if the bureau reports it as open. */
export const isOpen = (row: Account): boolean =>
  !isClosed(row) && !row.isCollection && (row.openClosed !== null || row.accountStatus !== 'Derogatory')

// Collateral may be sold too, and then the rest of the debt is still owed.
const sold =
  /\b(?:sold to|transferred or sold|(?<!\b(?:collateral|property|vehicle|car|home|house|merchandise|goods) (?:was )?)sold$|account sold|debt sold|purchased by another|due to transfer|transferred to (?:another|a new|other)\b(?! (?:account|branch|card|department|division|number|office)))/i

/**
 * Metro 2 status 05, special comments O and AH. A transfer to an internal recovery department does not count.
 */
export const isSoldOrTransferred = (row: Account): boolean =>
  (row.accountStatus === 'Transferred' ||
    /^transferred$/i.test(row.condition ?? '') ||
    hasRemark(row, sold)) &&
  !hasRemark(row, /\brecovery|collection department|internal/i)

/** Metro 2 indicators I to V. A rescinded reaffirmation does not count. */
const notInBankruptcyAnyMore = /reaffirm|dismiss|withdr[ae]w/i

/** According to the rating or a remark; a reaffirmed debt is owed again. */
export const isInBankruptcy = (row: Pick<Account, 'payStatus'> & Remarked): boolean =>
  (row.payStatus === 'BK' || hasRemark(row, /bankrupt|chapter (?:7|11|12|13)\b/i, /\bnot included in\b/i)) &&
  !hasRemark(row, notInBankruptcyAnyMore, /rescinded/i)

/** According to a remark (Metro 2 consumer information indicators E to H). */
export const isDischarged = (row: Account): boolean =>
  hasRemark(row, /discharged/i, /not discharged/i) && !hasRemark(row, notInBankruptcyAnyMore, /rescinded/i)

/** A court's repayment plan, in which amounts are still owed. */
export const isBankruptcyPlan = (row: Account): boolean => hasRemark(row, /chapter 1[123]\b|wage.?earner/i)

/** The remarks that list the user as deceased, rather than another holder of the account. */
export const deceasedRemarks = ({ remarks }: Remarked): string[] =>
  remarks
    .map(({ text }) => text)
    .filter(
      text =>
        /\bdeceased\b/i.test(text) &&
        !/\b(?:not|co-?(?:applicant|borrower|debtor|holder|maker|owner|signer)|joint|other|spouse|guarantor)\b.*deceased/i.test(
          text,
        ),
    )

/** The user is listed as deceased (Metro 2 ECOA code X, or a remark). */
export const isDeceased = (row: Remarked & Pick<Account, 'responsibility'>): boolean =>
  /^deceased$/i.test(row.responsibility ?? '') || deceasedRemarks(row).length > 0

export const statusByMonth = (row: Account): ReadonlyMap<string, PayToken> =>
  new Map(row.paymentHistory.map(({ date, status }) => [date, status]))

export const newestMonth = (row: Account) => row.paymentHistory.at(-1)

/** Kinds of credit by their type (Metro 2 field 9), first match wins. A lease may become a loan. */
const kindsOfDetail: readonly (readonly [RegExp, string])[] = [
  [/line of credit|credit line|heloc/i, 'line'],
  [/credit card|charge (?:card|account)/i, 'card'],
  [/student|educat/i, 'student loan'],
  [/home improvement|home equity/i, 'home equity loan'],
  [/mortgage|real estate/i, 'home loan'],
  [/\bauto(?:mobile)?\b(?! ?lease)/i, 'car loan'],
  [/unsecured|personal|note loan/i, 'personal loan'],
]

export const detectAccountKind = (row: Account): string | null =>
  kindsOfDetail.find(([words]) => words.test(row.accountTypeDetail ?? ''))?.[1] ?? null

export const formatStatus = (status: PayToken | null): string =>
  status === 'OK' ? 'on time' : isLate(status) ? `${status} days late` : (status ?? 'not reported')

import type { Account, PayToken } from '#features/reports/canonical.ts'
import { centsOf, type Dollars } from '#values/money.ts'

/** What a row says of itself, each claim in one place. What is not reported claims nothing. */

/** Whole cents owed; what is not reported counts as nothing owed. */
export const centsOwed = (amount: Dollars | null): number => centsOf(amount) ?? 0

/** Whether an amount is reported, and is zero. */
export const isZeroAmount = (amount: Dollars | null): boolean => centsOf(amount) === 0

/** How many days late, in steps of thirty; null for what is no lateness. */
const steps: Partial<Record<PayToken, number>> = { OK: 0, 30: 1, 60: 2, 90: 3, 120: 4, 150: 5, 180: 6 }

/** The step of a month; null also where nothing is reported. */
export const latenessStep = (status: PayToken | null): number | null =>
  status === null ? null : (steps[status] ?? null)

/** Thirty to 180 days late. */
export const isLate = (status: PayToken | null): boolean => (latenessStep(status) ?? 0) > 0

/** Charge-off, collection and the like: beyond lateness (Metro 2 account status 88, 89, 93 to 97). */
export const isSevere = (status: PayToken | null): boolean =>
  status !== null && latenessStep(status) === null && status !== 'U'

/** A collection agency's own entry, and not a creditor's account that it rates as in collection. */
export const isCollectorAccount = (row: Pick<Account, 'isCollection' | 'accountType'>): boolean =>
  row.isCollection && row.accountType === 'Collection'

/** Whether an original creditor is named: senders fill the place with words that name nobody. */
export const namesOriginalCreditor = (originalCreditor: string | null): boolean =>
  !/^\W*$|unknown|unidentified|not (?:given|reported|available)|^n\/?a$/i.test(originalCreditor ?? '')

/** A line that is drawn on against a house; senders type it as a line, a mortgage or a card. */
export const isHomeEquityLine = (row: Account): boolean =>
  /home equity line|line of credit|heloc/i.test(row.accountTypeDetail ?? '')

/** Money lent once and paid back: a loan or a mortgage. */
export const isLoan = (row: Account): boolean =>
  (row.accountType === 'Installment' || row.accountType === 'Mortgage') && !isHomeEquityLine(row)

/** A loan for studies: federal ones follow rules of their own (20 USC 1080a, 11 USC 523(a)(8)). */
export const isStudentLoan = (row: Account): boolean =>
  [row.accountTypeDetail, row.industry].some(text => /student|educat/i.test(text ?? ''))

/** A card, line or charge account: its balance may fall to zero and rise again. */
export const isRevolving = (row: Account): boolean =>
  row.accountType === 'Revolving' || row.accountType === 'Line of credit'

/** Open and not lost to its creditor: what was charged off or placed for collection is not used again. */
const mayBeUsedAgain = (row: Account): boolean =>
  row.openClosed === 'Open' && !isLoan(row) && !row.isCollection && !isSevere(row.payStatus)

/** What the consumer said, which a bureau repeats as a remark, is no statement of the creditor (Equifax narratives). */
const isConsumerStatement = (text: string): boolean => /^consumer says\b/i.test(text)

/** A row as far as its remarks are read. */
type Remarked = { remarks: readonly { text: string }[] }

/** Whether a remark has these words, and not the others. */
export const hasRemark = (row: Remarked, words: RegExp, unless?: RegExp): boolean =>
  row.remarks.some(
    ({ text }) =>
      words.test(text) && !isConsumerStatement(text) && (unless === undefined || !unless.test(text)),
  )

/** An account that came from another lender or stands in for another account, with the dates and months of that one. */
export const isTransferredIn = (row: Remarked): boolean =>
  hasRemark(
    row,
    /\b(?:acquired (?:by|from)|(?:transferred|purchased) from|assum(?:ed|ption)|substitute|replacement)\b/i,
  )

/** A row of a debt or a history that began elsewhere, whose earlier dates may be those of that creditor or account. */
export const beganElsewhere = (row: Remarked & Pick<Account, 'isCollection' | 'originalCreditor'>): boolean =>
  row.isCollection || row.originalCreditor !== null || isTransferredIn(row)

/** Payments were put off with the lender's word: forbearance, deferment, a disaster (15 USC 1681s-2(a)(1)(F)). */
export const hasAccommodation = (row: Account): boolean =>
  hasRemark(row, /forbearance|defer(?:red|ment)|disaster|hardship|payments? suspended|accommodation/i)

const paidInFull = /(?<!\b(?:not|be|if|when|until|once) )\bpaid in full\b(?! (?:each|every) month)/i

/** Metro 2 special comments AS, AX, BC, BF, BJ, BP and C. A loss that insurance paid is not the debt. */
const paidByOthers =
  /(?<!\b(?:not|being|be|loss) )\bpaid (?:from|by|through) (?:collateral|insurance|guarantor|co-?(?:maker|signer|borrower))\b|\bobligation satisfied\b|\bclosed due to refinanc/i

/** Metro 2 special comment AU. */
const settled =
  /(?<!\b(?:not|be|if|when|until|once) )\bsettled\b\W+(?:in full|for less|less than|for less than)\b|\bpaid (?:in full )?for less than\b/i

/** Metro 2 account status 61 to 65 as remarks: TransUnion PCL, PPL, RPD and FPD, Equifax BQ, CH, ER and ET. */
const paidAfterLoss =
  /^(?:account )?paid,? (?:collection|charge.?off|repossession|profit and loss|(?:after )?foreclosure (?:was )?started)\b/i

/** Paid by somebody or something else, as a remark says: the person need not have paid it. */
export const isPaidByOthers = (row: Account): boolean => hasRemark(row, paidByOthers)

/** Paid by others or settled: special comments that no account is used after (Metro 2 AS, AU, AX, BC, BF, BJ, BP and C). */
export const hasFinalComment = (row: Account): boolean => isPaidByOthers(row) || hasRemark(row, settled)

/** Paid as a remark says; a card that is open may be used again. */
export const hasPaidRemark = (row: Account): boolean =>
  hasRemark(row, paidInFull) || hasFinalComment(row) || hasRemark(row, paidAfterLoss)

/** A closed account may lawfully carry a balance; a paid or settled one may not (Metro 2 status 13, 61 to 65). */
export const isPaid = (row: Account): boolean =>
  (row.accountStatus === 'Paid' ||
    /^paid\b(?! (?:as agreed|or pa(?:id|ying)))/i.test(row.condition ?? '') ||
    hasPaidRemark(row)) &&
  !mayBeUsedAgain(row)

/** Whether anything says that nothing is owed any more, in words or by a date. */
export const isMarkedPaid = (row: Account): boolean =>
  isPaid(row) || row.datePaid !== null || hasRemark(row, /\b(?:paid|settled|satisfied|forgiven|cancel+ed)\b/i)

/** Closed as the bureau says, else by its status. */
export const isClosed = (row: Account): boolean =>
  row.openClosed === null
    ? ['Closed', 'Paid', 'Transferred', 'Refinanced'].includes(row.accountStatus)
    : row.openClosed === 'Closed'

/** Open with the creditor itself: a collector's row is no account that is open. */
export const isOpen = (row: Account): boolean => !isClosed(row) && !row.isCollection

// What secured a debt may be sold too, and then the rest of the debt is owed.
const sold =
  /\b(?:sold to|transferred or sold|(?<!\b(?:collateral|property|vehicle|car|home|house|merchandise|goods) (?:was )?)sold$|account sold|debt sold|purchased by another|due to transfer|transferred to (?:another|a new|other)\b(?! (?:account|branch|card|department|division|number|office)))/i

/** Sold or transferred to somebody else (Metro 2 status 05, special comments O and AH); recovery stays in the house. */
export const isSoldOrTransferred = (row: Account): boolean =>
  (row.accountStatus === 'Transferred' ||
    /^transferred$/i.test(row.condition ?? '') ||
    hasRemark(row, sold)) &&
  !hasRemark(row, /\brecovery|collection department|internal/i)

/** Reaffirmed, dismissed or withdrawn; a reaffirmation that was rescinded counts no more (Metro 2 indicators I to V). */
const notInBankruptcyAnyMore = /reaffirm|dismiss|withdr[ae]w/i

/** Included in a bankruptcy as the rating or a remark says; a reaffirmed debt is owed again. */
export const isInBankruptcy = (row: Account): boolean =>
  (row.payStatus === 'BK' || hasRemark(row, /bankrupt|chapter (?:7|11|12|13)\b/i, /\bnot included in\b/i)) &&
  !hasRemark(row, notInBankruptcyAnyMore, /rescinded/i)

/** Discharged as a remark says (Metro 2 consumer information indicators E to H). */
export const isDischarged = (row: Account): boolean =>
  hasRemark(row, /discharged/i, /not discharged/i) && !hasRemark(row, notInBankruptcyAnyMore, /rescinded/i)

/** A repayment plan of a court, in which amounts are still owed. */
export const isBankruptcyPlan = (row: Account): boolean => hasRemark(row, /chapter 1[123]\b|wage.?earner/i)

/** The person is listed as deceased, not another holder of the account (Metro 2 ECOA code X). */
export const isDeceased = (row: Remarked & Pick<Account, 'responsibility'>): boolean =>
  /^deceased$/i.test(row.responsibility ?? '') ||
  row.remarks.some(
    ({ text }) =>
      /\bdeceased\b/i.test(text) &&
      !/\b(?:not|co-?(?:applicant|borrower|debtor|holder|maker|owner|signer)|joint|other|spouse|guarantor)\b.*deceased/i.test(
        text,
      ),
  )

const medicalWords =
  /\b(?:medic\w*|hospital\w*|dental|dentist\w*|clinic\w*|health\w*|physician\w*|doctor\w*|surg\w*|radiology|ambulance|patholog\w*|emergency|anesth\w*|pediatric\w*|orthop\w*)\b/i

/** A debt to a doctor, a hospital or the like, by its kind or by the name of the original creditor. */
export const isMedical = (
  row: Pick<Account, 'accountTypeDetail' | 'industry' | 'originalCreditor' | 'creditorNameReported'>,
): boolean =>
  [row.accountTypeDetail, row.industry, row.originalCreditor, row.creditorNameReported].some(text =>
    medicalWords.test(text ?? ''),
  )

/** The months of the history by their date. */
export const statusByMonth = (row: Account): ReadonlyMap<string, PayToken> =>
  new Map(row.paymentHistory.map(({ date, status }) => [date, status]))

/** The newest month of the history. */
export const newestMonth = (row: Account) => row.paymentHistory.at(-1)

/** Kinds of credit by the words of their type (Metro 2 field 9), the first that fits; a lease may end in a loan. */
const kindsOfDetail: readonly (readonly [RegExp, string])[] = [
  [/line of credit|credit line|heloc/i, 'line'],
  [/credit card|charge (?:card|account)/i, 'card'],
  [/student|educat/i, 'student loan'],
  [/home improvement|home equity/i, 'home equity loan'],
  [/mortgage|real estate/i, 'home loan'],
  [/\bauto(?:mobile)?\b(?! ?lease)/i, 'car loan'],
  [/unsecured|personal|note loan/i, 'personal loan'],
]

/** What a row's type is in one word; null where its words tell none. */
export const detectAccountKind = (row: Account): string | null =>
  kindsOfDetail.find(([words]) => words.test(row.accountTypeDetail ?? ''))?.[1] ?? null

/** How a month or a status is told: on time, or so many days late. */
export const formatStatus = (status: PayToken | null): string =>
  status === 'OK' ? 'on time' : isLate(status) ? `${status} days late` : (status ?? 'not reported')

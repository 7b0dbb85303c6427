import { dayNumber } from '#values/dates.ts'
import { countSharedDigits, fullAccountNumber, type SharedDigits, sharedDigits } from './account-number.ts'
import { amountReasons, haveEqualAmount, isPaidOutInParts } from './amount-evidence.ts'
import type { Account, AccountType } from './canonical.ts'
import { type Creditor, compareCreditors, findOriginalCreditor, parseCreditor } from './creditor.ts'

/**
 * The evidence that two rows of different bureaus are the same account. Each fact has a weight in bits: the
 * logarithm of how much more likely it is between two rows of one account than between two accounts that one
 * person has with one creditor (Fellegi and Sunter, "A Theory for Record Linkage", 1969). The weights are
 * careful estimates, checked against the accounts of `labeled-accounts.ts` and `furnished-accounts.ts` in
 * `test/support/reports` (`npm run bench -- matching`).
 */

type EvidenceTopic =
  | 'creditor'
  | 'number'
  | 'opened'
  | 'type'
  | 'amount'
  | 'payment'
  | 'term'
  | 'last payment'
  | 'payment history'
  | 'closed'
  | 'responsibility'
  | 'original creditor'

/** A fact in words and its weight in bits. `isFatal`: impossible for a single account. */
export type Reason = { about: EvidenceTopic; text: string; bits: number; isFatal?: true }

const isCard = (type: AccountType): boolean => type === 'Revolving' || type === 'Open'

/** A row with its compared values computed once. */
export type PreparedRow = { row: Account; creditor: Creditor; number: string | null }

/**
 * TransUnion omits the last four digits of card numbers without a mask character (`600888322006`). Payment cards have 15
 * or 16 digits and begin with 3 to 6 (ISO/IEC 7812), so twelve are the beginning of a number.
 */
const cutCardNumber = /^[3-6]\d{11}$/

const comparedNumber = ({ accountNumber, accountType }: Account): string | null =>
  accountNumber !== null && isCard(accountType) && cutCardNumber.test(accountNumber)
    ? `${accountNumber}****`
    : accountNumber

export const prepareRow = (row: Account): PreparedRow => ({
  row,
  creditor: parseCreditor(row.creditorNameReported),
  number: comparedNumber(row),
})

const hasMonth = (date: string | null): date is string => date !== null && date.length >= 7
const hasDay = (date: string | null): date is string => date !== null && date.length === 10

const daysApart = (a: string, b: string): number => Math.abs(dayNumber(a) - dayNumber(b))

/** Bureaus may report the same opening this many days apart. */
const mostDaysApart = 31

/** Opened within 31 days; a date without a day counts as the first of the month. */
export const isSameOpening = (a: Account['dateOpened'], b: Account['dateOpened']): boolean =>
  hasMonth(a) && hasMonth(b) && daysApart(a, b) <= mostDaysApart

/** Whether creditors open several of these on one day: student loan disbursements, hospital bills. */
const comesInNumbers = (row: Account): boolean =>
  row.accountType === 'Collection' ||
  row.accountType === 'Unknown' ||
  /medical/i.test(row.accountTypeDetail ?? '') ||
  isPaidOutInParts(row)

const openedReason = (a: Account, b: Account, isOneOfMany: boolean): Reason => {
  const [one, other] = [a.dateOpened, b.dateOpened]
  if (!hasMonth(one) || !hasMonth(other)) {
    const isOtherYear = one !== null && other !== null && one.slice(0, 4) !== other.slice(0, 4)
    return isOtherYear
      ? { about: 'opened', text: 'opened in different years', bits: -10, isFatal: true }
      : { about: 'opened', text: 'a bureau gives no month of opening', bits: -3 }
  }
  const apart = daysApart(one, other)
  if (apart > mostDaysApart) {
    return { about: 'opened', text: `opened ${apart} days apart`, bits: -10, isFatal: true }
  }
  if (apart === 0 && hasDay(one) && hasDay(other)) {
    return { about: 'opened', text: 'opened on the same day', bits: isOneOfMany ? 2 : 8 }
  }
  const isMonthOnly = [one, other].some(date => !hasDay(date) || date.endsWith('-01'))
  return one.slice(0, 7) === other.slice(0, 7) && isMonthOnly
    ? { about: 'opened', text: 'opened in the same month', bits: isOneOfMany ? 1 : 5 }
    : { about: 'opened', text: `opened ${apart} days apart`, bits: isOneOfMany ? 0 : 3 }
}

/** Whether two rows name different original creditors. */
export const haveOtherOrigins = (
  a: Pick<Account, 'originalCreditor'>,
  b: Pick<Account, 'originalCreditor'>,
): boolean => {
  const [one, other] = [
    parseCreditor(findOriginalCreditor(a) ?? ''),
    parseCreditor(findOriginalCreditor(b) ?? ''),
  ]
  return one.length > 0 && other.length > 0 && compareCreditors(one, other) === 'different'
}

/**
 * Whether two rows show the same full number at the same creditor. Then they are one account, regardless of what
 * else a bureau reports or has corrected. Debts opened in batches may share a number, so for them an amount must
 * also agree, no other original creditor be named (Metro 2 segment K1), and for loans disbursed in equal parts the opening
 * date agree too.
 */
export const isSameByFullNumber = (a: PreparedRow, b: PreparedRow): boolean => {
  const number = fullAccountNumber(a.number)
  const isInParts = isPaidOutInParts(a.row) || isPaidOutInParts(b.row)
  return (
    number !== null &&
    number === fullAccountNumber(b.number) &&
    compareCreditors(a.creditor, b.creditor) !== 'different' &&
    (!(comesInNumbers(a.row) || comesInNumbers(b.row)) ||
      (haveEqualAmount(a.row, b.row) &&
        !haveOtherOrigins(a.row, b.row) &&
        (!isInParts || isSameOpening(a.row.dateOpened, b.row.dateOpened))))
  )
}

/** TransUnion shows three digits of its shortest numbers (`8X4X5`). */
const leastShown = 3

/**
 * Whether two rows of one bureau share a masked number and an amount, and the later one's account was already
 * open when the earlier one was reported: then only its opening date was corrected.
 */
export const isSameWithNewOpening = (now: PreparedRow, before: PreparedRow): boolean => {
  const [opened, reported] = [now.row.dateOpened, before.row.lastReported]
  return (
    now.row.accountNumber === before.row.accountNumber &&
    (countSharedDigits(now.row.accountNumber, before.row.accountNumber) ?? 0) >= leastShown &&
    now.row.accountType === before.row.accountType &&
    compareCreditors(now.creditor, before.creditor) !== 'different' &&
    hasMonth(opened) &&
    hasMonth(reported) &&
    opened.slice(0, 7) <= reported.slice(0, 7) &&
    haveEqualAmount(now.row, before.row)
  )
}

/** Pure chance would be 13 bits (ten to the fourth). */
const bitsOfEnd = 12

/** Outweighs all evidence to the contrary. */
const bitsOfWhole = 60

/** Other digits are often sequential: weak evidence, and none for loans opened together. */
const numberReason = (digits: SharedDigits | null, isOneOfMany: boolean): Reason => {
  const about = 'number'
  if (digits === null) return { about, text: 'the visible digits differ', bits: -20, isFatal: true }
  const { count, afterIssuer, isEnd } = digits
  if (isEnd) return { about, text: 'the last four digits agree', bits: bitsOfEnd }
  return {
    about,
    text: count === 0 ? 'no digit is visible at both' : `${count} visible digits agree`,
    bits: isOneOfMany ? 0 : Math.min(afterIssuer, 3),
  }
}

const wholeNumberAgrees: Reason = { about: 'number', text: 'the whole number agrees', bits: bitsOfWhole }

/** Whether a card's number was lost or its account transferred: it may continue under another number. */
const hasLostNumber = ({ accountStatus, remarks }: Account): boolean =>
  accountStatus === 'Transferred' || remarks.some(({ text }) => /\b(lost|stolen)\b/i.test(text))

const isOpen = ({ openClosed, accountStatus, dateClosed }: Account): boolean =>
  dateClosed === null && openClosed !== 'Closed' && accountStatus === 'Open'

/** Open accounts are reported every month; after more days than this, the number may have been replaced. */
const longestSilence = 100

const closedReason = (a: Account, b: Account, isOneOfMany: boolean): Reason[] => {
  const about = 'closed'
  if (hasLostNumber(a) !== hasLostNumber(b)) {
    return [{ about, text: 'transferred or lost at one bureau only, as under a lost number', bits: -12 }]
  }
  if (a.openClosed !== null && b.openClosed !== null && a.openClosed !== b.openClosed) {
    return [{ about, text: 'open at one bureau only', bits: -4 }]
  }
  const [reported, other] = [a.lastReported, b.lastReported]
  if (isOpen(a) && isOpen(b) && hasMonth(reported) && hasMonth(other)) {
    return daysApart(reported, other) > longestSilence
      ? [{ about, text: 'open, but one bureau has heard nothing for months', bits: -8 }]
      : []
  }
  if (!hasDay(a.dateClosed) || !hasDay(b.dateClosed)) return []
  const apart = daysApart(a.dateClosed, b.dateClosed)
  if (apart === 0) return [{ about, text: 'closed on the same day', bits: isOneOfMany ? 1 : 4 }]
  return apart > mostDaysApart ? [{ about, text: `closed ${apart} days apart`, bits: -3 }] : []
}

/** The ECOA designator's meaning (Regulation B, 12 CFR 1002.10); null when it is ambiguous. */
const partOf = (responsibility: string | null): 'user' | 'several' | 'one' | null => {
  const words = (responsibility ?? '').toLowerCase()
  if (/authori[sz]ed/.test(words)) return 'user'
  if (/joint|co-?signer|co-?maker|participa|shared/.test(words)) return 'several'
  return /individual|maker|primary/.test(words) ? 'one' : null
}

const responsibilityReason = (a: Account, b: Account): Reason[] => {
  const [one, other] = [partOf(a.responsibility), partOf(b.responsibility)]
  if (one === null || other === null) return []
  const about = 'responsibility'
  if (one === other) return [{ about, text: 'the same responsibility', bits: 1 }]
  return one === 'user' || other === 'user'
    ? [{ about, text: 'an authorized user at one bureau only', bits: -8 }]
    : [{ about, text: 'another responsibility', bits: -2 }]
}

const originReason = (a: Account, b: Account): Reason[] => {
  if (findOriginalCreditor(a) === null || findOriginalCreditor(b) === null) return []
  return haveOtherOrigins(a, b)
    ? [{ about: 'original creditor', text: 'of different original creditors', bits: -10 }]
    : [{ about: 'original creditor', text: 'of one original creditor', bits: 2 }]
}

/** Types that bureaus confuse: a charge card is an open account, a home equity line revolving credit. */
export const typeClass = ({ accountType }: Account): string =>
  accountType === 'Open' || accountType === 'Line of credit' ? 'Revolving' : accountType

const typeReason = (a: Account, b: Account): Reason => {
  const about = 'type'
  if (a.accountType === b.accountType) return { about, text: 'of one type', bits: 0 }
  return typeClass(a) === typeClass(b)
    ? { about, text: 'of types that are alike', bits: -4 }
    : { about, text: 'of different types', bits: -10, isFatal: true }
}

const creditorReason = (a: Creditor, b: Creditor): Reason => {
  const agreement = compareCreditors(a, b)
  if (agreement === 'different') {
    return { about: 'creditor', text: 'of different creditors', bits: -20, isFatal: true }
  }
  return agreement === 'same'
    ? { about: 'creditor', text: 'of one creditor', bits: 0 }
    : { about: 'creditor', text: 'of creditors spelled alike', bits: -1 }
}

export type Evidence = {
  reasons: Reason[]
  /** Null when visible digits differ. */
  digits: SharedDigits | null
  isOneOfMany: boolean
  isPaidOutInParts: boolean
  /** The number alone decides. */
  isDecided: boolean
}

/** All evidence about two rows of different bureaus. */
export const collectEvidence = (a: PreparedRow, b: PreparedRow): Evidence => {
  const isOneOfMany = comesInNumbers(a.row) || comesInNumbers(b.row)
  const digits = sharedDigits(a.number, b.number)
  const isDecided = isSameByFullNumber(a, b)
  const reasons = [
    creditorReason(a.creditor, b.creditor),
    typeReason(a.row, b.row),
    openedReason(a.row, b.row, isOneOfMany),
    isDecided ? wholeNumberAgrees : numberReason(digits, isOneOfMany),
    ...amountReasons(a.row, b.row, isOneOfMany),
    ...closedReason(a.row, b.row, isOneOfMany),
    ...responsibilityReason(a.row, b.row),
    ...originReason(a.row, b.row),
  ]
  return {
    digits,
    isOneOfMany,
    isPaidOutInParts: isPaidOutInParts(a.row) || isPaidOutInParts(b.row),
    isDecided,
    reasons: isDecided ? reasons.map(({ isFatal: _, ...reason }) => reason) : reasons,
  }
}

import { type Bureau, isBureau } from '#values/bureau.ts'
import type { AccountStatus, AccountType, PayToken } from '../canonical.ts'

/** The meaning of senders' codes. Every table names its source. Unknown codes return null, never a guess. */

type Table<T> = Readonly<Record<string, T>>

export const lookUp = <T>(table: Table<T>, code: string | null): T | null =>
  code !== null && Object.hasOwn(table, code) ? (table[code] ?? null) : null

/**
 * Bureau names in files (TrueLink `Source.Bureau.symbol`, MISMO CreditRepositorySourceType).
 */
const bureauSpellings: Table<Bureau> = {
  TRANSUNION: 'TransUnion',
  TUC: 'TransUnion',
  TUI: 'TransUnion',
  TU: 'TransUnion',
  EXPERIAN: 'Experian',
  EXP: 'Experian',
  XPN: 'Experian',
  EQUIFAX: 'Equifax',
  EFX: 'Equifax',
  EQF: 'Equifax',
  E: 'Equifax',
}

/** Null for merge labels and resellers. */
export const parseBureau = (reported: string | null): Bureau | null => {
  if (reported === null) return null
  return isBureau(reported)
    ? reported
    : lookUp(bureauSpellings, reported.toUpperCase().replaceAll(/[^A-Z]/g, ''))
}

/** Codes 8 and 9 have more than one meaning; the kind of account decides. */
export type AccountKind = { collection: boolean; mortgage: boolean }

const severe: ReadonlySet<PayToken> = new Set(['CO', 'COL', 'REPO', 'FC', 'VS', 'BK'])

/** Whether a token is worse than lateness: charge-off, collection, repossession and so on. */
export const isSevere = (token: PayToken | null): boolean => token !== null && severe.has(token)

const lossOf = (kind: AccountKind): PayToken => (kind.collection ? 'COL' : 'CO')
const takenOf = (kind: AccountKind): PayToken => (kind.mortgage ? 'FC' : 'REPO')

type PayTable = Table<PayToken | ((kind: AccountKind) => PayToken)>

/**
 * Letters of the Metro 2 payment history profile, which senders mix into their own codes (CRRG field 25: E
 * zero balance and current, G collection, H foreclosure, J surrender, K repossession, L charge-off).
 */
const metro2Letters: PayTable = { E: 'OK', G: 'COL', H: 'FC', J: 'VS', K: 'REPO', L: 'CO' }

/** Lateness digits: either 1 is 30 days, or 1 is on time and 2 is 30 days. */
const lateFromOne: PayTable = { '1': '30', '2': '60', '3': '90', '4': '120', '5': '150', '6': '180' }
const lateFromTwo: PayTable = { '2': '30', '3': '60', '4': '90', '5': '120' }

/** Payment codes by dialect; a missing code is a month without an entry. */
const payCodes = {
  /** MISMO patterns as most resellers send them; CreditRatingCodeType Experian. */
  experian: {
    ...metro2Letters,
    C: 'OK',
    N: 'OK',
    '0': 'U',
    ...lateFromOne,
    '7': 'BK',
    '8': takenOf,
    '9': lossOf,
    X: 'U',
    '-': 'U',
    U: 'U',
  },
  /** MISMO patterns in TransUnion's and Equifax's numbering, shifted by one: 1 is "as agreed". */
  shifted: {
    ...metro2Letters,
    '0': 'U',
    '1': 'OK',
    ...lateFromTwo,
    '6': 'COL',
    '7': 'BK',
    '8': takenOf,
    '9': lossOf,
    X: 'U',
    '*': 'U',
    '-': 'U',
  },
  /**
   * TrueLink PayStatus and MonthlyPayStatus symbols; those of two characters are TransUnion's manner of
   * payment.
   */
  truelink: {
    C: 'OK',
    U: 'U',
    N: 'U',
    '0': 'U',
    ...lateFromOne,
    '7': 'BK',
    '8': takenOf,
    '8A': 'VS',
    '8P': takenOf,
    '8R': takenOf,
    '9': lossOf,
    '9B': 'COL',
    '9P': lossOf,
  },
  /**
   * TransUnion's manner of payment (TU 4.0): 8D a legal repossession, 8R a redeemed one, P one that was or is
   * being paid.
   */
  transunion: {
    '00': 'U',
    '01': 'OK',
    '02': '30',
    '03': '60',
    '04': '90',
    '05': '120',
    '07': 'BK',
    '08': takenOf,
    '09': lossOf,
    '8A': 'VS',
    '8D': takenOf,
    '8P': takenOf,
    '8R': takenOf,
    '9B': 'COL',
    '9P': lossOf,
    // In the consumer version: an account included in bankruptcy.
    BK: 'BK',
    UC: 'U',
    UR: 'U',
  },
  /** Experian Credit Profile paymentHistory: 0 is a zero balance paid on time; B rates nothing. */
  experianProfile: {
    ...metro2Letters,
    ...lateFromOne,
    C: 'OK',
    N: 'OK',
    '0': 'OK',
    '7': 'BK',
    '8': takenOf,
    '9': lossOf,
    '-': 'U',
  },
  /**
   * Equifax paymentHistory1to24 and rate: 5 is 120 days or more; a space is a month before the account was
   * opened.
   */
  equifax: {
    ...lateFromTwo,
    '0': 'U',
    '1': 'OK',
    '6': 'COL',
    '7': 'BK',
    '8': takenOf,
    '9': lossOf,
    E: 'OK',
    '*': 'U',
  },
} as const satisfies Table<PayTable>

export type PayDialect = keyof typeof payCodes

/** Null: no entry for the month. */
export const payTokenFromCode = (
  dialect: PayDialect,
  code: string | null,
  kind: AccountKind,
): PayToken | null => {
  const found = lookUp<PayToken | ((kind: AccountKind) => PayToken)>(payCodes[dialect], code)
  return typeof found === 'function' ? found(kind) : found
}

/**
 * MISMO CreditRatingType values (MISMO 3.4 enumeration). `Late30Days` and similar are parsed by their number.
 */
const ratingTypes: PayTable = {
  AsAgreed: 'OK',
  ChargeOff: 'CO',
  Collection: 'COL',
  CollectionOrChargeOff: lossOf,
  Foreclosure: 'FC',
  ForeclosureOrRepossession: takenOf,
  Repossession: 'REPO',
  VoluntarySurrender: 'VS',
  BankruptcyOrWageEarnerPlan: 'BK',
  WageEarnerPlan: 'BK',
  TooNew: 'U',
  NoDataAvailable: 'U',
}

export const payTokenFromRating = (type: string | null, kind: AccountKind): PayToken | null => {
  const found = lookUp(ratingTypes, type)
  if (found !== null) return typeof found === 'function' ? found(kind) : found
  const late = /^Late(?:Over)?(30|60|90|120|150|180)/.exec(type ?? '')?.[1]
  return late === '30' || late === '60' || late === '90' || late === '120' || late === '150' || late === '180'
    ? late
    : null
}

/** MISMO CreditLiabilityAccountType. */
const mismoAccountTypes: Table<AccountType> = {
  Revolving: 'Revolving',
  Installment: 'Installment',
  Mortgage: 'Mortgage',
  Open: 'Open',
  CreditLine: 'Line of credit',
}

/** The type of a MISMO account; 'Unknown' if not in the table. */
export const mismoAccountType = (code: string | null): AccountType =>
  lookUp(mismoAccountTypes, code) ?? 'Unknown'

/** TrueLink accountTypeSymbol and CreditType. */
const truelinkAccountTypes: Table<AccountType> = {
  R: 'Revolving',
  I: 'Installment',
  M: 'Mortgage',
  O: 'Open',
  C: 'Line of credit',
  Y: 'Collection',
}

export const truelinkAccountType = (symbol: string | null): AccountType | null =>
  lookUp(truelinkAccountTypes, symbol)

/** MISMO CreditLiabilityAccountStatusType. Frozen means open, but no further draws. */
const mismoConditions: Table<AccountStatus> = {
  Open: 'Open',
  Frozen: 'Open',
  Closed: 'Closed',
  Paid: 'Paid',
  Refinanced: 'Refinanced',
  Transferred: 'Transferred',
}

export const mismoCondition = (type: string | null): AccountStatus | null => lookUp(mismoConditions, type)

/** TrueLink AccountCondition. */
const truelinkConditions: Table<AccountStatus> = {
  O: 'Open',
  C: 'Closed',
  P: 'Paid',
  F: 'Derogatory',
  R: 'Refinanced',
  T: 'Transferred',
}

export const truelinkCondition = (symbol: string | null): AccountStatus | null =>
  lookUp(truelinkConditions, symbol)

/** MISMO CreditLiabilityAccountOwnershipType (the ECOA codes in words). */
const mismoOwnership: Table<string> = {
  AuthorizedUser: 'Authorized user',
  Comaker: 'Co-maker',
  Deceased: 'Deceased',
  Individual: 'Individual',
  Joint: 'Joint',
  JointContractualLiability: 'Joint',
  JointParticipating: 'Joint participant',
  Maker: 'Maker',
  OnBehalfOf: 'On behalf of another person',
  Terminated: 'Terminated',
  Undesignated: 'Undesignated',
}

/** TrueLink AccountDesignator (the bureaus' ECOA letters). */
const truelinkDesignators: Table<string> = {
  A: 'Authorized user',
  B: 'On behalf of another person',
  C: 'Co-maker',
  I: 'Individual',
  J: 'Joint',
  M: 'Maker',
  P: 'Joint participant',
  S: 'Shared',
  T: 'Terminated',
  U: 'Undesignated',
  X: 'Deceased',
}

/** The responsibility from the table, otherwise in the sender's words. */
export const mismoResponsibility = (type: string | null): string | null =>
  lookUp(mismoOwnership, type) ?? splitCamelCase(type)

/** The same for a TrueLink account, otherwise from its description. */
export const truelinkResponsibility = (symbol: string | null, description: string | null): string | null =>
  lookUp(truelinkDesignators, symbol) ?? description

/**
 * `HomeEquityLineOfCredit` as `Home equity line of credit`, `FHARealEstateMortgage` as `FHA real estate
 * mortgage`.
 */
export const splitCamelCase = (camel: string | null): string | null => {
  if (camel === null) return null
  const words = camel
    .slice(0, 100)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/\s+/)
    .map((word, index) => (/^[A-Z]{2,}$/.test(word) || index === 0 ? word : word.toLowerCase()))
  return words.join(' ')
}

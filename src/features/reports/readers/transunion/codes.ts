import type { AccountType } from '../../canonical.ts'
import { lookUp } from '../codes.ts'

/**
 * TransUnion's own codes, in TUXML, TU4R and, for rows of TransUnion, in TrueLink. Data only
 * (TransUnion TU 4.0: loan types, ECOA designators, portfolio types).
 */

type Table<T> = Readonly<Record<string, T>>

/** Account (loan) types; GrantedTrade.AccountType in TrueLink. */
const loanTypes: Table<string> = {
  AF: 'Appliance or furniture loan',
  AG: 'Collection or attorney',
  AL: 'Auto lease',
  AU: 'Auto loan',
  AX: 'Agricultural loan',
  BC: 'Business credit card',
  BL: 'Business line of credit',
  BU: 'Business loan',
  CB: 'Combined credit plan',
  CC: 'Credit card',
  CE: 'Commercial line of credit',
  CH: 'Charge account',
  CI: 'Commercial installment loan',
  CO: 'Consolidation loan',
  CP: 'Child support',
  CR: 'Conditional sales contract',
  CS: 'Conditional sales contract',
  CU: 'Telecommunications',
  CV: 'Conventional mortgage',
  CY: 'Commercial mortgage',
  DC: 'Debit card',
  DR: 'Deposit account with overdraft protection',
  DS: 'Debt counseling service',
  FC: 'Factoring company account',
  FE: 'Attorney fees',
  FI: 'FHA home improvement loan',
  FL: 'FmHA mortgage',
  FM: 'Family support',
  FR: 'FHA mortgage',
  FX: 'Flexible spending credit card',
  GA: 'Government employee advance',
  GE: 'Government fee for services',
  GF: 'Government fine',
  GG: 'Government grant',
  GO: 'Government overpayment',
  GS: 'Government secured loan',
  GU: 'Government unsecured loan',
  GV: 'Government debt',
  HE: 'Home equity loan',
  HG: 'Household goods',
  HI: 'Home improvement loan',
  IS: 'Installment sales contract',
  LC: 'Line of credit',
  LE: 'Lease',
  LI: 'Lender-placed insurance',
  LN: 'Construction loan',
  LS: 'Secured line of credit',
  MB: 'Manufactured housing',
  MD: 'Medical debt',
  MH: 'Medical or health care',
  NT: 'Note loan',
  PS: 'Partly secured loan',
  RA: 'Rental agreement',
  RC: 'Returned check',
  RD: 'Recreational merchandise loan',
  RE: 'Real estate',
  RL: 'Real estate junior lien',
  RM: 'Real estate mortgage',
  SC: 'Secured credit card',
  SE: 'Secured loan',
  SH: 'Loan secured by household goods',
  SI: 'Secured home improvement loan',
  SM: 'Second mortgage',
  SO: 'Loan secured by household goods and other collateral',
  ST: 'Student loan',
  SU: 'Spouse support',
  TS: 'Time-shared loan',
  UC: 'Utility company',
  US: 'Unsecured loan',
  VM: 'VA mortgage',
}

/** The words of a loan type; null when unknown. */
export const findLoanType = (code: string | null): string | null => lookUp(loanTypes, code)

/** Loan types of those who collect or bought a debt. */
const agencyTypes: ReadonlySet<string> = new Set(['AG', 'FC'])

/** Whether a row is a collector's, by its loan type. */
export const isAgencyLoan = (loanType: string | null): boolean => agencyTypes.has(loanType ?? '')

/** ECOA designators: TU4R's letters and TUXML's words. C is a joint account, not a co-maker as in TrueLink. */
const designators: Table<string> = {
  A: 'Authorized user',
  C: 'Joint',
  I: 'Individual',
  M: 'Maker',
  P: 'Joint participant',
  S: 'Co-signer',
  T: 'Terminated',
  U: 'Undesignated',
  X: 'Deceased',
  authorizeduser: 'Authorized user',
  cosigner: 'Co-signer',
  deceased: 'Deceased',
  individual: 'Individual',
  jointcontractliability: 'Joint',
  maker: 'Maker',
  participant: 'Joint participant',
  primary: 'Maker',
  terminated: 'Terminated',
  undesignated: 'Undesignated',
}

/** The responsibility in words; null when unknown. */
export const transUnionResponsibility = (designator: string | null): string | null =>
  lookUp(designators, designator) ?? lookUp(designators, designator?.toLowerCase() ?? null)

/** Portfolio types: TU4R's letters and TUXML's words. */
const portfolios: Table<AccountType> = {
  r: 'Revolving',
  i: 'Installment',
  m: 'Mortgage',
  o: 'Open',
  c: 'Line of credit',
  revolving: 'Revolving',
  installment: 'Installment',
  mortgage: 'Mortgage',
  open: 'Open',
  lineofcredit: 'Line of credit',
}

/** The type of an account by its portfolio; what is not known is said to be so. */
export const transUnionPortfolio = (portfolio: string | null): AccountType =>
  lookUp(portfolios, portfolio?.toLowerCase() ?? null) ?? 'Unknown'

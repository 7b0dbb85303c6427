import type { AccountStatus } from '../../canonical.ts'
import { lookUp } from '../codes.ts'

/**
 * TransUnion remark codes (TransUnion Credit Report User Guide, remarks; BDW, CLB to CLR, CRB, LMD to LNA,
 * PRS and SCD of later lists), and what three kinds of them mean for an account. Lists differ on two: one
 * lists WEP as a charge-off, one lists DRC as "subscriber disagrees".
 */

const remarks: Readonly<Record<string, string>> = {
  AAP: 'Loan assumed by another party',
  ACQ: 'Acquired from another lender',
  ACR: 'Account closed due to refinance',
  ACT: 'Account closed due to transfer',
  AFR: 'Account acquired by RTC, FDIC or NCUA',
  AID: 'Account information disputed by consumer',
  AJP: 'Adjustment pending',
  AMD: 'Active military duty',
  AND: 'Affected by natural or declared disaster',
  BAL: 'Balloon payment',
  BCD: 'Bankruptcy; account information disputed; closed by consumer',
  BDW: 'Bankruptcy withdrawn',
  BKC: 'Bankruptcy; account closed by consumer',
  BKD: 'Bankruptcy; account information disputed',
  BKL: 'Included in bankruptcy',
  BKW: 'Bankruptcy withdrawn',
  BRC: 'Bankruptcy; dispute resolved, consumer disagrees; closed by consumer',
  BRR: 'Bankruptcy; dispute resolved, consumer disagrees',
  CAD: 'Account information disputed; closed by consumer',
  CBC: 'Account closed by consumer',
  CBD: 'Dispute resolved, consumer disagrees; closed by consumer',
  CBG: 'Account closed by credit grantor',
  CBL: 'Chapter 7 bankruptcy',
  CBR: 'Chapter 11 bankruptcy',
  CBT: 'Chapter 12 bankruptcy',
  CCD: 'Chapter 7 bankruptcy; account closed by consumer',
  CDC: 'Chapter 7 bankruptcy; account information disputed; closed by consumer',
  CDD: 'Chapter 11 bankruptcy; account closed by consumer',
  CDL: 'Chapter 7 bankruptcy; account information disputed',
  CDR: 'Chapter 11 bankruptcy; account information disputed',
  CDT: 'Chapter 12 bankruptcy; account information disputed',
  CED: 'Chapter 12 bankruptcy; account closed by consumer',
  CFD: 'Account in dispute; closed by consumer',
  CLA: 'Placed for collection',
  CLB: 'Contingent liability, corporate defaults',
  CLC: 'Account closed',
  CLO: 'Account closed',
  CLR: 'Credit line reduced due to collateral depreciation',
  CLS: 'Credit line suspended',
  CPB: 'Customer pays balance in full each month',
  CRB: 'Collateral released by creditor, balance owing',
  CRC: 'Chapter 11 bankruptcy; account information disputed; closed by consumer',
  CRD: 'Chapter 7 bankruptcy; dispute resolved, consumer disagrees; closed by consumer',
  CRL: 'Chapter 7 bankruptcy; dispute resolved, consumer disagrees',
  CRR: 'Chapter 11 bankruptcy; dispute resolved, consumer disagrees; closed by consumer',
  CRT: 'Chapter 12 bankruptcy; dispute resolved, consumer disagrees; closed by consumer',
  CRV: 'Chapter 11 bankruptcy; dispute resolved, consumer disagrees',
  CTC: 'Chapter 12 bankruptcy; account information disputed; closed by consumer',
  CTR: 'Account closed, transferred or refinanced',
  CTS: 'Contact subscriber',
  CTV: 'Chapter 12 bankruptcy; dispute resolved, consumer disagrees',
  DEC: 'Deceased',
  DLU: 'Deed in lieu of foreclosure',
  DM: 'Bankruptcy dismissed',
  DRC: 'Dispute resolved, customer disagrees',
  DRG: 'Dispute resolved, reported by grantor',
  ER: 'Election of remedy',
  ETB: 'Early termination, balance owing',
  ETD: 'Early termination by default',
  ETI: 'Early termination, insurance loss',
  ETO: 'Early termination, obligation satisfied',
  ETS: 'Early termination, status pending',
  FCL: 'Foreclosure',
  FOR: 'Account in forbearance',
  FPD: 'Account paid, foreclosure started',
  FPI: 'Foreclosure initiated',
  FRD: 'Foreclosure, collateral sold',
  FTB: 'Full termination, balance owing',
  FTO: 'Full termination, obligation satisfied',
  FTS: 'Full termination, status pending',
  INA: 'Inactive account',
  INP: 'Debt being paid through insurance',
  INS: 'Paid by insurance',
  IRB: 'Involuntary repossession, balance owing',
  IRE: 'Involuntary repossession',
  IRO: 'Involuntary repossession, obligation satisfied',
  JUG: 'Judgment granted',
  LA: 'Lease assumption',
  LMD: 'Loan modified under a federal government plan',
  LMN: 'Loan modified, not by a government plan',
  LNA: 'Credit line no longer available, in repayment phase',
  MCC: 'Managed by debt counseling service',
  MOV: 'No forwarding address',
  ND: 'No dispute',
  NIR: 'Student loan not in repayment',
  NPA: 'Now paying',
  PAL: 'Purchased by another lender',
  PCL: 'Paid collection',
  PDD: 'Paid by dealer',
  PDE: 'Payment deferred',
  PDI: 'Principal deferred, interest payment only',
  PFC: 'Account paid from collateral',
  PLL: 'Prepaid lease',
  PLP: 'Profit and loss, now paying',
  PNR: 'First payment never received',
  PPA: 'Paying under a partial payment agreement',
  PPD: 'Paid by co-maker',
  PPL: 'Paid profit and loss',
  PRD: 'Payroll deduction',
  PRL: 'Profit and loss write-off',
  PRS: 'Personal receivership',
  PWG: 'Account payment by wage garnishment',
  REA: 'Reaffirmation of debt',
  REP: 'Substitute or replacement account',
  RFN: 'Refinanced',
  RPD: 'Paid repossession',
  RPO: 'Repossession',
  RRE: 'Repossession, redeemed',
  RVN: 'Voluntary surrender',
  RVR: 'Voluntary surrender, redeemed',
  SCD: 'Credit line suspended due to collateral depreciation',
  SET: 'Settled for less than the full balance',
  SGL: 'Claim filed with government',
  SIL: 'Simple interest loan',
  SLP: 'Student loan permanently assigned to government',
  SPL: 'Single payment loan',
  STL: 'Credit card lost or stolen',
  TRF: 'Transferred',
  TRL: 'Transferred to another lender',
  TTR: 'Transferred to recovery',
  WCD: 'Chapter 13 bankruptcy; account information disputed; closed by consumer',
  WEP: 'Chapter 13 bankruptcy',
  WPC: 'Chapter 13 bankruptcy; account closed by consumer',
  WPD: 'Chapter 13 bankruptcy; account information disputed',
  WRC: 'Chapter 13 bankruptcy; dispute resolved, consumer disagrees; closed by consumer',
  WRR: 'Chapter 13 bankruptcy; dispute resolved, consumer disagrees',
}

export const describeRemark = (code: string | null): string | null => lookUp(remarks, code)

/** The code in a TrueLink remark symbol on a TransUnion row, `T00` and the code. */
export const remarkCodeOf = (symbol: string | null): string | null =>
  symbol?.startsWith('T00') ? symbol.slice(3) : null

/** The meaning of such a symbol. */
export const findRemark = (symbol: string | null): string | null => describeRemark(remarkCodeOf(symbol))

const over: ReadonlySet<string> = new Set(['BDW', 'BKW', 'DM'])

/**
 * Whether a remark states that the account is in a bankruptcy that was neither withdrawn nor dismissed. TransUnion does not
 * rate such an account (UR); the remark is its statement of the bankruptcy, as Experian's consumer information indicator
 * (Metro 2 field 38) and Equifax's narratives are theirs.
 */
export const isBankruptcyRemark = (code: string): boolean =>
  !over.has(code) && /bankruptcy/i.test(describeRemark(code) ?? '')

/**
 * Whether the consumer disputes the account, or disagrees with how a dispute ended (Metro 2 codes XB to XJ).
 */
export const isDisputeRemark = (code: string): boolean =>
  /disputed|in dispute|disagrees/.test(describeRemark(code) ?? '')

const conditions: Readonly<Record<string, AccountStatus>> = {
  ACR: 'Refinanced',
  RFN: 'Refinanced',
  ACT: 'Transferred',
  PAL: 'Transferred',
  TRF: 'Transferred',
  TRL: 'Transferred',
}

/** The new status of an account that a remark marks as refinanced or transferred; null for other remarks. */
export const conditionFromRemark = (code: string): AccountStatus | null => lookUp(conditions, code)

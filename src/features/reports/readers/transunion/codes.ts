import type { AccountType } from '../../canonical.ts'
import type { RecordKind } from '../../public-records.ts'
import { lookUp } from '../codes.ts'

/**
 * TransUnion's own codes, in TUXML, TU4R and TransUnion rows of TrueLink (TransUnion TU 4.0: loan types, ECOA
 * designators, portfolio types).
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

export const findLoanType = (code: string | null): string | null => lookUp(loanTypes, code)

/** Loan types of companies that collect or bought a debt. */
const agencyTypes: ReadonlySet<string> = new Set(['AG', 'FC'])

export const isAgencyLoan = (loanType: string | null): boolean => agencyTypes.has(loanType ?? '')

/**
 * ECOA designators: TU4R's letters and TUXML's words. C is a joint account, not a co-maker as in TrueLink.
 */
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

/** The account type of a portfolio; 'Unknown' if not in the table. */
export const transUnionPortfolio = (portfolio: string | null): AccountType =>
  lookUp(portfolios, portfolio?.toLowerCase() ?? null) ?? 'Unknown'

/** TransUnion public records (TU 4.0, public record types). */

const chapters: Readonly<Record<string, string>> = { '1': '11', '2': '12', '3': '13', '7': '7' }
const outcomes: Readonly<Record<string, string>> = {
  D: 'Dismissed',
  F: 'Filed',
  V: 'Voluntarily dismissed',
  X: 'Discharged',
}

const recordTypes = {
  Attachment: 'adverse',
  'Child support': 'adverse',
  'Civil judgment': 'judgment',
  'Civil suit': 'suit',
  'Federal tax lien': 'lien',
  'Forcible detainer': 'adverse',
  Foreclosure: 'adverse',
  Garnishment: 'adverse',
  "Homeowners' association lien": 'lien',
  'Hospital lien': 'lien',
  'Judicial lien': 'lien',
  "Mechanic's lien": 'lien',
  'Paving assessment lien': 'lien',
  'Puerto Rico tax lien': 'lien',
  'Real estate attachment': 'adverse',
  'Real property lien': 'lien',
  'State tax lien': 'lien',
  'Tax lien': 'lien',
  Trusteeship: 'adverse',
  'Water and sewer lien': 'lien',
} as const satisfies Record<string, RecordKind>

type Kind = { type: string; kind: RecordKind; disposition: string | null }

const kind = (type: keyof typeof recordTypes, disposition: string | null = null): Kind => ({
  type,
  kind: recordTypes[type],
  disposition,
})

const kinds: Readonly<Record<string, Kind>> = {
  AM: kind('Attachment'),
  CB: kind('Civil judgment', 'Included in bankruptcy'),
  CJ: kind('Civil judgment'),
  CP: kind('Child support'),
  CS: kind('Civil suit', 'Filed'),
  DF: kind('Foreclosure', 'Dismissed'),
  DS: kind('Civil suit', 'Dismissed'),
  FC: kind('Foreclosure'),
  FD: kind('Forcible detainer'),
  FF: kind('Forcible detainer', 'Dismissed'),
  FT: kind('Federal tax lien'),
  GN: kind('Garnishment'),
  HA: kind("Homeowners' association lien"),
  HF: kind('Hospital lien', 'Satisfied'),
  HL: kind('Hospital lien'),
  JL: kind('Judicial lien'),
  JM: kind('Civil judgment', 'Dismissed'),
  LR: kind('Real property lien'),
  ML: kind("Mechanic's lien"),
  PC: kind('Civil judgment', 'Paid'),
  PF: kind('Federal tax lien', 'Paid'),
  PG: kind('Paving assessment lien'),
  PL: kind('Tax lien', 'Paid'),
  PQ: kind('Paving assessment lien', 'Satisfied'),
  PT: kind('Puerto Rico tax lien'),
  PV: kind('Civil judgment', 'Paid and vacated'),
  RL: kind('Tax lien', 'Released'),
  RM: kind("Mechanic's lien", 'Released'),
  RS: kind('Real estate attachment', 'Satisfied'),
  SF: kind('Foreclosure', 'Satisfied'),
  SL: kind('State tax lien'),
  TB: kind('Tax lien', 'Included in bankruptcy'),
  TC: kind('Trusteeship', 'Canceled'),
  TL: kind('Tax lien'),
  TP: kind('Trusteeship', 'Paid'),
  TR: kind('Trusteeship'),
  TX: kind('Tax lien', 'Revived'),
  WS: kind('Water and sewer lien'),
}

/** A record code's type and disposition: `7X` is a discharged Chapter 7 bankruptcy; null when unknown. */
export const findRecordKind = (code: string | null): Kind | null => {
  const chapter = lookUp(chapters, code?.[0] ?? null)
  const outcome = lookUp(outcomes, code?.[1] ?? null)
  return code?.length === 2 && chapter !== null && outcome !== null
    ? { type: `Chapter ${chapter} bankruptcy`, kind: 'bankruptcy', disposition: outcome }
    : lookUp(kinds, code)
}

/** TransUnion score products. */

/** Models by product code; other products that return a number are not known credit scores. */
const models: Readonly<Record<string, string>> = {
  '00N94': 'VantageScore',
  '00P02': 'FICO Risk Score Classic 04',
  '00Q88': 'FICO Score 8',
  '00V60': 'VantageScore 3.0',
  '00W18': 'FICO Score 9',
  '00W40': 'VantageScore 3.0',
}

export const findScoreModel = (product: string | null): string | null => lookUp(models, product)

import type { AccountType } from '../canonical.ts'
import { lookUp } from './codes.ts'

/**
 * Creditors' kinds of business, by the first letter of the two-letter codes of Experian ("kind of business")
 * and Equifax ("industry code"). The second letter differs between bureaus.
 */
const groups: Readonly<Record<string, string>> = {
  A: 'Automotive',
  B: 'Banks',
  C: 'Clothing',
  D: 'Department and variety stores',
  E: 'Education',
  F: 'Personal finance',
  G: 'Groceries',
  H: 'Home furnishings',
  I: 'Insurance',
  J: 'Jewelry, cameras and computers',
  K: 'Contractors',
  L: 'Lumber, building material and hardware',
  M: 'Medical and health',
  N: 'Credit card, travel and entertainment',
  O: 'Oil companies and national credit cards',
  P: 'Personal services',
  Q: 'Finance other than personal',
  R: 'Real estate and public accommodation',
  S: 'Sporting goods',
  T: 'Farm and garden supplies',
  U: 'Utilities and fuel',
  V: 'Government',
  W: 'Wholesale',
  X: 'Advertising',
  Y: 'Collection services',
  Z: 'Other businesses',
}

/** Letters with a different meaning at Experian. */
const experianGroups: Readonly<Record<string, string>> = {
  ...groups,
  F: 'Finance companies, credit unions and savings associations',
  N: 'National credit cards and airlines',
  O: 'Oil companies',
  Q: 'Mail order houses',
}

/** Letters with a different meaning at TransUnion. */
const transUnionGroups: Readonly<Record<string, string>> = {
  ...groups,
  E: 'Education and employment',
  F: 'Personal finance',
  N: 'Credit cards, travel and entertainment',
  O: 'Oil companies',
  P: 'Personal services other than medical',
  Q: 'Finance other than personal',
  Z: 'Miscellaneous',
}

const groupIn = (table: Readonly<Record<string, string>>, code: string | null): string | null =>
  code !== null && /^[A-Z]{1,2}$/i.test(code) ? lookUp(table, code.charAt(0).toUpperCase()) : null

export const equifaxIndustry = (code: string | null): string | null => groupIn(groups, code)

export const experianIndustry = (code: string | null): string | null => groupIn(experianGroups, code)

export const transUnionIndustry = (code: string | null): string | null => groupIn(transUnionGroups, code)

/** Whether a company collects other creditors' debts. */
export const isCollector = (code: string | null): boolean => /^Y[A-Z]?$/i.test(code ?? '')

/**
 * Metro 2 account types (CDIA Credit Reporting Resource Guide, field 9), which Experian and Equifax pass on:
 * in words, with the guide's portfolio; 09, 22, 23, 27, 78, 85, 87 and 94 are Experian's own. The guide
 * allows several portfolios for some (29, 65 to 75 and 95 are installment loans too), so the sender's own
 * portfolio takes precedence.
 */
const types: Readonly<Record<string, readonly [text: string, portfolio: AccountType]>> = {
  '00': ['Auto loan', 'Installment'],
  '01': ['Unsecured loan', 'Installment'],
  '02': ['Secured loan', 'Installment'],
  '03': ['Partially secured loan', 'Installment'],
  '04': ['Home improvement loan', 'Installment'],
  '05': ['FHA home improvement loan', 'Installment'],
  '06': ['Installment sales contract', 'Installment'],
  '07': ['Charge account', 'Revolving'],
  '08': ['Real estate loan', 'Mortgage'],
  '09': ['Loan secured by a co-signer', 'Installment'],
  '0A': ['Time-share loan', 'Installment'],
  '0C': ['Debt buyer account', 'Collection'],
  '0F': ['Construction loan', 'Installment'],
  '0G': ['Flexible spending credit card', 'Open'],
  '10': ['Business loan', 'Installment'],
  '11': ['Recreational merchandise loan', 'Installment'],
  '12': ['Education loan', 'Installment'],
  '13': ['Lease', 'Installment'],
  '15': ['Line of credit', 'Line of credit'],
  '17': ['Manufactured housing loan', 'Installment'],
  '18': ['Credit card', 'Revolving'],
  '19': ['FHA mortgage', 'Mortgage'],
  '20': ['Note loan', 'Installment'],
  '22': ['Loan secured by household goods', 'Installment'],
  '23': ['Loan secured by household goods and other collateral', 'Installment'],
  '25': ['VA mortgage', 'Mortgage'],
  '26': ['Conventional mortgage', 'Mortgage'],
  '27': ['Real estate mortgage', 'Mortgage'],
  '29': ['Rental agreement', 'Open'],
  '2A': ['Secured credit card', 'Revolving'],
  '2C': ['USDA mortgage', 'Mortgage'],
  '37': ['Combined credit plan', 'Revolving'],
  '3A': ['Auto lease', 'Installment'],
  '43': ['Debit card', 'Line of credit'],
  '47': ['Secured line of credit', 'Line of credit'],
  '48': ['Collection', 'Collection'],
  '4D': ['Telecommunications', 'Open'],
  '50': ['Family support', 'Open'],
  '5A': ['Real estate, junior lien', 'Mortgage'],
  '5B': ['Second mortgage', 'Mortgage'],
  '65': ['Government unsecured guaranteed loan', 'Installment'],
  '66': ['Government secured guaranteed loan', 'Installment'],
  '67': ['Government unsecured direct loan', 'Installment'],
  '68': ['Government secured direct loan', 'Installment'],
  '69': ['Government grant', 'Open'],
  '6A': ['Commercial installment loan', 'Installment'],
  '6B': ['Commercial mortgage', 'Mortgage'],
  '6D': ['Home equity loan', 'Installment'],
  '70': ['Government overpayment', 'Open'],
  '71': ['Government fine', 'Open'],
  '72': ['Government fee for service', 'Open'],
  '73': ['Government employee advance', 'Open'],
  '74': ['Government debt', 'Open'],
  '75': ['Government benefit', 'Open'],
  '77': ['Returned check', 'Open'],
  '78': ['Installment loan', 'Installment'],
  '7A': ['Commercial line of credit', 'Line of credit'],
  '7B': ['Agricultural loan', 'Installment'],
  '85': ['Mortgage paid every two months', 'Mortgage'],
  '87': ['Mortgage paid twice a month', 'Mortgage'],
  '89': ['Home equity line of credit', 'Line of credit'],
  '8A': ['Business credit card', 'Revolving'],
  '8B': ['Deposit account', 'Open'],
  '90': ['Medical debt', 'Open'],
  '91': ['Debt consolidation loan', 'Installment'],
  '92': ['Utility company', 'Open'],
  '93': ['Child support', 'Open'],
  '94': ['Spousal support', 'Open'],
  '95': ['Attorney fees', 'Open'],
  '9A': ['Secured home improvement loan', 'Installment'],
  '9B': ['Business line of credit', 'Line of credit'],
}

/** A two-character code, restoring a leading zero lost in conversion. */
export const padTypeCode = (code: string | null): string | null =>
  code === null ? null : code.toUpperCase().padStart(2, '0')

export const metro2TypeWords = (code: string | null): string | null =>
  lookUp(types, padTypeCode(code))?.[0] ?? null

export const metro2Portfolio = (code: string | null): AccountType | null =>
  lookUp(types, padTypeCode(code))?.[1] ?? null

const portfolioOfWords: ReadonlyMap<string, AccountType> = new Map(
  Object.values(types).map(([text, portfolio]) => [text.toLowerCase(), portfolio]),
)

/** The portfolio of a Metro 2 account type by its text, as printed in consumer reports. */
export const metro2PortfolioOfWords = (words: string): AccountType | null =>
  portfolioOfWords.get(words.toLowerCase()) ?? null

/** Metro 2 codes about disputes and bankruptcies that bureaus pass on unchanged. */

/**
 * Compliance condition codes (CDIA Credit Reporting Resource Guide, field 20): in words, and whether disputed
 * now.
 */
const compliance: Readonly<Record<string, readonly [text: string, disputed: boolean | null]>> = {
  XA: ['Account closed at the consumer’s request', null],
  XB: ['Account disputed by the consumer under the FCRA, being investigated', true],
  XC: ['Investigation under the FCRA completed, the consumer disagrees', true],
  XD: ['Account closed at the consumer’s request, and disputed under the FCRA', true],
  XE: [
    'Account closed at the consumer’s request; FCRA investigation completed, the consumer disagrees',
    true,
  ],
  XF: ['Account disputed by the consumer under the FCBA, being investigated', true],
  XG: ['Investigation under the FCBA completed, the consumer disagrees', true],
  XH: ['Account was disputed, and the investigation is completed', false],
  XJ: ['Account closed at the consumer’s request, and disputed under the FCBA', true],
  XR: ['Earlier compliance condition removed', false],
}

export const findComplianceCondition = (
  code: string | null,
): { text: string; disputed: boolean | null } | null => {
  const found = lookUp(compliance, code?.toUpperCase() ?? null)
  return found === null ? null : { text: found[0], disputed: found[1] }
}

/**
 * Consumer information indicators (the same guide, field 38): in words, and whether the debt is in a
 * bankruptcy. The CFPB's Metro 2 tool lists A to H, Q to V, 1A and 2A, and calls W to Y obsolete; I to P and
 * Z come from older guides and Experian's glossary.
 */
const indicators: Readonly<Record<string, readonly [text: string, inBankruptcy: boolean]>> = {
  A: ['Petition for Chapter 7 bankruptcy', true],
  B: ['Petition for Chapter 11 bankruptcy', true],
  C: ['Petition for Chapter 12 bankruptcy', true],
  D: ['Petition for Chapter 13 bankruptcy', true],
  E: ['Discharged through Chapter 7 bankruptcy', true],
  F: ['Discharged through Chapter 11 bankruptcy', true],
  G: ['Discharged through Chapter 12 bankruptcy', true],
  H: ['Discharged or completed through Chapter 13 bankruptcy', true],
  I: ['Chapter 7 bankruptcy dismissed', false],
  J: ['Chapter 11 bankruptcy dismissed', false],
  K: ['Chapter 12 bankruptcy dismissed', false],
  L: ['Chapter 13 bankruptcy dismissed', false],
  M: ['Chapter 7 bankruptcy withdrawn', false],
  N: ['Chapter 11 bankruptcy withdrawn', false],
  O: ['Chapter 12 bankruptcy withdrawn', false],
  P: ['Chapter 13 bankruptcy withdrawn', false],
  Q: ['Bankruptcy closed, dismissed or withdrawn without a discharge, or its indicator removed', false],
  R: ['Debt reaffirmed', false],
  S: ['Reaffirmation or lease assumption indicator removed', false],
  T: ['Creditor cannot locate the consumer', false],
  U: ['Consumer now located', false],
  V: ['Reaffirmation of debt rescinded, Chapter 7 bankruptcy', true],
  W: ['Reaffirmation of debt rescinded, Chapter 11 bankruptcy', true],
  X: ['Reaffirmation of debt rescinded, Chapter 12 bankruptcy', true],
  Y: ['Reaffirmation of debt rescinded, Chapter 13 bankruptcy', true],
  Z: ['Included in a bankruptcy, chapter not designated', true],
  '1A': ['Personal receivership', false],
  '2A': ['Lease assumption', false],
}

export const findConsumerIndicator = (
  code: string | null,
): { text: string; inBankruptcy: boolean } | null => {
  const found = lookUp(indicators, code?.toUpperCase() ?? null)
  return found === null ? null : { text: found[0], inBankruptcy: found[1] }
}

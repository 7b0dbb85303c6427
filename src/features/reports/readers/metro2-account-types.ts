import type { AccountType } from '../canonical.ts'
import { lookUp } from './codes.ts'

/**
 * Metro 2 account types (CDIA Credit Reporting Resource Guide, field 9), which Experian and Equifax pass on: in
 * words, and the portfolio that the guide puts each into; 09, 22, 23, 27, 78, 85, 87 and 94 are Experian's own. The guide
 * lets some be of several portfolios (29, 65 to 75 and 95 are installment loans too): what the sender says comes first.
 * Data only.
 */
const types: Readonly<Record<string, readonly [words: string, portfolio: AccountType]>> = {
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

/** A code of two characters, with the zero that a number loses in front. */
export const padTypeCode = (code: string | null): string | null =>
  code === null ? null : code.toUpperCase().padStart(2, '0')

/** The words of a Metro 2 account type; null when unknown. */
export const metro2TypeWords = (code: string | null): string | null =>
  lookUp(types, padTypeCode(code))?.[0] ?? null

/** The portfolio of a Metro 2 account type; null when unknown. */
export const metro2Portfolio = (code: string | null): AccountType | null =>
  lookUp(types, padTypeCode(code))?.[1] ?? null

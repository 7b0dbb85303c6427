import type { AccountStatus, AccountType, FileStatus, PayToken } from '../../canonical.ts'
import { lookUp } from '../codes.ts'

/** Equifax's codes (Equifax Consumer Credit Report API). Unknown codes return null. */

type Table<T> = Readonly<Record<string, T>>

const upper = (code: string | null): string | null => code?.toUpperCase() ?? null

/** hitCode: whether a file exists and was returned. A lock withholds a file like a freeze. */
const hits: Table<FileStatus['status']> = {
  '1': 'hit',
  '2': 'noHit',
  '3': 'error',
  '4': 'error',
  '5': 'error',
  '6': 'hit',
  '7': 'error',
  '8': 'thin',
  '9': 'noHit',
  A: 'frozen',
  C: 'noHit',
  D: 'error',
  E: 'error',
  F: 'error',
  G: 'frozen',
  I: 'error',
  J: 'error',
  L: 'frozen',
  M: 'frozen',
  T: 'error',
}

export const equifaxFileStatus = (code: string | null): FileStatus['status'] | null =>
  lookUp(hits, upper(code))

/** portfolioTypeCode. */
const portfolios: Table<AccountType> = {
  C: 'Line of credit',
  I: 'Installment',
  M: 'Mortgage',
  O: 'Open',
  R: 'Revolving',
}

export const equifaxPortfolio = (code: string | null): AccountType | null => lookUp(portfolios, upper(code))

/** accountDesignator. */
const designators: Table<string> = {
  A: 'Authorized user',
  B: 'On behalf of another person',
  C: 'Co-maker',
  I: 'Individual',
  J: 'Joint',
  M: 'Maker',
  S: 'Shared',
  T: 'Terminated',
  U: 'Undesignated',
  X: 'Deceased',
}

export const equifaxResponsibility = (code: string | null): string | null => lookUp(designators, upper(code))

/** Letters used as a rate if no digit applies; in a payment history they mean something else. */
const rateLetters: Table<PayToken> = { G: 'FC', M: 'BK', Z: 'BK' }

/** Null when the letter does not concern payment. */
export const payTokenFromRateLetter = (code: string | null): PayToken | null =>
  lookUp(rateLetters, upper(code))

/** Further meanings of rate letters and symbols (Equifax's 2025 code list, account ratings). */
const rateWords: Table<string> = {
  A: 'Account is inactive',
  B: 'Lost or stolen card',
  C: 'Contact the creditor for the status',
  D: 'Refinanced or renewed',
  E: 'Consumer deceased',
  F: 'In financial counseling',
  G: 'Foreclosure process started',
  H: 'In the wage earner plan of another person',
  J: 'Adjustment pending',
  M: 'Included in Chapter 13 alternative',
  S: 'Dispute, resolution pending',
  Z: 'Included in bankruptcy',
  '#': 'In bankruptcy of another person',
  $: 'Assigned to the US Department of Education',
}

/** A nonnumeric rate in words; null for a number or an unknown letter. */
export const describeRate = (code: string | null): string | null => lookUp(rateWords, upper(code))

/** activityDesignatorCode: the final state of an account, in words, and whether it is closed. */
const activities: Table<readonly [text: string, condition: AccountStatus, closed: boolean]> = {
  B: ['Paid and closed', 'Paid', true],
  C: ['Closed', 'Closed', true],
  D: ['Transferred, sold or paid', 'Transferred', true],
  L: ['Lost or stolen', 'Closed', true],
  P: ['Paid', 'Paid', false],
  R: ['Refinanced', 'Refinanced', true],
  T: ['Transferred or sold', 'Transferred', true],
}

export const findActivity = (
  code: string | null,
): { text: string; condition: AccountStatus; closed: boolean } | null => {
  const found = lookUp(activities, upper(code))
  return found === null ? null : { text: found[0], condition: found[1], closed: found[2] }
}

/** A collection's status by its letter; some senders write the word. */
const collectionStatuses: Table<string> = {
  D: 'Unpaid',
  F: 'Financial counselor',
  J: 'Adjustment',
  M: 'Wage earner',
  N: 'New listing',
  P: 'Paid',
  S: 'Account disputed',
  T: 'Payment',
  U: 'Status unknown',
  X: 'Checked',
  Z: 'In bankruptcy',
}

/** A collection's status, from its letter or its words in any spelling (`ACCOUNT_DISPUTED`). */
export const describeCollectionStatus = (reported: string | null): string | null => {
  const text = reported?.replaceAll('_', ' ').trim().toUpperCase() ?? null
  const spelled = Object.values(collectionStatuses).find(status => status.toUpperCase() === text)
  return lookUp(collectionStatuses, text) ?? spelled ?? null
}

/** currentIntentOrDispositionCode of a bankruptcy. */
const dispositions: Table<readonly [chapter: number, disposition: string]> = {
  A: [7, 'Discharged'],
  C: [13, 'Filed'],
  D: [11, 'Filed'],
  E: [11, 'Dismissed or closed'],
  F: [11, 'Discharged'],
  G: [12, 'Filed'],
  H: [12, 'Discharged'],
  I: [7, 'Involuntary petition filed'],
  J: [12, 'Dismissed or closed'],
  K: [13, 'Dismissed or closed'],
  L: [13, 'Discharged'],
  M: [7, 'Dismissed or closed'],
  V: [7, 'Voluntary petition filed'],
}

export const findBankruptcy = (code: string | null): readonly [chapter: number, disposition: string] | null =>
  lookUp(dispositions, upper(code))

export const findPetition = (code: string | null): 'voluntary' | 'involuntary' | null =>
  lookUp({ I: 'involuntary', V: 'voluntary' } as const, upper(code))

/** For whom a bankruptcy was filed. */
const filers: Table<string> = { I: 'Individual', J: 'Joint', W: 'Spouse' }

export const describeFiler = (code: string | null): string | null => lookUp(filers, upper(code))

/** FICOScoreIndicatorCode: FICO scores on Equifax data, with and without the FACTA key factor. */
const ficoModels: Table<string> = {
  '4': 'FICO Auto Score 9',
  '8': 'FICO Bankcard Score 9',
  '9': 'FICO Score 8',
  $: 'FICO Bankcard Score 9',
  '@': 'FICO Auto Score 9',
  C: 'FICO Auto Score 8',
  D: 'FICO Bankcard Score 8',
  G: 'FICO Score 8',
  H: 'FICO Auto Score 8',
  J: 'FICO Score 5',
  K: 'FICO Auto Score 5',
  L: 'FICO Bankcard Score 5',
  M: 'FICO Personal Finance Score 5',
  N: 'FICO Installment Score 5',
  O: 'FICO Mortgage Score 8',
  P: 'FICO Installment Score 5',
  Q: 'FICO Mortgage Score 8',
  R: 'FICO Auto Score 5',
  S: 'FICO Score 9',
  U: 'FICO Personal Finance Score 5',
  V: 'FICO Score 9',
  W: 'FICO Bankcard Score 5',
  X: 'FICO Bankcard Score 8',
  Z: 'FICO Score 5',
}

export const findFicoModel = (code: string | null): string | null => lookUp(ficoModels, upper(code))

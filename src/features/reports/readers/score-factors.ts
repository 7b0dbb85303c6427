import type { Score, ScoreExclusion } from '../canonical.ts'
import { scoreFamily } from '../scores.ts'
import { lookUp } from './codes.ts'

/** The reason codes of score models. */

/** VantageScore 3.0 score factor codes (VantageScore Solutions, reason code list). */
const vantage3: Readonly<Record<string, string>> = {
  '04': 'The balances on your accounts are too high compared to loan amounts',
  '05': 'Too many of the delinquencies on your accounts are recent',
  '06': 'You have too many accounts that were opened recently',
  '07': 'You have too many delinquent or derogatory accounts',
  '08': 'You have either too few loans or too many loans with recent delinquencies',
  '09': 'The worst payment status on your accounts is delinquent or derogatory',
  '10': 'You have either very few loans or too many loans with delinquencies',
  '11': 'The total of your delinquent or derogatory account balances is too high',
  '12': 'The date that you opened your oldest account is too recent',
  '13': 'Your most recently opened account is too new',
  '14': 'Lack of sufficient credit history',
  '15': 'Newest delinquent or derogatory payment status on your accounts is too recent',
  '16': 'The total of all balances on your open accounts is too high',
  '17': 'Balances on previously delinquent accounts are too high compared to loan amounts',
  '18': 'Total of balances on accounts never late is too high compared to loan amounts',
  '21': 'No open accounts in your credit file',
  '22': 'No recently reported account information',
  '23': 'Lack of sufficient relevant account information',
  '29': 'Too many of your open bankcard or revolving accounts have a balance',
  '30': 'Too few of your bankcard or other revolving accounts have high limits',
  '31': 'Too many bankcard or other revolving accounts were opened recently',
  '32': 'Balances on bankcard or revolving accounts are too high compared to credit limits',
  '33': 'Your worst bankcard or revolving account status is delinquent or derogatory',
  '34': 'Total of all balances on bankcard or revolving accounts is too high',
  '35': 'Your highest bankcard or revolving account balance is too high',
  '36': 'Your largest credit limit on open bankcard or revolving accounts is too low',
  '39': 'Available credit on your open bankcard or revolving accounts is too low',
  '40': 'The date you opened your oldest bankcard or revolving account is too recent',
  '42': 'The date you opened your newest bankcard or revolving account is too recent',
  '43': 'Lack of sufficient credit history on bankcard or revolving accounts',
  '44': 'Too many bankcard or revolving accounts with delinquent or derogatory status',
  '45': 'Total balances too high on delinquent or derogatory bankcard or revolving accounts',
  '47': 'No open bankcard or revolving accounts in your credit file',
  '48': 'No recently reported bankcard or revolving account information',
  '49': 'Lack of sufficient relevant bankcard or revolving account information',
  '53': 'The worst status on your real estate accounts is delinquent or derogatory',
  '54': 'The amount of balance paid down on your open real estate accounts is too low',
  '55': 'Open real estate account balances are too high compared to their loan amounts',
  '57': 'Too many real estate accounts with delinquent or derogatory payment status',
  '58': 'The total of all balances on your open real estate accounts is too high',
  '61': 'No open real estate accounts in your credit file',
  '62': 'No recently reported real estate account information',
  '63': 'Lack of sufficient relevant real estate account information',
  '64': 'No open first mortgage accounts in your credit file',
  '65': 'Lack of sufficient relevant first mortgage account information',
  '66': 'Your open auto account balances are too high compared to their loan amounts',
  '68': 'No open auto accounts in your credit file',
  '69': 'Lack of sufficient relevant auto account information',
  '71': 'You have either very few installment loans or too many with delinquencies',
  '72': 'Too many installment accounts with a delinquent or derogatory payment status',
  '73': 'The worst status on your installment accounts is delinquent or derogatory',
  '74': 'The balance amount paid down on your open installment accounts is too low',
  '75': 'The installment account that you opened most recently is too new',
  '76': 'You have insufficient credit history on installment loans',
  '77': 'Newest delinquent or derogatory status on installment accounts is too recent',
  '78': 'Balances on installment accounts are too high compared to their loan amounts',
  '79': 'Too many of the delinquencies on your installment accounts are recent',
  '81': 'No open installment accounts in your credit file',
  '83': 'Lack of sufficient relevant installment account information',
  '84': 'The number of inquiries was also a factor, but the effect was not significant',
  '85': 'You have too many inquiries on your credit report',
  '86': 'Your credit report contains too many derogatory public records',
  '87': 'Your credit report contains too many unsatisfied public records',
  '88': 'One or more derogatory public records in your credit file is too recent',
  '90': 'Too few discharged bankruptcies',
  '93': 'The worst status on your student loan accounts is delinquent or derogatory',
  '94': 'The balance amount paid down on your open student loan accounts is too low',
  '95': 'You have too many collection agency accounts that are unpaid',
  '96': 'The total you owe on collection agency accounts is high',
  '97': 'You have too few credit accounts',
  '98': 'There is a bankruptcy on your credit report',
}

/**
 * FICO score factor codes with the same meaning at all three bureaus (FICO Score Factors Guide); codes that
 * differ between bureaus are left out.
 */
const fico: Readonly<Record<string, string>> = {
  '01': 'Amount owed on accounts is too high',
  '02': 'Level of delinquency on accounts',
  '05': 'Too many accounts with balances',
  '06': 'Too many consumer finance company accounts',
  '07': 'Account payment history is too new to rate',
  '08': 'Too many inquiries in the last 12 months',
  '09': 'Too many accounts recently opened',
  '10': 'Proportion of balances to credit limits on revolving accounts is too high',
  '11': 'Amount owed on revolving accounts is too high',
  '12': 'Length of time revolving accounts have been established',
  '13': 'Time since delinquency is too recent or unknown',
  '14': 'Length of time accounts have been established',
  '15': 'Lack of recent bank revolving information',
  '16': 'Lack of recent revolving account information',
  '17': 'No recent non-mortgage balance information',
  '18': 'Number of accounts with delinquency',
  '20': 'Time since derogatory public record or collection is too short',
  '21': 'Amount past due on accounts',
  '24': 'No recent revolving balances',
  '27': 'Too few accounts currently paid as agreed',
  '28': 'Number of established accounts',
  '30': 'Time since most recent account opening is too short',
  '33': 'Proportion of loan balances to loan amounts is too high',
  '38': 'Serious delinquency, and public record or collection filed',
  '39': 'Serious delinquency',
  '40': 'Derogatory public record or collection filed',
}

/** A model's reason in words; null for a model with an unknown list, since lists differ. */
const wordsOf = (model: string | null, code: string): string | null => {
  const number = code.replace(/^0+(?=\d)/, '').padStart(2, '0')
  if (model === 'VantageScore 3.0') return lookUp(vantage3, number)
  return scoreFamily(model) === 'FICO' ? lookUp(fico, number) : null
}

/** Whether a text has words: a bare number is meaningless to users. */
const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text)

/** A score's factors: in the sender's words, otherwise by code. Unknown codes are dropped. */
export const describeFactors = (
  model: string | null,
  reported: readonly { code: string | null; text: string | null }[],
): Score['factors'] =>
  reported.flatMap(({ code, text }) => {
    const words = text !== null && hasWords(text) ? text : code === null ? null : wordsOf(model, code)
    return words === null ? [] : [{ code, text: words }]
  })

/** A sender's result for a score model: a score, or the reason for having none. */
export type ReadScore = { score: Score } | { exclusion: ScoreExclusion }

export const listScores = (read: readonly ReadScore[]): Score[] =>
  read.flatMap(one => ('score' in one ? [one.score] : []))

export const listExclusions = (read: readonly ReadScore[]): ScoreExclusion[] =>
  read.flatMap(one => ('exclusion' in one ? [one.exclusion] : []))

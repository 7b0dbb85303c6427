import type { Bureau } from '#values/bureau.ts'
import type { RemarkName } from './held.ts'

/**
 * Each bureau's code and wording for a remark (TU 4.0 remarks, Experian comment codes, Equifax narratives).
 */
export const remarks: Readonly<Record<RemarkName, Readonly<Record<Bureau, readonly [string, string]>>>> = {
  'closed by consumer': {
    TransUnion: ['CBC', 'Account closed by consumer'],
    Experian: ['19', "Account closed at consumer's request"],
    Equifax: ['DA', 'Account closed by consumer'],
  },
  'closed by lender': {
    TransUnion: ['CBG', 'Account closed by credit grantor'],
    Experian: ['18', "Account closed at credit grantor's request"],
    Equifax: ['CW', 'Account closed by credit grantor'],
  },
  'charged off': {
    TransUnion: ['PRL', 'Profit and loss write-off'],
    Experian: ['97', 'Account charged off'],
    Equifax: ['DB', 'Charged-off account'],
  },
  'placed for collection': {
    TransUnion: ['CLA', 'Placed for collection'],
    Experian: ['96', 'Collection account'],
    Equifax: ['CZ', 'Collection account'],
  },
  'paid collection': {
    TransUnion: ['PCL', 'Paid collection'],
    Experian: ['61', 'Paid collection account'],
    Equifax: ['ER', 'Paid collection'],
  },
  'included in bankruptcy': {
    TransUnion: ['BKL', 'Included in bankruptcy'],
    Experian: ['67', 'Debt included in chapter 7 bankruptcy'],
    Equifax: ['BW', 'Included in bankruptcy'],
  },
}

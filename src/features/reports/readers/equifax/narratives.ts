import type { AccountStatus, PayToken } from '../../canonical.ts'
import { lookUp } from '../codes.ts'

/**
 * Equifax narrative codes that say more than words: how an account is or was paid, its final state, a dispute. The
 * words themselves come with the code or are in this table. Data only (Equifax narrative codes).
 */
type Narrative = {
  words: string
  pay?: PayToken
  condition?: AccountStatus
  disputed?: true
}

const narratives: Readonly<Record<string, Narrative>> = {
  AO: { words: 'Auto' },
  AV: { words: 'Charge' },
  AX: { words: 'Paid by dealer', condition: 'Paid' },
  AZ: { words: 'Amount in high credit is credit limit' },
  BB: { words: 'Consumer disputes this account information', disputed: true },
  BC: { words: 'Account transferred or sold', condition: 'Transferred' },
  BD: { words: 'Paid, credit line closed', condition: 'Closed' },
  BE: { words: 'Credit line closed', condition: 'Closed' },
  BH: { words: 'Dispute, resolution pending', disputed: true },
  BQ: { words: 'Paid charge-off', pay: 'CO', condition: 'Paid' },
  BR: { words: 'Foreclosure process started', pay: 'FC' },
  BT: { words: 'Lease' },
  BU: { words: 'Student loan' },
  BV: { words: 'Consumer dispute following resolution', disputed: true },
  BW: { words: 'Included in bankruptcy', pay: 'BK' },
  BY: { words: 'Collection agency account, status unknown', pay: 'COL' },
  BZ: { words: 'Account paid for less than full balance', condition: 'Paid' },
  CA: { words: 'Charge-off, making payments', pay: 'CO' },
  CB: { words: 'Charged off, check presented was uncollectible', pay: 'CO' },
  CE: { words: 'Refinanced', condition: 'Refinanced' },
  CF: { words: 'Closed account', condition: 'Closed' },
  CG: { words: 'Account closed, reason unknown', condition: 'Closed' },
  CV: { words: 'Line of credit' },
  CW: { words: 'Account closed by credit grantor', condition: 'Closed' },
  CY: { words: 'Account charged to profit and loss', pay: 'CO' },
  CZ: { words: 'Collection account', pay: 'COL' },
  DA: { words: 'Account closed by consumer', condition: 'Closed' },
  DB: { words: 'Charged-off account', pay: 'CO' },
  DJ: { words: 'Foreclosure', pay: 'FC' },
  DM: { words: 'Forfeit of deed in lieu of foreclosure', pay: 'FC' },
  DO: { words: 'Bankruptcy Chapter 13', pay: 'BK' },
  EC: { words: 'Home equity' },
  EF: { words: 'Real estate mortgage' },
  EI: { words: 'Consumer disputes account, litigation filed by creditor pending', disputed: true },
  EJ: { words: 'Consumer disputes account, litigation filed by consumer pending', disputed: true },
  EM: { words: 'Voluntary return of purchase', pay: 'VS' },
  ER: { words: 'Paid collection', pay: 'COL', condition: 'Paid' },
  ET: { words: 'Paid repossession', pay: 'REPO', condition: 'Paid' },
  EV: { words: 'Bankruptcy Chapter 11', pay: 'BK' },
  EX: { words: 'Unsecured' },
  FA: { words: 'Closed or paid account, zero balance', condition: 'Closed' },
  FE: { words: 'Credit card' },
  FU: { words: 'Charged-off checking account', pay: 'CO' },
  FW: { words: 'Consumer disputes, reinvestigation in progress', disputed: true },
  GE: { words: 'Consumer disputes this item', disputed: true },
  GS: { words: 'Medical' },
  HF: { words: 'Account closed by consumer', condition: 'Closed' },
  HM: { words: 'Account included in bankruptcy of primary borrower', pay: 'BK' },
  HN: { words: 'Account included in bankruptcy of secondary borrower', pay: 'BK' },
  IL: { words: 'Bankruptcy Chapter 7', pay: 'BK' },
  IM: { words: 'Bankruptcy Chapter 12', pay: 'BK' },
  IP: { words: 'Consumer disputes this account information', disputed: true },
  IQ: { words: 'Consumer disputes after resolution', disputed: true },
  IR: { words: 'Account closed at consumer’s request', condition: 'Closed' },
  IZ: { words: 'Amount in high credit is original charge-off amount', pay: 'CO' },
  JF: { words: 'Inactive account' },
  JK: { words: '120 days past due', pay: '120' },
  JL: { words: '150 days past due', pay: '150' },
  JM: { words: '180 days or more past due', pay: '180' },
}

/** What a narrative code means; null when our table does not hold it. */
export const narrativeOf = (code: string | null): Narrative | null =>
  lookUp(narratives, code?.toUpperCase() ?? null)

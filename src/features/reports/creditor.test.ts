import { describe, expect, test } from 'vitest'
import {
  compareCreditors,
  creditorBlockingKeys,
  creditorKey,
  isSameCreditor,
  parseCreditor,
} from './creditor.ts'

const agreement = (a: string, b: string) => compareCreditors(parseCreditor(a), parseCreditor(b))

describe('whether two spellings are of one creditor', () => {
  test.each([
    ['MAPLE BK', 'MAPLE BANK CARD SERVICES', 'same'],
    ['CAPITAL ONE', 'CAPITAL ONE NA', 'same'],
    ['CAP ONE', 'CAPITAL ONE BANK USA NA', 'same'],
    ['JPMCB CARD', 'CHASE', 'same'],
    ['BK OF AMER', 'BANK OF AMERICA, N.A.', 'same'],
    ['WELL FARG BK', 'WELLS FARGO BANK', 'same'],
    ['5/3 BANK NA', 'FIFTH THIRD BANK', 'same'],
    ['G M A C', 'ALLY FINANCIAL', 'same'],
    ['NAVY FCU', 'NAVY FEDERAL CR UNION', 'same'],
    ['SYNCB/JCP', 'SYNCHRONY BANK/JC PENNEYS', 'same'],
    ['AMAZON/SYNCB', 'SYNCB/AMAZON', 'same'],
    ['DEPTEDNELNET', 'DEPT OF EDUCATION/NELNET', 'same'],
    ['MCYDSNB', 'MACYS/DSNB', 'same'],
    ['THD/CBNA', 'HOME DEPOT/CITIBANK', 'same'],
    ['TDBANKUSA/', 'TDBANKUSA', 'same'],
    ['H&R ACCOUNTS', 'H AND R ACCOUNTS', 'same'],
    ['BRIGHTWAY STUDENT LN', 'BRIGHTWAY STUDENT LOANS', 'same'],
    ['COMMUNITY TRUST BANK I', 'COMMUNITY TRUST BANK INC', 'same'],
    ['AES PHEAA', 'AES/PHEAA', 'same'],
    ['SYNCB/AMAZ', 'SYNCB/AMAZON PLCC', 'similar'],
    ['SYNCB/AMZN', 'SYNCB/AMAZON PLCC', 'similar'],
    ['RIDGEWAY/LOWE', 'RIDGEW/LOWES', 'similar'],
    ['SYNCB', 'SYNCB/LOWES', 'similar'],
    ['CHRYSLR FIN', 'CHRYSLER FINANCIAL', 'similar'],
    ['BRGHTWY STDT', 'BRIGHTWAY STUDENT LENDING', 'similar'],
    ['SYNCB/LOWES', 'SYNCB/AMAZON', 'different'],
    ['CHASE', 'CITI', 'different'],
    ['CITI', 'CITIZENS BANK', 'different'],
    ['BANK OF AMERICA', 'AMERICAN EXPRESS', 'different'],
    ['FIRST NATIONAL BANK OF OMAHA', 'FIRST NATIONAL BANK OF TEXAS', 'different'],
    ['CITIZENS NATIONAL BANK', 'CITIZENS BANK OF OHIO', 'different'],
    ['DEPT OF ED/NELNET', 'DEPT OF ED/AIDVANTAGE', 'different'],
    ['ELM', 'ELMWOOD LENDING', 'different'],
    ['', 'MAPLE BANK', 'different'],
    ['', '', 'different'],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(agreement(a, b)).toBe(expected)
    expect(agreement(b, a)).toBe(expected)
    expect(isSameCreditor(a, b)).toBe(expected !== 'different')
  })

  test('and matching ones share a blocking key', () => {
    const pairs = [
      ['JPMCB CARD', 'CHASE'],
      ['AMAZON/SYNCB', 'SYNCB/AMAZ'],
      ['CHRYSLR FIN', 'CHRYSLER FINANCIAL'],
      ['COMMUNITY TRUST BANK I', 'COMMUNITY TRUST BANK INC'],
    ] as const
    for (const [a, b] of pairs) {
      const keys = creditorBlockingKeys(parseCreditor(b))
      expect(creditorBlockingKeys(parseCreditor(a)).some(key => keys.includes(key))).toBe(true)
    }
  })
})

test('a name of only filler words is kept unchanged', () => {
  expect(creditorKey('The Bank of N.A.')).toBe('THEBANKOFNA')
})

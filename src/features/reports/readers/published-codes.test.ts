import { describe, expect, test } from 'vitest'
import { payTokenFromCode } from './codes.ts'
import { findNarrative } from './equifax/narratives.ts'
import { experianResponsibility, readExperianStatus } from './experian/codes.ts'
import { findComplianceCondition, findConsumerIndicator, metro2Portfolio } from './metro2-codes.ts'
import { describeRemark, isBankruptcyRemark } from './transunion/remarks.ts'

/** Codes with a published meaning that is easily mistaken. */

describe('one special comment, at the bureaus', () => {
  test.each([
    ['BA', 'TTR', 'HX', 'Transferred to recovery'],
    ['BS', 'PLL', 'IG', 'Prepaid lease'],
    ['CP', 'FOR', 'KW', 'Account in forbearance'],
    ['BI', 'IRE', 'AN', 'Involuntary repossession'],
    ['CM', 'CRB', 'KT', 'Collateral released by creditor, balance owing'],
    ['CN', 'LMD', 'KU', 'Loan modified under a federal government plan'],
  ])('%s is %s and %s', (_, remark, narrative, text) => {
    expect([describeRemark(remark), findNarrative(narrative)?.text]).toEqual([text, text])
  })
  test('inactive and closed for inactivity do not mean a prepaid lease', () => {
    expect([describeRemark('INA'), findNarrative('JF')?.text]).toEqual([
      'Inactive account',
      'Inactive account',
    ])
    expect(findNarrative('KP')).toMatchObject({ condition: 'Closed' })
  })
})

describe('paid in full, Metro 2 account status 61 to 65', () => {
  test.each([
    ['61', 'KZ', '60', 'VS'],
    ['62', 'ER', '61', 'COL'],
    ['63', 'ET', '62', 'REPO'],
    ['64', 'BQ', '63', 'CO'],
    ['65', 'CH', '64', 'FC'],
  ])('%s is %s at Equifax and %s at Experian', (_, narrative, status, pay) => {
    expect(findNarrative(narrative)).toMatchObject({ condition: 'Paid', pay })
    expect(readExperianStatus(status)).toMatchObject({ condition: 'Paid', pay })
  })
  test('paid or being paid by another party is not paid', () => {
    for (const code of ['AB', 'BS', 'CL', 'DE', 'DI', 'DK'])
      expect(findNarrative(code), code).not.toMatchObject({ condition: 'Paid' })
  })
})

describe('bankruptcies', () => {
  test('that ended without a discharge include no debt', () => {
    for (const code of ['I', 'L', 'M', 'P', 'Q', 'R', 'S'])
      expect(findConsumerIndicator(code)?.inBankruptcy, code).toBe(false)
    for (const code of ['FT', 'IK', 'KG', 'KN']) expect(findNarrative(code)?.pay, code).toBeUndefined()
    expect(['BDW', 'BKW', 'DM'].map(isBankruptcyRemark)).toEqual([false, false, false])
  })
  test('that are open or discharged include the debt, as does a rescinded reaffirmation', () => {
    for (const code of ['A', 'D', 'E', 'H', 'V', 'Z'])
      expect(findConsumerIndicator(code)?.inBankruptcy, code).toBe(true)
    for (const code of ['KB', 'KC', 'KO']) expect(findNarrative(code)?.pay, code).toBe('BK')
  })
})

test('one-letter conditions at Experian are bankruptcies, different from the numbers', () => {
  expect(readExperianStatus('E')).toMatchObject({
    text: 'Discharged through Chapter 7 bankruptcy',
    pay: 'BK',
  })
  expect(readExperianStatus('I')).toEqual({ text: 'Chapter 7 bankruptcy dismissed' })
  expect(readExperianStatus('5')?.text).toBe('Transferred')
  expect([readExperianStatus('Z'), readExperianStatus('A4')?.text]).toEqual([null, 'Inactive'])
})

test('XB to XG and XJ mean an open dispute or disagreement; XH and XR end it', () => {
  const disputed = ['XA', 'XB', 'XC', 'XD', 'XE', 'XF', 'XG', 'XH', 'XJ', 'XR'].map(
    code => findComplianceCondition(code)?.disputed,
  )
  expect(disputed).toEqual([null, true, true, true, true, true, true, false, true, false])
  expect(findNarrative('AG')?.disputed).toBe(true)
  expect(findNarrative('KF')?.disputed).toBeUndefined()
})

test('TransUnion’s 8D is a legal repossession, a debit card is a line of credit, W is a business', () => {
  expect(payTokenFromCode('transunion', '8D', { collection: false, mortgage: false })).toBe('REPO')
  expect(metro2Portfolio('43')).toBe('Line of credit')
  expect(experianResponsibility('W')).toBe('Business')
})

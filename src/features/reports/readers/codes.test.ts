import { describe, expect, test } from 'vitest'
import {
  bureauOf,
  mismoAccountTypeOf,
  mismoConditionOf,
  mismoResponsibilityOf,
  payTokenOf,
  ratingTokenOf,
  truelinkAccountTypeOf,
  truelinkConditionOf,
  truelinkResponsibilityOf,
  wordsOf,
} from './codes.ts'
import { loanTypeOf } from './transunion/codes.ts'
import { remarkOf } from './transunion/remarks.ts'

const plain = { collection: false, mortgage: false }
const collection = { collection: true, mortgage: false }
const mortgage = { collection: false, mortgage: true }

describe('bureaus', () => {
  test.each([
    ['Equifax', 'Equifax'],
    ['EQF', 'Equifax'],
    ['EFX', 'Equifax'],
    ['TUC', 'TransUnion'],
    ['Trans Union', 'TransUnion'],
    ['TransUnion ', 'TransUnion'],
    ['XPN', 'Experian'],
    ['experian', 'Experian'],
    ['MergedData', null],
    ['CREDCO', null],
    ['__proto__', null],
    [null, null],
  ])('%j is %j', (reported, bureau) => {
    expect(bureauOf(reported)).toBe(bureau)
  })
})

describe('payment codes mean what their dialect says', () => {
  test.each([
    ['experian', 'C', plain, 'OK'],
    ['experian', '1', plain, '30'],
    ['experian', '6', plain, '180'],
    ['experian', '7', plain, 'BK'],
    ['experian', '8', plain, 'REPO'],
    ['experian', '8', mortgage, 'FC'],
    ['experian', '9', plain, 'CO'],
    ['experian', '9', collection, 'COL'],
    ['experian', 'G', plain, 'COL'],
    ['experian', 'X', plain, 'U'],
    ['experian', 'B', plain, null],
    ['shifted', '1', plain, 'OK'],
    ['shifted', '2', plain, '30'],
    ['shifted', '5', plain, '120'],
    ['truelink', 'C', plain, 'OK'],
    ['truelink', '4', plain, '120'],
    ['truelink', '8R', plain, 'REPO'],
    ['truelink', '9', collection, 'COL'],
    ['truelink', '', plain, null],
    ['truelink', 'constructor', plain, null],
  ] as const)('%s %j for %j is %j', (dialect, code, kind, token) => {
    expect(payTokenOf(dialect, code, kind)).toBe(token)
  })
})

describe('MISMO ratings', () => {
  test.each([
    ['AsAgreed', plain, 'OK'],
    ['Late30Days', plain, '30'],
    ['LateOver120Days', plain, '120'],
    ['LateOver180Days', plain, '180'],
    ['CollectionOrChargeOff', plain, 'CO'],
    ['CollectionOrChargeOff', collection, 'COL'],
    ['ForeclosureOrRepossession', mortgage, 'FC'],
    ['BankruptcyOrWageEarnerPlan', plain, 'BK'],
    ['NoDataAvailable', plain, 'U'],
    ['SomethingNew', plain, null],
    [null, plain, null],
  ] as const)('%j for %j is %j', (type, kind, token) => {
    expect(ratingTokenOf(type, kind)).toBe(token)
  })
})

describe('words', () => {
  test.each([
    ['CreditCard', 'Credit card'],
    ['HomeEquityLineOfCredit', 'Home equity line of credit'],
    ['FHARealEstateMortgage', 'FHA real estate mortgage'],
    ['VeteransAdministrationRealEstateMortgage', 'Veterans administration real estate mortgage'],
    ['BuyNowPayLater', 'Buy now pay later'],
    [null, null],
  ])('%j is %j', (camel, words) => {
    expect(wordsOf(camel)).toBe(words)
  })

  test('unknown codes of every table are left alone, not guessed', () => {
    expect(mismoAccountTypeOf('SomethingNew')).toBe('Unknown')
    expect(truelinkAccountTypeOf('Q')).toBeNull()
    expect(mismoConditionOf('Suspended')).toBeNull()
    expect(truelinkConditionOf('toString')).toBeNull()
    expect(mismoResponsibilityOf('SharedWithNobody')).toBe('Shared with nobody')
    expect(truelinkResponsibilityOf('Q', 'Guarantor')).toBe('Guarantor')
    expect(loanTypeOf('ZZ')).toBeNull()
    expect(remarkOf('T00ZZZ')).toBeNull()
  })

  test('codes that the tables know', () => {
    expect(mismoAccountTypeOf('CreditLine')).toBe('Line of credit')
    expect(truelinkAccountTypeOf('Y')).toBe('Collection')
    expect(mismoConditionOf('Frozen')).toBe('Open')
    expect(truelinkConditionOf('F')).toBe('Derogatory')
    expect(mismoResponsibilityOf('JointContractualLiability')).toBe('Joint')
    expect(truelinkResponsibilityOf('A', null)).toBe('Authorized user')
    expect(loanTypeOf('ST')).toBe('Student loan')
    expect(remarkOf('T00CLA')).toBe('Placed for collection')
  })
})

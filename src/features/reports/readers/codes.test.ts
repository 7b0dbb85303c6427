import { describe, expect, test } from 'vitest'
import {
  mismoAccountType,
  mismoCondition,
  mismoResponsibility,
  parseBureau,
  payTokenFromCode,
  payTokenFromRating,
  splitCamelCase,
  truelinkAccountType,
  truelinkCondition,
  truelinkResponsibility,
} from './codes.ts'
import { findLoanType } from './transunion/codes.ts'
import { findRemark } from './transunion/remarks.ts'

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
    expect(parseBureau(reported)).toBe(bureau)
  })
})

describe('payment codes are read by their dialect', () => {
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
    expect(payTokenFromCode(dialect, code, kind)).toBe(token)
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
    expect(payTokenFromRating(type, kind)).toBe(token)
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
    expect(splitCamelCase(camel)).toBe(words)
  })

  test('unknown codes of every table are not guessed', () => {
    expect(mismoAccountType('SomethingNew')).toBe('Unknown')
    expect(truelinkAccountType('Q')).toBeNull()
    expect(mismoCondition('Suspended')).toBeNull()
    expect(truelinkCondition('toString')).toBeNull()
    expect(mismoResponsibility('SharedWithNobody')).toBe('Shared with nobody')
    expect(truelinkResponsibility('Q', 'Guarantor')).toBe('Guarantor')
    expect(findLoanType('ZZ')).toBeNull()
    expect(findRemark('T00ZZZ')).toBeNull()
  })

  test('known codes', () => {
    expect(mismoAccountType('CreditLine')).toBe('Line of credit')
    expect(truelinkAccountType('Y')).toBe('Collection')
    expect(mismoCondition('Frozen')).toBe('Open')
    expect(truelinkCondition('F')).toBe('Derogatory')
    expect(mismoResponsibility('JointContractualLiability')).toBe('Joint')
    expect(truelinkResponsibility('A', null)).toBe('Authorized user')
    expect(findLoanType('ST')).toBe('Student loan')
    expect(findRemark('T00CLA')).toBe('Placed for collection')
  })
})

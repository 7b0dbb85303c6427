import { describe, expect, test } from 'vitest'
import { payTokenFromCode } from '../codes.ts'
import { findRecordKind, findScoreModel, transUnionPortfolio, transUnionResponsibility } from './codes.ts'
import { conditionFromRemark, describeRemark, isBankruptcyRemark, isDisputeRemark } from './remarks.ts'

describe('TransUnion codes have the meaning of TU 4.0, and unknown ones none', () => {
  const plain = { collection: false, mortgage: false }
  test.each([
    ['UR', 'U'],
    ['01', 'OK'],
    ['02', '30'],
    ['05', '120'],
    ['07', 'BK'],
    ['8A', 'VS'],
    ['09', 'CO'],
    ['9B', 'COL'],
    ['06', null],
  ])('manner of payment %s is %s', (code, token) => {
    expect(payTokenFromCode('transunion', code, plain)).toBe(token)
  })

  test.each([
    ['C', 'Joint'],
    ['jointContractLiability', 'Joint'],
    ['authorizedUser', 'Authorized user'],
    ['S', 'Co-signer'],
    ['Q', null],
    ['__proto__', null],
  ])('designator %s is %s', (designator, words) => {
    expect(transUnionResponsibility(designator)).toBe(words)
  })

  test.each([
    ['R', 'Revolving'],
    ['lineOfCredit', 'Line of credit'],
    ['X', 'Unknown'],
    [null, 'Unknown'],
  ])('portfolio %s is %s', (portfolio, type) => {
    expect(transUnionPortfolio(portfolio)).toBe(type)
  })

  test.each([
    ['7X', { type: 'Chapter 7 bankruptcy', kind: 'bankruptcy', disposition: 'Discharged' }],
    ['3F', { type: 'Chapter 13 bankruptcy', kind: 'bankruptcy', disposition: 'Filed' }],
    ['PC', { type: 'Civil judgment', kind: 'judgment', disposition: 'Paid' }],
    ['FT', { type: 'Federal tax lien', kind: 'lien', disposition: null }],
    ['7XX', null],
    ['9X', null],
    [null, null],
  ])('public record %s', (code, kind) => {
    expect(findRecordKind(code)).toEqual(kind)
  })
})

describe('remarks', () => {
  test.each([
    ['CBL', { bankruptcy: true, dispute: false }],
    ['DM', { bankruptcy: false, dispute: false }],
    ['WRR', { bankruptcy: true, dispute: true }],
    ['AID', { bankruptcy: false, dispute: true }],
    ['DRC', { bankruptcy: false, dispute: true }],
    ['DRG', { bankruptcy: false, dispute: false }],
    ['ND', { bankruptcy: false, dispute: false }],
    ['ZZZ', { bankruptcy: false, dispute: false }],
  ])('%s', (code, { bankruptcy, dispute }) => {
    expect([isBankruptcyRemark(code), isDisputeRemark(code)]).toEqual([bankruptcy, dispute])
  })

  test('describe what happened to an account', () => {
    expect(['ACR', 'TRL', 'CLO'].map(conditionFromRemark)).toEqual(['Refinanced', 'Transferred', null])
    expect(describeRemark('ZZZ')).toBeNull()
  })
})

test('score models are identified by their product', () => {
  expect(findScoreModel('00V60')).toBe('VantageScore 3.0')
  expect(findScoreModel('00WR3')).toBeNull()
})

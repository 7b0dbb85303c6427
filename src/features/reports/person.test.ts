import { describe, expect, test } from 'vitest'
import { findBorrower, isOtherPerson, matchesName } from './person.ts'

const maya = { firstName: 'Maya', lastName: 'Brooks', ssnLastFour: '4417' }

describe('a reported name', () => {
  test.each([
    ['MAYA BROOKS', true],
    ['MAYA A BROOKS', true],
    ['BROOKS, MAYA', true],
    ['M BROOKS', true],
    ['Máya Brooks Jr', true],
    ['MARK BROOKS', false],
    ['MAYA BROOKES', false],
    ['BROOKS', false],
    [null, false],
  ])('%j is hers: %j', (name, expected) => {
    expect(matchesName(name, maya)).toBe(expected)
  })

  test('a last name of two words needs both', () => {
    const person = { firstName: 'Ana', lastName: 'de la Cruz', ssnLastFour: '1' }
    expect(matchesName('ANA DE LA CRUZ', person)).toBe(true)
    expect(matchesName('ANA CRUZ', person)).toBe(false)
  })
})

describe("another person's report", () => {
  test.each([
    ['both agree', 'MAYA BROOKS', '4417', false],
    ['the name changed, the number agrees', 'MAYA STONE', '4417', false],
    ['the number is mistyped, the name agrees', 'MAYA BROOKS', '4471', false],
    ['neither agrees', 'ANN GAGE', '0003', true],
    ['another name and no number', 'ANN GAGE', null, true],
    ['it names nobody', null, null, false],
  ])('%s', (_, name, ssnLastFour, expected) => {
    expect(isOtherPerson({ subject: { name, ssnLastFour } }, maya)).toBe(expected)
  })
})

describe('the borrower of a joint file', () => {
  const husband = { name: 'SAM BROOKS', ssnLastFour: '1111', primary: true }
  const wife = { name: 'MAYA BROOKS', ssnLastFour: '9999', primary: false }
  const numbered = { name: 'MAYA B', ssnLastFour: '4417', primary: false }
  test.each([
    ['by SSN before name', [husband, wife, numbered], numbered],
    ['by name when no SSN agrees', [husband, wife], wife],
    ['the primary one when nothing agrees', [{ ...wife, name: 'X Y' }, husband], husband],
    ['none when there are none', [], undefined],
  ])('%s', (_, borrowers, expected) => {
    expect(findBorrower(borrowers, maya)).toBe(expected)
  })
})

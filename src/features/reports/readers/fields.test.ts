import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import {
  isHighBalanceTheLimit,
  parseCount,
  parseDate,
  parseFlag,
  parseFreeText,
  parseLastFour,
  parseMoney,
  parseMonthFirstDate,
  parsePhone,
  parsePositiveCount,
  parsePostal,
  parseScore,
  parseTermMonths,
  parseText,
} from './fields.ts'

const testReads = (
  read: (raw: string | null | undefined) => unknown,
  cases: readonly (readonly [string, unknown])[],
) =>
  test.each(cases)('%j', (raw, expected) => {
    expect(read(raw)).toEqual(expected)
  })

describe('a text', () => {
  testReads(parseText, [
    ['H&#x26;amp;R BLOCK', 'H&R BLOCK'],
    ['A &lt;b&gt; B', 'A <b> B'],
    ['&amp;amp;amp;amp;', '&amp;'],
    ['110 COURT AVE                  SUITE 300', '110 COURT AVE SUITE 300'],
    ['a\u0000b\u0007c', 'a b c'],
    ['lone \ud800 half', 'lone \ufffd half'],
    ['&#0;&#x110000;ok', 'ok'],
    ['SSN 666-34-4417 given', 'SSN XXX-XX-4417 given'],
    ['NC4-105-03-1447', 'NC4-105-03-1447'],
    [' \n ', null],
    ['', null],
  ])
  test('is never longer than bureaus write it, and never contains what a database cannot store', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 6000 }), raw => {
        const text = parseText(raw) ?? ''
        expect(text.length).toBeLessThanOrEqual(4000)
        expect(text).not.toMatch(/\p{Cc}|\p{Surrogate}/u)
      }),
    )
  })
})

describe('a remark', () => {
  testReads(parseFreeText, [
    ['CARD OF 666344417 STOLEN', 'CARD OF XXXXX4417 STOLEN'],
    ['CASE 66634441799', 'CASE 66634441799'],
    ['SOLD TO HERON, DAYTON OH 454011234', 'SOLD TO HERON, DAYTON OH 454011234'],
    ['MAIL CODE 055-04-2060', 'MAIL CODE 055-04-2060'],
    ['SSN 666344417 OR 666344418', 'SSN XXXXX4417 OR XXXXX4418'],
  ])
})

describe('a remark that marks the high credit as the limit', () => {
  testReads(
    raw => isHighBalanceTheLimit(raw ?? ''),
    [
      ['AMOUNT IN H/C COLUMN IS CREDIT LIMIT', true],
      ['Amount in high credit is credit limit', true],
      ['H/C IS LIMIT', true],
      ['HIGH BALANCE REFLECTS THE CREDIT LIMIT', true],
      ['HIGH CREDIT IS ORIGINAL CHARGE-OFF AMOUNT', false],
      ['HIGH CREDIT IS OVER THE LIMIT', false],
      ['CREDIT LIMIT NOT REPORTED', false],
    ],
  )
})

describe('money', () => {
  testReads(parseMoney, [
    ['5000.00', '5000.00'],
    ['5000', '5000.00'],
    ['00037000', '37000.00'],
    ['$1,234.5', '1234.50'],
    ['-12', '-12.00'],
    ['0', '0.00'],
    ['-0', '0.00'],
    ['UNKNOWN', null],
    ['', null],
    ['1e5', null],
    ['99999999999999', null],
    [' $ 1,234 ', '1234.00'],
    ['$600 $500', null],
    ['$3 ,097', null],
    ['1 234', null],
  ])
})

describe('a date with the month first', () => {
  testReads(parseMonthFirstDate, [
    ['09052013', '2013-09-05'],
    ['03002022', '2022-03'],
    ['00002022', '2022'],
    ['032022', '2022-03'],
    ['9052013', '2013-09-05'],
    ['32022', '2022-03'],
    ['02302022', '2022-02'],
    ['13012022', null],
    ['00000000', null],
    ['20220305', '2022-03-05'],
    ['2022-03-05', '2022-03-05'],
    ['UNKNOWN', null],
    ['', null],
  ])
})

describe('a date', () => {
  testReads(parseDate, [
    ['2013-04-09', '2013-04-09'],
    ['2013-04', '2013-04'],
    ['2013', '2013'],
    ['2013-4-9', '2013-04-09'],
    ['20130409', '2013-04-09'],
    ['04/09/2013', '2013-04-09'],
    ['04/2013', '2013-04'],
    ['2013-04-09T10:00:00Z', '2013-04-09'],
    ['2021-02-30', '2021-02'],
    ['2021-02-00', '2021-02'],
    ['2021-00-00', '2021'],
    ['2021-13-01', null],
    ['0000-00-00', null],
    ['1900-01-01', null],
    ['soon', null],
    ['', null],
  ])
})

describe('a score', () => {
  testReads(parseScore, [
    ['+715', 715],
    ['00505', 505],
    ['0728', 728],
    ['N/A', null],
    ['0', null],
    ['9003', null],
    ['4', null],
    ['', null],
  ])
})

describe('the last four of an SSN', () => {
  testReads(parseLastFour, [
    ['666344417', '4417'],
    ['666-34-4417', '4417'],
    ['***-**-4417', '4417'],
    ['XXXXX4417', '4417'],
    ['4417', '4417'],
    ['12344417', '4417'],
    ['', null],
    ['none', null],
    ['12', null],
  ])
})

describe('a ZIP code', () => {
  testReads(parsePostal, [
    ['2153', '02153'],
    ['50522', '50522'],
    ['654880001', '65488-0001'],
    ['24580001', '02458-0001'],
    ['30374-0256', '30374-0256'],
    ['', null],
  ])
})

describe('a phone number', () => {
  testReads(parsePhone, [
    ['8006851111', '+18006851111'],
    ['1 (800) 685-1111', '+18006851111'],
    ['5551212', '5551212'],
    ['', null],
  ])
})

describe('a term', () => {
  test.each([
    ['012', 12],
    ['49M', 49],
    ['1 M', 1],
    ['60 MONTHS', 60],
    ['REV', null],
    ['000', null],
    ['30Y', 360],
    ['52W', null],
  ])('%s is %s months', (raw, months) => {
    expect(parseTermMonths(raw)).toBe(months)
  })
})

describe('a count', () => {
  testReads(parseCount, [
    ['0', 0],
    ['007', 7],
    ['24.0', 24],
    ['-3', null],
    ['many', null],
  ])
  testReads(parsePositiveCount, [
    ['0', null],
    ['60', 60],
  ])
})

describe('a flag', () => {
  testReads(parseFlag, [
    ['true', true],
    ['Y', true],
    ['N', false],
    ['False', false],
    ['', null],
  ])
})

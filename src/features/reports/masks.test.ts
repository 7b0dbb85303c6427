import { describe, expect, test } from 'vitest'
import { accountOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { createMasks, maskAddress } from './masks.ts'

const mask = createMasks(
  reportOf({
    personal: [personOf({ ssnLastFour: '4417' })],
    accounts: [accountOf({ accountNumber: 'MC90B11884' })],
  }),
)

describe('numbers inside free text', () => {
  test.each([
    ['SSN 666-34-4417.', 'SSN XXX-XX-4417.'],
    ['SSN 666344417', 'SSN XXX-XX-4417'],
    ['SSN: 666 34 4417', 'SSN: XXX-XX-4417'],
    ['666 - 34 - 4417', 'XXX-XX-4417'],
    ['666.34.4417', 'XXX-XX-4417'],
    ['666–34–4417', 'XXX-XX-4417'],
    ['66634-4417', 'XXX-XX-4417'],
    ['666-344417', 'XXX-XX-4417'],
    ['A666344417B', 'AXXX-XX-4417B'],
    ['card 5178440212345678 closed', 'card 51784402**** closed'],
    ['card 5178 4402 1234 5678', 'card 5178 4402****'],
    ['card 5178-4402-1234-5678', 'card 5178-4402****'],
    ['card 3782 822463 10005', 'card 3782 8224****'],
    ['ref 1234567890', 'ref 12345678****'],
    ['MAIL CODE 055-04-4417', 'MAIL CODE XXX-XX-4417'],
    ['WILMINGTON DE 198504417', 'WILMINGTON DE XXX-XX-4417'],
    ['SSN 123456788 OR 123456789', 'SSN XXX-XX-6788 OR XXX-XX-6789'],
    ['TAX ID 123456789', 'TAX ID XXX-XX-6789'],
    ['SUITE 055-04-2060', 'SUITE XXX-XX-2060'],
    ['account MC90B11884 is mine', 'account MC90B118**** is mine'],
  ])('%j is shown as %j', (reported, expected) => {
    expect(mask.text(reported)).toBe(expected)
  })

  test.each([
    'Opened 2021-08-14, reported 11/14/2026',
    'Call (202) 555-0143 or 202-555-0143',
    'Balance $12,345.67 of 12345678',
    'Pasadena, CA 91106-1234',
    'PO BOX 15298 WILMINGTON DE 198505298',
    'EL PASO, TX 79998 1535',
    'MAIL CODE 055-04-2060',
    'MC: 055042060',
    '401 N TRYON ST NC4-105-03-1447',
    'MC90B1188',
    '',
  ])('%j stays unchanged', reported => {
    expect(mask.text(reported)).toBe(reported)
  })

  test('phones and court cases keep long numbers but no SSN', () => {
    expect(mask.ssnOnly('12025550143')).toBe('12025550143')
    expect(mask.ssnOnly('case 666344417')).toBe('case XXX-XX-4417')
  })
})

describe('account numbers', () => {
  test.each([
    ['51784402', '51784402'],
    ['517844021234', '51784402****'],
    ['51784402****', '51784402****'],
    ['666344417', 'XXX-XX-4417'],
    ['666-34-4417', 'XXX-XX-4417'],
    ['6663444170001', 'XXX-XX-4417'],
    ['000666344417', 'XXX-XX-4417'],
    ['1234567894417', '12345678****'],
    [null, null],
  ])('%j is shown as %j', (reported, expected) => {
    expect(mask.number(reported)).toBe(expected)
  })
})

describe('an address', () => {
  const postalOf = (postal: string) =>
    maskAddress({ street: null, city: null, state: null, postal }, mask).postal
  test.each([
    ['198505298', '19850-5298'],
    ['19850 5298', '19850-5298'],
    ['19850 - 5298', '19850-5298'],
    ['198504417', 'XXX-XX-4417'],
  ])('shows the ZIP %j as %j', (postal, expected) => {
    expect(postalOf(postal)).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { states } from '#features/identity/profile-choices.ts'
import { parseEnvelopeAddress } from '#features/mailing/envelope-address.ts'
import {
  companyAddressProblems,
  companyLines,
  findStatedAddress,
  otherOwnerProblem,
} from './company-address.ts'
import { CompanyAddress } from './dispute-requests.ts'

const typed = {
  name: 'Oak Bank',
  street: '12 Elm Street',
  secondLine: '',
  city: 'Toledo',
  state: 'OH',
  postal: '43604',
}
const address = (own: Partial<CompanyAddress>): CompanyAddress => ({ ...typed, confirmed: true, ...own })

it.each(states)('%s has ZIP codes', state => {
  const fits = Array.from({ length: 10 }, (_, digit) =>
    companyAddressProblems({ ...typed, state, postal: `${digit}0100` }),
  )
  expect(fits.some(({ postal }) => postal === undefined)).toBe(true)
})

describe('an address of a company', () => {
  it.each([
    [{ name: '' }, 'name', 'Enter the name of the company'],
    [{ name: 'O'.repeat(41) }, 'name', 'Use at most 40 characters'],
    [{ name: 'Oak 銀行' }, 'name', 'A letter cannot print these characters: 銀 行'],
    [{ street: ' ' }, 'street', 'Enter a street or a P.O. box'],
    [{ street: 'help@oak.example' }, 'street', 'Letters do not go to an email address'],
    [{ street: 'www.oak.example' }, 'street', 'Letters do not go to an email address'],
    [{ street: '(202) 555-0143' }, 'street', 'Letters do not go to an email address'],
    [{ street: 'x'.repeat(51) }, 'street', 'Use at most 50 characters'],
    [{ street: 'x'.repeat(30), secondLine: 'y'.repeat(21) }, 'secondLine', 'for both lines together'],
    [{ city: '' }, 'city', 'Enter the city'],
    [{ state: 'XX' }, 'state', 'Choose a state'],
    [{ postal: '4360' }, 'postal', 'Enter a ZIP code'],
    [{ city: '43604' }, 'city', 'Enter the city'],
    [{ state: 'CA' }, 'postal', 'This ZIP code is not in CA'],
  ] as const)('with %j cannot be mailed to', (own, part, sentence) => {
    const problems = companyAddressProblems({ ...typed, ...own })
    expect(Object.keys(problems)).toEqual([part])
    expect(problems[part]).toContain(sentence)
    expect(CompanyAddress.safeParse(address(own)).error?.issues.map(({ path }) => path)).toEqual([[part]])
  })

  it.each([
    {},
    { street: 'P.O. Box 15298' },
    { street: 'One Oak Plaza', secondLine: 'Suite 4' },
    { postal: '43604-1234' },
    { name: 'O'.repeat(40), street: 'x'.repeat(30), secondLine: 'y'.repeat(20) },
  ])('with %j fits its letter and its envelope', own => {
    expect(CompanyAddress.safeParse(address(own)).success).toBe(true)
    expect(parseEnvelopeAddress(companyLines(address(own)))).toMatchObject({
      name: own.name ?? 'Oak Bank',
      city: 'Toledo',
    })
  })

  it('is accepted only if the user states that it is the company’s', () => {
    const { confirmed: _, ...unsaid } = address({})
    expect(CompanyAddress.safeParse(unsaid).error?.issues).toMatchObject([
      { path: ['confirmed'], message: 'Confirm that this is an address of the company' },
    ])
  })
})

const row = (creditorNameReported: string, street: string | null, postal = '19850') => ({
  creditorNameReported,
  address: street === null ? null : { street, city: 'WILMINGTON', state: 'de', postal },
})

describe('the address in a report', () => {
  it('is used as written', () => {
    expect(findStatedAddress(row('OAK BANK', 'PO BOX 15298', '198505298'))).toEqual({
      name: 'OAK BANK',
      street: 'PO BOX 15298',
      secondLine: '',
      city: 'WILMINGTON',
      state: 'DE',
      postal: '19850-5298',
    })
  })

  it('with a name that is too long leaves the name to be shortened', () => {
    expect(findStatedAddress(row('O'.repeat(41), 'PO BOX 15298'))).not.toBeNull()
  })

  it.each([
    row('OAK BANK', null),
    row('OAK BANK', ''),
    row('OAK BANK', 'PO BOX 15298', '198'),
    row('OAK BANK', '8005550143'),
  ])('is not used if it cannot be mailed to: %j', stated => {
    expect(findStatedAddress(stated)).toBeNull()
  })
})

describe('a P.O. box', () => {
  const rows = [
    row('OAK BANK', 'PO BOX 15298'),
    row('ELM BANK', 'P.O. Box 900'),
    row('ELM BANK AUTO', 'P O BOX 77'),
    row('JUNIPER CARD', 'PO BOX 77', '19850-0077'),
  ]
  const problem = (own: Partial<CompanyAddress>, known = ['OAK BANK']) =>
    otherOwnerProblem(address({ postal: '19850', ...own }), known, rows)

  it('of another company in the report is reported as such', () => {
    expect(problem({ street: 'P.O. Box 900' })).toBe(
      'Your report gives this P.O. box as the address of ELM BANK. Enter an address that Oak Bank gives for itself, for example on a statement or in a letter to you.',
    )
    expect(problem({ street: 'Oak Plaza', secondLine: 'POB 900' })).toContain('ELM BANK')
  })

  it('that the report states for two companies is not assigned to one of them', () => {
    expect(problem({ name: 'Juniper', street: 'PO Box 77' }, ['JUNIPER CARD'])).toContain(
      'of ELM BANK AUTO too',
    )
  })

  it.each([
    ['its own', { street: 'PO Box 15298' }, ['OAK BANK']],
    ['a sister company with a name in common', { name: 'Elm Auto', street: 'PO Box 900' }, ['ELM BK']],
    ['one that nobody has', { street: 'PO Box 1' }, ['OAK BANK']],
    ['the same number at another post office', { street: 'PO Box 900', postal: '43604' }, ['OAK BANK']],
    ['a street', { street: '900 Box Elder Road' }, ['OAK BANK']],
  ])('is accepted if it is %s', (_, own, known) => {
    expect(problem(own, known)).toBeNull()
  })

  it.each([
    { street: 'P.O. Box 740256', postal: '30374' },
    { street: 'PO BOX 160', postal: '19094-0160' },
    { street: 'PO Box 105069', postal: '30348' },
    { name: 'Trans Union LLC' },
  ])('of a credit bureau is refused for a letter to a company: %j', own => {
    expect(problem(own)).toMatch(/a credit bureau\. This letter goes to the company itself/)
  })
})

import { expect, test } from 'vitest'
import type { PersonalInfo, Report } from '#features/reports/canonical.ts'
import { accountOf, personOf } from '#test/support/reports/report-of.ts'
import { verdictOf } from '#test/support/reports/verdict-of.ts'

const people = (...given: Partial<PersonalInfo>[]): Partial<Report> => ({
  personal: given.map((one, nth) =>
    personOf({ bureau: (['TransUnion', 'Experian', 'Equifax'] as const)[nth % 3] ?? 'Equifax', ...one }),
  ),
})
const place = (street: string, reported: string | null = null) => ({
  street,
  city: 'Dayton',
  state: 'OH',
  postal: '45401',
  reported,
})
const home = place('12 Elm Street')
const strange = place('9 Terminal Rd', '2026-06-04')
const drawn = (given = {}) =>
  accountOf({ dateOpened: '2026-06-24', currentBalance: '3990.00', creditLimit: '4000.00', ...given })
const twoPlaces = people({ currentAddress: home, previousAddresses: [strange] }, { currentAddress: home })

test.each<[rule: string, verdict: string, sentence: string, given: Partial<Report>]>([
  ['P-01', 'ask', 'a name spelled otherwise at one bureau', people({}, { name: 'Maya Brookes' })],
  ['P-01', 'ask', 'another name beside one’s own', people({ aliases: ['Mara Holt'] })],
  ['P-01', 'ask', 'another generation', people({ name: 'John Brooks Jr' }, { name: 'John Brooks Sr' })],
  ['P-01', 'ask', 'a generation at one bureau alone', people({}, { name: 'Maya Brooks Jr' })],
  [
    'P-01',
    'nothing',
    'a generation that two bureaus have and one leaves out',
    people({ name: 'Maya Brooks Jr' }, { name: 'MAYA BROOKS JR' }, {}),
  ],
  ['P-01', 'nothing', 'a generation in a file of one bureau', people({ name: 'Maya Brooks Jr' })],
  [
    'P-01',
    'nothing',
    'a generation that the bureau itself leaves out at times',
    people({ aliases: ['Maya Brooks Jr'] }),
  ],
  ['P-01', 'nothing', 'a middle name left out', people({ name: 'Maya Ann Brooks' }, { name: 'MAYA BROOKS' })],
  ['P-01', 'nothing', 'initials, in another order', people({}, { name: 'BROOKS, M' })],
  [
    'P-01',
    'nothing',
    'a former name that two bureaus know',
    people({ aliases: ['Maya Holt'] }, { aliases: ['MAYA HOLT'] }),
  ],
  ['P-01', 'nothing', 'a bureau without a name', people({}, { name: null })],

  ['P-02', 'contradiction', 'two dates of birth', people({}, { dob: '1992-04-27' })],
  ['P-02', 'contradiction', 'another year of birth', people({}, { dob: '1992' })],
  ['P-02', 'nothing', 'a date and its year', people({}, { dob: '1990' })],
  ['P-02', 'nothing', 'a date and its month', people({}, { dob: '1990-04' })],
  ['P-02', 'nothing', 'a bureau without a date', people({}, { dob: null })],

  ['P-03', 'contradiction', 'two Social Security numbers', people({}, { ssnLastFour: '9921' })],
  ['P-03', 'nothing', 'one number at all', people({}, {})],
  ['P-03', 'nothing', 'a bureau without a number', people({}, { ssnLastFour: null })],

  ['P-04', 'ask', 'an address that one of two bureaus lists', twoPlaces],
  [
    'P-04',
    'nothing',
    'one place in two spellings',
    people({ currentAddress: home }, { currentAddress: place('12 ELM ST') }),
  ],
  ['P-04', 'nothing', 'a bureau without any address', people({ currentAddress: home }, {})],
  ['P-04', 'nothing', 'one bureau alone', people({ currentAddress: home, previousAddresses: [strange] })],

  [
    'P-05',
    'contradiction',
    'an earlier address shown as current',
    people({ currentAddress: home, previousAddresses: [strange] }, { currentAddress: strange }),
  ],
  [
    'P-05',
    'nothing',
    'one current address',
    people(
      { currentAddress: home, previousAddresses: [strange] },
      { currentAddress: home, previousAddresses: [strange] },
    ),
  ],
  [
    'P-05',
    'nothing',
    'no current address at one of them',
    people({ currentAddress: home, previousAddresses: [strange] }, {}),
  ],

  [
    'P-06',
    'ask',
    'a card drawn to its limit, opened as a strange address came',
    { ...twoPlaces, accounts: [drawn()] },
  ],
  [
    'P-06',
    'nothing',
    'a card that is hardly used',
    { ...twoPlaces, accounts: [drawn({ currentBalance: '40.00' })] },
  ],
  [
    'P-06',
    'nothing',
    'a card from months before',
    { ...twoPlaces, accounts: [drawn({ dateOpened: '2026-01-24' })] },
  ],
  [
    'P-06',
    'nothing',
    'an address that all know',
    { ...people({ currentAddress: strange }, { currentAddress: strange }), accounts: [drawn()] },
  ],
])('%s is %s for %s', (rule, verdict, _, given) => {
  expect(verdictOf(rule, given)).toBe(verdict)
})

import type { PersonalInfo, Report } from '#features/reports/canonical.ts'
import { accountOf, personOf } from '#test/support/reports/report-of.ts'
import { ruleCases, verdictOf } from '#test/support/reports/verdict-of.ts'

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

const cases = ruleCases(verdictOf)
cases('P-01', {
  ask: {
    'a name spelled otherwise at one bureau': people({}, { name: 'Maya Brookes' }),
    'another name in addition to one’s own': people({ aliases: ['Mara Holt'] }),
    'another generation': people({ name: 'John Brooks Jr' }, { name: 'John Brooks Sr' }),
    'a generation at one bureau only': people({}, { name: 'Maya Brooks Jr' }),
  },
  nothing: {
    'a generation that two bureaus have and one leaves out': people(
      { name: 'Maya Brooks Jr' },
      { name: 'MAYA BROOKS JR' },
      {},
    ),
    'a generation in a file of one bureau': people({ name: 'Maya Brooks Jr' }),
    'a generation that the bureau itself leaves out at times': people({ aliases: ['Maya Brooks Jr'] }),
    'a middle name left out': people({ name: 'Maya Ann Brooks' }, { name: 'MAYA BROOKS' }),
    'initials, in another order': people({}, { name: 'BROOKS, M' }),
    'a former name that two bureaus know': people({ aliases: ['Maya Holt'] }, { aliases: ['MAYA HOLT'] }),
    'a bureau without a name': people({}, { name: null }),
  },
})
cases('P-02', {
  contradiction: {
    'two dates of birth': people({}, { dob: '1992-04-27' }),
    'another year of birth': people({}, { dob: '1992' }),
  },
  nothing: {
    'a date and its year': people({}, { dob: '1990' }),
    'a date and its month': people({}, { dob: '1990-04' }),
    'a bureau without a date': people({}, { dob: null }),
  },
})
cases('P-03', {
  contradiction: {
    'two Social Security numbers': people({}, { ssnLastFour: '9921' }),
  },
  nothing: {
    'one number at all': people({}, {}),
    'a bureau without a number': people({}, { ssnLastFour: null }),
  },
})
cases('P-04', {
  ask: {
    'an address that one of two bureaus lists': twoPlaces,
  },
  nothing: {
    'one place in two spellings': people({ currentAddress: home }, { currentAddress: place('12 ELM ST') }),
    'a bureau without any address': people({ currentAddress: home }, {}),
    'one bureau alone': people({ currentAddress: home, previousAddresses: [strange] }),
  },
})
cases('P-05', {
  contradiction: {
    'an earlier address shown as current': people(
      { currentAddress: home, previousAddresses: [strange] },
      { currentAddress: strange },
    ),
  },
  nothing: {
    'one current address': people(
      { currentAddress: home, previousAddresses: [strange] },
      { currentAddress: home, previousAddresses: [strange] },
    ),
    'no current address at one of them': people({ currentAddress: home, previousAddresses: [strange] }, {}),
  },
})
cases('P-06', {
  ask: {
    'a card drawn to its limit, opened as a strange address came': { ...twoPlaces, accounts: [drawn()] },
  },
  nothing: {
    'a card that is hardly used': { ...twoPlaces, accounts: [drawn({ currentBalance: '40.00' })] },
    'a card from months before': { ...twoPlaces, accounts: [drawn({ dateOpened: '2026-01-24' })] },
    'an address that all know': {
      ...people({ currentAddress: strange }, { currentAddress: strange }),
      accounts: [drawn()],
    },
  },
})

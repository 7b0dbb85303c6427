import { expect, test } from 'vitest'
import type { Inquiry, Report } from '#features/reports/canonical.ts'
import { accountOf, inquiryOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { ruleCases, verdictOf } from '#test/support/reports/verdict-of.ts'
import { runFinder } from '../find.ts'

const inquiries = (...given: Partial<Inquiry>[]): Partial<Report> => ({
  inquiries: given.map((one, index) => inquiryOf({ id: `inquiry-${index}`, ...one })),
})
const burst = ['Alder Bank', 'Birch Stores', 'Cedar Mobile'].map((company, index) => ({
  company,
  date: `2026-10-0${index + 1}`,
}))
const carLoan = { accountType: 'Installment', accountTypeDetail: 'Auto loan' } as const
const at = (company: string, dateOpened: string) => ({
  accounts: [accountOf({ creditorName: company, creditorNameReported: company, dateOpened })],
})

const cases = ruleCases(verdictOf)
cases('I-01', {
  contradiction: {
    'a hard inquiry of three years ago': inquiries({ kind: 'hard', date: '2023-11-01' }),
  },
  ask: {
    'an old inquiry that may be soft': inquiries({ date: '2023-11-01' }),
  },
  nothing: {
    'an inquiry of two years and two weeks': inquiries({ kind: 'hard', date: '2024-11-01' }),
    'a year that may be recent': inquiries({ kind: 'hard', date: '2024' }),
    'an old soft inquiry': inquiries({ kind: 'soft', date: '2020-11-01' }),
  },
})
cases('I-02', {
  ask: {
    'an application that led to no account': inquiries({ date: '2026-06-01' }),
  },
  nothing: {
    'an application that led to one': {
      ...inquiries({ date: '2026-06-01' }),
      ...at('CEDAR AUTO FIN', '2026-06-09'),
    },
    'an application at a dealer, and a loan of the bank': {
      ...inquiries({ date: '2026-06-01' }),
      ...at('First Bank', '2026-06-09'),
    },
    'an application of last week': inquiries({ date: '2026-11-07' }),
    'an application of two years ago': inquiries({ date: '2024-12-07' }),
    'applications that are asked about as one burst': inquiries(
      ...burst.map(one => ({ ...one, date: one.date.replace('2026-10', '2026-08') })),
    ),
    'a soft inquiry': inquiries({ kind: 'soft', date: '2026-06-01' }),
    'a reseller, which opens no accounts': inquiries({ company: 'CREDCO/', date: '2026-06-01' }),
  },
})
cases('I-03', {
  nothing: {
    'one company twice in a burst that is asked about': inquiries(...burst, {
      company: 'Alder Bank',
      date: '2026-10-04',
    }),
    'a reseller that fetched the file twice': inquiries(
      { company: 'CBCINNOVIS', date: '2026-08-01' },
      { company: 'CBCINNOVIS', date: '2026-08-02' },
    ),
    'one company twice in a year': inquiries({ date: '2026-08-01' }, { date: '2026-01-07' }),
    'one company at two bureaus': inquiries(
      { date: '2026-08-01' },
      { date: '2026-08-01', bureau: 'Equifax' },
    ),
    'two lenders of one week': inquiries(
      { date: '2026-08-01' },
      { date: '2026-08-02', company: 'Oak Lending' },
    ),
  },
  ask: {
    'one company twice in a week': inquiries({ date: '2026-08-01' }, { date: '2026-08-07' }),
    'one company twice on a day': inquiries({ date: '2026-08-01' }, { date: '2026-08-01' }),
  },
})
cases('I-04', {
  ask: {
    'a bank that one has an account with': {
      ...inquiries({ company: 'Oak Bank', date: '2026-08-01' }),
      ...at('OAK BANK', '2020-01-01'),
    },
  },
  nothing: {
    'a bank that gave another account then': {
      ...inquiries({ company: 'Oak Bank', date: '2026-08-01' }),
      accounts: [
        accountOf({ creditorName: 'OAK BANK', creditorNameReported: 'OAK BANK' }),
        accountOf({
          id: 'new',
          creditorName: 'OAK BANK',
          creditorNameReported: 'OAK BANK',
          dateOpened: '2026-08-10',
        }),
      ],
    },
    'a bank that one has no account with': {
      ...inquiries({ company: 'Elm Bank', date: '2026-08-01' }),
      ...at('OAK BANK', '2020-01-01'),
    },
    'a bank whose account was closed': {
      ...inquiries({ company: 'Oak Bank', date: '2026-08-01' }),
      accounts: [
        accountOf({ creditorNameReported: 'OAK BANK', openClosed: 'Closed', accountStatus: 'Closed' }),
      ],
    },
  },
})
cases('I-05', {
  impossible: {
    'an inquiry after the report': inquiries({ date: '2026-12-24' }),
    'an inquiry before birth': { ...inquiries({ date: '1985-01-01' }), personal: [personOf()] },
  },
  ask: {
    'an inquiry before the eighteenth birthday': {
      ...inquiries({ date: '2005-01-01' }),
      personal: [personOf()],
    },
  },
  nothing: {
    'an inquiry of the month of the report': inquiries({ date: '2026-11' }),
    'an inquiry without a date': inquiries({ date: null }),
  },
})
cases('I-06', {
  ask: {
    'three companies within thirty days': inquiries(...burst),
    'a car, a card and a phone': inquiries(
      ...['WILCOX AUTO', 'First Bank', 'Cedar Mobile'].map(company => ({ company, date: '2026-10-03' })),
    ),
    'a dealer, whose customer had a car loan already, and two others': {
      ...inquiries({ company: 'HILL MOTORS', date: '2026-10-03' }, ...burst.slice(1)),
      accounts: [accountOf({ ...carLoan, dateOpened: '2026-08-01' })],
    },
  },
  nothing: {
    'two companies': inquiries(...burst.slice(1)),
    'a home loan, for which three resellers fetched the file': inquiries(
      { company: 'CREDCO/', date: '2026-10-01' },
      { company: 'CBCINNOVIS', date: '2026-10-02' },
      { company: 'FACTUAL DATA', date: '2026-10-03' },
    ),
    'a home loan, for which a reseller, a lender and a bank asked': inquiries(
      { company: 'XACTUS', date: '2026-10-01' },
      { company: 'ROCKET MORTGAGE', date: '2026-10-02' },
      { company: 'First Bank', date: '2026-10-03' },
    ),
    'offers for one car, and a card': inquiries(
      ...['WILCOX AUTO', 'CHASE AUTO', 'ALLY FINAN I', 'COAF', 'First Bank'].map(company => ({
        company,
        date: '2026-10-03',
      })),
    ),
    'a dealer whose car loan a bank gave within days, and two others': {
      ...inquiries({ company: 'HILL MOTORS', date: '2026-10-03' }, ...burst.slice(1)),
      accounts: [accountOf({ ...carLoan, dateOpened: '2026-10-09' })],
    },
    'one company under two names, and another': inquiries(
      { company: 'BMW FIN SVC', date: '2026-10-01' },
      { company: 'BMW BANK OF NORTH AMERICA', date: '2026-10-02' },
      { company: 'KEY BANK', date: '2026-10-03' },
      { company: 'KEYBANK NA', date: '2026-10-04' },
    ),
    'three that led to accounts': {
      ...inquiries(...burst),
      accounts: burst.map(({ company }, nth) =>
        accountOf({ id: `${nth}`, creditorName: company, creditorNameReported: company }),
      ),
    },
    'three within three months': inquiries(
      ...burst.map((one, nth) => ({ ...one, date: `2026-0${nth + 7}-01` })),
    ),
    'three soft ones': inquiries(...burst.map(one => ({ ...one, kind: 'soft' as const }))),
  },
})

test('old applications do not rank before an entry that cannot be true', () => {
  const row = { payStatus: '30', currentBalance: '5.00', amountPastDue: '9.00' } as const
  const first = (date: string) =>
    runFinder(
      reportOf({
        ...inquiries(...burst.map(one => ({ ...one, date: one.date.replace('2026-10', date) }))),
        accounts: [accountOf(row)],
      }),
    )[0]?.rule
  expect([first('2026-10'), first('2025-10')]).toEqual(['I-06', 'C-04'])
})

test('offers for one car are one question that names each of them', () => {
  const offers = ['HILL MOTORS', 'ALLY FINANCIAL', 'COAF'].map((company, nth) => ({
    company,
    date: `2026-06-0${nth + 1}`,
  }))
  const found = runFinder(reportOf(inquiries(...offers, { company: 'HILL MOTORS', date: '2026-04-01' })))
  expect(found.filter(({ rule }) => rule === 'I-02').map(({ explanation }) => explanation)).toEqual([
    'TransUnion lists inquiries from COAF on 06/03/2026, ALLY FINANCIAL on 06/02/2026, and HILL MOTORS on 06/01/2026, and no account was opened after them. A declined application looks like this too. Did you apply there?',
    'TransUnion lists an inquiry from HILL MOTORS on 04/01/2026, and no account was opened after it. A declined application looks like this too. Did you apply there?',
  ])
})

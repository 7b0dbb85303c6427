import { expect, test } from 'vitest'
import type { Inquiry, Report } from '#features/reports/canonical.ts'
import { accountOf, inquiryOf, personOf, reportOf } from '#testing/reports/report-of.ts'
import { verdictOf } from '#testing/reports/verdict-of.ts'
import { findingsOf } from '../find.ts'

const inquiries = (...given: Partial<Inquiry>[]): Partial<Report> => ({
  inquiries: given.map((one, index) => inquiryOf({ id: `inquiry-${index}`, ...one })),
})
const burst = ['Alder Bank', 'Birch Stores', 'Cedar Mobile'].map((company, index) => ({
  company,
  date: `2026-10-0${index + 1}`,
}))
const at = (company: string, dateOpened: string) => ({
  accounts: [accountOf({ creditorName: company, creditorNameReported: company, dateOpened })],
})

test.each<[rule: string, verdict: string, sentence: string, given: Partial<Report>]>([
  [
    'I-01',
    'contradiction',
    'a hard inquiry of three years ago',
    inquiries({ kind: 'hard', date: '2023-11-01' }),
  ],
  ['I-01', 'ask', 'an old inquiry that may be soft', inquiries({ date: '2023-11-01' })],
  [
    'I-01',
    'nothing',
    'an inquiry of two years and two weeks',
    inquiries({ kind: 'hard', date: '2024-11-01' }),
  ],
  ['I-01', 'nothing', 'a year that may be recent', inquiries({ kind: 'hard', date: '2024' })],
  ['I-01', 'nothing', 'an old soft inquiry', inquiries({ kind: 'soft', date: '2020-11-01' })],

  ['I-02', 'ask', 'an application that led to no account', inquiries({ date: '2026-06-01' })],
  [
    'I-02',
    'nothing',
    'an application that led to one',
    { ...inquiries({ date: '2026-06-01' }), ...at('CEDAR AUTO FIN', '2026-06-09') },
  ],
  [
    'I-02',
    'nothing',
    'an application at a dealer, and a loan of the bank',
    { ...inquiries({ date: '2026-06-01' }), ...at('First Bank', '2026-06-09') },
  ],
  ['I-02', 'nothing', 'an application of last week', inquiries({ date: '2026-11-07' })],
  ['I-02', 'nothing', 'an application of two years ago', inquiries({ date: '2024-12-07' })],
  [
    'I-02',
    'nothing',
    'applications that are asked about as one burst',
    inquiries(...burst.map(one => ({ ...one, date: one.date.replace('2026-10', '2026-08') }))),
  ],
  [
    'I-03',
    'nothing',
    'one company twice in a burst that is asked about',
    inquiries(...burst, { company: 'Alder Bank', date: '2026-10-04' }),
  ],
  ['I-02', 'nothing', 'a soft inquiry', inquiries({ kind: 'soft', date: '2026-06-01' })],

  ['I-03', 'ask', 'one company twice in a week', inquiries({ date: '2026-08-01' }, { date: '2026-08-07' })],
  ['I-03', 'ask', 'one company twice on a day', inquiries({ date: '2026-08-01' }, { date: '2026-08-01' })],
  [
    'I-03',
    'nothing',
    'one company twice in a year',
    inquiries({ date: '2026-08-01' }, { date: '2026-01-07' }),
  ],
  [
    'I-03',
    'nothing',
    'one company at two bureaus',
    inquiries({ date: '2026-08-01' }, { date: '2026-08-01', bureau: 'Equifax' }),
  ],
  [
    'I-03',
    'nothing',
    'two lenders of one week',
    inquiries({ date: '2026-08-01' }, { date: '2026-08-02', company: 'Oak Lending' }),
  ],

  [
    'I-04',
    'ask',
    'a bank that one has an account with',
    { ...inquiries({ company: 'Oak Bank', date: '2026-08-01' }), ...at('OAK BANK', '2020-01-01') },
  ],
  [
    'I-04',
    'nothing',
    'a bank that gave another account then',
    {
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
  ],
  [
    'I-04',
    'nothing',
    'a bank that one has no account with',
    { ...inquiries({ company: 'Elm Bank', date: '2026-08-01' }), ...at('OAK BANK', '2020-01-01') },
  ],
  [
    'I-04',
    'nothing',
    'a bank whose account was closed',
    {
      ...inquiries({ company: 'Oak Bank', date: '2026-08-01' }),
      accounts: [
        accountOf({ creditorNameReported: 'OAK BANK', openClosed: 'Closed', accountStatus: 'Closed' }),
      ],
    },
  ],

  ['I-05', 'impossible', 'an inquiry after the report', inquiries({ date: '2026-12-24' })],
  [
    'I-05',
    'impossible',
    'an inquiry before birth',
    { ...inquiries({ date: '1985-01-01' }), personal: [personOf()] },
  ],
  [
    'I-05',
    'ask',
    'an inquiry before the eighteenth birthday',
    { ...inquiries({ date: '2005-01-01' }), personal: [personOf()] },
  ],
  ['I-05', 'nothing', 'an inquiry of the month of the report', inquiries({ date: '2026-11' })],
  ['I-05', 'nothing', 'an inquiry without a date', inquiries({ date: null })],

  ['I-06', 'ask', 'three companies within thirty days', inquiries(...burst)],
  ['I-06', 'nothing', 'two companies', inquiries(...burst.slice(1))],
  [
    'I-06',
    'nothing',
    'a home loan, for which three resellers fetched the file',
    inquiries(
      { company: 'CREDCO/', date: '2026-10-01' },
      { company: 'CBCINNOVIS', date: '2026-10-02' },
      { company: 'FACTUAL DATA', date: '2026-10-03' },
    ),
  ],
  [
    'I-06',
    'nothing',
    'three that led to accounts',
    {
      ...inquiries(...burst),
      accounts: burst.map(({ company }, nth) =>
        accountOf({ id: `${nth}`, creditorName: company, creditorNameReported: company }),
      ),
    },
  ],
  [
    'I-06',
    'nothing',
    'three within three months',
    inquiries(...burst.map((one, nth) => ({ ...one, date: `2026-0${nth + 7}-01` }))),
  ],
  ['I-06', 'nothing', 'three soft ones', inquiries(...burst.map(one => ({ ...one, kind: 'soft' as const })))],
])('%s is %s for %s', (rule, verdict, _, given) => {
  expect(verdictOf(rule, given)).toBe(verdict)
})

test('applications of long ago do not come before an entry that cannot be true', () => {
  const row = { payStatus: '30', currentBalance: '5.00', amountPastDue: '9.00' } as const
  const first = (date: string) =>
    findingsOf(
      reportOf({
        ...inquiries(...burst.map(one => ({ ...one, date: one.date.replace('2026-10', date) }))),
        accounts: [accountOf(row)],
      }),
    )[0]?.rule
  expect([first('2026-10'), first('2025-10')]).toEqual(['I-06', 'C-04'])
})

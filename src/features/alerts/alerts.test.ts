import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import { summarizeChanges } from '#features/reports/changes.ts'
import { times } from '#test/support/chance.ts'
import { anyReport, longNumber, markOf, ssn } from '#test/support/reports/any-report.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  personOf,
  recordOf,
  reportOf,
  scoreOf,
} from '#test/support/reports/report-of.ts'
import { bureaus } from '#values/bureau.ts'
import { describeCounts, renderAlertEmail } from './alert-text.ts'
import {
  type AlertKind,
  alertKinds,
  countedKinds,
  findAlerts,
  hasReturnedBureau,
  redactAlertForPlan,
} from './alerts.ts'

const home = { street: '12 Oak St', city: 'Springfield', state: 'IL', postal: '62701', reported: null }
const other = { street: '9 Terminal Road', city: 'Newark', state: 'NJ', postal: '07114', reported: null }

const base: Partial<Report> = {
  accounts: [accountOf()],
  inquiries: [inquiryOf()],
  publicRecords: [recordOf()],
  personal: [personOf({ currentAddress: home })],
  scores: [scoreOf({ score: 687 })],
}
const before = reportOf({ ...base, reportDate: '2026-10-14' })
const now = (given: Partial<Report>) => reportOf({ ...base, ...given })
const second = accountOf({
  id: 'account-2',
  creditorName: 'Juniper Hill Card',
  creditorNameReported: 'JUNIPER HILL CARD',
  accountNumber: '40001234****',
  dateOpened: '2026-10-24',
})

/** Kind and bureaus, one line per alert. */
const alertLines = (report: Report, previous = before) =>
  findAlerts(previous, report).map(({ kind, items }) =>
    [kind, ...items.map(({ bureau }) => bureau)].join(' '),
  )

test('a new account that a bureau lists twice is one alert', () => {
  const listed = { ...second, highBalance: '900.00', currentBalance: '500.00' }
  const twice = now({ accounts: [accountOf(), listed, { ...listed, id: 'account-3' }] })
  expect(alertLines(twice)).toEqual(['account TransUnion'])
  expect(alertLines(twice, now({ accounts: [accountOf(), listed] }))).toEqual([])
})

describe('an alert is made of', () => {
  test.each<[string, Partial<Report>, string, string, string]>([
    [
      'a new account',
      { accounts: [accountOf(), second] },
      'account TransUnion',
      'New account',
      'JUNIPER HILL CARD, opened 10/24/2026.',
    ],
    [
      'a new inquiry',
      { inquiries: [inquiryOf(), inquiryOf({ id: 'i-2', company: 'QUARRY BANK', date: '2026-10-20' })] },
      'inquiry TransUnion',
      'New inquiry',
      'QUARRY BANK, 10/20/2026.',
    ],
    [
      'an account that became derogatory',
      { accounts: [accountOf({ accountStatus: 'Derogatory', payStatus: 'CO', isDerogatory: true })] },
      'derogatory TransUnion',
      'Account now derogatory',
      'LAKESHORE CARD SVCS is now reported as charged off.',
    ],
    [
      'a new account that is derogatory',
      { accounts: [accountOf(), { ...second, accountStatus: 'Derogatory', isDerogatory: true }] },
      'derogatory TransUnion',
      'New account',
      'JUNIPER HILL CARD, opened 10/24/2026.',
    ],
    [
      'a new collection',
      { accounts: [accountOf(), collectionOf({ creditorNameReported: 'MERIDIAN COLL' })] },
      'derogatory TransUnion',
      'New collection',
      'MERIDIAN COLL, $1,284.00.',
    ],
    [
      'a new public record',
      { publicRecords: [recordOf(), recordOf({ id: 'r-2', filed: '2026-10-01', caseNumber: '26-1' })] },
      'derogatory TransUnion',
      'New public record',
      'Chapter 7 bankruptcy, filed 10/01/2026.',
    ],
    [
      'a new address',
      { personal: [personOf({ currentAddress: home, previousAddresses: [other] })] },
      'address TransUnion',
      'New address',
      '9 Terminal Road, Newark, NJ 07114 is now listed.',
    ],
    [
      'a score that fell by ten points',
      { scores: [scoreOf({ score: 677 })] },
      'score TransUnion',
      'Score drop',
      'From 687 to 677, 10 points lower (VantageScore 3.0).',
    ],
  ])('%s', (_, given, line, title, text) => {
    const report = now(given)
    expect(alertLines(report)).toEqual([line])
    expect(findAlerts(before, report)[0]).toMatchObject({ title, items: [{ text }] })
  })

  test('one thing at several bureaus, once, with its position in each bureau’s file', () => {
    const everywhere = (['TransUnion', 'Equifax'] as const).map(bureau => ({ ...second, bureau }))
    const scores = [scoreOf({ score: 660 }), scoreOf({ bureau: 'Equifax', score: 650 })]
    const previous = { ...before, scores: [...before.scores, scoreOf({ bureau: 'Equifax', score: 690 })] }
    const report = now({ accounts: [accountOf(), ...everywhere], scores })
    expect(alertLines(report, previous)).toEqual(['account TransUnion Equifax', 'score TransUnion Equifax'])
    expect(findAlerts(previous, report)[0]?.items.map(({ accountId }) => accountId)).toEqual([
      'account-2',
      'account-2',
    ])
  })
})

describe('there is no alert for', () => {
  test.each<[string, Partial<Report>, Partial<Report>?]>([
    ['a report that is the same', {}],
    [
      'an account that may be a known one under another number',
      { accounts: [accountOf({ id: 'account-9', accountNumber: '51784402999****' })] },
      { accounts: [accountOf({ accountNumber: '51784402****' })] },
    ],
    ['an account that went', { accounts: [] }],
    [
      'a charge-off that went to collection',
      { accounts: [accountOf({ payStatus: 'COL', accountStatus: 'Derogatory', isDerogatory: true })] },
      { accounts: [accountOf({ payStatus: 'CO', accountStatus: 'Derogatory', isDerogatory: true })] },
    ],
    ['a soft inquiry', { inquiries: [inquiryOf(), inquiryOf({ id: 'i-2', kind: 'soft', company: 'X' })] }],
    [
      'an inquiry that may be a known one under another spelling',
      { inquiries: [inquiryOf({ id: 'i-2', company: 'CDR AUTO FIN' })] },
    ],
    [
      'a record that may be a known one in other words',
      { publicRecords: [recordOf({ id: 'r-2', type: 'Bankruptcy chapter 7' })] },
    ],
    [
      'a known address in a new spelling',
      {
        personal: [personOf({ currentAddress: { ...home, street: '12 Oak Street', postal: '62701-1234' } })],
      },
    ],
    [
      'the first addresses that a bureau ever listed',
      { personal: [personOf({ currentAddress: home })] },
      { personal: [personOf()] },
    ],
    ['a score that fell by nine points', { scores: [scoreOf({ score: 678 })] }],
    ['a score that rose', { scores: [scoreOf({ score: 720 })] }],
    ['a lower score of another model', { scores: [scoreOf({ score: 600, model: 'FICO 8' })] }],
    [
      'whatever a bureau lists that gave no file before',
      { accounts: [accountOf(), second], scores: [scoreOf({ score: 600 })] },
      { files: [{ bureau: 'TransUnion', status: 'frozen', text: null }] },
    ],
  ])('%s', (_, given, earlier = {}) => {
    expect(alertLines(now(given), { ...before, ...earlier })).toEqual([])
  })
})

describe('a bureau that was away for a month', () => {
  const away = reportOf({
    ...before,
    accounts: [],
    inquiries: [],
    scores: [],
    files: [{ bureau: 'TransUnion', status: 'error', text: null }],
  })
  const september = { ...before, reportDate: '2026-09-14' }
  const back = now({ accounts: [accountOf(), second], scores: [scoreOf({ score: 660 })] })

  test('yields alerts for what is new since its last file, and for nothing that file showed', () => {
    expect(hasReturnedBureau(away, back)).toBe(true)
    expect(findAlerts(away, back, [away, september]).map(({ kind }) => kind)).toEqual(['account', 'score'])
    expect(findAlerts(away, now({}), [away, september])).toEqual([])
  })

  test('yields no alert if it never sent one', () => {
    expect(findAlerts(away, back, [away])).toEqual([])
    expect(hasReturnedBureau(before, back)).toBe(false)
  })
})

describe('a file that was partly there before', () => {
  const many = (opened: string) =>
    Array.from({ length: 5 }, (_, nth) =>
      accountOf({
        id: `old-${nth}`,
        creditorNameReported: `BANK ${nth}`,
        accountNumber: `7000${nth}****`,
        dateOpened: opened,
      }),
    )

  test('yields no alerts for accounts opened long ago, only for the new one', () => {
    const report = now({ accounts: [...many('2019-03-04'), second] })
    expect(alertLines(report, { ...before, accounts: [] })).toEqual(['account TransUnion'])
    expect(findAlerts({ ...before, accounts: [] }, report)[0]?.items[0]?.accountId).toBe('account-2')
  })

  test('yields no alerts when all account numbers have changed', () => {
    const renamed = many('2019-03-04').map(row => ({ ...row, id: `${row.id}-again`, accountNumber: '9****' }))
    expect(alertLines(now({ accounts: many('2019-03-04') }), { ...before, accounts: renamed })).toEqual([])
  })

  test('yields an alert for every account opened by a thief, however many', () => {
    const report = now({ accounts: [accountOf(), ...many('2026-10-20')] })
    expect(alertLines(report)).toEqual(Array.from({ length: 5 }, () => 'account TransUnion'))
  })

  test('yields no alerts for old inquiries', () => {
    const inquiries = Array.from({ length: 5 }, (_, nth) =>
      inquiryOf({ id: `i-${nth}`, company: `LENDER ${nth}`, date: `2026-0${nth + 1}-04` }),
    )
    const report = now({ inquiries: [...inquiries, inquiryOf({ id: 'new', date: '2026-10-24' })] })
    expect(alertLines(report, { ...before, inquiries: [] })).toEqual(['inquiry TransUnion'])
  })
})

test('a plan shows the alert items of its bureaus, and no alert about other bureaus only', () => {
  const at = (bureau: 'TransUnion' | 'Equifax') => ({ bureau, text: markOf(bureau) })
  const both = { kind: 'account', title: 'New account', items: [at('TransUnion'), at('Equifax')] } as const
  expect(redactAlertForPlan(both, 'free')?.items).toEqual([at('TransUnion')])
  expect(redactAlertForPlan({ ...both, items: [at('Equifax')] }, 'free')).toBeNull()
  expect(redactAlertForPlan(both, 'max')).toEqual(both)
})

test('for any two reports, alerts show no account number, do not mix bureaus, and state only what the history states', () => {
  fc.assert(
    fc.property(anyReport, anyReport, (previous, report) => {
      for (const { items, kind } of findAlerts(previous, report)) {
        for (const { bureau, text } of items) {
          expect(text).not.toContain(ssn)
          expect(text).not.toContain(longNumber)
          for (const hidden of ['TransUnion', 'Experian', 'Equifax'] as const)
            if (hidden !== bureau) expect(text).not.toContain(markOf(hidden))
          if (kind === 'score') continue
          expect(summarizeChanges(previous, report, bureau).length).toBeGreaterThan(0)
        }
      }
    }),
    { numRuns: times(100) },
  )
})

describe('the email', () => {
  test('states kinds and counts', () => {
    const score = { kind: 'score' as const, title: '', items: bureaus.map(bureau => ({ bureau, text: '' })) }
    const inquiry = { ...score, kind: 'inquiry' as const }
    expect(describeCounts(countedKinds([score, inquiry], 'max'))).toEqual(['1 new inquiry', '3 lower scores'])
    expect(describeCounts(countedKinds([score, inquiry], 'free'))).toEqual(['1 new inquiry', '1 lower score'])
    expect(describeCounts(['inquiry', 'account', 'inquiry'])).toEqual(['1 new account', '2 new inquiries'])
  })

  test.each<[AlertKind[], string, string]>([
    [['account', 'address'], 'Something changed in your credit file', 'credit file since your last report:'],
    [['score'], 'Something changed in your credit scores', 'credit scores since your last report:'],
    [['inquiry', 'score'], 'Something changed in your credit file and scores', 'file and scores since'],
  ])('calls a score no part of the file: %j', (kinds, title, heading) => {
    const links = { alerts: '', unsubscribe: '' }
    const { subject, text } = renderAlertEmail(kinds, links, { weekly: false })
    expect(subject).toBe(title)
    expect(text).toContain(heading)
    expect(renderAlertEmail(kinds, links, { weekly: true }).subject).toBe(
      `Your week: ${title.replace('Something', 'something')}`,
    )
  })

  test('names no person and no company', () => {
    const links = {
      alerts: 'https://fairfile.test/alerts',
      unsubscribe: 'https://fairfile.test/unsubscribe?token=t',
    }
    const { subject, text } = renderAlertEmail(alertKinds, links, { weekly: false })
    expect(text).toContain('Sign in to see it: https://fairfile.test/alerts')
    expect(text).toContain('To stop them: https://fairfile.test/unsubscribe?token=t')
    const weekly = renderAlertEmail(alertKinds, links, { weekly: true })
    expect(`${subject} ${text} ${weekly.subject} ${weekly.text}`).not.toMatch(
      /TransUnion|Experian|Equifax|\$|\d{2}/,
    )
  })
})

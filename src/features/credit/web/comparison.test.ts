import { describe, expect, test } from 'vitest'
import type { Account, FileStatus } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { accountOf, monthsOf, reportOf } from '#test/support/reports/report-of.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { buildAnalytics } from '../analytics.ts'
import {
  accountsOpenAtFirst,
  buildComparison,
  bureausToCompare,
  canCompareBureaus,
  searchAccounts,
} from './comparison.ts'

const at = (some: readonly Bureau[], given: (bureau: Bureau) => Partial<Account> = () => ({})) =>
  some.map(bureau => accountOf({ bureau, ...given(bureau) }))

const answered = (statuses: Partial<Record<Bureau, FileStatus['status']>>): FileStatus[] =>
  bureaus.flatMap(bureau => {
    const status = statuses[bureau]
    return status === undefined ? [] : [{ bureau, status, text: null }]
  })

const shownOf = (files: FileStatus[], accounts: Account[], plan: 'free' | 'max' = 'max') =>
  buildAnalytics({
    view: buildReportView(reportOf({ files, accounts }), plan),
    meta: { id: 'report-1', receivedAt: '2026-11-14T12:00:00Z', origin: 'import' },
  })

const hit = answered({ TransUnion: 'hit', Experian: 'hit', Equifax: 'hit' })

describe('the columns of the Full Report', () => {
  test.each([
    ['all that sent a file, in order', hit, at(['TransUnion']), ['TransUnion', 'Experian', 'Equifax']],
    [
      'not a frozen file',
      answered({ TransUnion: 'hit', Experian: 'frozen' }),
      at(['TransUnion']),
      ['TransUnion'],
    ],
    ['not a missing file', answered({ Experian: 'noHit', Equifax: 'hit' }), at(['Equifax']), ['Equifax']],
    [
      'a bureau with rows, whatever its status',
      answered({ Experian: 'error' }),
      at(['Experian']),
      ['Experian'],
    ],
    ['only bureaus of the report', answered({ Equifax: 'hit' }), at(['Equifax']), ['Equifax']],
  ] as const)('are %s', (_, files, accounts, columns) => {
    expect(bureausToCompare(shownOf([...files], [...accounts]))).toEqual(columns)
  })

  test('are the bureaus of the plan', () => {
    expect(bureausToCompare(shownOf(hit, at(bureaus), 'free'))).toEqual(['TransUnion'])
  })
})

describe('a creditor differs', () => {
  const differs = (accounts: Account[]) => {
    const data = shownOf(hit, accounts)
    return buildComparison(data, bureausToCompare(data)).map(compared => compared.differs)
  }

  test('when a row does', () => {
    expect(
      differs(at(bureaus, bureau => ({ currentBalance: bureau === 'Equifax' ? '20.00' : '10.00' }))),
    ).toEqual([true])
  })

  test('when only a month of payments does', () => {
    const late = (bureau: Bureau) => monthsOf('2026-11', bureau === 'Experian' ? 'OK OK' : '30 OK')
    expect(differs(at(bureaus, bureau => ({ paymentHistory: late(bureau) })))).toEqual([true])
  })

  test('not when the bureaus agree', () => {
    expect(differs(at(bureaus, () => ({ currentBalance: '10.00' })))).toEqual([false])
  })
})

describe('open at first', () => {
  const agreed = ['a', 'b', 'c', 'd'].flatMap(id => at(bureaus, () => ({ id })))
  const opened = (accounts: Account[]) => {
    const data = shownOf(hit, accounts)
    const open = accountsOpenAtFirst(buildComparison(data, bureausToCompare(data)))
    return open.map(({ creditor }) => creditor.id)
  }

  test.each<[string, Partial<Account>, string[]]>([
    ['nothing of a report in which all agree', {}, []],
    ['what differs', { currentBalance: '20.00' }, ['e']],
    ['what counts against the user, though paid', { isDerogatory: true }, ['e']],
    ['a status that counts against the user', { accountStatus: 'Derogatory' }, ['e']],
  ])('is %s', (_, given, ids) => {
    const odd = at(bureaus, bureau => ({
      id: 'e',
      currentBalance: '10.00',
      ...(bureau === 'Equifax' ? given : {}),
    }))
    expect(opened([...agreed, ...odd])).toEqual(ids)
  })

  test('includes all accounts of a short report', () => {
    expect(opened(agreed.slice(0, 6))).toEqual(['a', 'b'])
  })
})

test.each([
  ['two bureaus with their own values', true, at(['TransUnion', 'Experian'])],
  ['one bureau', false, at(['TransUnion'])],
  ['values given once for several', false, at(bureaus, () => ({ valuesShared: true }))],
  [
    'one bureau with its own words among shared values',
    false,
    at(bureaus, own => ({ valuesShared: own !== 'Equifax' })),
  ],
] as const)('a report of %s is comparable: %j', (_, comparable, accounts) => {
  const data = shownOf(hit, [...accounts])
  expect(canCompareBureaus(buildComparison(data, bureausToCompare(data)))).toBe(comparable)
})

describe('searching for a creditor', () => {
  const creditors = buildComparison(
    shownOf(hit, [
      ...at(bureaus, () => ({ id: 'a', creditorName: 'Cedar Auto Finance', accountTypeDetail: 'Auto loan' })),
      ...at(['Equifax'], () => ({ id: 'b', creditorName: 'Northgate Bank', accountNumber: '77001122****' })),
    ]),
    bureaus,
  )

  test.each([
    ['cedar', ['a']],
    ['LOAN auto', ['a']],
    ['770011', ['b']],
    ['', ['a', 'b']],
    ['nobody', []],
  ])('by %j', (typed, ids) => {
    expect(searchAccounts(creditors, typed).map(({ creditor }) => creditor.id)).toEqual(ids)
  })
})

test('links to an account lead only to its first listing if a bureau lists it twice', () => {
  const twice = buildComparison(shownOf(hit, [...at(['TransUnion']), ...at(['TransUnion'])]), bureaus)
  expect(twice.map(({ linked }) => linked)).toEqual([true, false])
})

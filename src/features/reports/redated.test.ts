import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import type { Account } from './canonical.ts'
import { findChanges } from './changes.ts'
import { assignLastingIds } from './matcher.ts'
import { readReport } from './readers/detect.ts'

/** An account stays the same if a bureau corrects its opening date between two reports, in every format. */

const counter = (prefix: string) => {
  let next = 0
  return () => `${prefix}${next++}`
}

const redatedBy =
  (years: number) =>
  (row: Account): Account => ({
    ...row,
    dateOpened:
      row.dateOpened === null
        ? null
        : `${Number(row.dateOpened.slice(0, 4)) - years}${row.dateOpened.slice(4)}`,
  })

const fixtures = [
  'joint.mismo.xml',
  'three-bureaus.mismo-2.xml',
  'stack.array.json',
  'three-bureaus.truelink.json',
  'ada.transunion.xml',
  'ada.tu4r.txt',
  'ada.experian.json',
  'ada.equifax.json',
] as const

describe.each(fixtures)('%s', name => {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
  const reading = readReport(text, { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' })
  if (reading.kind !== 'report') throw new Error(reading.message)
  const known = reading.report.accounts.filter(row => row.accountNumber !== null && row.dateOpened !== null)
  const before = assignLastingIds({ ...reading.report, accounts: known }, null, counter('old-'))

  test.each(known.map((row, index) => [`${row.creditorNameReported} ${row.accountNumber}`, index] as const))(
    'keeps %s',
    (_, index) => {
      const rows = known.map((row, at) =>
        row.id === known[index]?.id ? redatedBy(1)(row) : (known[at] ?? row),
      )
      const now = assignLastingIds({ ...reading.report, accounts: rows }, before, counter('new-'))
      expect(now.accounts.map(row => row.id)).toEqual(before.accounts.map(row => row.id))
      const bureau = known[index]?.bureau ?? 'TransUnion'
      const kinds = findChanges(before, now, bureau).map(({ kind }) => kind)
      expect(kinds).toContain('openedMoved')
      expect(kinds).not.toContain('accountNew')
      expect(kinds).not.toContain('accountGone')
    },
  )
})

describe('an account of the next report', () => {
  const card = accountOf({
    accountNumber: '41116255****',
    dateOpened: '2019-04-12',
    creditLimit: '5000.00',
    lastReported: '2026-09-01',
  })
  const idsAfter = (was: readonly Account[], is: readonly Account[]) => {
    const before = assignLastingIds(reportOf({ accounts: [...was] }), null, counter('old-'))
    return assignLastingIds(reportOf({ accounts: [...is] }), before, counter('new-')).accounts.map(
      row => row.id,
    )
  }
  const whole = { ...card, accountNumber: '41116255000017' }

  test.each<[string, Account, Partial<Account>]>([
    ['has its whole number, and a later date', whole, { dateOpened: '2026-10-02', creditLimit: null }],
    ['has its whole number, and another type', whole, { dateOpened: '2018-01', accountType: 'Open' }],
    ['has its masked number and its limit', card, { dateOpened: '2017-04-12' }],
  ])('is the same if it %s', (_, was, given) => {
    expect(idsAfter([was], [{ ...was, ...given }])).toEqual(['old-0'])
  })

  test.each<[string, Account, Partial<Account>]>([
    ['opened since then under the same front digits', card, { dateOpened: '2026-10-02' }],
    [
      'with another limit under the same front digits',
      card,
      { dateOpened: '2017-04-12', creditLimit: '900.00', highBalance: null, currentBalance: null },
    ],
    ['with another whole number', whole, { dateOpened: '2017-04-12', accountNumber: '41116255000018' }],
    ['of another creditor', whole, { dateOpened: '2017-04-12', creditorNameReported: 'ROWAN LENDING' }],
  ])('is a different one %s', (_, was, given) => {
    expect(idsAfter([was], [{ ...was, ...given }])).toEqual(['new-0'])
  })

  test('is not guessed if two could match', () => {
    const twins = [whole, { ...whole, id: 'row-2', dateOpened: '2020-01-01' }]
    const now = [{ ...whole, dateOpened: '2015-05-05' }]
    expect(idsAfter(twins, now)).toEqual(['new-0'])
  })
})

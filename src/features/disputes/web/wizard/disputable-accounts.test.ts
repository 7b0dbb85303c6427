import { describe, expect, it } from 'vitest'
import type { ShownFinding } from '#features/findings/contract.ts'
import { type AccountInformation, disputableAccounts } from './disputable-accounts.ts'
import { type FullReport, filterByName } from './disputable-item.ts'
import { finding, row, report as whole } from './fixtures/report.ts'

const today = '2026-11-20'
const accounts = (
  rows: AccountInformation[],
  findings: ShownFinding[] = [],
  files?: FullReport['fileStatuses'],
) =>
  disputableAccounts(whole({ accountInformation: rows, ...(files ? { fileStatuses: files } : {}) }), findings)

const hit = (bureau: AccountInformation['bureau']) => ({ bureau, status: 'hit' as const, text: null })

describe('accounts to choose from', () => {
  it('list derogatory ones first and keep the rest in the report’s order', () => {
    const all = accounts([
      row({ id: 'fine' }),
      row({ id: 'paid', accountStatus: 'Paid', currentBalance: '10.00' }),
      row({ id: 'late', paymentHistory: [{ date: '2026-03', status: '60' }] }),
      row({ id: 'counted', late30: 1 }),
      row({ id: 'collection', isDerogatory: true, isCollection: true }),
      row({ id: 'also fine' }),
    ])
    expect(all.map(({ key, group }) => [key, group])).toEqual([
      ['collection', null],
      ['late', null],
      ['counted', null],
      ['paid', null],
      ['fine', 'Other accounts'],
      ['also fine', 'Other accounts'],
    ])
  })

  it('list findings first, the most important first', () => {
    const found = ['fine', 'late'].map(accountId => finding({ id: accountId, accountId }))
    const all = accounts(
      [row({ id: 'collection', isDerogatory: true }), row({ id: 'late', late30: 1 }), row({ id: 'fine' })],
      found,
    )
    expect(all.map(({ key }) => key)).toEqual(['fine', 'late', 'collection'])
  })

  it.each([
    ['a closed account that still has a balance, which is lawful', { accountStatus: 'Closed' }],
    ['a paid account with no balance', { accountStatus: 'Paid', currentBalance: '0.00' }],
    ['a paid account whose balance is not reported', { accountStatus: 'Paid', currentBalance: null }],
    ['unknown months', { paymentHistory: [{ date: '2026-03', status: 'U' }] }],
  ] satisfies [string, Partial<AccountInformation>][])('raise no concern over %s', (_, own) => {
    expect(accounts([row(own)])[0]?.group).toBe('Other accounts')
  })

  it('offer only the bureaus that report the account, with each bureau’s values', () => {
    const [only] = accounts([
      row({ bureau: 'Equifax', accountStatus: 'Derogatory', paymentStatus: 'Derogatory' }),
      row({ bureau: 'TransUnion', paymentHistory: [{ date: '2026-03', status: '30' }] }),
    ])
    expect(only?.offered).toEqual([
      { bureau: 'TransUnion', shows: 'Open, balance $412.00, 30 days late, 03/2026' },
      { bureau: 'Equifax', shows: 'Derogatory, balance $412.00' },
    ])
  })

  it.each([{ bureausKnown: false }, { valuesShared: true }])(
    'offer a merged row (%j) at every bureau whose file the report contains',
    own => {
      const files = [hit('TransUnion'), hit('Equifax'), { ...hit('Experian'), status: 'noHit' as const }]
      const [only] = accounts([row(own)], [], files)
      expect(only?.offered.map(({ bureau }) => bureau)).toEqual(['TransUnion', 'Equifax'])
    },
  )

  it.each([
    ['$412.00', [row({})]],
    ['$412.00 to $500.00', [row({ bureau: 'Equifax', currentBalance: '500.00' }), row({})]],
    ['', [row({ currentBalance: null })]],
    [
      '60 days late, 03/2026',
      [
        row({ paymentHistory: [{ date: '2026-02', status: '90' }] }),
        row({ bureau: 'Equifax', paymentHistory: [{ date: '2026-03', status: '60' }] }),
      ],
    ],
  ])('show %j as the amount of a line', (amount, rows) => {
    expect(accounts(rows)[0]?.amount).toBe(amount)
  })

  it('are found by the shown name and by a bureau’s spelling', () => {
    const all = accounts([row({}), row({ id: 'b', creditorName: 'Elm', creditorNameReported: 'ELM CU' })])
    expect(filterByName(all, ' oak bk ').map(({ key }) => key)).toEqual(['a'])
    expect(filterByName(all, 'Ná oak').map(({ key }) => key)).toEqual(['a'])
    expect(filterByName(all, 'elm').map(({ key }) => key)).toEqual(['b'])
    expect(filterByName(all, '')).toHaveLength(2)
  })
})

describe('the reasons of an account', () => {
  const reasons = (rows: AccountInformation[], findings: ShownFinding[] = []) =>
    accounts(rows, findings)[0]
      ?.listOptions(['TransUnion'], today)
      .map(({ value }) => value) ?? []

  it('begin with what a finding suggests, and end with something else', () => {
    const all = reasons([row({})], [finding({ suggestedReason: 'wrong_dates' })])
    expect(all[0]).toBe('wrong_dates')
    expect(all.at(-1)).toBe('other')
    expect(new Set(all).size).toBe(all.length)
  })

  it('omit a suggested one that the chosen bureau does not support', () => {
    expect(reasons([row({})], [finding({ suggestedReason: 'never_late' })])).not.toContain('never_late')
  })

  const needing = (rows: AccountInformation[]) =>
    (accounts(rows)[0]?.listOptions(['TransUnion'], today) ?? [])
      .filter(({ words }) => words?.needed)
      .map(({ value }) => value)

  it('require the user’s own words if they name nothing to investigate', () => {
    expect(needing([row({})])).toEqual(['wrong_dates', 'duplicate', 'included_in_bankruptcy', 'other'])
  })

  it('require none if another bureau, or another entry, names it', () => {
    const other = row({ id: 'twin', originalCreditor: row({}).creditorNameReported })
    const elsewhere = row({ bureau: 'Equifax', dateOpened: '1999-01-01' })
    expect(needing([row({}), elsewhere, other])).toEqual(['included_in_bankruptcy', 'other'])
  })
})

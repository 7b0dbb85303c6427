import { describe, expect, it } from 'vitest'
import { row } from './fixtures/row.ts'
import { type FullReport, found, pickableOf, type Row } from './pickable.ts'

const report = (rows: Row[], hits: FullReport['fileStatuses'] = []): FullReport => ({
  creditScores: [],
  otherScores: [],
  scoreExclusions: [],
  accountInformation: rows,
  creditInquiries: [],
  publicRecords: [],
  personalInformation: [],
  fileStatuses: hits,
})

const hit = (bureau: Row['bureau']) => ({ bureau, status: 'hit' as const, text: null })

describe('accounts to choose from', () => {
  it('put those that count against the person first and keep the rest as reported', () => {
    const all = pickableOf(
      report([
        row({ id: 'fine' }),
        row({ id: 'paid', accountStatus: 'Paid', currentBalance: '10.00' }),
        row({ id: 'late', paymentHistory: [{ date: '2026-03', status: '60' }] }),
        row({ id: 'counted', late30: 1 }),
        row({ id: 'collection', isDerogatory: true, isCollection: true }),
        row({ id: 'also fine' }),
      ]),
    )
    expect(all.map(({ accountId, concern }) => [accountId, concern])).toEqual([
      ['collection', 'derogatory'],
      ['late', 'late'],
      ['counted', 'late'],
      ['paid', 'paid_with_balance'],
      ['fine', null],
      ['also fine', null],
    ])
  })

  it.each([
    ['a closed account that still has a balance, which is lawful', { accountStatus: 'Closed' }],
    ['a paid account with no balance', { accountStatus: 'Paid', currentBalance: '0.00' }],
    ['a paid account whose balance is not reported', { accountStatus: 'Paid', currentBalance: null }],
    ['unknown months', { paymentHistory: [{ date: '2026-03', status: 'U' }] }],
  ] satisfies [string, Partial<Row>][])('raise no concern over %s', (_, own) => {
    expect(pickableOf(report([row(own)]))[0]?.concern).toBeNull()
  })

  it('offer the bureaus that report the account and no other, with what each shows', () => {
    const [only] = pickableOf(
      report(
        [
          row({ bureau: 'Equifax', accountStatus: 'Derogatory', paymentStatus: 'Derogatory' }),
          row({ bureau: 'TransUnion', paymentHistory: [{ date: '2026-03', status: '30' }] }),
        ],
        [hit('TransUnion'), hit('Experian'), hit('Equifax')],
      ),
    )
    expect(only?.offered).toEqual([
      { bureau: 'TransUnion', shows: 'Open, balance $412.00, 30 days late, 03/2026' },
      { bureau: 'Equifax', shows: 'Derogatory, balance $412.00' },
    ])
  })

  it.each([{ bureausKnown: false }, { valuesShared: true }])(
    'offer a merged row (%j) at every bureau whose file the report holds',
    own => {
      const [only] = pickableOf(
        report([row(own)], [hit('TransUnion'), hit('Equifax'), { ...hit('Experian'), status: 'noHit' }]),
      )
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
  ])('show %j as the one figure of a line', (amount, rows) => {
    expect(pickableOf(report(rows))[0]?.amount).toBe(amount)
  })

  it('are found by the name shown and by the spelling of a bureau', () => {
    const all = pickableOf(
      report([row({}), row({ id: 'b', creditorName: 'Elm', creditorNameReported: 'ELM CU' })]),
    )
    expect(found(all, ' oak bk ').map(({ accountId }) => accountId)).toEqual(['a'])
    expect(found(all, 'elm').map(({ accountId }) => accountId)).toEqual(['b'])
    expect(found(all, '')).toHaveLength(2)
  })
})

import { describe, expect, it } from 'vitest'
import { recordOf } from '#test/support/reports/report-of.ts'
import { groupCases, recordKindOf } from './public-records.ts'

describe('a record’s kind', () => {
  it.each([
    ['Chapter 7 bankruptcy', 'bankruptcy'],
    ['Wage earner plan', 'bankruptcy'],
    ['Federal tax lien', 'lien'],
    ['Civil Judgment', 'judgment'],
    ['Law Suit', 'suit'],
    ['Forcible detainer', 'adverse'],
    ['Conviction', 'conviction'],
    ['Marriage', null],
  ])('of "%s" without a code is %s', (type, kind) => {
    expect(recordKindOf({ type })).toBe(kind)
  })

  it('is the code’s, not that of the words', () => {
    expect(recordKindOf({ type: 'Judgment in bankruptcy court', kind: 'judgment' })).toBe('judgment')
  })
})

type Given = Parameters<typeof recordOf>[0]

describe('records are one case', () => {
  const filed = '2020-05-04'
  it.each<[string, Given, Given, boolean]>([
    ['with one number', { caseNumber: '22-11853' }, { caseNumber: '2211853', filed: '2020-06-01' }, true],
    [
      'of a bankruptcy filed on one day, by different numbers and words',
      { type: 'Chapter 7 bankruptcy', caseNumber: '2:20-bk-11853', filed },
      { type: 'BANKRUPTCY DISCHARGED', caseNumber: '11853', filed },
      true,
    ],
    [
      'not of a bankruptcy filed on another day',
      { type: 'Bankruptcy', caseNumber: '1', filed },
      { type: 'Bankruptcy', caseNumber: '2', filed: '2012-05-04' },
      false,
    ],
    [
      'not of liens with two numbers of one day',
      { type: 'Tax lien', caseNumber: '880011', filed },
      { type: 'Tax lien', caseNumber: '880012', filed },
      false,
    ],
    [
      'of a lien whose number one bureau omits',
      { type: 'Tax lien', caseNumber: '880011', filed, amount: '500.00' },
      { type: 'State tax lien', caseNumber: null, filed, amount: '500.00' },
      true,
    ],
    [
      'not of judgments of two amounts',
      { type: 'Judgment', caseNumber: null, filed, amount: '500.00' },
      { type: 'Judgment', caseNumber: null, filed, amount: '900.00' },
      false,
    ],
    [
      'not of two kinds',
      { type: 'Judgment', caseNumber: '880011', filed },
      { type: 'Tax lien', caseNumber: '880011', filed },
      false,
    ],
    [
      'not without any date',
      { type: 'Bankruptcy', caseNumber: null, filed: null },
      { type: 'Bankruptcy', caseNumber: null, filed: null },
      false,
    ],
  ])('%s', (_, one, other, expected) => {
    const rows = [
      recordOf({ id: 'a', bureau: 'TransUnion', ...one }),
      recordOf({ id: 'b', bureau: 'Equifax', ...other }),
    ]
    expect(groupCases(rows).length).toBe(expected ? 1 : 2)
    expect(groupCases(rows.toReversed()).length).toBe(expected ? 1 : 2)
  })

  it('of one bureau only under one number', () => {
    const at = (id: string, caseNumber: string) =>
      recordOf({ id, type: 'Bankruptcy', filed: '2020-05-04', caseNumber })
    expect(
      groupCases([at('a', '1'), at('b', '2'), at('c', '1')]).map(rows => rows.map(({ id }) => id)),
    ).toEqual([['a', 'c'], ['b']])
  })
})

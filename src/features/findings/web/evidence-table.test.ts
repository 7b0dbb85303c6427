import { describe, expect, test } from 'vitest'
import { chanceOf } from '#test/support/chance.ts'
import { generatedReport } from '#test/support/reports/finder-score.ts'
import { runFinder } from '../find.ts'
import { evidenceTable } from './evidence-table.ts'

describe('evidence side by side', () => {
  test('has a row for each field and a column for each bureau, in display order', () => {
    const table = evidenceTable([
      { bureau: 'Equifax', field: 'currentBalance', value: '$10.00' },
      { bureau: 'Equifax', field: 'accountStatus', value: 'Paid' },
      { bureau: 'TransUnion', field: 'currentBalance', value: '$0.00' },
    ])
    expect(table.bureaus).toEqual(['TransUnion', 'Equifax'])
    expect(table.rows).toEqual([
      { field: 'currentBalance', name: 'Balance', values: [['$0.00'], ['$10.00']] },
      { field: 'accountStatus', name: 'Account status', values: [[], ['Paid']] },
    ])
  })

  test('leaves out a field that no bureau reports', () => {
    const { rows } = evidenceTable([
      { bureau: 'Experian', field: 'amountPastDue', value: '-' },
      { bureau: 'Equifax', field: 'amountPastDue', value: '-' },
      { bureau: 'Experian', field: 'currentBalance', value: '-' },
      { bureau: 'Equifax', field: 'currentBalance', value: '$0.00' },
    ])
    expect(rows.map(({ name }) => name)).toEqual(['Balance'])
  })

  test('keeps two entries of one bureau apart', () => {
    const [row] = evidenceTable([
      { bureau: 'Experian', field: 'creditorName', value: 'Oak Bank' },
      { bureau: 'Experian', field: 'creditorName', value: 'Elm Recovery' },
    ]).rows
    expect(row?.values).toEqual([['Oak Bank', 'Elm Recovery']])
  })

  test('names a month of the payment history', () => {
    const [row] = evidenceTable([{ bureau: 'Experian', field: 'paymentHistory 03/2026', value: '60' }]).rows
    expect(row?.name).toBe('Payment history 03/2026')
  })
})

test('every field that a finding can show has a name', () => {
  const { report } = generatedReport(chanceOf(5), 400, 0)
  const named = runFinder(report).flatMap(({ evidence }) => evidenceTable(evidence).rows)
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ field, name }) => field === name).map(({ field }) => field)).toEqual([])
})

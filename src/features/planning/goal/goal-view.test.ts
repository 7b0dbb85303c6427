import { describe, expect, it, test } from 'vitest'
import type { DropOff } from '#features/credit/contract.ts'
import { dropOffsBefore, goalTargetDay, listObstacles } from './goal-view.ts'

const goal = { goal: 'Buy a home', goalTargetPeriod: '3 months', setOn: '2026-11-05' }

test('the target day of a goal is the end of its month', () => {
  expect(goalTargetDay(goal)).toBe('2027-02-28')
  expect(goalTargetDay({ ...goal, goalTargetPeriod: 'soon' })).toBeNull()
})

describe('obstacles for a lender', () => {
  it('include freezes and fraud alerts', () => {
    expect(listObstacles(goal, { frozenAt: ['Experian'], alertAt: ['TransUnion'] })).toEqual([
      { kind: 'freeze', bureaus: ['Experian'] },
      { kind: 'fraud_alert', bureaus: ['TransUnion'] },
    ])
    expect(listObstacles(goal, { frozenAt: [], alertAt: [] })).toEqual([])
  })

  it('are empty when the goal needs no lender', () => {
    expect(listObstacles({ goal: 'Fix errors' }, { frozenAt: ['Experian'], alertAt: [] })).toEqual([])
  })
})

test('drop-offs before the target exclude past and unknown days', () => {
  const leaves = (label: string, latest: string | null): DropOff => ({
    kind: 'account',
    label,
    value: 'Collection account',
    bureaus: ['TransUnion'],
    from: null,
    earliest: null,
    latest,
    why: '',
    source: '',
  })
  const all = [
    leaves('last day', '2027-02-28'),
    leaves('today', '2026-11-23'),
    leaves('over', '2026-11-22'),
    leaves('later', '2027-03-01'),
    leaves('unknown', null),
  ]
  expect(dropOffsBefore(all, '2026-11-23', '2027-02-28').map(({ label }) => label)).toEqual([
    'today',
    'last day',
  ])
})

import { describe, expect, test } from 'vitest'
import { tabAfterKey, tabOf, tabs } from './tabs.ts'

describe('the tabs of Analytics', () => {
  test('are the eight of the specification, in its order', () => {
    expect(tabs.map(tab => tab.label)).toEqual([
      'Overview',
      'Full Report',
      'History',
      'Accounts',
      'Inquiries',
      'Personal',
      'Voice',
      'Raw Data',
    ])
  })

  test.each([
    ['overview', 'Overview'],
    ['raw', 'Raw Data'],
    ['Overview', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the place %j names the tab %j', (place, label) => {
    expect(tabOf(place)?.label).toBe(label)
  })

  test.each([
    ['ArrowRight', 'overview', 'report'],
    ['ArrowRight', 'raw', 'overview'],
    ['ArrowLeft', 'report', 'overview'],
    ['ArrowLeft', 'overview', 'raw'],
    ['Home', 'voice', 'overview'],
    ['End', 'voice', 'raw'],
    ['Enter', 'voice', undefined],
    ['ArrowDown', 'voice', undefined],
  ] as const)('%s on %s moves to %s', (key, from, to) => {
    expect(tabAfterKey(key, from)?.id).toBe(to)
  })
})

import { describe, expect, test } from 'vitest'
import { findTab, tabs } from './tabs.ts'

describe('the tabs of Analytics', () => {
  test('are eight, in a fixed order', () => {
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
  ])('the path %j opens the tab %j', (place, label) => {
    expect(findTab(place)?.label).toBe(label)
  })
})

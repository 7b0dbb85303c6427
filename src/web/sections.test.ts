import { expect, it } from 'vitest'
import { findSection, focusScopeAt, pageTitleAt } from './sections.ts'

it.each([
  ['/analytics/overview', 'Analytics'],
  ['/disputes', 'Disputes'],
  ['/disputes/new/account', 'Disputes'],
  ['/profile', 'Profile'],
  ['/profiles', undefined],
  ['/', undefined],
])('%s is in %s', (pathname, name) => {
  expect(findSection(pathname)?.name).toBe(name)
})

it.each([
  ['/disputes/new/account', 'Disputes'],
  ['/alerts', 'Alerts'],
  ['/get-report', 'Get your report'],
  ['/nowhere', 'Fairfile'],
])('the header at %s shows %s', (pathname, title) => {
  expect(pageTitleAt(pathname)).toBe(title)
})

it.each([
  ['/analytics/overview', '/analytics/raw', true],
  ['/tradelines/calculator', '/tradelines/requested', true],
  ['/plan/goal', '/plan/what-if', true],
  ['/disputes', '/disputes/new/account', false],
  ['/disputes', '/profile', false],
])('%s and %s have the same focus scope: %s', (one, other, same) => {
  expect(focusScopeAt(one) === focusScopeAt(other)).toBe(same)
})

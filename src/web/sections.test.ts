import { expect, it } from 'vitest'
import { sectionAt } from './sections.ts'

it.each([
  ['/analytics/overview', 'Analytics'],
  ['/disputes', 'Disputes'],
  ['/disputes/new/account', 'Disputes'],
  ['/profile', 'Profile'],
  ['/profiles', undefined],
  ['/', undefined],
])('%s is in %s', (pathname, name) => {
  expect(sectionAt(pathname)?.name).toBe(name)
})

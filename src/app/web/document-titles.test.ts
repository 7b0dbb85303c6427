import { expect, test } from 'vitest'
import { documentTitleAt } from './document-titles.ts'

test.each([
  ['/analytics/overview', 'Overview'],
  ['/analytics/report', 'Full Report'],
  ['/analytics/nothing', 'Analytics'],
  ['/disputes/new/account', 'Disputes'],
])('the browser tab of %s is called %s', (pathname, title) => {
  expect(documentTitleAt(pathname)).toBe(title)
})

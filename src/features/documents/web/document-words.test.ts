import { expect, it } from 'vitest'
import { showType, showUndoDeadline } from './document-words.ts'

it.each([
  ['image/jpeg', 'JPEG'],
  ['image/jpg', 'JPG'],
  ['application/pdf', 'PDF'],
  ['unknown', 'UNKNOWN'],
])('the type of %s is %s', (mimeType, shown) => {
  expect(showType(mimeType)).toBe(shown)
})

it.each([
  ['2026-11-21T18:00:59.000Z', 'Nov 28, 2026, 1:00 PM'],
  ['2026-11-22T03:00:00.000Z', 'Nov 28, 2026, 10:00 PM'],
  ['2026-12-28T18:00:00.000Z', 'Jan 4, 2027, 1:00 PM'],
])('what was deleted at %s can be restored until %s in New York', (deletedAt, end) => {
  expect(showUndoDeadline(deletedAt, 'America/New_York').replaceAll(/\s/g, ' ')).toBe(end)
})

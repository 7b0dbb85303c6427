import { expect, it } from 'vitest'
import { outcomeProblems } from './dispute-status.ts'

const days = { createdOn: '2026-11-01', today: '2026-11-20' }
const item = { bureaus: ['TransUnion' as const, 'Experian' as const] }

it.each([
  ['TransUnion', '2026-11-01', []],
  ['Experian', '2026-11-20', []],
  ['Equifax', '2026-11-10', ['bureau']],
  ['TransUnion', '2026-11-21', ['on']],
  ['TransUnion', '2026-10-31', ['on']],
  ['Equifax', '2027-01-01', ['bureau', 'on']],
] as const)('an answer of %s on %s is wrong in %j', (bureau, on, fields) => {
  expect(Object.keys(outcomeProblems(item, { bureau, on }, days))).toEqual(fields)
})

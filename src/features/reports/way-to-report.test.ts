import { expect, test } from 'vitest'
import { missingForPull } from './way-to-report.ts'

const identity = { source: 'lookup', confirmedAt: '2026-11-23T12:00:00Z' } as const
const ready = { terms: 'accepted', enrolled: true, identity } as const

test.each([
  [ready, true, null],
  [{ ...ready, enrolled: false }, true, 'agreement'],
  [{ ...ready, enrolled: false, identity: null }, true, 'agreement'],
  [{ ...ready, terms: 'required', identity: null }, true, 'terms'],
  [{ ...ready, terms: 'changed' }, true, null],
  [{ ...ready, identity: null }, true, 'identity'],
  [{ ...ready, enrolled: false }, false, null],
] as const)('%j, pulls offered %s: %s is missing', (user, offered, missing) => {
  expect(missingForPull(user, offered)).toBe(missing)
})

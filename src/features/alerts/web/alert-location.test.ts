import { expect, test } from 'vitest'
import { findAlertLocation } from './alert-location.ts'

const item = { bureau: 'Equifax', text: 'JUNIPER HILL CARD, opened 06/24/2026.' } as const

test.each([
  ['an account', 'account', { accountId: 'a1' }, { tab: 'report', id: 'account-a1-Equifax' }],
  ['an inquiry', 'inquiry', { inquiryId: 'i1' }, { tab: 'inquiries', id: 'inquiry-i1-Equifax' }],
  ['a public record', 'derogatory', { recordId: 'r1' }, { tab: 'report', id: 'record-r1-Equifax' }],
  ['an address', 'address', {}, { tab: 'personal' }],
  ['a score', 'score', {}, { tab: 'history' }],
] as const)('%s is found in its tab', (_, kind, ids, place) => {
  expect(findAlertLocation(kind, { ...item, ...ids })).toEqual(place)
})

import { expect, it } from 'vitest'
import { generateUserKey } from '#platform/crypto/encryption.ts'
import { staticKeySource } from '#platform/crypto/keyring.ts'
import { anyKeyring } from '#test/support/any-keyring.ts'
import { decryptItem, encryptItem, StoredItem, StoredLetter } from './stored-shapes.ts'

it('a letter of the first release, which had only accounts, can be read like any other', () => {
  const first = {
    bureau: 'TransUnion',
    date: '2026-11-20',
    mark: null,
    sender: ['Maya Brooks'],
    recipient: ['TransUnion'],
    subject: 'Dispute of OAK BANK',
    opening: 'I dispute the account below.',
    items: [
      {
        creditor: 'OAK BANK',
        facts: [{ label: 'Balance', value: '$1.00' }],
        wrong: ['This account is not mine.'],
        ownWords: null,
        ask: 'Please delete it.',
      },
    ],
    closing: ['Please send me the result.'],
    identification: [],
    enclosed: [],
    signature: 'Maya Brooks',
  }
  expect(StoredLetter.parse(first).items).toEqual([
    {
      title: 'OAK BANK',
      facts: [{ label: 'Balance', value: '$1.00' }],
      says: ['This account is not mine.'],
      ownWords: null,
      ask: 'Please delete it.',
    },
  ])
  const now = StoredLetter.parse(first)
  expect(StoredLetter.parse(now)).toEqual(now)
})

it.each([
  ['account', { accountId: 'a', creditorName: 'Oak Bank', reason: 'not_mine' }],
  ['inquiry', { inquiryId: 'i', company: 'Elm', reason: 'no_application', ids: { Equifax: 'i' } }],
  ['personal-info', { field: 'name', reportedValue: 'M B', reason: 'remove', correctValue: null }],
  ['freeze', { reason: 'place', from: null, until: null }],
])('an item stored without its type is read as %s', (type, item) => {
  const stored = StoredItem.parse({ ...item, explanation: null })
  expect(stored.type).toBe(type)
  expect(StoredItem.parse(stored)).toEqual(stored)
})

it('an item is stored without its type, which earlier releases refuse, and read with it', () => {
  const item = StoredItem.parse({ reason: 'place', from: null, until: null, explanation: null })
  const { cipher } = generateUserKey(staticKeySource(anyKeyring()), 'user')
  const content = encryptItem(cipher, 'row', item)
  const place = { table: 'dispute_items', column: 'content', row: 'row' }
  expect(JSON.parse(cipher.decrypt(place, content))).not.toHaveProperty('type')
  expect(decryptItem(cipher, { id: 'row', content })).toEqual(item)
})

import { describe, expect, it } from 'vitest'
import { accountLettersFor, ids } from '#test/support/reports/disputed-report.ts'
import { type AskSource, listAsks } from './deadlines.ts'

const license = { kind: 'government_id', name: 'License' } as const
const theftReport = { kind: 'identity_theft_report', name: 'Report' } as const
const theft = { bureaus: ['Equifax'], reason: 'identity_theft' } as const

const asking = (own: Partial<AskSource>): AskSource => ({
  type: 'account',
  followUp: null,
  items: [theft],
  enclosed: [],
  ...own,
})
const kindsOf = (own: Partial<AskSource>) => listAsks(asking(own), 'Equifax').map(({ kind }) => kind)

describe('what a letter asks for', () => {
  it.each<[string, Partial<AskSource>, string[]]>([
    ['a dispute', {}, ['dispute']],
    ['a block as well, with both documents', { enclosed: [license, theftReport] }, ['dispute', 'block']],
    ['no block without an ID', { enclosed: [theftReport] }, ['dispute']],
    ['no block without the report', { enclosed: [license] }, ['dispute']],
    [
      'no block at a bureau where no theft is claimed',
      { enclosed: [license, theftReport], items: [{ ...theft, bureaus: ['Experian'] }] },
      ['dispute'],
    ],
    [
      'no block for another reason',
      { enclosed: [license, theftReport], items: [{ ...theft, reason: 'not_mine' }] },
      ['dispute'],
    ],
    ['a description', { followUp: 'method_of_verification' }, ['method_of_verification']],
    ['a dispute again', { followUp: 'dispute_again' }, ['dispute']],
    ['a freeze', { type: 'freeze', items: [{ ...theft, reason: 'place' }] }, ['freeze_place']],
    ['its removal', { type: 'freeze', items: [{ ...theft, reason: 'remove' }] }, ['freeze_remove']],
  ])('%s', (_name, own, kinds) => {
    expect(kindsOf(own)).toEqual(kinds)
  })

  it('includes the day from which a freeze is to be lifted', () => {
    const items = [{ bureaus: ['Equifax'] as const, reason: 'lift' as const, from: '2026-12-01' }]
    expect(listAsks(asking({ type: 'freeze', items }), 'Equifax')).toEqual([
      { kind: 'freeze_lift', from: '2026-12-01' },
    ])
  })

  it.each([[[]], [[license]], [[theftReport]], [[license, theftReport]]])(
    'is a block exactly when the letter says so: %j',
    enclosed => {
      const [letter] = accountLettersFor(
        [{ accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'identity_theft' }],
        { enclosed },
      )
      const asksForBlock = letter?.closing.some(text => text.includes('Please block'))
      expect(kindsOf({ enclosed }).includes('block')).toBe(asksForBlock)
    },
  )
})

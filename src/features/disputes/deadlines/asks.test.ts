import { describe, expect, it } from 'vitest'
import { askToBlock } from '../letters/compose.ts'
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
    ['a block beside it, with both papers', { enclosed: [license, theftReport] }, ['dispute', 'block']],
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

  it('keeps the day from which a freeze is to be lifted', () => {
    const items = [{ bureaus: ['Equifax'] as const, reason: 'lift' as const, from: '2026-12-01' }]
    expect(listAsks(asking({ type: 'freeze', items }), 'Equifax')).toEqual([
      { kind: 'freeze_lift', from: '2026-12-01' },
    ])
  })

  it.each([[[]], [[license]], [[theftReport]], [[license, theftReport]]])(
    'is a block exactly when the letter says so: %j',
    enclosed => {
      const sender = {
        name: 'Maya Brooks',
        address: { street: '418 Alder Street', city: 'Fresno', state: 'CA', postal: '93701' },
        birthDate: '1990-04-27',
        ssnLastFour: '1234',
      }
      const occasion = { sender, reportDate: null, sandbox: false, enclosed, today: '2026-11-20' }
      const says = askToBlock(['the account of OAK BANK'], occasion).length > 0
      expect(kindsOf({ enclosed }).includes('block')).toBe(says)
    },
  )
})

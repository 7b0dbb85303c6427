import { describe, expect, it } from 'vitest'
import { describeDoubt, describePlace, describeTotal, listPagesToDraw } from './reading-words.ts'

describe('a total', () => {
  const totalOf = (read: number, stated: number | null, sections: 'accounts'[] | null = ['accounts']) =>
    describeTotal(
      {
        read: { accounts: read, inquiries: 0, publicRecords: 0 },
        stated: { accounts: stated, inquiries: null, publicRecords: null },
        sections,
      },
      'accounts',
    )
  it.each([
    [46, 46, '46 of 46', null, false],
    [45, 46, '45 of 46', '1 not read', true],
    [47, 46, '47 of 46', 'more than the file states', true],
    [45, null, '45', 'the file gives no total', false],
    [0, 0, '0 of 0', null, false],
  ])('with %i read and %s stated', (read, stated, text, note, isOff) => {
    expect(totalOf(read, stated)).toEqual({ text, note, isOff })
  })

  it('of a missing section is unknown, not zero', () => {
    expect(totalOf(0, null, []).text).toBe('Not in this file')
    expect(totalOf(0, null, null).text).toBe('0')
    expect(totalOf(0, 3, [])).toMatchObject({ text: '0 of 3', isOff: true })
  })
})

it.each([
  ['monthsUnreadable', 1, 'We could not read 1 month of its payment history and left it out.'],
  ['monthsUnreadable', 7, 'We could not read 7 months of its payment history and left them out.'],
  ['unknownLabel', 2, '2 lines have a label that we do not know. We left them out.'],
  ['entryLost', 1, 'We could not tell part of this entry apart from another one and left that part out.'],
] as const)('describes %s of %i', (kind, count, words) => {
  expect(describeDoubt({ kind, count })).toBe(words)
})

it('describes the position of an entry', () => {
  const place = { page: 7, top: 90, bottom: 110 }
  expect(describePlace({ section: 'accounts', about: 'FIRST BANK', place })).toBe('Accounts, page 7')
  expect(describePlace({ section: 'accounts', about: 'FIRST BANK', place: null })).toBe(
    'Accounts: look for the heading “FIRST BANK”',
  )
  expect(describePlace({ section: 'inquiries', about: null, place: null })).toBe('Inquiries')
})

it('renders each page once, up to the limit', () => {
  const at = (page: number) => ({ place: { page, top: 0, bottom: 1 } })
  expect(listPagesToDraw([at(3), { place: null }, at(1), at(3)])).toEqual([1, 3])
  expect(listPagesToDraw([at(1), at(2), at(3)], 2)).toEqual([1, 2])
})

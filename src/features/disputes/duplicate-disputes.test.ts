import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EarlierClaim, findDuplicates, type ItemClaim, toItemClaim } from './duplicate-disputes.ts'

const claim = (own: Partial<ItemClaim> = {}): ItemClaim => ({
  keys: ['meridian'],
  bureaus: ['TransUnion'],
  reason: 'not_mine',
  words: 'I never lived in Nevada.',
  documentIds: ['id-card'],
  ...own,
})

const earlier = (own: Partial<EarlierClaim> = {}): EarlierClaim => ({ ...claim(), on: '2026-10-01', ...own })

const repeats = (now: ItemClaim) => findDuplicates([now], [earlier()]).map(({ bureaus, on }) => [bureaus, on])

describe('a dispute repeats earlier claims', () => {
  it.each<[string, Partial<ItemClaim>]>([
    ['with the same words', {}],
    ['without any', { words: null, documentIds: [] }],
    ['in capitals, with other marks', { words: 'I NEVER lived in Nevada!!' }],
    ['with words that add nothing', { words: 'Please, I really have never lived in the Nevada.' }],
    ['with two words more', { words: 'I never lived in Nevada, honestly mistaken.' }],
  ])('%s', (_, own) => {
    expect(repeats(claim(own))).toEqual([[['TransUnion'], '2026-10-01']])
  })

  it.each<[string, Partial<ItemClaim>]>([
    ['about another item', { keys: ['oak'] }],
    ['for another reason', { reason: 'wrong_balance' }],
    ['at another bureau', { bureaus: ['Equifax'] }],
    ['with a new document', { documentIds: ['id-card', 'letter'] }],
    ['with a date that was not given', { words: 'I never lived in Nevada before 2019.' }],
    ['with new facts', { words: 'I never lived in Nevada. My cousin Maria Brookes did.' }],
  ])('but not %s', (_, own) => {
    expect(repeats(claim(own))).toEqual([])
  })

  it('names the bureaus that received it, and the last day', () => {
    const before = [earlier(), earlier({ bureaus: ['Experian'], on: '2026-10-09' })]
    const [repeat] = findDuplicates(
      [claim({ keys: ['oak'] }), claim({ bureaus: ['Equifax', 'Experian'] })],
      before,
    )
    expect(repeat).toEqual({
      index: 1,
      bureaus: ['Experian'],
      on: '2026-10-09',
      message:
        'You disputed this on Oct 9, 2026 for the same reason. A bureau may turn down a dispute that adds nothing new.',
    })
  })

  it('always, if a dispute is sent a second time unchanged', () => {
    const anyClaim = fc.record({
      keys: fc.constantFrom(['a'], ['b', 'c']),
      bureaus: fc.constantFrom<ItemClaim['bureaus']>(['TransUnion'], ['Experian', 'Equifax']),
      reason: fc.constantFrom('not_mine', 'other'),
      words: fc.option(fc.string({ unit: 'grapheme' })),
      documentIds: fc.uniqueArray(fc.constantFrom('x', 'y')),
    })
    fc.assert(
      fc.property(anyClaim, one => {
        expect(findDuplicates([one], [{ ...one, on: '2026-10-01' }])).toHaveLength(1)
        expect(findDuplicates([one], [])).toEqual([])
      }),
    )
  })
})

describe('a claim', () => {
  const about = { bureaus: ['TransUnion'], explanation: null } as const

  it('about an inquiry is identified by its row at each bureau', () => {
    const item = {
      ...about,
      type: 'inquiry' as const,
      inquiryId: 'a',
      ids: { TransUnion: 'a', Experian: 'b' },
      reason: 'not_hard',
    }
    const other = {
      ...about,
      type: 'inquiry' as const,
      inquiryId: 'b',
      ids: { Experian: 'b' },
      reason: 'not_hard',
    }
    expect(
      findDuplicates([toItemClaim(other, [])], [{ ...toItemClaim(item, []), on: '2026-10-01' }]),
    ).toHaveLength(1)
  })

  it('about a name is the correct name', () => {
    const item = {
      ...about,
      type: 'personal-info' as const,
      field: 'name',
      reportedValue: 'M BROOKE',
      correctValue: 'Maya Brooks',
      reason: 'correct',
    }
    expect(toItemClaim(item, []).words).toBe('Maya Brooks')
  })

  it('in a freeze is never a repeat', () => {
    const freeze = toItemClaim({ ...about, type: 'freeze', reason: 'place' }, [])
    expect(findDuplicates([freeze], [{ ...freeze, on: '2026-10-01' }])).toEqual([])
  })
})

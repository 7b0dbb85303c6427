import { describe, expect, it } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import { asked, detailedReport } from '#test/support/reports/disputed-details.ts'
import { ids } from '#test/support/reports/disputed-report.ts'
import { findReinserted, type ItemIdentity, listBureausShowing } from './shown-items.ts'

const meridian: ItemIdentity = { type: 'account', accountId: ids.meridian }
const merged: ItemIdentity = { type: 'account', accountId: ids.harbor }
const northgate: ItemIdentity = {
  type: 'inquiry',
  ids: { TransUnion: asked.northgate, Experian: asked.northgateAtExperian },
}
const employer: ItemIdentity = { type: 'personal-info', field: 'employer', reportedValue: 'Harbor Café' }
const address: ItemIdentity = {
  type: 'personal-info',
  field: 'address',
  reportedValue: '88 Canal Street, Reno, NV 89501-0042',
}

describe('a disputed item', () => {
  it.each<[string, ItemIdentity, string[], string[]]>([
    ['an account', meridian, ['TransUnion', 'Experian'], ['TransUnion']],
    ['a merged account', merged, ['TransUnion', 'Experian'], ['TransUnion']],
    ['an inquiry', northgate, ['TransUnion', 'Experian'], ['TransUnion']],
    ['an address', address, ['TransUnion', 'Experian'], ['TransUnion']],
    ['an employer', employer, ['Experian'], []],
    ['a freeze', { type: 'freeze' }, [], []],
  ])('is found at the bureaus where the report shows it: %s', (_, thing, max, free) => {
    expect(listBureausShowing(thing, detailedReport, 'max')).toEqual(max)
    expect(listBureausShowing(thing, detailedReport, 'free')).toEqual(free)
  })

  it('is found at one bureau if the other one removed it', () => {
    const inquiries = detailedReport.inquiries.filter(({ id }) => id !== asked.northgate)
    expect(listBureausShowing(northgate, { ...detailedReport, inquiries }, 'max')).toEqual(['Experian'])
  })
})

describe('a deleted item', () => {
  const back = (thing: ItemIdentity, on: string, report: Partial<Report> = {}) =>
    findReinserted(
      [{ itemId: 'i', thing, bureau: 'TransUnion', on }],
      { ...detailedReport, ...report },
      'max',
    ).map(({ itemId }) => itemId)

  it.each([
    ['an account', meridian],
    ['an inquiry', northgate],
    ['an address', address],
  ])('was reinserted if a later report shows it at the same bureau: %s', (_, thing) => {
    expect(back(thing, '2026-11-01')).toEqual(['i'])
  })

  it('was not reinserted according to a report of the same day or earlier, or without a date', () => {
    expect(back(meridian, '2026-11-02')).toEqual([])
    expect(back(meridian, '2026-10-28', { reportDate: '2026-10' })).toEqual([])
    expect(back(meridian, '2026-10-28', { reportDate: null })).toEqual([])
  })

  it('was not reinserted if another bureau or a merged row shows it', () => {
    const accounts = detailedReport.accounts.filter(({ bureau }) => bureau === 'Experian')
    expect(back(meridian, '2026-10-28', { accounts })).toEqual([])
    expect(back(merged, '2026-10-28')).toEqual([])
  })

  it('is not mentioned for a bureau outside the plan', () => {
    const deleted = [{ itemId: 'i', thing: meridian, bureau: 'Experian', on: '2026-10-28' }] as const
    expect(findReinserted(deleted, detailedReport, 'max')).toHaveLength(1)
    expect(findReinserted(deleted, detailedReport, 'free')).toEqual([])
  })
})

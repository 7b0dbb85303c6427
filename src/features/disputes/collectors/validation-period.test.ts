import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#values/business-days.ts'
import { explainPeriod, findPeriod, type KnownNotice, noticeProblems } from './validation-period.ts'

const today = '2026-11-20'
const notice = (own: Partial<KnownNotice>): KnownNotice => ({ state: 'came', on: null, endsOn: null, ...own })

describe('the answers about the notice', () => {
  it.each<[string, Partial<KnownNotice>, Record<string, string>]>([
    ['a day', { on: '2026-11-10' }, {}],
    ['today', { on: today }, {}],
    ['the last day that it names alone', { endsOn: '2026-12-18' }, {}],
    ['a last day that is over', { on: '2026-09-01', endsOn: '2026-10-05' }, {}],
    ['that it has not come', { state: 'not_come' }, {}],
    ['that nothing is known', { state: 'unknown' }, {}],
  ])('may be %s', (_, own, problems) => {
    expect(noticeProblems(notice(own), today)).toEqual(problems)
  })

  it.each<[string, Partial<KnownNotice>, Record<string, string>]>([
    ['a day in the future', { on: '2026-11-21' }, { on: 'This day is in the future' }],
    ['no day', {}, { on: 'Give the day on which it came, or the last day that it names' }],
    [
      'a last day before it came',
      { on: '2026-11-10', endsOn: '2026-11-09' },
      { endsOn: 'This day is before the day on which the notice came' },
    ],
    [
      'a day of a notice that has not come',
      { state: 'not_come', on: '2026-11-10' },
      { on: 'Only a notice that came has a day' },
    ],
    [
      'a last day where nothing is known',
      { state: 'unknown', endsOn: '2026-11-10' },
      { endsOn: 'Only a notice that came has a day' },
    ],
  ])('is not %s', (_, own, problems) => {
    expect(noticeProblems(notice(own), today)).toEqual(problems)
  })
})

describe('the validation period', () => {
  it.each<[string, Partial<KnownNotice>, string, object]>([
    [
      'is open on the 30th day after the notice came',
      { on: '2026-10-21' },
      '2026-11-20',
      { state: 'open', endsOn: '2026-11-20', sureBy: '2026-11-20', isNamed: false },
    ],
    [
      'is over on the 31st',
      { on: '2026-10-20' },
      '2026-11-20',
      { state: 'over', endsOn: '2026-11-19', sureBy: '2026-11-19', isNamed: false },
    ],
    [
      'lasts until a later day that the notice names',
      { on: '2026-10-10', endsOn: '2026-11-20' },
      '2026-11-20',
      { state: 'open', endsOn: '2026-11-20', sureBy: '2026-11-09', isNamed: true },
    ],
    [
      'is not shortened by an earlier day that the notice names',
      { on: '2026-10-30', endsOn: '2026-11-18' },
      '2026-11-20',
      { state: 'open', endsOn: '2026-11-29', sureBy: '2026-11-18', isNamed: false },
    ],
    [
      'ends on the day that the notice names where nobody knows when it came',
      { endsOn: '2026-11-19' },
      '2026-11-20',
      { state: 'over', endsOn: '2026-11-19', sureBy: '2026-11-19', isNamed: true },
    ],
    ['has not begun before the notice came', { state: 'not_come' }, '2026-11-20', { state: 'not_begun' }],
    ['is unknown where nothing is known', { state: 'unknown' }, '2026-11-20', { state: 'unknown' }],
  ])('%s', (_, own, day, period) => {
    expect(findPeriod(notice(own), day)).toEqual(period)
  })

  const days = fc.integer({ min: 0, max: 400 }).map(number => addDays('2026-01-01', number))
  const notices = fc.record<KnownNotice>({
    state: fc.constantFrom('came', 'not_come', 'unknown'),
    on: fc.option(days),
    endsOn: fc.option(days),
  })

  it('is never open after both ends, nor over before either', () => {
    fc.assert(
      fc.property(notices, days, (known, day) => {
        const period = findPeriod(known, day)
        if (period.state !== 'open' && period.state !== 'over') return
        expect(known.state).toBe('came')
        const ends = [known.endsOn, known.on === null ? null : addDays(known.on, 30)].filter(
          end => end !== null,
        )
        expect(ends.some(end => day <= end)).toBe(period.state === 'open')
        expect(ends.every(end => period.sureBy <= end)).toBe(true)
      }),
    )
  })

  it('is explained with a source, and without a deadline for the collector', () => {
    fc.assert(
      fc.property(notices, days, (known, day) => {
        const { title, text } = explainPeriod(findPeriod(known, day), day)
        expect(text).toContain('15 U.S.C. 1692g')
        expect(`${title} ${text}`).not.toMatch(
          /collector (?:has|must answer|must reply|must verify)|within \d+ days of/i,
        )
      }),
    )
  })

  it('states between its two last days which of them is in the notice', () => {
    const said = (own: Partial<KnownNotice>) => explainPeriod(findPeriod(notice(own), today), today)
    const later = said({ on: '2026-10-10', endsOn: '2026-11-25' })
    expect(later.title).toBe('Your dispute must arrive by Nov 25, 2026')
    expect(later.text).toMatch(/^The 30 days from receipt ended on Nov 9, 2026\./)
    const earlier = said({ on: '2026-10-30', endsOn: '2026-11-18' })
    expect(earlier.title).toBe('The day that the notice names was Nov 18, 2026')
    expect(earlier.text).toContain('the 30 days from receipt end on Nov 29, 2026')
  })

  it('states that collection stops only while it is open', () => {
    const said = (own: Partial<KnownNotice>) => explainPeriod(findPeriod(notice(own), today), today).text
    expect(said({ on: '2026-11-10' })).toContain('The collector must then stop collecting')
    expect(said({ on: '2026-09-10' })).toContain(
      'By federal law the collector may then go on collecting and need not answer',
    )
    expect(said({ state: 'not_come' })).not.toContain('must then stop')
    expect(said({ state: 'unknown' })).toContain('After that day it may go on')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { type InquiryReason, inquiryReasons } from '#features/findings/reasons.ts'
import { asked, detailedReport } from '#test/support/reports/disputed-details.ts'
import { disputeContext } from '#test/support/reports/disputed-report.ts'
import type { InquiryDispute } from './dispute-requests.ts'
import { resolveInquiryItems } from './inquiry-rules.ts'
import type { DisputeContext } from './letters/letter.ts'
import { type InquiryRow, isInquiryReasonAllowed, listInquiryReasons } from './reason-eligibility.ts'
import { softInquiryMessage } from './reason-words.ts'

type Asked = InquiryDispute['items'][number]

const today = '2026-11-20'
const context = disputeContext({ report: detailedReport })

const northgate: Asked = {
  inquiryId: asked.northgate,
  bureaus: ['Experian', 'TransUnion'],
  reason: 'no_application',
}
const only = (own: Partial<Asked>): Asked => ({ ...northgate, bureaus: ['TransUnion'], ...own })

const refusalOf = (items: Asked[], own: Partial<DisputeContext> = {}) => {
  try {
    resolveInquiryItems(items, { ...context, ...own })
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.fields]
    throw error
  }
  return null
}

describe('a dispute of inquiries', () => {
  it('finds the inquiry of the same company and day at each bureau chosen', () => {
    const [disputed] = resolveInquiryItems([northgate], context)
    expect(disputed?.at.map(({ bureau, evidence }) => [bureau, evidence.company])).toEqual([
      ['TransUnion', 'NORTHGATE BANK'],
      ['Experian', 'NORTHGATE BANK NA'],
    ])
    expect(disputed?.ids).toEqual({ TransUnion: asked.northgate, Experian: asked.northgateAtExperian })
  })

  it('names no repeat of an application that an earlier letter denied', () => {
    const twice = only({ reason: 'duplicate' })
    const repeatsOf = (own: Partial<DisputeContext>) =>
      resolveInquiryItems([twice], { ...context, ...own })[0]?.at.map(({ evidence }) => evidence.repeats)
    expect(repeatsOf({})).toEqual([['2026-09-20']])
    expect(repeatsOf({ deniedInquiries: [asked.northgateAgain] })).toEqual([[]])
  })

  it('on the free plan contains nothing of other bureaus', () => {
    const [disputed] = resolveInquiryItems([only({})], { ...context, plan: 'free' })
    expect(disputed?.ids).toEqual({ TransUnion: asked.northgate })
    expect(JSON.stringify(disputed)).not.toContain('Experian')
  })

  it('hides a long number in a company’s name', () => {
    const inquiries = detailedReport.inquiries.map(row => ({ ...row, company: 'BANK 5178440212345678' }))
    const json = JSON.stringify(
      resolveInquiryItems([only({})], { ...context, report: { ...detailedReport, inquiries } }),
    )
    expect(json).not.toContain('5178440212345678')
  })

  it.each<[string, Asked[], string, Record<string, string>, Partial<DisputeContext>?]>([
    [
      'a bureau outside the plan',
      [northgate],
      'plan_required',
      { 'items.0.bureaus': 'Your plan does not include Experian' },
      { plan: 'free' },
    ],
    [
      'an inquiry that is not in the report',
      [only({ inquiryId: '0192f0c1-0000-7000-8000-00000000ffff' })],
      'not_found',
      { 'items.0.inquiryId': 'This inquiry is not in your current report' },
    ],
    [
      'an inquiry that only a hidden bureau lists',
      [only({ inquiryId: asked.northgateAtExperian })],
      'not_found',
      { 'items.0.inquiryId': 'This inquiry is not in your current report' },
      { plan: 'free' },
    ],
    [
      'a soft inquiry',
      [only({ inquiryId: asked.review })],
      'invalid_request',
      { 'items.0.inquiryId': softInquiryMessage },
    ],
    [
      'a bureau that does not list the application',
      [only({ bureaus: ['TransUnion', 'Equifax'] })],
      'item_not_reported',
      { 'items.0.bureaus': 'Equifax does not list this inquiry in your current report' },
    ],
    [
      'the same inquiry twice',
      [northgate, only({ reason: 'wrong_date' })],
      'invalid_request',
      { 'items.1.inquiryId': 'This inquiry is already in the dispute' },
    ],
    [
      'the same inquiry again by its name at another bureau',
      [northgate, only({ inquiryId: asked.northgateAtExperian, bureaus: ['Experian'] })],
      'invalid_request',
      { 'items.1.inquiryId': 'This inquiry is already in the dispute' },
    ],
    [
      'a reason that does not fit',
      [only({ reason: 'too_old' })],
      'invalid_request',
      {
        'items.0.reason':
          'This does not fit what TransUnion shows. Choose another reason, or leave TransUnion out.',
      },
    ],
    [
      'another reason without an explanation',
      [only({ reason: 'other' })],
      'explanation_needed',
      { 'items.0.explanation': 'Say in your own words what is wrong.' },
    ],
    [
      'a Social Security number in the explanation',
      [only({ explanation: 'Mine is 219-09-9999' })],
      'invalid_request',
      {
        'items.0.explanation': 'Leave out your Social Security number. No letter needs all of it.',
      },
    ],
  ])('is refused with %s', (_, items, code, fields, own) => {
    expect(refusalOf(items, own)).toEqual([code, fields])
  })

  it('accepts one application at one bureau after another', () => {
    const apart = [only({}), only({ inquiryId: asked.northgateAtExperian, bureaus: ['Experian'] })]
    expect(refusalOf(apart)).toBeNull()
  })
})

const row = (own: Partial<InquiryRow> = {}): InquiryRow => ({
  id: 'a',
  company: 'NORTHGATE BANK',
  bureau: 'TransUnion',
  date: '2026-09-14',
  kind: 'hard',
  ...own,
})

describe('a reason', () => {
  it.each<[string, InquiryReason, InquiryRow, InquiryRow[], boolean]>([
    ['two years and a day old', 'too_old', row({ date: '2024-11-19' }), [], true],
    ['two years old to the day', 'too_old', row({ date: '2024-11-20' }), [], false],
    ['of a month that may be over', 'too_old', row({ date: '2024-11' }), [], false],
    ['of a month that is surely over', 'too_old', row({ date: '2024-10' }), [], true],
    ['without a date', 'too_old', row({ date: null }), [], false],
    ['without a date', 'wrong_date', row({ date: null }), [], false],
    ['repeated after fourteen days', 'duplicate', row(), [row({ id: 'b', date: '2026-09-28' })], true],
    ['repeated after fifteen days', 'duplicate', row(), [row({ id: 'b', date: '2026-09-29' })], false],
    ['repeated on the same day', 'duplicate', row(), [row({ id: 'b' })], true],
    ['repeated at another bureau', 'duplicate', row(), [row({ id: 'b', bureau: 'Equifax' })], false],
    ['repeated as a soft one', 'duplicate', row(), [row({ id: 'b', kind: 'soft' })], false],
    ['of another company the same day', 'duplicate', row(), [row({ id: 'b', company: 'OAK' })], false],
    ['that may be soft', 'not_hard', row({ kind: 'unknown' }), [], true],
  ])('applies to an inquiry %s as expected: %s', (_, reason, one, others, does) => {
    expect(isInquiryReasonAllowed(reason, one, [one, ...others], today)).toBe(does)
  })

  it('is offered only if it applies, never for a soft inquiry, and "something else" is last', () => {
    const anyRow = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      company: fc.constantFrom('NORTHGATE BANK', 'Northgate Bank', 'OAK'),
      bureau: fc.constantFrom('TransUnion' as const, 'Experian' as const),
      date: fc.constantFrom(null, '2026', '2024-01', '2024-11-19', '2026-09-14', '2026-09-20'),
      kind: fc.constantFrom('hard' as const, 'soft' as const, 'unknown' as const),
    })
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 6 }), fc.array(anyRow, { maxLength: 3 }), (all, rows) => {
        const offered = listInquiryReasons(rows, all, today)
        expect(new Set(offered).size).toBe(offered.length)
        for (const reason of inquiryReasons)
          expect(offered.includes(reason)).toBe(
            rows.some(one => isInquiryReasonAllowed(reason, one, all, today)),
          )
        if (rows.every(({ kind }) => kind === 'soft')) expect(offered).toEqual([])
        else expect(offered.at(-1)).toBe('other')
      }),
    )
  })

  it('suggested by the data is listed first', () => {
    const again = row({ id: 'b', date: '2026-09-20' })
    expect(listInquiryReasons([again], [row(), again], today)[0]).toBe('duplicate')
    expect(listInquiryReasons([row({ date: '2024-01-01' })], [], today)[0]).toBe('too_old')
  })
})

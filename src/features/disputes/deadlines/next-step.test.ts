import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#values/business-days.ts'
import { type Ask, listDeadlines, type Receipt } from './deadlines.ts'
import { type AwaitedLetter, findNextStep } from './next-step.ts'

const delivered: Receipt = { on: '2026-03-02', estimated: false }
const standing = (
  ask: Ask,
  own: Partial<AwaitedLetter> = {},
  receipt: Receipt | null = delivered,
): AwaitedLetter => ({
  recipient: 'Experian',
  asks: [ask],
  receipt,
  deadlines: listDeadlines([ask], receipt, null),
  answers: [null],
  ...own,
})

const titleOn = (letter: AwaitedLetter, today: string) => findNextStep(letter, today)?.title ?? null
const dispute: Ask = { kind: 'dispute' }

describe('a dispute that was delivered on March 2', () => {
  it.each([
    ['2026-03-02', 'Experian has until Apr 1, 2026'],
    ['2026-04-01', 'Experian has until Apr 1, 2026'],
    ['2026-04-02', "Experian's answer is due by Apr 8, 2026"],
    ['2026-04-08', "Experian's answer is due by Apr 8, 2026"],
    ['2026-04-09', 'Experian has not answered in 30 days'],
    ['2026-04-23', 'Experian has not answered in 30 days'],
    ['2026-04-24', 'Experian has not answered in time'],
    ['2027-01-01', 'Experian has not answered in time'],
  ])('on %s: %s', (today, title) => {
    expect(titleOn(standing(dispute), today)).toBe(title)
  })

  it('is still pending while one of its items has no answer', () => {
    const answers = [{ outcome: 'deleted' as const, on: '2026-03-20' }, null]
    expect(titleOn(standing(dispute, { answers }), '2026-03-25')).toBe('Experian has until Apr 1, 2026')
  })

  it.each([
    ['2026-04-08', null],
    ['2026-04-09', 'Experian may have answered late'],
    ['2026-04-23', 'Experian may have answered late'],
    ['2026-04-24', 'Experian answered late'],
  ])('and answered in full on %s: %s', (on, title) => {
    const answers = [
      { outcome: 'deleted' as const, on: '2026-03-20' },
      { outcome: 'verified' as const, on },
    ]
    expect(titleOn(standing(dispute, { answers }), '2026-05-01')).toBe(title)
  })

  it('is late only after 45 days if the report may have been the free annual one', () => {
    const answers = [{ outcome: 'verified' as const, on: '2026-04-10' }]
    expect(findNextStep(standing(dispute, { answers }), '2026-05-01')?.text).toBe(
      'Its answer was due by Apr 8, 2026 and came on Apr 10, 2026. If your report was the free yearly one, or you sent it more meanwhile, it had until Apr 23, 2026. Keep the letter with its envelope: the postmark is your proof.',
    )
  })

  it('that is recorded as unanswered is not called late: its item has other steps', () => {
    const answers = [{ outcome: 'no_answer' as const, on: '2026-05-01' }]
    expect(titleOn(standing(dispute, { answers }), '2026-05-02')).toBeNull()
  })
})

describe('a request for a fraud alert, for which the law sets no day', () => {
  const alert: Ask = { kind: 'fraud_alert' }
  it.each(['2026-03-02', '2027-03-02'])('on %s: look for the confirmation, and no one is late', today => {
    expect(titleOn(standing(alert), today)).toBe('Look for the confirmation of Experian')
  })

  it('starts no deadline before delivery', () => {
    const expected: Receipt = { on: '2026-03-06', estimated: true }
    expect(findNextStep(standing(alert, {}, expected), '2026-03-03')?.text).toBe(
      'It should arrive by Mar 6, 2026.',
    )
  })
})

describe('a letter on its way', () => {
  const expected: Receipt = { on: '2026-03-06', estimated: true }
  it.each([
    ['2026-03-03', 'On its way to Experian'],
    ['2026-03-16', 'On its way to Experian'],
    ['2026-03-17', 'No delivery reported for the letter to Experian'],
    ['2027-01-01', 'No delivery reported for the letter to Experian'],
  ])('on %s: %s', (today, title) => {
    expect(titleOn(standing(dispute, {}, expected), today)).toBe(title)
  })

  it('that was answered counts as delivered', () => {
    const answers = [{ outcome: 'deleted' as const, on: '2026-03-20' }]
    expect(titleOn(standing(dispute, { answers }, expected), '2026-03-21')).toBeNull()
  })

  it('is not called answered late, because its delivery was never reported', () => {
    const answers = [{ outcome: 'deleted' as const, on: '2026-06-20' }]
    expect(titleOn(standing(dispute, { answers }, expected), '2026-06-21')).toBeNull()
  })

  it('that was returned or never mailed has no step here', () => {
    expect(findNextStep(standing(dispute, {}, null), '2026-03-21')).toBeNull()
  })
})

describe('an order', () => {
  it.each<[Ask, string, string]>([
    [{ kind: 'freeze_place' }, '2026-03-05', 'Experian has until Mar 5, 2026'],
    [{ kind: 'freeze_place' }, '2026-03-06', 'Experian should be done since Mar 5, 2026'],
    [{ kind: 'freeze_lift', from: null }, '2026-03-06', 'Experian should be done since Mar 5, 2026'],
    [{ kind: 'freeze_lift', from: '2026-03-20' }, '2026-03-20', 'Experian has until Mar 20, 2026'],
    [{ kind: 'freeze_remove' }, '2026-03-05', 'Experian has until Mar 5, 2026'],
    [{ kind: 'method_of_verification' }, '2026-03-17', 'Experian has until Mar 17, 2026'],
    [{ kind: 'method_of_verification' }, '2026-03-18', 'Experian should be done since Mar 17, 2026'],
    [{ kind: 'block' }, '2026-03-07', 'Experian should be done since Mar 6, 2026'],
  ])('%o on %s: %s', (ask, today, title) => {
    expect(titleOn(standing(ask), today)).toBe(title)
  })

  it('that was carried out has no next step', () => {
    const answers = [{ outcome: 'corrected' as const, on: '2026-03-04' }]
    expect(titleOn(standing({ kind: 'freeze_place' }, { answers }), '2026-03-10')).toBeNull()
  })
})

it('no bureau is called late on a deadline or before it, nor based on an expected delivery', () => {
  const asks = fc.constantFrom<Ask>(
    dispute,
    { kind: 'block' },
    { kind: 'freeze_place' },
    { kind: 'method_of_verification' },
  )
  const numbers = fc.integer({ min: 0, max: 4_000 })
  fc.assert(
    fc.property(
      asks,
      numbers,
      fc.integer({ min: 0, max: 120 }),
      fc.boolean(),
      (ask, day, later, estimated) => {
        const receipt = { on: addDays('2026-01-01', day), estimated }
        const letter = standing(ask, {}, receipt)
        const today = addDays(receipt.on, later)
        const step = findNextStep(letter, today)
        const late = /not answered|should be done|late/.test(step?.title ?? '')
        const last = letter.deadlines.at(ask.kind === 'freeze_place' ? 0 : -1)?.dueOn ?? ''
        if (estimated || today <= last) expect(late).toBe(false)
        expect(step?.text ?? 'A.').toMatch(/^[A-Z][^!]*\.$/)
      },
    ),
  )
})

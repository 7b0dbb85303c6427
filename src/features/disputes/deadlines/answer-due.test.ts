import { expect, it } from 'vitest'
import { buildLetter } from '#test/support/mailing/letter.ts'
import { isAnswered, listAnswersDue } from './answer-due.ts'
import { deadlineKinds, listDeadlines } from './deadlines.ts'

const arrives = { on: '2026-11-28', estimated: true }
const deadlines = (...asks: Parameters<typeof listDeadlines>[0]) => listDeadlines(asks, arrives, null)
const items = [{ bureaus: ['Experian' as const, 'Equifax' as const], outcomes: {} }]

it.each([
  ['the result of a dispute', { kind: 'dispute' }, '2027-01-05'],
  ['how an item was verified', { kind: 'method_of_verification' }, '2026-12-13'],
  ['that a freeze was placed', { kind: 'freeze_place' }, '2026-12-09'],
  ['that a freeze was lifted', { kind: 'freeze_lift', from: null }, '2026-12-02'],
  ['that a freeze was removed', { kind: 'freeze_remove' }, '2026-12-02'],
] as const)('is the day by which the bureau must tell %s', (_, ask, dueOn) => {
  const letters = [buildLetter({ mailState: 'sent', deadlines: deadlines(ask) })]
  expect(listAnswersDue({ items, letters })).toEqual([
    { letterId: 'a', bureau: 'Experian', dueOn, estimated: true },
  ])
})

it('of a dispute with a block is that of the dispute', () => {
  const both = deadlines({ kind: 'dispute' }, { kind: 'block' })
  expect(both.every(({ kind }) => deadlineKinds.includes(kind))).toBe(true)
  expect(listAnswersDue({ items, letters: [buildLetter({ deadlines: both })] })[0]?.dueOn).toBe('2027-01-05')
})

it('is no estimate after the delivery, and the first due comes first', () => {
  const letters = [
    buildLetter({ id: 'late', mailState: 'sent', deadlines: deadlines({ kind: 'dispute' }) }),
    buildLetter({
      id: 'soon',
      bureau: 'Equifax',
      mailState: 'delivered',
      deadlines: listDeadlines([{ kind: 'dispute' }], { on: '2026-11-20', estimated: false }, null),
    }),
  ]
  expect(listAnswersDue({ items, letters }).map(({ letterId, estimated }) => [letterId, estimated])).toEqual([
    ['soon', false],
    ['late', true],
  ])
})

it('is none of a letter without deadlines, and none of a bureau that answered on everything', () => {
  const letters = [buildLetter({ mailState: 'sent', deadlines: deadlines({ kind: 'dispute' }) })]
  const answered = [{ bureaus: ['Experian' as const], outcomes: { Experian: 'verified' as const } }]
  expect(listAnswersDue({ items: answered, letters })).toEqual([])
  expect(listAnswersDue({ items, letters: [buildLetter()] })).toEqual([])
})

it('stays due while an item is open, or was noted as not answered', () => {
  const item = (outcomes: object) => ({ bureaus: ['Experian' as const, 'Equifax' as const], outcomes })
  const elsewhere = { bureaus: ['TransUnion' as const], outcomes: {} }
  expect(isAnswered([item({ Experian: 'verified' }), elsewhere], 'Experian')).toBe(true)
  expect(isAnswered([item({ Experian: 'verified' }), item({ Experian: null })], 'Experian')).toBe(false)
  expect(isAnswered([item({ Experian: 'no_answer' })], 'Experian')).toBe(false)
})

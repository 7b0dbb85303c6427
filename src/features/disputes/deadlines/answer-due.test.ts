import { expect, it } from 'vitest'
import { buildLetter } from '#test/support/mailing/letter.ts'
import { type Item } from '../dispute-contract.ts'
import { disputeTypes } from '../dispute-requests.ts'
import { hasAnswerTime, isAnswered, lastDayInTime, listAnswersDue } from './answer-due.ts'
import { deadlineKinds, listAsks, listDeadlines } from './deadlines.ts'

type Answer = Item['answers'][number]
const answer = (bureau: Answer['bureau'], outcome: Answer['outcome']): Answer => ({
  bureau,
  outcome,
  on: '2026-12-01',
  documentId: null,
  replyDeleted: false,
})

const arrives = { on: '2026-11-28', estimated: true }
const deadlines = (...asks: Parameters<typeof listDeadlines>[0]) => listDeadlines(asks, arrives, null)
const items = [{ bureaus: ['Experian' as const, 'Equifax' as const], answers: [] }]

it.each([
  ['the result of a dispute', { kind: 'dispute' }, '2027-01-05'],
  ['how an item was verified', { kind: 'method_of_verification' }, '2026-12-13'],
  ['that a freeze was placed', { kind: 'freeze_place' }, '2026-12-09'],
  ['that a freeze was lifted', { kind: 'freeze_lift', from: null }, '2026-12-02'],
  ['that a freeze was removed', { kind: 'freeze_remove' }, '2026-12-02'],
] as const)('is the day by which the bureau must tell %s', (_, ask, dueOn) => {
  const letters = [buildLetter({ mailState: 'sent', deadlines: deadlines(ask) })]
  expect(listAnswersDue({ items, letters })).toMatchObject([
    { letterId: 'a', recipient: 'Experian', dueOn, estimated: true },
  ])
})

it.each([
  ['a dispute, which may have 45 days', { kind: 'dispute' }, '2027-01-11'],
  ['a direct dispute, which may have them too', { kind: 'direct' }, '2027-01-04'],
  [
    'how an item was verified, for which there is no more time',
    { kind: 'method_of_verification' },
    '2026-12-05',
  ],
] as const)('is not said to be over before the last day of %s', (_, ask, last) => {
  const delivered = { on: '2026-11-20', estimated: false }
  const letter = buildLetter({
    mailState: 'delivered',
    events: [{ event: 'delivered', at: '2026-11-20T15:00:00Z' }],
    deadlines: listDeadlines([ask], delivered, null),
  })
  const [due] = listAnswersDue({ items, letters: [letter] })
  expect(due && lastDayInTime(letter, due, 'America/New_York')).toBe(last)
})

it('of a dispute with a block is that of the dispute', () => {
  const both = deadlines({ kind: 'dispute' }, { kind: 'block' })
  expect(both.every(({ kind }) => deadlineKinds.includes(kind))).toBe(true)
  expect(listAnswersDue({ items, letters: [buildLetter({ deadlines: both })] })[0]?.dueOn).toBe('2027-01-05')
})

it.each([
  ...disputeTypes.map(type => ({ type, kind: null })),
  { type: 'account' as const, kind: 'statement' as const },
  { type: 'account' as const, kind: 'notify_recipients' as const },
])('is not shown if the law sets none: $type, $kind', ({ type, kind }) => {
  const asks = listAsks({ type, followUp: kind, items: [], enclosed: [] }, null)
  const follows = kind === null ? null : { disputeId: 'd', kind }
  expect(hasAnswerTime({ type, follows })).toBe(listDeadlines(asks, arrives, null).length > 0)
})

it('is not an estimate after delivery, and the first due is listed first', () => {
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

it('does not exist for a letter without deadlines, or a bureau that answered on everything', () => {
  const letters = [buildLetter({ mailState: 'sent', deadlines: deadlines({ kind: 'dispute' }) })]
  const answered = [{ bureaus: ['Experian' as const], answers: [answer('Experian', 'verified')] }]
  expect(listAnswersDue({ items: answered, letters })).toEqual([])
  expect(listAnswersDue({ items, letters: [buildLetter()] })).toEqual([])
})

it('stays due while an item is open, or is recorded as not answered', () => {
  const experian = { bureau: 'Experian' as const }
  const item = (...answers: Answer[]) => ({ bureaus: ['Experian' as const, 'Equifax' as const], answers })
  const elsewhere = { bureaus: ['TransUnion' as const], answers: [] }
  const verified = item(answer('Experian', 'verified'))
  expect(isAnswered([verified, elsewhere], experian)).toBe(true)
  expect(isAnswered([verified, item()], experian)).toBe(false)
  expect(isAnswered([item(answer('Experian', 'no_answer'))], experian)).toBe(false)
})

it('is answered by a company if the dispute has no bureau', () => {
  const company = { bureau: null }
  expect(isAnswered([{ bureaus: [], answers: [] }], company)).toBe(false)
  expect(isAnswered([{ bureaus: [], answers: [answer(null, 'verified')] }], company)).toBe(true)
})

import { expect, it } from 'vitest'
import { buildLetter } from '#test/support/mailing/letter.ts'
import { countResults, resultKinds } from './results.ts'

type Made = Parameters<typeof countResults>[0][number]

const item = (outcomes: Made['items'][number]['outcomes']) => ({
  bureaus: ['Experian' as const, 'Equifax' as const],
  outcomes,
})
const dispute = (own: Partial<Made> = {}): Made => ({
  type: 'inquiry',
  follows: null,
  items: [],
  letters: [],
  ...own,
})
const seen = (...disputes: Made[]) => {
  const counts = countResults(disputes)
  return Object.fromEntries(resultKinds.filter(kind => counts[kind] > 0).map(kind => [kind, counts[kind]]))
}

it('counts each item once per bureau by its answer', () => {
  const items = [
    item({ Experian: 'deleted', Equifax: 'verified' }),
    item({ Experian: 'deleted', Equifax: 'corrected' }),
  ]
  expect(
    seen(dispute({ items }), dispute({ items: [item({ Experian: 'frivolous', Equifax: 'no_answer' })] })),
  ).toEqual({
    deleted: 2,
    corrected: 1,
    verified: 1,
    frivolous: 1,
    no_answer: 1,
  })
})

it('counts unanswered items by the state of their letter', () => {
  const letters = [
    buildLetter({ bureau: 'Experian', mailState: 'submitted' }),
    buildLetter({ bureau: 'Equifax', mailState: 'returned', neverReceived: true }),
  ]
  expect(seen(dispute({ items: [item({}), item({ Experian: null })], letters }))).toEqual({
    waiting: 2,
    failed: 2,
  })
  const mayHaveArrived = letters.map(letter => ({ ...letter, neverReceived: false }))
  expect(seen(dispute({ items: [item({})], letters: mayHaveArrived }))).toEqual({ waiting: 2 })
  expect(seen(dispute({ items: [item({})], letters: [buildLetter()] }))).toEqual({ not_mailed: 2 })
})

it('does not count freezes', () => {
  expect(seen(dispute({ type: 'freeze', items: [item({ Experian: 'corrected' })] }))).toEqual({})
})

it('does not count letters that only request something', () => {
  const items = [item({ Experian: 'corrected', Equifax: 'no_answer' })]
  for (const kind of ['method_of_verification', 'statement'] as const)
    expect(seen(dispute({ items, follows: { disputeId: '1', kind } }))).toEqual({})
  expect(seen(dispute({ items, follows: { disputeId: '1', kind: 'dispute_again' } }))).not.toEqual({})
})

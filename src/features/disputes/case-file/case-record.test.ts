import { expect, it } from 'vitest'
import { createPaths, selectRelated } from './case-record.ts'

const after = (id: string, disputeId: string | null = null) => ({
  id,
  follows: disputeId === null ? null : { disputeId, kind: 'dispute_again' as const },
})
const all = [after('d', 'b'), after('c', 'a'), after('b', 'a'), after('other'), after('a')]

it.each(['a', 'b', 'c', 'd'])(
  'a dispute, its follow-ups and those it follows are one case, starting from %s too',
  id => {
    expect(selectRelated(all, id).map(one => one.id)).toEqual(['d', 'c', 'b', 'a'])
  },
)

it('a dispute that follows none, or a deleted one, is a case of its own', () => {
  expect(selectRelated(all, 'other').map(({ id }) => id)).toEqual(['other'])
  expect(selectRelated([after('e', 'gone')], 'e').map(({ id }) => id)).toEqual(['e'])
})

it('no two files get the same name', () => {
  const pathOf = createPaths()
  const names = ['Equifax', 'equifax', 'EQUIFAX', '../Équifax', '', '…', 'x'.repeat(200)]
  expect(names.map(name => pathOf('letters', name, 'pdf'))).toEqual([
    'letters/equifax.pdf',
    'letters/equifax-2.pdf',
    'letters/equifax-3.pdf',
    'letters/quifax.pdf',
    'letters/file.pdf',
    'letters/file-2.pdf',
    `letters/${'x'.repeat(60)}.pdf`,
  ])
  expect(pathOf('letters', 'Equifax 2', 'pdf')).toBe('letters/equifax-2-2.pdf')
})

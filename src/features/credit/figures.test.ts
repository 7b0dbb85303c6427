import { expect, test } from 'vitest'
import { factsIn } from '#test/support/reports/factor-in.ts'
import { accountOf, collectionOf, reportOf } from '#test/support/reports/report-of.ts'
import { countAccountKinds } from './figures.ts'

test('each account counts once in its kind of credit, open or not, the most frequent kind first', () => {
  const accounts = [
    accountOf({ id: 'loan', accountType: 'Installment' }),
    accountOf(),
    accountOf({ bureau: 'Equifax' }),
    accountOf({ id: 'closed', openClosed: 'Closed' }),
    collectionOf(),
  ]
  expect(countAccountKinds(factsIn(reportOf({ accounts })))).toEqual([
    { type: 'Revolving', open: 1, notOpen: 1 },
    { type: 'Installment', open: 1, notOpen: 0 },
    { type: 'Collection', open: 0, notOpen: 1 },
  ])
})

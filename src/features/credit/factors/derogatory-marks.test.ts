import { describe, expect, test } from 'vitest'
import { factorIn, factorsIn } from '#test/support/reports/factor-in.ts'
import { accountOf, collectionOf, recordOf, reportOf } from '#test/support/reports/report-of.ts'

describe('derogatory marks', () => {
  test('are accounts and public records, each counted once even if several bureaus list it', () => {
    const report = reportOf({
      accounts: [collectionOf(), collectionOf({ bureau: 'Equifax', isDerogatory: false }), accountOf()],
      publicRecords: [
        recordOf(),
        recordOf({ bureau: 'Experian', caseNumber: '1912345' }),
        recordOf({ type: 'Tax lien', caseNumber: null }),
        recordOf({ bureau: 'Equifax', type: 'TAX LIEN', caseNumber: null }),
        recordOf({ type: 'Tax lien', caseNumber: null, id: 'another of that day' }),
      ],
    })
    expect(factorIn('derogatory_marks', report)).toMatchObject({ value: '4', rating: 'poor' })
    expect(factorIn('derogatory_marks', report)?.description).toBe(
      '1 collection account and 3 public records. Derogatory marks include collections, charge-offs, repossessions and bankruptcies.',
    )
  })

  test('one is fair, and the advice names it and where to dispute it', () => {
    const accounts = [collectionOf(), collectionOf({ bureau: 'Equifax', isDerogatory: false })]
    const found = factorIn('derogatory_marks', reportOf({ accounts }))
    expect(found).toMatchObject({ value: '1', rating: 'fair' })
    expect(found?.alerts).toEqual([
      {
        title: 'Check Meridian Collections',
        recommendation:
          'Check that Meridian Collections is yours and that the amount is right. If it is wrong, start a dispute.',
        explanation: 'TransUnion lists it as a collection account with a balance of $1,284.00.',
        acts: [
          {
            kind: 'dispute',
            type: 'account',
            label: 'Meridian Collections',
            itemId: 'collection-1',
            bureaus: ['TransUnion'],
          },
          { kind: 'open', label: 'Meridian Collections', accountId: 'collection-1', bureau: 'TransUnion' },
        ],
      },
    ])
  })

  test('of shared values are stated by the merged report, not by the bureau', () => {
    const found = factorIn('derogatory_marks', reportOf({ accounts: [collectionOf({ valuesShared: true })] }))
    expect(found?.alerts[0]?.explanation).toMatch(/^Your merged report lists it/)
  })

  test('none is excellent, but only if a bureau sent a file', () => {
    expect(factorIn('derogatory_marks', reportOf())).toMatchObject({
      value: '0',
      rating: 'excellent',
      alerts: [],
    })
    const frozen = reportOf({ files: [{ bureau: 'TransUnion', status: 'frozen', text: null }] })
    expect(factorsIn(frozen)).toEqual([])
  })
})

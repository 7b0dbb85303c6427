import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nationalCreditors } from '#test/support/reports/creditor-spellings.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { countSharedDigits } from '../account-number.ts'
import type { Account } from '../canonical.ts'
import { isSameCreditor } from '../creditor.ts'
import { isSameOpening } from '../evidence.ts'
import { type BureauFile, selectBureauFile } from './bureau-file.ts'
import { findListingChanges } from './listing.ts'

const fileWith = (accounts: readonly Account[]): BureauFile => {
  const files = [{ bureau: 'TransUnion', status: 'hit', text: null } as const]
  const file = selectBureauFile(reportOf({ files, accounts: [...accounts] }), 'TransUnion')
  if (file === null) throw new Error('a report without a file')
  return file
}

const spellings = [
  'CAB UNION',
  'CARIB UNION',
  'EAU BANK',
  'EAUX',
  ...nationalCreditors.flatMap(one => one.spellings),
]

const anyAccounts = fc.uniqueArray(
  fc
    .record({
      id: fc.integer({ min: 0, max: 40 }).map(String),
      name: fc.constantFrom(...spellings.slice(0, 24)),
      accountNumber: fc.constantFrom(null, '4412****', '4413****', '****7781'),
      dateOpened: fc.constantFrom(null, '2020', '2020-01-31', '2020-03-02', '2020-03', '2021', '2021-08-14'),
    })
    .map(({ name, ...given }) => accountOf({ ...given, creditorName: name, creditorNameReported: name })),
  { minLength: 1, maxLength: 12, selector: ({ id }) => id },
)

/** The rule without an index: compares every removed account with every added one. */
const couldBeSame = (one: Account, other: Account): boolean => {
  const [a, b] = [one.dateOpened, other.dateOpened]
  const isOneYear = a?.slice(0, 4) === b?.slice(0, 4) && Math.min(a?.length ?? 0, b?.length ?? 0) === 4
  return (
    isSameCreditor(one.creditorNameReported, other.creditorNameReported) &&
    (countSharedDigits(one.accountNumber, other.accountNumber) !== null || (a?.length === 10 && a === b)) &&
    (a === null || b === null || isOneYear || isSameOpening(a, b))
  )
}

describe('added and removed accounts', () => {
  it('are those that no other could be the same as, found with an index or by comparing all', () => {
    fc.assert(
      fc.property(anyAccounts, anyAccounts, (before, now) => {
        const gone = before.filter(({ id }) => !now.some(one => one.id === id))
        const added = now.filter(({ id }) => !before.some(one => one.id === id))
        const noticed = findListingChanges(fileWith(before), fileWith(now))
        expect(noticed.flatMap(({ about }) => (about && 'id' in about ? [about.id] : []))).toEqual(
          added.filter(one => !gone.some(other => couldBeSame(other, one))).map(({ id }) => id),
        )
        expect(noticed.filter(({ kind }) => kind === 'accountGone')).toHaveLength(
          gone.filter(one => !added.some(other => couldBeSame(one, other))).length,
        )
      }),
      { numRuns: 300 },
    )
  })

  it('are not reported when more are similar than anyone has', () => {
    const alike = (from: number) =>
      Array.from({ length: 130 }, (_, index) =>
        accountOf({
          id: String(from + index),
          accountNumber: `${from + index}****`,
          dateOpened: '2020-01-31',
        }),
      )
    expect(findListingChanges(fileWith(alike(1000)), fileWith(alike(5000)))).toEqual([])
  })
})
